// SPDX-License-Identifier: Apache-2.0
// Files that a net of CPN Tools uses, and structures and datatypes in them.
#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/verify/verify.h"
#include "formats/cpn/cpn.h"
#include "tests/formats/cpn_text.h"
#include "tests/own_folder.h"

namespace petriloom::cpn_files_test {
namespace {

using test::cpn_file;
using test::CpnPage;
using test::net_of_cpn;
using test::value_of_ml;

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (part) << "\nis not in\n" << (text)

// A net that puts 1 + `value` of a file, which its declarations use.
std::string using_file(const std::string& use, const std::string& expression) {
  CpnPage page("P");
  page.place("a", "UNIT", "()").place("b", "INT").transition("t").arc("PtoT", "t", "a", "()").arc("TtoP", "t", "b", expression);
  const std::string text = cpn_file("colset UNIT = unit; colset INT = int; val library = \"../../lib/\";", {page});
  const std::string end = "</ml></block>";
  const std::size_t at = text.find(end);
  return text.substr(0, at) + "</ml><use id=\"IDuse\"><ml>" + use + "</ml></use></block>" + text.substr(at + end.size());
}

std::string put_by(const Net& net) {
  for (const Arc& arc : net.transitions.at(0).arcs) {
    const Expr& value = net.exprs[arc.value];
    if (arc.kind == ArcKind::output) return net.colours.format(value.type, value.payload, net.pool);
  }
  return "nothing";
}

TEST(CpnFiles, AreReadBesideTheNet) {
  const test::OwnFolder folder;
  std::filesystem::create_directory(folder.path() / "lib");
  folder.write("own.sml", "(* ours *)\nfun twice n = 2 * n;\n");
  folder.write("lib/far.sml", "val step = 5;");
  const ReadResult beside = read_cpn(folder.file("net.cpn"), using_file("\"own.sml\"", "twice 21"), {});
  ASSERT_TRUE(beside.net) << beside.diagnostics.format(*beside.sources);
  EXPECT_EQ(put_by(*beside.net), "42");
  // The end of a path that leads elsewhere, below the folder of the net.
  const ReadResult below = read_cpn(folder.file("net.cpn"), using_file("(library^\"far.sml\")", "step"), {});
  ASSERT_TRUE(below.net) << below.diagnostics.format(*below.sources);
  EXPECT_EQ(put_by(*below.net), "5");
  EXPECT_HAS(below.diagnostics.format(*below.sources), "'lib/far.sml' is read for it");
}

TEST(CpnFiles, MistakesAreToldWhereTheyStand) {
  const test::OwnFolder folder;
  folder.write("own.sml", "val one = 1;\nfun bad n = n + missing;\n");
  const ReadResult result = read_cpn(folder.file("net.cpn"), using_file("\"own.sml\"", "bad 3"), {});
  EXPECT_FALSE(result.net);
  EXPECT_HAS(result.diagnostics.format(*result.sources), "own.sml:2:");
}

TEST(CpnFiles, NothingOutsideTheFolderIsRead) {
  const test::OwnFolder folder;
  std::filesystem::create_directory(folder.path() / "net");
  folder.write("outside.sml", "val secret = 7;");
  std::filesystem::create_symlink(folder.path() / "outside.sml", folder.path() / "net" / "link.sml");
  for (const std::string& use :
       {std::string("\"../outside.sml\""), "\"" + folder.file("outside.sml") + "\"", std::string("\"link.sml\"")}) {
    const ReadResult result = read_cpn(folder.file("net/net.cpn"), using_file(use, "secret"), {});
    EXPECT_FALSE(result.net) << use;
    const std::string messages = result.diagnostics.format(*result.sources);
    EXPECT_HAS(messages, "is not there: what it declares is not read");
    EXPECT_HAS(messages, "it may be declared in");
  }
}

TEST(CpnFiles, StructuresAreNamedFromOutside) {
  const std::string structure =
      "structure Count : sig val f : int -> int end = struct val base = 10; fun f n = g n + base and g n = n * n;"
      "fun shadow base = base + 1; structure Deep = struct fun h x = f x + base end; exception Never end; val base = 3;";
  EXPECT_EQ(value_of_ml(structure, "INT", "Count.f 4"), "26");
  EXPECT_EQ(value_of_ml(structure, "INT", "Count.base + base"), "13");
  EXPECT_EQ(value_of_ml(structure, "INT", "Count.shadow 1"), "2");
  EXPECT_EQ(value_of_ml(structure, "INT", "Count.Deep.h 1"), "21");
}

TEST(CpnFiles, DatatypesAreTakenApartWhileTheFileIsRead) {
  const std::string conditions =
      "datatype c = AND of c * c | NOT of c | AP of string * bool;"
      "fun eval (AP (_, v)) = v | eval (AND (a, b)) = eval a andalso eval b | eval (NOT a) = not (eval a);"
      "datatype kind = small | large of int; fun size small = 0 | size (large n) = n;"
      "structure S = struct datatype way = up | down; fun turned up = down | turned down = up end;";
  EXPECT_EQ(value_of_ml(conditions, "INT", "if eval (AND (AP (\"a\", true), NOT (AP (\"b\", false)))) then 1 else 0"), "1");
  EXPECT_EQ(value_of_ml(conditions, "INT", "if eval (NOT (AND (AP (\"a\", true), AP (\"b\", true)))) then 1 else 0"), "0");
  EXPECT_EQ(value_of_ml(conditions, "INT", "size (large 4) + size small"), "4");
  EXPECT_EQ(value_of_ml(conditions, "INT", "if S.turned S.up = S.down then 1 else 0"), "1");
  // In a guard it is no more than what it says of the variables.
  CpnPage page("P");
  page.place("a", "INT", "1`1 ++ 1`7").place("b", "INT").transition("t", "[eval (NOT (AP (\"n\", n < 5)))]");
  page.arc("PtoT", "t", "a", "n").arc("TtoP", "t", "b", "n");
  const VerifyResult result = verify(net_of_cpn(cpn_file("colset INT = int; var n : INT;" + conditions, {page})), {});
  EXPECT_EQ(result.state_space.states, 2U);
}

}  // namespace
}  // namespace petriloom::cpn_files_test
