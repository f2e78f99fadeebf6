// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "formats/message_trace/message_trace.h"

namespace petriloom {

TraceTables trace_tables(const MessageTrace& trace) {
  constexpr std::array<const char*, 4> kDoing{"trace_work", "trace_send", "trace_receive", "trace_finish"};
  TraceTables tables{"rank,doing,core,port,units,flop,message,waits,first,middle,last\n", "after\n", "sender,receiver,bytes\n"};
  std::size_t edge = 0;
  for (std::size_t number = 0; number < trace.operations.size(); ++number) {
    const TraceOperation& one = trace.operations[number];
    const std::size_t first = edge;
    const auto pass = [&](bool begun) {
      while (edge < trace.edges.size() && trace.edges[edge].before == number && trace.edges[edge].begun == begun) ++edge;
      return edge;
    };
    const std::size_t middle = pass(true);
    const std::size_t last = pass(false);
    fmt::format_to(std::back_inserter(tables.operations), "{},{},{},{},{},{},{},{},{},{},{}\n", one.rank,
                   kDoing[static_cast<std::size_t>(one.doing)], one.core, one.port, one.units, one.flop, one.message, one.waits,
                   first, middle, last);
  }
  for (const TraceEdge& one : trace.edges) fmt::format_to(std::back_inserter(tables.edges), "{}\n", one.after);
  for (const TraceMessage& one : trace.messages)
    fmt::format_to(std::back_inserter(tables.messages), "{},{},{}\n", one.sender, one.receiver, one.bytes);
  return tables;
}

}  // namespace petriloom
