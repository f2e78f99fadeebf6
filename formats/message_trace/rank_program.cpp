// SPDX-License-Identifier: Apache-2.0
// Algorithms after those of SimGrid that its default selector names; each says which.
#include "formats/message_trace/rank_program.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace petriloom {

namespace {

/// Tags of messages of collective operations, below those of actions.
enum CollectiveTag : std::int64_t {
  kBarrier = -1,
  kBroadcast = -2,
  kReduce = -3,
  kGather = -4,
  kScatter = -5,
  kToAll = -6,
  kReduceScatter = -7,
  kScan = -8
};

/// How an all-to-all is done, by the bytes for each rank (alltoall__ompi).
enum class ToAll : std::uint8_t { at_once, pairs, bruck };
struct ToAllRow {
  std::uint32_t ranks;  ///< fewer than this
  double bytes;         ///< less than this
  ToAll how;
};
constexpr double kAnyBytes = 1e300;
constexpr std::uint32_t kAnyRanks = 0xffffffff;
constexpr auto kToAllRows = std::to_array<ToAllRow>({
    {8, 524288, ToAll::at_once},
    {8, 1048576, ToAll::pairs},
    {16, kAnyBytes, ToAll::at_once},
    {32, 4, ToAll::at_once},
    {64, 512, ToAll::bruck},
    {64, kAnyBytes, ToAll::at_once},
    {512, 1024, ToAll::bruck},
    {256, 262144, ToAll::at_once},
    {256, kAnyBytes, ToAll::pairs},
    {512, 32768, ToAll::at_once},
    {512, kAnyBytes, ToAll::pairs},
    {2048, 512, ToAll::bruck},
    {1024, 262144, ToAll::at_once},
    {1024, kAnyBytes, ToAll::pairs},
    {2048, kAnyBytes, ToAll::at_once},
    {4096, 1024, ToAll::bruck},
    {4096, kAnyBytes, ToAll::at_once},
    {kAnyRanks, 2048, ToAll::bruck},
    {kAnyRanks, kAnyBytes, ToAll::at_once},
});

}  // namespace

void RankProgram::next(std::uint32_t operation) {
  for (const Before& one : before_) trace_.wait(operation, one.operation, one.begun, where_);
  before_.clear();
}

void RankProgram::work(double flop) {
  const std::uint32_t operation = trace_.work(rank_, 0, flop, where_);
  next(operation);
  wait(operation);
}

void RankProgram::sleep(double units) {
  const std::uint32_t operation = trace_.work(rank_, units, 0, where_);
  next(operation);
  wait(operation);
}

RankProgram::Request RankProgram::begin_send(std::uint32_t to, std::int64_t tag, double bytes) {
  const Request request = trace_.send(rank_, to, tag, bytes, where_);
  next(request);
  before_.push_back({request, true});
  return request;
}

RankProgram::Request RankProgram::begin_receive(std::uint32_t from, std::int64_t tag) {
  const Request request = trace_.receive(rank_, from, tag, where_);
  next(request);
  before_.push_back({request, true});
  return request;
}

void RankProgram::wait(std::span<const Request> requests) {
  for (const Request one : requests) wait(one);
}

void RankProgram::exchange(std::uint32_t to, double bytes, std::uint32_t from, std::int64_t tag) {
  const Request received = begin_receive(from, tag);
  send(to, tag, bytes);
  wait(received);
}

// All to rank 0, and back (barrier__ompi_basic_linear).
void RankProgram::barrier() {
  if (rank_ > 0) {
    send(0, kBarrier, 0);
    receive(0, kBarrier);
    return;
  }
  std::vector<Request> requests;
  for (std::uint32_t other = 1; other < ranks_; ++other) requests.push_back(begin_receive(other, kBarrier));
  wait(requests);
  requests.clear();
  for (std::uint32_t other = 1; other < ranks_; ++other) requests.push_back(begin_send(other, kBarrier, 0));
  wait(requests);
}

// A binomial tree (bcast__binomial_tree).
void RankProgram::broadcast(std::uint32_t root, double bytes) {
  const std::uint32_t number = (rank_ + ranks_ - root) % ranks_;
  std::uint32_t mask = 1;
  while (mask < ranks_ && (number & mask) == 0) mask <<= 1;
  if (mask < ranks_) receive((rank_ + ranks_ - mask) % ranks_, kBroadcast);
  for (mask >>= 1; mask > 0; mask >>= 1) {
    if (number + mask < ranks_) send((rank_ + mask) % ranks_, kBroadcast, bytes);
  }
}

// All to the root at once (ireduce).
void RankProgram::reduce(std::uint32_t root, double bytes) { collect(root, kReduce, bytes); }

void RankProgram::gather(std::uint32_t root, double mine) { collect(root, kGather, mine); }

void RankProgram::collect(std::uint32_t root, std::int64_t tag, double mine) {
  if (rank_ != root) return send(root, tag, mine);
  std::vector<Request> requests;
  for (std::uint32_t other = 0; other < ranks_; ++other) {
    if (other != root) requests.push_back(begin_receive(other, tag));
  }
  wait(requests);
}

