// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/text_nets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"

namespace petriloom::test {

namespace {

constexpr std::uint64_t kMostStates = 3000;

// By name, as the order of declaration may be the file's.
class Names : public TraceSink {
 public:
  explicit Names(const Net& net) : net_(net) {}
  void fired(double now, TransitionId transition, std::span<const Word>, const WordPool&) override {
    text_ += fmt::format("{:.9g} {}\n", now, net_[transition].name);
  }
  void put(double, double, PlaceId, Word, std::int64_t) override {}
  void taken(double, double, PlaceId, Word, std::int64_t) override {}
  void finish(double now) override { text_ += fmt::format("end {:.9g}\n", now); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const Net& net_;
  std::string text_;
};

VerifyResult explored(const Net& net, std::uint64_t most) {
  VerifyOptions options;
  std::uint64_t seen = 0;
  options.progress = [&](std::uint64_t states, std::uint64_t) { seen = states; };
  options.cancelled = [&] { return seen > most; };
  options.seconds = 2;
  return verify(net, options);
}

}  // namespace

std::string space_of(const Net& net) {
  const VerifyResult result = explored(net, 100 * kMostStates);
  if (!result.state_space.complete) return "not complete";
  return fmt::format("{} states, {} edges, {} dead", result.state_space.states, result.state_space.edges,
                     result.state_space.dead_markings);
}

bool small_space(const Net& net) {
  const VerifyResult result = explored(net, kMostStates);
  return result.state_space.complete && result.state_space.states <= kMostStates;
}

std::string trace_of(const Net& net) {
  Names names(net);
  SimulationOptions options;
  options.max_firings = 200;
  options.trace = &names;
  const SimulationResult result = simulate(net, options);
  return names.text() + result.diagnostics.format(*net.sources);
}

Net read_text(Read read, const std::string& text) {
  ReadResult result = read("test.net", text, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*result.sources) << text;
  if (!result.net) throw std::runtime_error("the net of the test is wrong");
  return std::move(*result.net);
}

std::string refusal(Read read, const std::string& name, const std::string& text) {
  const ReadResult result = read(name, text, {});
  EXPECT_FALSE(result.net.has_value());
  EXPECT_TRUE(result.diagnostics.has_errors());
  return result.diagnostics.format(*result.sources);
}

void expect_clean_errors(Read read, const std::string& text, std::uint32_t seed) {
  constexpr std::size_t kCuts = 60;
  constexpr int kFlips = 300;
  const auto check = [&](const std::string& wrong) {
    const ReadResult result = read("wrong", wrong, {});
    EXPECT_NE(result.net.has_value(), result.diagnostics.has_errors()) << wrong;
    for (const Diagnostic& diagnostic : result.diagnostics.list()) {
      EXPECT_TRUE(diagnostic.severity != Severity::error || diagnostic.where.known()) << diagnostic.message << "\n" << wrong;
    }
  };
  for (std::size_t k = 0; k < kCuts; ++k) check(text.substr(0, text.size() * k / kCuts));
  std::mt19937 random(seed);
  for (int k = 0; k < kFlips; ++k) {
    std::string wrong = text;
    for (int bits = 1 + static_cast<int>(random() % 3); bits > 0; --bits) {
      wrong[random() % wrong.size()] ^= static_cast<char>(1U << (random() % 8));
    }
    check(wrong);
  }
}

}  // namespace petriloom::test
