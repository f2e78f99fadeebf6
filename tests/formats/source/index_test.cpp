// SPDX-License-Identifier: Apache-2.0
// Which name stands for which declaration, and what nothing uses.
#include "formats/source/name_index.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/source/check_source.h"
#include "formats/source/unused.h"
#include "tests/formats/source/files.h"

namespace petriloom {
namespace {

using source::Declared;
using source::Index;

struct Indexed {
  explicit Indexed(std::string text) : files(loom::load_files("test.loom", std::move(text), {}, sources, diagnostics)) {
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format(sources);
    index = source::index_of(files, sources);
  }
  /// The place of the n-th occurrence of a text.
  [[nodiscard]] Location at(const std::string& needle, int n = 0) const {
    const std::string& text = sources.text(files.main);
    std::size_t found = text.find(needle);
    for (; n > 0; --n) found = text.find(needle, found + 1);
    EXPECT_NE(found, std::string::npos) << needle;
    const std::size_t line = static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(found), '\n')) + 1;
    const std::size_t start = text.rfind('\n', found) == std::string::npos ? 0 : text.rfind('\n', found) + 1;
    return {files.main, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(found - start + 1)};
  }
  /// "kind name line:column" of what the name at a place stands for.
  [[nodiscard]] std::string meaning(const Location& where) const {
    const auto found = index.at(where);
    if (!found) return "nothing";
    const Declared& name = index.names[*found];
    return std::string(word_for(name.kind)) + " " + std::string(name.name) + " " + std::to_string(name.where.line) + ":" +
           std::to_string(name.where.column);
  }

  Sources sources;
  Diagnostics diagnostics;
  loom::Loaded files;
  Index index;
};

constexpr const char* kNet =
    "colour Node = index node with 0..3;\n"                                                                 // 1
    "colour Dir = enum { north, south };\n"                                                                 // 2
    "const n = 3;\n"                                                                                        // 3
    "fun f(n : int) : int = n + 1;\n"                                                                       // 4
    "module M(count : int) {\n"                                                                             // 5
    "  port in IN : Node;\n"                                                                                // 6
    "  place P : Node;\n"                                                                                   // 7
    "  var x : Node;\n"                                                                                     // 8
    "  transition t { guard count > n; in IN : x; out P : x; }\n"                                           // 9
    "}\n"                                                                                                   // 10
    "place P : Node = node(2);\n"                                                                           // 11
    "instance m[i in Node] : M(count = f(ord(i))) { IN = P; }\n"                                            // 12
    "measure fired = count m[node(0)].t where x = node(1);\n"                                               // 13
    "property p : invariant forall(y in Node : tokens(m[y].P) <= tokens(P, y)) & Dir.north = Dir.south;\n"  // 14
    "measure twice = value fired * 2;\n";                                                                   // 15

TEST(Index, NamesStandForWhatIsNearest) {
  const Indexed net(kNet);
  EXPECT_EQ(net.meaning(net.at("n + 1")), "parameter n 4:7");
  EXPECT_EQ(net.meaning(net.at("n; in IN")), "constant n 3:7");
  EXPECT_EQ(net.meaning(net.at("count > n")), "parameter count 5:10");
  EXPECT_EQ(net.meaning(net.at("IN : x")), "port IN 6:11");
  EXPECT_EQ(net.meaning(net.at("P : x")), "place P 7:9");
  EXPECT_EQ(net.meaning(net.at("x; out")), "variable x 8:7");
}

TEST(Index, InstancesLeadIntoTheirModules) {
  const Indexed net(kNet);
  EXPECT_EQ(net.meaning(net.at("M(count =")), "module M 5:8");
  EXPECT_EQ(net.meaning(net.at("count = f")), "parameter count 5:10");
  EXPECT_EQ(net.meaning(net.at("IN = P")), "port IN 6:11");
  EXPECT_EQ(net.meaning(net.at("P; }\nmeasure")), "place P 11:7");
  EXPECT_EQ(net.meaning(net.at("ord(i)")), "nothing") << "built in";
}

