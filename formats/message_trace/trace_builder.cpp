// SPDX-License-Identifier: Apache-2.0
#include "formats/message_trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom {

std::uint32_t TraceBuilder::work(std::uint32_t rank, double units, double flop, const Location& where) {
  TraceOperation operation;
  operation.rank = rank;
  operation.units = units;
  operation.flop = flop;
  return add(operation, where);
}

std::uint32_t TraceBuilder::send(std::uint32_t rank, std::uint32_t to, std::int64_t tag, double bytes, const Location& where) {
  TraceOperation operation;
  operation.doing = TraceDoing::send;
  operation.rank = rank;
  const std::uint32_t number = add(operation, where);
  bytes_[number] = bytes;
  channels_[{rank, to, tag}].sends.push_back(number);
  return number;
}

std::uint32_t TraceBuilder::receive(std::uint32_t rank, std::uint32_t from, std::int64_t tag, const Location& where) {
  TraceOperation operation;
  operation.doing = TraceDoing::receive;
  operation.rank = rank;
  const std::uint32_t number = add(operation, where);
  channels_[{from, rank, tag}].receives.push_back(number);
  return number;
}

void TraceBuilder::place(std::uint32_t operation, std::uint32_t core, std::uint32_t port) {
  trace_.operations[operation].core = core;
  trace_.operations[operation].port = port;
}

void TraceBuilder::wait(std::uint32_t after, std::uint32_t before, bool begun, const Location& where) {
  if (trace_.edges.size() == kMostTraceRows) return too_many("waits", where);
  trace_.edges.push_back({before, after, begun});
}

std::uint32_t TraceBuilder::add(const TraceOperation& operation, const Location& where) {
  if (trace_.operations.size() == kMostTraceRows) {
    too_many("operations", where);
    return kMostTraceRows - 1;
  }
  trace_.operations.push_back(operation);
  where_.push_back(where);
  bytes_.push_back(0);
  return static_cast<std::uint32_t>(trace_.operations.size() - 1);
}

void TraceBuilder::too_many(std::string_view what, const Location& where) {
  if (fits_) {
    diagnostics_.error(where, fmt::format("more than {} {}, those of collective operations included", kMostTraceRows, what),
                       "a shorter part of the trace");
  }
  fits_ = false;
}

std::optional<MessageTrace> TraceBuilder::finish(std::uint32_t ranks, bool has_units) {
  if (diagnostics_.has_errors()) return std::nullopt;
  meet();
  report_circle();
  if (diagnostics_.has_errors()) return std::nullopt;
  add_ends(ranks);
  if (diagnostics_.has_errors()) return std::nullopt;
  for (const TraceEdge& edge : trace_.edges) ++trace_.operations[edge.after].waits;
  std::stable_sort(trace_.edges.begin(), trace_.edges.end(), [](const TraceEdge& a, const TraceEdge& b) {
    return std::tuple(a.before, !a.begun) < std::tuple(b.before, !b.begun);
  });
  trace_.ranks = ranks;
  trace_.has_units = has_units;
  return std::move(trace_);
}

void TraceBuilder::meet() {
  for (const auto& [channel, ends] : channels_) {
    if (ends.sends.size() != ends.receives.size()) report_alone(channel, ends);
    for (std::size_t k = 0; k < std::min(ends.sends.size(), ends.receives.size()); ++k) {
      const auto message = static_cast<std::uint32_t>(trace_.messages.size());
      trace_.messages.push_back({ends.sends[k], ends.receives[k], bytes_[ends.sends[k]]});
      trace_.operations[ends.sends[k]].message = message;
      trace_.operations[ends.receives[k]].message = message;
    }
  }
}

void TraceBuilder::report_alone(const Channel& channel, const Ends& ends) {
  const auto& [from, to, tag] = channel;
  // Operations of collectives have tags below 0.
  const std::string which = tag < 0 ? "in a collective operation" : fmt::format("with tag {}", tag);
  if (ends.sends.size() > ends.receives.size()) {
    diagnostics_.error(where_[ends.sends[ends.receives.size()]],
                       fmt::format("nobody receives this: rank {} sends {} to rank {} {}, and {} are received", from,
                                   ends.sends.size(), to, which, ends.receives.size()),
                       "as many receives as sends, each with the rank and the tag of the other");
  } else {
    diagnostics_.error(where_[ends.receives[ends.sends.size()]],
                       fmt::format("nobody sends this: rank {} receives {} from rank {} {}, and {} are sent", to,
                                   ends.receives.size(), from, which, ends.sends.size()),
                       "as many receives as sends, each with the rank and the tag of the other");
  }
}

/// What a rank does last waits for all that nothing else waits for.
void TraceBuilder::add_ends(std::uint32_t ranks) {
  std::vector<bool> awaited(trace_.operations.size());
  for (const TraceEdge& edge : trace_.edges) {
    if (!edge.begun) awaited[edge.before] = true;
  }
  const Location nowhere = where_.empty() ? Location{} : where_.back();
  const std::size_t operations = trace_.operations.size();
  std::vector<std::uint32_t> ends(ranks);
  for (std::uint32_t rank = 0; rank < ranks && fits_; ++rank) {
    TraceOperation end;
    end.doing = TraceDoing::finish;
    end.rank = rank;
    ends[rank] = add(end, nowhere);
  }
  for (std::uint32_t number = 0; number < operations && fits_; ++number) {
    if (!awaited[number]) wait(ends[trace_.operations[number].rank], number, false, nowhere);
  }
}

void TraceBuilder::report_circle() {
  const std::size_t size = trace_.operations.size();
  std::vector<std::vector<std::uint32_t>> after(size);
  std::vector<std::uint32_t> waits(size);
  for (const TraceEdge& edge : trace_.edges) {
    after[edge.before].push_back(edge.after);
    ++waits[edge.after];
  }
  std::vector<std::uint32_t> ready;
  for (std::uint32_t number = 0; number < size; ++number) {
    if (waits[number] == 0) ready.push_back(number);
  }
  for (std::size_t k = 0; k < ready.size(); ++k) {
    for (const std::uint32_t next : after[ready[k]]) {
      if (--waits[next] == 0) ready.push_back(next);
    }
  }
  if (ready.size() == size) return;
  const auto first = static_cast<std::size_t>(
      std::find_if(waits.begin(), waits.end(), [](std::uint32_t left) { return left > 0; }) - waits.begin());
  diagnostics_.error(where_[first], fmt::format("{} operations wait for each other in a circle, or for such; this is the first",
                                                size - ready.size()));
}

}  // namespace petriloom