void RankProgram::scatter(std::uint32_t root, std::span<const double> bytes) {
  if (rank_ != root) return receive(root, kScatter);
  std::vector<Request> requests;
  for (std::uint32_t other = 0; other < ranks_; ++other) {
    if (other != root) requests.push_back(begin_send(other, kScatter, bytes[other]));
  }
  wait(requests);
}

// Receives first, then sends, all at once (ialltoallv, iallgather).
void RankProgram::to_all(std::span<const double> bytes) {
  std::vector<Request> requests;
  for (std::uint32_t k = 1; k < ranks_; ++k) requests.push_back(begin_receive((rank_ + k) % ranks_, kToAll));
  for (std::uint32_t k = ranks_ - 1; k > 0; --k) {
    const std::uint32_t other = (rank_ + k) % ranks_;
    requests.push_back(begin_send(other, kToAll, bytes[other]));
  }
  wait(requests);
}

void RankProgram::to_all_equal(double bytes) {
  const auto* const row = std::find_if(kToAllRows.begin(), kToAllRows.end(),
                                       [&](const ToAllRow& one) { return ranks_ < one.ranks && bytes < one.bytes; });
  if (row->how == ToAll::bruck) return bruck(bytes);
  if (row->how == ToAll::pairs && (ranks_ & (ranks_ - 1)) == 0) return pairs(bytes);
  to_all(std::vector<double>(ranks_, bytes));
}

// One partner after the other, whose number differs in the bits of k (alltoall__pair).
void RankProgram::pairs(double bytes) {
  for (std::uint32_t k = 1; k < ranks_; ++k) exchange(rank_ ^ k, bytes, rank_ ^ k, kToAll);
}

// Parts whose number has a bit go that far (alltoall__bruck).
void RankProgram::bruck(double bytes) {
  for (std::uint32_t far = 1; far < ranks_; far <<= 1) {
    std::uint32_t parts = 0;
    for (std::uint32_t k = 1; k < ranks_; ++k) parts += (k & far) != 0 ? 1 : 0;
    exchange((rank_ + far) % ranks_, parts * bytes, (rank_ + ranks_ - far) % ranks_, kToAll);
  }
}

// Equal parts: a reduction at rank 0, which scatters; else each to each in turn where they are
// large, or recursive doubling (reduce_scatter__default, reduce_scatter__mpich).
void RankProgram::reduce_scatter(std::span<const double> bytes) {
  constexpr double kLarge = 524288;
  const double all = std::accumulate(bytes.begin(), bytes.end(), 0.0);
  if (std::adjacent_find(bytes.begin(), bytes.end(), std::not_equal_to<>()) == bytes.end()) {
    reduce(0, all);
    scatter(0, bytes);
    return;
  }
  if (all <= kLarge) return doubling(bytes);
  for (std::uint32_t k = 1; k < ranks_; ++k) {
    const std::uint32_t to = (rank_ + k) % ranks_;
    exchange(to, bytes[to], (rank_ + ranks_ - k) % ranks_, kReduceScatter);
  }
}

// Recursive doubling; where there is no power of two of ranks, those that have no partner get what
// they lack from one that has it (reduce_scatter__mpich_rdb).
void RankProgram::doubling(std::span<const double> bytes) {
  const double all = std::accumulate(bytes.begin(), bytes.end(), 0.0);
  // What all but the ranks of a subtree are due.
  const auto without = [&](std::uint32_t root, std::uint32_t size) {
    double parts = all;
    for (std::uint32_t k = root; k < std::min(root + size, ranks_); ++k) parts -= bytes[k];
    return parts;
  };
  for (std::uint32_t mask = 1; mask < ranks_; mask <<= 1) {
    const std::uint32_t partner = rank_ ^ mask;
    const std::uint32_t mine = rank_ / mask * mask;
    const std::uint32_t other = partner / mask * mask;
    if (partner < ranks_) exchange(partner, without(mine, mask), partner, kReduceScatter);
    if (other + mask <= ranks_) continue;
    const std::uint32_t complete = ranks_ - mine - mask;
    for (std::uint32_t half = mask / 2; half > 0; half /= 2) {
      const std::uint32_t to = rank_ ^ half;
      const std::uint32_t end = rank_ / (2 * half) * (2 * half) + complete;
      if (to > rank_ && rank_ < end && to >= end) {
        send(to, kReduceScatter, without(other, mask));
      } else if (to < rank_ && to < end && rank_ >= end) {
        receive(to, kReduceScatter);
      }
    }
  }
}

void RankProgram::scan(double bytes) {
  std::vector<Request> requests;
  for (std::uint32_t other = 0; other < rank_; ++other) requests.push_back(begin_receive(other, kScan));
  for (std::uint32_t other = rank_ + 1; other < ranks_; ++other) requests.push_back(begin_send(other, kScan, bytes));
  wait(requests);
}

}  // namespace petriloom
