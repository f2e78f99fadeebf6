// SPDX-License-Identifier: Apache-2.0
// Lists that are read from CSV files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/formats/loom/read.h"
#include "tests/own_folder.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

/// A folder with `table.csv`, gone at the end.
class Tables : public testing::Test {
 protected:
  Tables() {
    fs::create_directories(folder_.path() / "inner");
    fs::create_directories(folder_.path() / "shelf");
  }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  [[nodiscard]] ReadResult read(const std::string& text, ReadOptions options = {}) const {
    options.search_path.push_back(folder_.file("shelf"));
    return read_loom(folder_.file("net.loom"), text, options);
  }
  /// The tokens of the only place, as the net language writes them, or the messages.
  [[nodiscard]] std::string tokens(const std::string& text, const ReadOptions& options = {}) const {
    const ReadResult result = read(text, options);
    if (!result.net) return result.diagnostics.format(*result.sources);
    std::string all;
    const Place& place = result.net->places.at(0);
    for (const InitialTokens& token : place.initial)
      all += result.net->colours.format(place.colour, token.colour, result.net->pool) + ";";
    return all;
  }
  /// Those of `elements` whose list is the table with this text.
  [[nodiscard]] std::string of(const std::string& type, const std::string& csv) const {
    write("table.csv", csv);
    return tokens(
        "colour Unit = enum { core, card };\ncolour Node = index node with 2..5;\ncolour Even = subset Node where (n : ord(n) % 2 "
        "= 0);\n"
        "const rows : list of " +
        type + " = table \"table.csv\";\nplace P : list of " + type + " = 1`rows;\n");
  }

  const test::OwnFolder folder_;
};

TEST_F(Tables, HoldValuesOfEverySimpleType) {
  EXPECT_EQ(of("int", "n\n-3\n9223372036854775807\n"), "[-3, 9223372036854775807];");
  EXPECT_EQ(of("bool", "b\ntrue\nfalse\n"), "[true, false];");
  EXPECT_EQ(of("real", "t\n3\n-2.5e-3\n4 s\n5ms\n12 GB/s\n"), "[3.0, -0.0025, 4.0, 0.005, 12000000000.0];");
  EXPECT_EQ(of("string", "s\nplain text\n\"\"\n\"a, \"\"b\"\"\"\n"), "[\"plain text\", \"\", \"a, \\\"b\\\"\"];");
  EXPECT_EQ(of("Unit", "u\ncard\ncore\n"), "[card, core];");
  EXPECT_EQ(of("Node", "n\nnode(2)\nnode(5)\n"), "[node(2), node(5)];");
  EXPECT_EQ(of("Even", "n\nnode(4)\nnode(2)\n"), "[node(4), node(2)];");
  EXPECT_NE(of("Even", "n\nnode(3)\n").find("table.csv:2:1: error: `node(3)` is no value of Even"), std::string::npos);
}

TEST_F(Tables, AreRecordsByTheNamesOfColumns) {
  write("table.csv", "time,note,size,kernel\n3 us,,8,fft\n4 us,x,16,\"lu, big\"\n");
  const std::string net =
      "colour Row = record { kernel : string, size : int with 1..64, time : real };\n"
      "const rows : list of Row = table \"table.csv\";\nplace P : Row = each rows;\n";
  EXPECT_EQ(tokens(net), "{kernel = \"fft\", size = 8, time = 3e-06};{kernel = \"lu, big\", size = 16, time = 4e-06};");
}

TEST_F(Tables, AreReadAsOtherProgramsWriteThem) {
  const std::string expected = "[1, 2, 3];";
  EXPECT_EQ(of("int", "\xEF\xBB\xBFn\r\n1\r\n2\r\n3"), expected);
  EXPECT_EQ(of("int", "# measured\nn\n\n1\n# again\n  \n 2 \n\t\"3\"\t\n"), expected);
  EXPECT_EQ(of("string", "\"the name\"\n\"two\nlines\"\n\" # \"\n"), "[\"two\\nlines\", \" # \"];");
  EXPECT_EQ(of("int", "n\n"), "[];");
}

TEST_F(Tables, AreLookedUpBesideTheFileThatNamesThem) {
  write("table.csv", "n\n1\n");
  write("inner/table.csv", "n\n2\n");
  write("inner/import.loom", "const inner : list of int = table \"table.csv\";\n");
  write("shelf/kept.csv", "n\n3\n");
  const std::string net =
      "import \"inner/import.loom\";\nconst outer : list of int = table \"table.csv\";\n"
      "const kept : list of int = table \"kept.csv\";\nplace P : list of int = 1`(outer ++ inner ++ kept);\n";
  EXPECT_EQ(tokens(net), "[1, 2, 3];");
}

TEST_F(Tables, MayBeReplacedAsOtherConstantsAre) {
  write("table.csv", "n\n1\n");
  write("other.csv", "n\n7\n");
  const std::string net =
      "const rows : list of int = table \"table.csv\";\nplace P : list of int = 1`rows;\n"
      "scenario other { const rows = table \"other.csv\"; }\nscenario none { const rows = []; }\n";
  ReadOptions options;
  options.scenario = "other";
  EXPECT_EQ(tokens(net, options), "[7];");
  options.scenario = "none";
  EXPECT_EQ(tokens(net, options), "[];");
  options.scenario.clear();
  options.constants["rows"] = "[4, 5]";
  EXPECT_EQ(tokens(net, options), "[4, 5];");
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path().parent_path());
  options.constants["rows"] = fmt::format("table \"{}/other.csv\"", folder_.path().filename().string());
  EXPECT_EQ(tokens(net, options), "[7];");
  fs::current_path(before);
}

TEST_F(Tables, AreReadOnceForAllInstances) {
  write("table.csv", "n\nx\n");
  const ReadResult result = read(
      "module M() { const rows : list of int = table \"table.csv\"; place P : list of int = 1`rows; }\n"
      "instance a : M();\ninstance b : M();\n");
  EXPECT_EQ(result.diagnostics.error_count(), 1U) << result.diagnostics.format(*result.sources);
}

TEST_F(Tables, StandInTheNetsThatAreWritten) {
  write("table.csv", "n\n1\n2\n");
  const ReadResult result = read("const rows : list of int = table \"table.csv\";\nplace P : list of int = 1`rows;\n");
  ASSERT_TRUE(result.net.has_value());
  EXPECT_NE(write_loom(*result.net, {}).text.find("= [1, 2];"), std::string::npos) << write_loom(*result.net, {}).text;
}

TEST_F(Tables, LeaveTheirWordToNames) {
  EXPECT_EQ(tokens("const table = 3;\nfun row(table : int) : int = table + 1;\nplace P : int = row(table);\n"), "4;");
}

TEST_F(Tables, HaveAsManyRowsAsAListHasElements) {
  std::string text = "n\n";
  for (int k = 0; k < (1 << 20); ++k) text += "1\n";
  write("table.csv", text);
  const std::string net = "const rows : list of int = table \"table.csv\";\nplace P : int = length(rows);\n";
  EXPECT_EQ(tokens(net), "1048576;");
  write("table.csv", text + "1\n");
  EXPECT_NE(tokens(net).find("table.csv:1048578:1: error: a table of more than 1048576 rows"), std::string::npos) << tokens(net);
}

}  // namespace
}  // namespace petriloom
