// SPDX-License-Identifier: Apache-2.0
// Files of CPN Tools from public repositories: what is refused is what docs/cpn.md says, and what
// is read runs, also when it was written as .loom or .cpn and read again, step by step the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/cpn/cpn_samples.h"
#include "tests/sanitized.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostTried = 4;  // constants of a sample
constexpr std::uint64_t kFirings = test::sanitized() ? 10 : 1000;
constexpr std::size_t kShards = 16;
// With a sanitizer a quarter of the samples run; all of them are read by CpnSamples.
constexpr std::size_t kStep = kShards * (test::sanitized() ? 4 : 1);

/// What a file stops at, by what the first message says.
struct Construct {
  const char* says;
  const char* is;
};
constexpr std::array kConstructs{
    Construct{"this arc has no inscription", "an arc without inscription"},
    Construct{"'LA.", "an extension of the simulator (LA)"},
    Construct{"'MSC.", "message sequence charts (MSC)"},
    Construct{"is not known here", "names that neither the file nor a library declares"},
    Construct{"there is no colour set", "colour sets that the file does not declare"},
    Construct{"this is of type int where the place holds", "an empty marking or inscription that is read as a number"},
    Construct{"there is no variable", "variables that the file does not declare"},
    Construct{"nothing binds variable", "a variable that no arc binds, of an infinite colour set"},
    Construct{"stands where", "text that is no ML"},
};

std::string construct_of(const test::CpnSample& sample, const std::string& message) {
  const bool name = message.find("is not known here") != std::string::npos;
  if (name && message.find('.') == std::string::npos && sample.text.find("<use") != std::string::npos) {
    return "names of a file that `use` names and that is not there";
  }
  for (const Construct& one : kConstructs) {
    if (message.find(one.says) != std::string::npos) return one.is;
  }
  return message;
}

// The lines of the table in docs/cpn.md.
std::string table_of_refusals(const std::vector<test::CpnSample>& samples) {
  std::map<std::string, std::size_t> counts;
  std::size_t refused = 0;
  for (const test::CpnSample& sample : samples) {
    const ReadResult read = read_cpn(sample.path, sample.text, {});
    if (read.net) continue;
    ++refused;
    for (const Diagnostic& one : read.diagnostics.list()) {
      if (one.severity != Severity::error) continue;
      ++counts[construct_of(sample, one.message)];
      break;
    }
  }
  std::vector<std::pair<std::string, std::size_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string table = "| the first thing refused | files |\n|---|---|\n";
  for (const auto& [construct, files] : rows) table += fmt::format("| {} | {} |\n", construct, files);
  return table + fmt::format("| all: {} of {} are refused | {} |\n", refused, samples.size(), refused);
}

