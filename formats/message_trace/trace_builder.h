// SPDX-License-Identifier: Apache-2.0
// How readers put a trace of messages together.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "formats/message_trace/message_trace.h"

namespace petriloom {

/// Takes operations in any order, finds who meets whom, and gives the trace.
class TraceBuilder {
 public:
  explicit TraceBuilder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Each returns the number of a new operation; when there are too many, with a message, that of
  /// the last.
  std::uint32_t work(std::uint32_t rank, double units, double flop, const Location& where);
  std::uint32_t send(std::uint32_t rank, std::uint32_t to, std::int64_t tag, double bytes, const Location& where);
  std::uint32_t receive(std::uint32_t rank, std::uint32_t from, std::int64_t tag, const Location& where);
  /// Which core and port it is done with, if not the first.
  void place(std::uint32_t operation, std::uint32_t core, std::uint32_t port);
  /// `after` waits until `before` has begun, or is done.
  void wait(std::uint32_t after, std::uint32_t before, bool begun, const Location& where);
  /// False once something was too large.
  [[nodiscard]] bool fits() const { return fits_; }

  /// Nothing, with messages, if a message has one end alone, or operations wait for each other in a
  /// circle.
  std::optional<MessageTrace> finish(std::uint32_t ranks, bool has_units);

 private:
  /// Sender, receiver, tag.
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
  struct Ends {
    std::vector<std::uint32_t> sends, receives;
  };

  std::uint32_t add(const TraceOperation& operation, const Location& where);
  void too_many(std::string_view what, const Location& where);
  void meet();
  void report_alone(const Channel& channel, const Ends& ends);
  void add_ends(std::uint32_t ranks);
  void report_circle();

  Diagnostics& diagnostics_;
  MessageTrace trace_;
  std::vector<Location> where_;  // of operations
  std::vector<double> bytes_;    // of operations that send
  std::map<Channel, Ends> channels_;
  bool fits_ = true;
};

}  // namespace petriloom