TEST(Index, ParametersMayBeColourSetsAndFunctions) {
  const Indexed net(
      "colour P = int with 0..3;\n"
      "fun less(a : P, b : P) : bool = a < b;\n"
      "module M(colour Item, fun before(a : Item, b : Item) : bool, fun key(x : Item) : int = ord(x), n : int = 3) {\n"
      "  place X : Item;\n  transition t { guard before(1, 2) & key(n) = 0; out X : 1; }\n}\n"
      "instance m : M(Item = P, before = less);\n");
  EXPECT_EQ(net.meaning(net.at("Item, b : Item")), "colour set Item 3:17");
  EXPECT_EQ(net.meaning(net.at("Item;")), "colour set Item 3:17");
  EXPECT_EQ(net.meaning(net.at("before(1")), "function before 3:27");
  EXPECT_EQ(net.meaning(net.at("key(n)")), "function key 3:66");
  EXPECT_EQ(net.meaning(net.at("x), n")), "parameter x 3:70");
  EXPECT_EQ(net.meaning(net.at("Item = P")), "colour set Item 3:17");
  EXPECT_EQ(net.meaning(net.at("P, before =")), "colour set P 1:8");
  EXPECT_EQ(net.meaning(net.at("before = less")), "function before 3:27");
  EXPECT_EQ(net.meaning(net.at("less);")), "function less 2:5");
}

TEST(Index, PathsInMeasuresAndProperties) {
  const Indexed net(kNet);
  EXPECT_EQ(net.meaning(net.at("t where")), "transition t 9:14");
  EXPECT_EQ(net.meaning(net.at("x = node(1)")), "variable x 8:7");
  EXPECT_EQ(net.meaning(net.at("node(1)")), "index node 1:21");
  EXPECT_EQ(net.meaning(net.at("y].P")), "local name y 14:31");
  EXPECT_EQ(net.meaning(net.at("P) <= tokens")), "place P 7:9");
  EXPECT_EQ(net.meaning(net.at("P, y)")), "place P 11:7");
  EXPECT_EQ(net.meaning(net.at("north =")), "colour north 2:21");
  EXPECT_EQ(net.meaning(net.at("fired * 2")), "measure fired 13:9");
}

TEST(Index, EachGroupOfAMeasureSeesItsTransitions) {
  const Indexed net(
      "place P : int;\n"
      "transition a { var x : int; in P : x; out P : x + 1; }\n"
      "transition b { var y : int; in P : y; out P : y - 1; }\n"
      "measure sizes = sum x over a, 2 * y over b where y > 3;\n"
      "measure times = delay a where x = 1, b -> b where y < 2, a;\n");
  EXPECT_EQ(net.meaning(net.at("x over")), "variable x 2:20");
  EXPECT_EQ(net.meaning(net.at("y over")), "variable y 3:20");
  EXPECT_EQ(net.meaning(net.at("y > 3")), "variable y 3:20");
  EXPECT_EQ(net.meaning(net.at("x = 1")), "variable x 2:20");
  EXPECT_EQ(net.meaning(net.at("y < 2")), "variable y 3:20");
  EXPECT_EQ(net.meaning(net.at("b -> b")), "transition b 3:12");
  EXPECT_EQ(net.meaning(net.at("a;\n")), "transition a 2:12");
}

TEST(Index, DeclarationsStandForThemselves) {
  const Indexed net(kNet);
  EXPECT_EQ(net.meaning(net.at("Dir =")), "colour set Dir 2:8");
  EXPECT_EQ(net.meaning(net.at("south }")), "colour south 2:28");
  EXPECT_EQ(net.meaning(net.at("= enum")), "nothing");
}

TEST(Index, PatternsAndGenericFunctions) {
  const Indexed net(
      "colour Msg = union { Data : int, Nothing };\n"
      "fun size[T](l : list of T, m : Msg) : int = case m of Data(k) => k + length(l) | Nothing => 0;\n"
      "colour Few = subset Small where (z : z > 1);\n"
      "colour Small = int with 0..3;\n"
      "place A : Small; place B : Small; fuse A, B;\n"
      "scenario heavy { place A = 1`2; }\n");
  EXPECT_EQ(net.meaning(net.at("Data(k)")), "colour Data 1:22");
  EXPECT_EQ(net.meaning(net.at("k + length")), "local name k 2:60");
  EXPECT_EQ(net.meaning(net.at("T, m")), "colour set T 2:10");
  EXPECT_EQ(net.meaning(net.at("z > 1")), "local name z 3:34");
  EXPECT_EQ(net.meaning(net.at("B;\n")), "place B 5:24");
  EXPECT_EQ(net.meaning(net.at("A = 1")), "place A 5:7");
}

