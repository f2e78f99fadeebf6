// SPDX-License-Identifier: Apache-2.0
// Random nets of modules in modules do the same when they were written as .loom or .cpn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/loom/loom.h"
#include "tests/formats/nets.h"
#include "tests/sanitized.h"

namespace petriloom::random_modules_test {
namespace {

/// A module as text, with what instances need to know of it.
struct Made {
  std::string name;
  std::vector<std::string> ports, places;
  bool parameter = false;
};

class RandomNet {
 public:
  explicit RandomNet(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    text_ = "colour N = int with 0..3; var n : N;\n";
    const std::vector<std::string> top{"A0", "A1", "A2"};
    for (const std::string& place : top) text_ += fmt::format("place {} : N = {} ++ {};\n", place, below(4), below(4));
    for (std::size_t m = 0; m < 3; ++m) module(fmt::format("M{}", m));
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < 5; ++i) {
      of.push_back(below(made_.size()));
      text_ += instance(fmt::format("z{}", i), made_[of[i]], top);
    }
    fuse(of);
    if (below(3) == 0) text_ += "measure left = average tokens(z1.X0); transition top { in z0.X0 : n; out A0 : n; }\n";
    return text_;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  const std::string& any(const std::vector<std::string>& of) { return of[below(of.size())]; }

  std::string instance(const std::string& name, const Made& module, const std::vector<std::string>& around) {
    std::string text =
        fmt::format("instance {} : {}{} {{", name, module.name, module.parameter ? fmt::format("(k = {})", below(2)) : "");
    for (const std::string& port : module.ports) text += fmt::format(" {} = {};", port, any(around));
    return text + " }\n";
  }

  std::string transition(const std::string& name, const std::vector<std::string>& places) {
    return fmt::format("transition {} {{ in {} : n; out {} : {}; }}\n", name, any(places), any(places),
                       below(2) == 0 ? "n" : "succ(n)");
  }

  void module(const std::string& name) {
    Made made{name, {"P0", "P1"}, {"X0", "X1"}, below(3) == 0};
    std::string body = "port inout P0 : N; port inout P1 : N; place X1 : N;\n";
    body += fmt::format("place X0 : N = {};\n", made.parameter ? "k" : std::to_string(below(4)));
    std::vector<std::string> seen{"P0", "P1", "X0", "X1"};
    if (below(3) == 0) body += "alias Y = X0;\n", seen.emplace_back("Y");
    if (below(4) == 0) body += "alias G = .A1;\n", seen.emplace_back("G");
    body += transition("t", seen) + transition("u", seen);
    if (below(3) == 0) {
      std::vector<std::string> inside = seen;
      inside.emplace_back("Z");
      body += "scope s { place Z : N = 2; " + transition("t", inside) + transition("v", inside) + "}\n";
    }
    for (std::size_t i = 0; !made_.empty() && i < below(3); ++i)
      body += instance(fmt::format("i{}", i), made_[below(made_.size())], seen);
    text_ += fmt::format("module {}{} {{\n{}}}\n", name, made.parameter ? "(k : int)" : "", body);
    made_.push_back(std::move(made));
  }

  // Places that have no marking, as all of a fusion have the same one.
  void fuse(const std::vector<std::size_t>& of) {
    std::string names;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (of[i] == of[0]) names += fmt::format("{}z{}.X1", names.empty() ? "" : ", ", i);
    if (below(2) == 0 && names.find(',') != std::string::npos) text_ += "fuse " + names + ";\n";
  }

  std::mt19937 random_;
  std::string text_;
  std::vector<Made> made_;
};

// What fired: places that are fused with others may have another name in a file of CPN Tools.
std::string fired(const Net& net) {
  std::ostringstream trace;
  CsvTrace csv(net, trace);
  SimulationOptions options;
  options.max_firings = 200;
  options.trace = &csv;
  const SimulationResult run = simulate(net, options);
  std::istringstream lines(trace.str());
  std::string all;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("fire")) all += line + "\n";
  return all + run.diagnostics.format(*net.sources);
}

TEST(RandomModules, DoTheSameWhenWritten) {
  std::size_t shared = 0;
  for (std::uint32_t seed = 0; seed < test::many(100U); ++seed) {
    const std::string source = RandomNet(seed).text();
    SCOPED_TRACE(source);
    const Net net = test::net_of(source);
    const std::string text = write_loom(net, {}).text;
    const Net again = test::net_of(text);
    EXPECT_EQ(test::described(again), test::described(net)) << text;
    EXPECT_EQ(write_loom(again, {}).text, text);
    if (text.find("\nmodule ") != std::string::npos) ++shared;
    const ReadResult read = read_cpn("f.cpn", write_cpn(net, {}).text, {});
    ASSERT_TRUE(read.net) << read.diagnostics.format(*read.sources);
    EXPECT_EQ(fired(*read.net), fired(net)) << text;
    EXPECT_EQ(fired(test::net_of(write_loom(*read.net, {}).text)), fired(net));
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(shared, test::many(50U));
}

}  // namespace
}  // namespace petriloom::random_modules_test