TEST(CpnSamples, WhatIsRefusedStandsInTheDocs) {
  const test::OwnFolder folder;
  const auto samples = test::cpn_samples(folder);
  if (!samples) GTEST_SKIP() << "no ../shared beside the source tree";
  EXPECT_GE(samples->size(), 326U);
  std::ifstream in(PETRILOOM_ROOT "/docs/cpn.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::string table = table_of_refusals(*samples);
  EXPECT_NE(page.find(table), std::string::npos) << "docs/cpn.md should have:\n" << table;
}

/// The first steps of a run.
std::string trace_of(const Net& net) {
  std::ostringstream text;
  CsvTrace trace(net, text);
  SimulationOptions options;
  options.max_firings = kFirings;
  options.trace = &trace;
  const SimulationResult run = simulate(net, options);
  return text.str() + run.diagnostics.format(*net.sources);
}

// The line that differs first.
std::string difference(const std::string& a, const std::string& b) {
  std::istringstream one(a);
  std::istringstream other(b);
  std::string left;
  std::string right;
  while (std::getline(one, left)) {
    if (!std::getline(other, right) || left != right) return left.substr(0, 200) + "\n" + right.substr(0, 200);
  }
  return {};
}

/// Places and variables that are written by an alias, each with that.
std::multiset<std::string> written_by_alias(const Net& net) {
  std::multiset<std::string> all;
  const auto add = [&](const std::string& name, ColourSetId set, ColourAliasId alias) {
    if (const ColourAlias* const found = net.colours.alias(alias, set)) all.insert(name + " : " + found->name);
  };
  for (const Place& place : net.places) add(place.name, place.colour, place.alias);
  for (const Transition& transition : net.transitions) {
    for (std::size_t k = 0; k < transition.binding_size; ++k)
      add(transition.name + "." + transition.variables[k].name, transition.variables[k].colour, transition.variables[k].alias);
  }
  return all;
}

/// How many pages or modules the instances of a net are of.
std::size_t pages_of(const Net& net) {
  std::set<Location> pages;
  for (std::size_t m = 1; m < net.modules.size(); ++m) pages.insert(net.modules[m].definition);
  return pages.size();
}

// A page of these stands at the top as well as below another one; its port is a place of its own
// there, so that it is two modules.
bool has_page_with_and_without_socket(const std::string& path) {
  return path.find("Intermediate_events.cpn") != std::string::npos || path.find("Subprocess_Timer.cpn") != std::string::npos;
}

class CpnSamplesRun : public testing::TestWithParam<std::size_t> {
 protected:
  /// Calls `use` for those samples of this shard that are read.
  template <class Use>
  void for_each_read(const Use& use) {
    const test::OwnFolder folder;
    const auto samples = test::cpn_samples(folder);
    if (!samples) GTEST_SKIP() << "no ../shared beside the source tree";
    for (std::size_t k = GetParam(); k < samples->size(); k += kStep) {
      const test::CpnSample& sample = (*samples)[k];
      const ReadResult read = read_cpn(sample.path, sample.text, {});
      if (read.net) use(sample, read);
    }
  }
};

TEST_P(CpnSamplesRun, AlsoWhenTheyWereWritten) {
  for_each_read([&](const test::CpnSample& sample, const ReadResult& read) {
    const std::string trace = trace_of(*read.net);
    const WriteResult loom = write_loom(*read.net, {});
    const ReadResult loom_again = read_loom("again.loom", loom.text, {});
    const WriteResult cpn = write_cpn(*read.net, {});
    const ReadResult cpn_again = read_cpn("again.cpn", cpn.text, {});
    for (const auto& [written, again] : {std::pair(&loom, &loom_again), std::pair(&cpn, &cpn_again)}) {
      EXPECT_FALSE(written->diagnostics.has_errors())
          << sample.path << written->diagnostics.format(*read.net->sources).substr(0, 400);
      EXPECT_TRUE(again->net) << sample.path << again->diagnostics.format(*again->sources).substr(0, 400);
      if (!again->net) continue;
      EXPECT_EQ(difference(trace, trace_of(*again->net)), "") << sample.path;
      const std::size_t more = has_page_with_and_without_socket(sample.path) ? 1 : 0;
      EXPECT_EQ(pages_of(*again->net), pages_of(*read.net) + more) << sample.path;
      const std::multiset<std::string> aliases = written_by_alias(*again->net);
      for (const std::string& each : written_by_alias(*read.net)) EXPECT_TRUE(aliases.contains(each)) << sample.path << each;
    }
  });
}

// With another value for a constant that was written as one, what was written runs as the sample
// does with it.
TEST_P(CpnSamplesRun, AlsoWithOtherConstants) {
  for_each_read([&](const test::CpnSample& sample, const ReadResult& read) {
    const WriteResult loom = write_loom(*read.net, {});
    const WriteResult cpn = write_cpn(*read.net, {});
    std::size_t tried = 0;
    for (const Constant& constant : read.net->constants) {
      const Expr* const value = constant.value.valid() ? &read.net->exprs[constant.value] : nullptr;
      if (constant.fixed || value == nullptr || value->type != ColourTable::kInt || ++tried > kMostTried) continue;
      ReadOptions other;
      other.constants[constant.name] = std::to_string(value->payload + 1);
      const ReadResult expected = read_cpn(sample.path, sample.text, other);
      if (!expected.net) continue;
      const std::string trace = trace_of(*expected.net);
      const ReadResult loom_again = read_loom("again.loom", loom.text, other);
      ASSERT_TRUE(loom_again.net) << sample.path << loom_again.diagnostics.format(*loom_again.sources).substr(0, 400);
      EXPECT_EQ(difference(trace, trace_of(*loom_again.net)), "") << sample.path << ": " << constant.name;
      if (cpn.text.find("val " + constant.name + " ") == std::string::npos) continue;
      const ReadResult cpn_again = read_cpn("again.cpn", cpn.text, other);
      ASSERT_TRUE(cpn_again.net) << sample.path << cpn_again.diagnostics.format(*cpn_again.sources).substr(0, 400);
      EXPECT_EQ(difference(trace, trace_of(*cpn_again.net)), "") << sample.path << ": " << constant.name;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Shards, CpnSamplesRun, testing::Range(std::size_t{0}, kShards));

}  // namespace
}  // namespace petriloom
