// SPDX-License-Identifier: Apache-2.0
// Lists whose elements are converted: where `map` makes them its body is, so that the variables of
// an element stay in sight (tokens that wait for them are found by an index).
#include <gtest/gtest.h>

#include "engine/simulate/simulate.h"
#include "tests/formats/loom/read.h"

namespace petriloom::maps_test {
namespace {

std::string net_with(const std::string& element) {
  return "colour Node = int with 0..3; colour Kind = int with 0..1; colour Parcel = product Node * Node * Kind;\n"
         "place HERE : Parcel = map(b in Node : (b, succ(b), 0)); place WAIT : Node = all(Node); place DONE : Node; var a : Node;\n"
         "transition go { in WAIT : a; in HERE : each map(b in [pred(a)] : " +
         element + "); out DONE : a; }\n";
}

TEST(Maps, ConvertTheirElements) {
  const Net net = read_right(net_with("(b, a, 0)"));
  EXPECT_EQ(net.exprs[net.transitions[0].arcs[1].value].op, Op::map);
  EXPECT_EQ(simulate(net, {}).firings, 4U);
}

TEST(Maps, RefuseElementsThatDoNotFit) {
  const Net net = read_right(net_with("(b, a, ord(a) + 7)"));
  for (const Engine engine : {Engine::coloured, Engine::counts}) {
    SimulationOptions options;
    options.engine = engine;
    const SimulationResult result = simulate(net, options);
    ASSERT_EQ(result.diagnostics.list().size(), 1U);
    EXPECT_EQ(result.diagnostics.list()[0].message, "7 is not a colour of Kind (0 to 1)");
  }
}

}  // namespace
}  // namespace petriloom::maps_test