// Arrays that were expanded are scopes of one name; what stands behind an index is in the scope of
// that index.
TEST(Index, ElementsAreFoundByTheirIndices) {
  const Indexed net(
      "colour Side = enum { north, south };\n"
      "scope n[0] : N { place P : unit; scope a[0, Side.north] { place Q : unit; } scope a[0, Side.south] { place Q : unit; } }\n"
      "scope n[1] : N { place P : unit; transition t { in .n[0].P; out .n[1].P; out .n[0].a[0][south].Q; } }\n"
      "property p : invariant forall(k in 0..1 : tokens(n[k].P) <= tokens(n[1].P));\n");
  EXPECT_EQ(net.meaning(net.at("P; out")), "place P 2:24");
  EXPECT_EQ(net.meaning(net.at("n[0].P")), "instance n 2:7");
  EXPECT_EQ(net.meaning(net.at("P; out .n[0].a")), "place P 3:24");
  EXPECT_EQ(net.meaning(net.at("n[1].P; out")), "instance n 3:7");
  EXPECT_EQ(net.meaning(net.at("Q; } }\nproperty")), "place Q 2:108");
  EXPECT_EQ(net.meaning(net.at("P) <=")), "place P 2:24") << "of all elements, the first";
  EXPECT_EQ(net.meaning(net.at("P));")), "place P 3:24");
}

std::vector<std::string> unused(const std::string& text) {
  const Indexed net(text);
  Diagnostics found;
  warn_of_unused(net.index, net.files, found);
  std::vector<std::string> messages;
  for (const Diagnostic& each : found.list()) {
    EXPECT_EQ(each.severity, Severity::warning);
    messages.push_back(each.message);
  }
  return messages;
}

TEST(Unused, OneWarningForEach) {
  const std::vector<std::string> wanted{"nothing uses the constant `b`", "nothing uses the variable `x`",
                                        "nothing uses the function `f`", "nothing uses the place `P`",
                                        "nothing uses the variable `z`", "nothing uses the local name `w`"};
  EXPECT_EQ(unused("const a = 1; const b = a; var x, y : int; fun f(n : int) : int = 1; place P : unit;"
                   "transition t { var z : int; in R : y; guard let w = 1 in y > 1; } place R : int;"),
            wanted);
}

TEST(Unused, AnotherNameOfAPlaceIsNoPlaceOfItsOwn) {
  EXPECT_TRUE(unused("place P : unit; scope s { alias in Q = .P; transition t { in P; } }").empty());
}

TEST(Unused, APlaceOfAModuleIsUsedIfItIsInOneInstance) {
  EXPECT_TRUE(unused("scope n[0] : N { place P : unit; transition t { in P; } } scope n[1] : N { place P : unit; }").empty());
  EXPECT_EQ(unused("scope n[0] : N { place P : unit; transition t { in P; } } scope m : M { place P : unit; }"),
            std::vector<std::string>{"nothing uses the place `P`"});
}

TEST(Unused, APortBoundByNameUsesThePlaceOfItsName) {
  const std::string module = "module M { port out P : unit; port out Q : unit; transition t { out P; out Q; } } ";
  EXPECT_TRUE(unused(module + "place P : unit; place Q : unit; instance m : M { by name; }").empty());
  EXPECT_EQ(unused(module + "place P : unit; place Q : unit; place R : unit; instance m : M { P = R; by name; }"),
            std::vector<std::string>{"nothing uses the place `P`"});
}

TEST(Unused, LibrariesDeclareForOthers) {
  EXPECT_TRUE(unused("const a = 1; fun f(n : int) : int = n; place P : unit;").empty());
  EXPECT_EQ(unused("module M() { const a = 1; place P : unit; }"), std::vector<std::string>{"nothing uses the constant `a`"});
}

TEST(Unused, NothingInTheNetsOfTheProject) {
  for (const auto& path : net_files({"nets", "examples"})) {
    SCOPED_TRACE(path.string());
    Sources sources;
    Diagnostics diagnostics;
    ReadOptions options;
    options.search_path = {std::string(PETRILOOM_ROOT) + "/nets"};
    source::check_source(path.string(), options, sources, diagnostics);
    EXPECT_TRUE(diagnostics.list().empty()) << diagnostics.format(sources);
  }
}

}  // namespace
}  // namespace petriloom
