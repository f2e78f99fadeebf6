// SPDX-License-Identifier: Apache-2.0
// Imports in modules and scopes: the file stands there, and its names stand for what is around it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/formats/loom/read.h"
#include "tests/own_folder.h"

namespace petriloom {
namespace {

class ImportsInModules : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  /// "PLACE tokens;" of each place, or the messages.
  [[nodiscard]] std::string places(const std::string& text) const {
    const ReadResult result = read_loom(folder_.file("net.loom"), text, {});
    if (!result.net) return messages(result);
    std::string all;
    for (std::size_t i = 0; i < result.net->places.size(); ++i) {
      std::int64_t tokens = 0;
      for (const InitialTokens& token : result.net->places[i].initial) tokens += token.count;
      all += fmt::format("{} {};", path(*result.net, PlaceId(i)), tokens);
    }
    return all;
  }
  static std::string messages(const ReadResult& result) {
    std::string all;
    for (const Diagnostic& one : result.diagnostics.list())
      all += fmt::format("{}:{}: {}\n", one.where.line, one.where.column, one.message);
    return all;
  }

 private:
  const test::OwnFolder folder_;
};

TEST_F(ImportsInModules, NamesStandForWhatIsAroundThem) {
  write("shelf.loom", "const most = length(all(Item));\nplace SHELF : Item = most`Item(0) ++ first`Item(0);\n");
  EXPECT_EQ(places("colour Item = int with 0..9;\nconst first = 3;\n"
                   "module A { colour Item = int with 0..1; import \"shelf.loom\"; }\n"
                   "module B(first : int) { import \"shelf.loom\"; }\n"
                   "scope c { colour Item = int with 0..4; import \"shelf.loom\"; }\n"
                   "instance a : A;\ninstance b : B(first = 7);\nimport \"shelf.loom\";\n"),
            "SHELF 13;c.SHELF 8;a.SHELF 5;b.SHELF 17;");
}

TEST_F(ImportsInModules, EachFileStandsOnceInEach) {
  write("base.loom", "place BASE : unit = 1`();\n");
  write("left.loom", "import \"base.loom\";\nplace LEFT : unit;\n");
  write("right.loom", "place RIGHT : unit;\nimport \"base.loom\";\nmodule OWN { import \"base.loom\"; }\ninstance own : OWN;\n");
  EXPECT_EQ(
      places("scope a { import \"left.loom\"; import \"right.loom\"; import \"left.loom\"; }\nscope b { import \"left.loom\"; }\n"),
      "a.BASE 1;a.LEFT 0;a.RIGHT 0;a.own.BASE 1;b.BASE 1;b.LEFT 0;");
}

TEST_F(ImportsInModules, ModulesThatAFileBringsSeeTheModuleThatImportsIt) {
  write("worker.loom", "module WORKER { place UNIT : Worker = all(Worker); }\ninstance worker : WORKER;\n");
  EXPECT_EQ(places("colour Node = index node with 0..1;\n"
                   "module NODE(self : Node) { colour Worker = int with 0..ord(self) + 1; import \"worker.loom\"; }\n"
                   "instance nodes[n in Node] : NODE(self = n);\n"),
            "nodes[0].worker.UNIT 2;nodes[1].worker.UNIT 3;")
      << "an array whose colour sets depend on the index is not folded";
}

TEST_F(ImportsInModules, WhatIsWrongIsToldWhereItStands) {
  write("again.loom", "module M { import \"again.loom\"; }\n");
  write("named.loom", "net \"other\";\n");
  EXPECT_EQ(places("module M { import \"none.loom\"; }\n"), "1:20: there is no file `none.loom` to import\n");
  EXPECT_EQ(places("module M { import \"net.loom\"; }\n").substr(0, 32), "1:20: there is no file `net.loom");
  EXPECT_EQ(places("scope s { import \"again.loom\"; }\n"), "1:20: `again.loom` imports itself\n");
  EXPECT_EQ(places("scope s { import \"named.loom\"; }\n"), "1:6: only the net itself is named by `net`\n");
}

TEST_F(ImportsInModules, WhatCountsByDefaultStandsAside) {
  write("library.loom",
        "default const items = 2;\ndefault fun got(x : int) : int = x;\ndefault const held : int = got(items);\nplace P : unit = "
        "held`();\n");
  EXPECT_EQ(places("import \"library.loom\";\n"), "P 2;");
  EXPECT_EQ(places("import \"library.loom\";\nconst items = 3;\nfun got(x : int) : int = 2 * x;\n"), "P 6;");
  EXPECT_EQ(places("const held = 7;\nimport \"library.loom\";\n"), "P 7;") << "before the import";
  EXPECT_EQ(
      places("const items = 5;\nscope a { import \"library.loom\"; }\nscope b { const items = 4; import \"library.loom\"; }\n"),
      "a.P 2;b.P 4;")
      << "what stands around does not count";
  EXPECT_EQ(places("module M(items : int, fun got(x : int) : int = 10 * x) { import \"library.loom\"; }\n"
                   "instance a : M(items = 1);\ninstance b : M(items = 2, got = twice);\nfun twice(x : int) : int = 2 * x;\n"),
            "a.P 10;b.P 4;");
  EXPECT_EQ(places("default fun own(x : int) : int = x;\nplace P : unit = own(3)`();\n"), "P 3;") << "also without an import";
  EXPECT_EQ(places("import \"library.loom\";\ndefault const items = 3;\n"), "2:15: `items` is declared twice in one scope\n");
  EXPECT_EQ(places("import \"library.loom\";\nconst items = 3;\nconst items = 4;\n"),
            "3:7: `items` is declared twice in one scope\n");
  EXPECT_EQ(places("import \"library.loom\";\nfun got(x : int, y : int) : int = x + y;\n"),
            "2:5: `got` has 2 parameters, and is called with 1 argument\n");
  EXPECT_EQ(places("module M(fun got() : int) { import \"library.loom\"; }\ninstance a : M(got = none);\nfun none() : int = 1;\n"),
            "1:14: `got` has 0 parameters, and is called with 1 argument\n");
  EXPECT_EQ(places("import \"library.loom\";\nplace items : unit;\n"), "P 2;items 0;") << "a place is no constant";
  EXPECT_EQ(places("default place P : unit;\n"), "1:1: unexpected `default`\n");
  EXPECT_EQ(places("const default = 3;\nplace P : unit = default`();\n"), "P 3;") << "is a name elsewhere";
}

// Each file of a chain stands twice in the one that imports it.
TEST_F(ImportsInModules, AreNotWithoutEnd) {
  write("link0.loom", "place P : unit;\n");
  for (int i = 1; i <= 20; ++i) {
    const std::string scope = fmt::format("{{ import \"link{}.loom\"; }}\n", i - 1);
    write(fmt::format("link{}.loom", i), "scope a " + scope + "scope b " + scope);
  }
  EXPECT_NE(places("import \"link20.loom\";\n").find("more than 1000 files imported"), std::string::npos);
}

}  // namespace
}  // namespace petriloom
