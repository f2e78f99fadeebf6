// SPDX-License-Identifier: Apache-2.0
// The program of one rank of a time-independent trace: one action after the other, and operations
// of all ranks as SimGrid's algorithms "default" make them of messages (smpi/coll-selector).
#pragma once

#include <span>

#include "formats/message_trace/trace_builder.h"

namespace petriloom {

class RankProgram {
 public:
  RankProgram(TraceBuilder& trace, std::uint32_t rank, std::uint32_t ranks) : trace_(trace), rank_(rank), ranks_(ranks) {}

  /// An operation that goes on while the rank does.
  using Request = std::uint32_t;

  /// Where the action stands that comes next.
  void at(const Location& where) { where_ = where; }
  void work(double flop);
  void sleep(double units);
  Request begin_send(std::uint32_t to, std::int64_t tag, double bytes);
  Request begin_receive(std::uint32_t from, std::int64_t tag);
  void wait(Request request) { before_.push_back({request, false}); }
  void wait(std::span<const Request> requests);
  void send(std::uint32_t to, std::int64_t tag, double bytes) { wait(begin_send(to, tag, bytes)); }
  void receive(std::uint32_t from, std::int64_t tag) { wait(begin_receive(from, tag)); }
  void exchange(std::uint32_t to, double bytes, std::uint32_t from, std::int64_t tag);

  void barrier();
  void broadcast(std::uint32_t root, double bytes);
  void reduce(std::uint32_t root, double bytes);
  /// Of `bytes[r]`, the part of rank r; all begin at once.
  void gather(std::uint32_t root, double mine);
  void scatter(std::uint32_t root, std::span<const double> bytes);
  void to_all(std::span<const double> bytes);
  /// `bytes` to each other rank.
  void to_all_equal(double bytes);
  void reduce_scatter(std::span<const double> bytes);
  /// To the ranks behind, from those before.
  void scan(double bytes);

 private:
  struct Before {
    std::uint32_t operation;
    bool begun;
  };
  void next(std::uint32_t operation);
  /// All send to the root at once.
  void collect(std::uint32_t root, std::int64_t tag, double mine);
  void bruck(double bytes);
  void pairs(double bytes);
  void doubling(std::span<const double> bytes);

  TraceBuilder& trace_;
  std::uint32_t rank_, ranks_;
  Location where_;
  std::vector<Before> before_;  // what the next operation waits for
};

}  // namespace petriloom
