// SPDX-License-Identifier: Apache-2.0
// Measures over several transitions: what they come to is what the trace says by hand, on both
// engines and in the unfolded net.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <numeric>

#include "engine/unfold/unfold.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/sanitized.h"

namespace petriloom::test {
namespace {

/// What add_several measures, taken from a trace.
std::map<std::string, std::optional<double>> by_hand(const Net& net, const Recorded& recorded) {
  std::vector<double> values, stays;
  std::deque<double> begun;
  for (std::size_t k = 0; k < recorded.firings.size(); ++k) {
    const std::string& firing = recorded.firings[k];
    const std::string name = firing.substr(0, firing.find('('));
    std::size_t t = 0;
    while (net.transitions[t].name != name) ++t;
    const Transition& transition = net.transitions[t];
    const bool looked_at = t % 2 == 1 && transition.binding_size > 0 && !net.colours[transition.variables[0].colour].pooled();
    if (looked_at) {
      const std::string least = std::to_string(net.colours[transition.variables[0].colour].low);
      const std::string first = firing.substr(name.size() + 1, firing.find_first_of(",)") - name.size() - 1);
      if (first != least) continue;
    }
    const double now = recorded.times[k];
    values.push_back(now * static_cast<double>(t + 1));
    if (!begun.empty()) {
      stays.push_back(now - begun.front());
      begun.pop_front();
    }
    if (t % 2 == 0) begun.push_back(now);
  }
  const auto sum = [](const std::vector<double>& of) { return std::accumulate(of.begin(), of.end(), 0.0); };
  std::map<std::string, std::optional<double>> all{{"all_count", static_cast<double>(values.size())}, {"all_sum", sum(values)}};
  for (const char* name : {"all_mean", "all_min", "all_max", "all_first", "all_last", "all_delay"}) all[name] = std::nullopt;
  if (!stays.empty()) all["all_delay"] = sum(stays) / static_cast<double>(stays.size());
  if (values.empty()) return all;
  all["all_mean"] = sum(values) / static_cast<double>(values.size());
  all["all_min"] = *std::min_element(values.begin(), values.end());
  all["all_max"] = *std::max_element(values.begin(), values.end());
  all["all_first"] = values.front();
  all["all_last"] = values.back();
  return all;
}

/// How many of the expected measures the result has, and that they are these.
std::size_t expect_these(const std::map<std::string, std::optional<double>>& expected, const SimulationResult& result,
                         std::uint64_t number) {
  std::size_t found = 0;
  for (const MeasureResult& measure : result.measures) {
    const auto wanted = expected.find(measure.name);
    if (wanted == expected.end()) continue;
    ++found;
    EXPECT_EQ(measure.value.n > 0, wanted->second.has_value()) << number << " " << measure.name;
    if (!wanted->second) continue;
    EXPECT_NEAR(measure.value.mean, *wanted->second, 1e-9 * (1 + *wanted->second)) << number << " " << measure.name;
  }
  return found;
}

TEST(SeveralTransitions, AreMeasuredAsTheTraceSays) {
  SimulationOptions options;
  options.max_firings = 200;
  options.until = 20;
  std::size_t unfolded = 0, delayed = 0;
  for (std::uint64_t number = 0; number < many(2000U); ++number) {
    const Net net = random_net(number + 40000, {.counting = number % 3 == 0, .several = true});
    for (const Engine engine : {Engine::coloured, Engine::fastest}) {
      options.engine = engine;
      const Recorded recorded = record(net, options);
      const auto expected = by_hand(net, recorded);
      ASSERT_EQ(expect_these(expected, recorded.result, number), expected.size());
      delayed += expected.at("all_delay") ? 1U : 0U;
    }
    options.engine = Engine::fastest;
    const Unfolding unfolding = unfold(net, {});
    if (!unfolding.net) continue;
    const auto expected = by_hand(net, record(net, options));
    const Recorded recorded = record(*unfolding.net, options);
    unfolded += expect_these(expected, recorded.result, number);
    ASSERT_FALSE(HasFailure()) << number;
  }
  EXPECT_GT(unfolded, many(3000U));
  EXPECT_GT(delayed, many(600U));
}

}  // namespace
}  // namespace petriloom::test
