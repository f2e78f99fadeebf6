// SPDX-License-Identifier: Apache-2.0
// Replications handed out to others: what comes out does not depend on who ran what, nor on whether
// somebody was lost.
#include "engine/simulate/master_worker.h"

#include <gtest/gtest.h>

#include <deque>
#include <thread>

#include "engine/simulate/checkpoint.h"
#include "engine/simulate/replications.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"

namespace petriloom::test {
namespace {

/// The mail of processes that are threads here.
struct Post {
  std::mutex mutex;
  std::vector<std::deque<Messenger::Message>> boxes;
};

class ThreadMessenger final : public Messenger {
 public:
  ThreadMessenger(Post& post, std::size_t rank) : post_(post), rank_(rank) {}
  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return post_.boxes.size(); }
  void send(std::size_t rank, std::string text) override {
    const std::lock_guard lock(post_.mutex);
    post_.boxes[rank].push_back({rank_, std::move(text)});
  }
  std::optional<Message> receive() override {
    const std::lock_guard lock(post_.mutex);
    auto& box = post_.boxes[rank_];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }
  void incomplete() override { incomplete_ = true; }
  bool incomplete_ = false;

 private:
  Post& post_;
  std::size_t rank_;
};

/// A source, and a server that takes one job after the other.
Net shop_net() {
  Draft d;
  const PlaceId queue = d.place("Queue", ColourTable::kUnit);
  const PlaceId free = d.place("Free", 1);
  const TransitionId arrive = d.transition("arrive");
  d.time(arrive, Timing::exponential, 0.7);
  d.in(arrive, free);
  d.out(arrive, free);
  d.out(arrive, queue);
  const TransitionId serve = d.transition("serve");
  d.time(serve, Timing::exponential, 1);
  d[serve].servers = 1;
  d.in(serve, queue);
  d.measure("served", MeasureKind::count, serve);
  d.measure("length", MeasureKind::average, {}, d.to(ColourTable::kReal, d.tokens(queue)));
  return d.build();
}

SimulationOptions shop_options() {
  SimulationOptions options;
  options.replications = 12;
  options.until = 10'000;
  return options;
}

void expect_equal(const SimulationResult& a, const SimulationResult& b) {
  EXPECT_EQ(a.firings, b.firings);
  EXPECT_EQ(a.time.mean, b.time.mean);
  EXPECT_EQ(a.ended, b.ended);
  ASSERT_EQ(a.measures.size(), b.measures.size());
  for (std::size_t m = 0; m < a.measures.size(); ++m) {
    EXPECT_EQ(a.measures[m].value.mean, b.measures[m].value.mean);
    EXPECT_EQ(a.measures[m].value.half_width, b.measures[m].value.half_width);
    EXPECT_EQ(a.measures[m].value.n, b.measures[m].value.n);
  }
}

TEST(MasterAndWorkers, RanksDoNotChangeResults) {
  const Net net = shop_net();
  SimulationOptions options = shop_options();
  const SimulationResult alone = simulate(net, options);
  for (const std::size_t ranks : {2U, 4U}) {
    Post post{{}, std::vector<std::deque<Messenger::Message>>(ranks)};
    std::vector<std::jthread> others;
    for (std::size_t rank = 1; rank < ranks; ++rank) {
      others.emplace_back([&, rank] {
        ThreadMessenger messenger(post, rank);
        SimulationOptions own = shop_options();
        own.messenger = &messenger;
        own.jobs = rank;
        EXPECT_EQ(simulate(net, own).firings, 0U) << "a worker returns nothing";
      });
    }
    ThreadMessenger messenger(post, 0);
    options.messenger = &messenger;
    expect_equal(alone, simulate(net, options));
    EXPECT_FALSE(messenger.incomplete_);
  }
}

// Rank 1 says that three of its threads are ready, gets numbers, and is never heard of again.
TEST(MasterAndWorkers, NumbersOfALostRankAreRunByOthers) {
  const Net net = shop_net();
  SimulationOptions options = shop_options();
  const SimulationResult alone = simulate(net, options);
  Post post{{}, std::vector<std::deque<Messenger::Message>>(2)};
  for (int k = 0; k < 3; ++k) post.boxes[0].push_back({1, "ready"});
  ThreadMessenger messenger(post, 0);
  options.messenger = &messenger;
  options.patience = 0.2;
  // Number 0 is not over before the lost rank has its numbers.
  options.progress = [&](std::uint64_t, double) {
    for (;;) {
      const std::lock_guard lock(post.mutex);
      if (post.boxes[1].size() >= 3) return;
      std::this_thread::yield();
    }
  };
  const SimulationResult result = simulate(net, options);
  expect_equal(alone, result);
  EXPECT_EQ(result.lost_ranks, std::vector<std::size_t>{1});
  EXPECT_TRUE(messenger.incomplete_);
  EXPECT_EQ(post.boxes[1].front().text.substr(0, 7), "task 1\n") << "number 0 stays here";
}

// No process would ever be told that there is no more to do.
TEST(MasterAndWorkers, LeapsAreRefusedOnSeveralProcesses) {
  const Net net = shop_net();
  for (const std::size_t rank : {0U, 1U}) {
    Post post{{}, std::vector<std::deque<Messenger::Message>>(2)};
    ThreadMessenger messenger(post, rank);
    SimulationOptions options = shop_options();
    options.tau_leap = 0.03;
    options.messenger = &messenger;
    const SimulationResult result = simulate(net, options);
    EXPECT_NE(result.diagnostics.format(*net.sources).find("one process"), std::string::npos);
    EXPECT_EQ(result.firings, 0U);
  }
}

TEST(MasterAndWorkers, ThreadsDoNotChangeResults) {
  const Net net = shop_net();
  SimulationOptions options = shop_options();
  const SimulationResult alone = simulate(net, options);
  for (const std::size_t jobs : {2U, 5U, 40U}) {
    options.jobs = jobs;
    expect_equal(alone, simulate(net, options));
  }
}

TEST(MasterAndWorkers, WhatWasNotBegunIsSaid) {
  const Net net = shop_net();
  SimulationOptions options = shop_options();
  options.cancelled = [] { return true; };
  const SimulationResult result = simulate(net, options);
  EXPECT_EQ(result.unfinished.size(), 12U);
  EXPECT_EQ(result.time.n, 0U);
}

/// Runs with a checkpoint, stopped at the `stop`-th look at the clock outside; true if it came to
/// its end.
bool run_until(const Net& net, std::uint64_t stop, std::string& kept, SimulationResult& result) {
  SimulationOptions options = shop_options();
  CheckpointOptions checkpoint;
  checkpoint.settings = checkpoint_settings(options);
  checkpoint.write = [&](const std::string& text) { kept = text; };
  std::string problem;
  std::optional<Checkpoint> resumed;
  if (!kept.empty()) resumed = read_checkpoint(net, kept, checkpoint.settings, problem);
  EXPECT_TRUE(kept.empty() || resumed.has_value()) << problem;
  if (resumed) checkpoint.resume = &*resumed;
  options.checkpoint = &checkpoint;
  std::uint64_t looks = 0;
  options.cancelled = [&] { return ++looks > stop; };
  result = simulate(net, options);
  return result.unfinished.empty();
}

TEST(MasterAndWorkers, CheckpointsGoOn) {
  const Net net = shop_net();
  const SimulationResult alone = simulate(net, shop_options());
  std::string kept;
  SimulationResult result;
  std::size_t pieces = 1;
  while (!run_until(net, 12, kept, result)) ASSERT_LT(++pieces, 1000U);
  EXPECT_GT(pieces, 2U);
  expect_equal(alone, result);
}

TEST(MasterAndWorkers, CheckpointsOfOthersAreRefused) {
  const Net net = shop_net();
  std::string kept;
  SimulationResult result;
  run_until(net, 12, kept, result);
  SimulationOptions options = shop_options();
  std::string problem;
  EXPECT_TRUE(read_checkpoint(net, kept, checkpoint_settings(options), problem).has_value()) << problem;
  options.until = 5;
  EXPECT_FALSE(read_checkpoint(net, kept, checkpoint_settings(options), problem).has_value());
  EXPECT_EQ(problem, "it is of a run with another 'until' (10000, not 5)");
  EXPECT_FALSE(read_checkpoint(random_net(1), kept, {}, problem).has_value());
  EXPECT_EQ(problem.substr(0, 19), "it is of another ne");
  for (std::size_t size = 0; size + 1 < kept.size(); size += 97) {
    EXPECT_FALSE(read_checkpoint(net, kept.substr(0, size), {}, problem).has_value());
  }
}

}  // namespace
}  // namespace petriloom::test
