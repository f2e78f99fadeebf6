// SPDX-License-Identifier: Apache-2.0
// Whole sweeps: the same bytes for any number of threads and processes, killed and gone on with;
// what is there when a disk is full; the database says what the CSV says.
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/cli/started.h"

namespace petriloom::cli_test {
namespace {

// Random, so that a wrong seed or a wrong order of runs shows; a measure that not all points have.
constexpr const char* kNet = R"(
const N : int = 2;
const rate : real = 1.0;
colour Place = index place with 0..N;
place THINKING : unit = N`();
place WAITING : unit;
place SEEN : Place;
transition come { in THINKING : (); out WAITING : (); time exponential(rate); }
transition serve { in WAITING : (); out THINKING : (); time exponential(2.0); servers 1; }
measure waiting = average tokens(WAITING);
measure seen[p in Place] = average tokens(SEEN, p) + tokens(WAITING);
)";

class WholeSweeps : public testing::Test {
 protected:
  WholeSweeps() {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    std::ofstream(folder_ / "net.loom") << kNet;
  }
  /// Files of this name are written.
  [[nodiscard]] static Words sweep(const std::string& name, const Words& more = {}, const std::string& until = "100s") {
    Words words{PETRILOOM_BINARY,     "explore", "net.loom",     "--vary",         "N=1..3",    "--vary",
                "rate=0.5,1.0,x,2.0", "--until", until,          "--replications", "3",         "--csv",
                name + ".csv",        "--json",  name + ".json", "--sqlite",       name + ".db"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  int run(const Words& command) { return Started(command, folder_.path(), folder_.path(), {}).wait(); }
  [[nodiscard]] std::string file(const std::string& name) const { return bytes_of(folder_ / name); }
  void expect_same(const std::string& a, const std::string& b) const {
    for (const char* ending : {".csv", ".json", ".db"}) {
      EXPECT_FALSE(file(a + ending).empty()) << a << ending;
      EXPECT_TRUE(file(a + ending) == file(b + ending)) << b << ending << " differs";
      EXPECT_FALSE(std::filesystem::exists(folder_ / (b + ending + ".partial")));
      EXPECT_FALSE(std::filesystem::exists(folder_ / (b + ending + ".tmp")));
    }
  }
  test::OwnFolder folder_;
};

TEST_F(WholeSweeps, ThreadsAndProcessesDoNotChangeABit) {
  ASSERT_EQ(run(sweep("one")), 2) << file("err");
  EXPECT_NE(file("err").find("3 of 12 points are wrong"), std::string::npos) << file("err");
  const std::string text = file("out");
  ASSERT_EQ(run(sweep("two", {"--jobs", "2"})), 2);
  expect_same("one", "two");
  EXPECT_EQ(file("out"), text);
  if (std::system("which mpirun >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no mpirun";
  Words words{"mpirun", "--oversubscribe", "-n", "4"};
  const Words alone = sweep("four");
  words.insert(words.end(), alone.begin(), alone.end());
  EXPECT_EQ(run(words), 2) << file("err");
  expect_same("one", "four");
}

// What is wrong with the sweep as a whole is told once, by the first process, and the others end.
TEST_F(WholeSweeps, ProcessesEndWithoutWork) {
  if (std::system("which mpirun >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no mpirun";
  EXPECT_EQ(run({"mpirun", "--oversubscribe", "-n", "3", PETRILOOM_BINARY, "explore", "net.loom", "--vary", "M=1,2"}), 2);
  const std::string messages = file("err");
  const std::size_t first = messages.find("there is no constant");
  EXPECT_NE(first, std::string::npos) << messages;
  EXPECT_EQ(messages.find("there is no constant", first + 1), std::string::npos) << messages;
}

TEST_F(WholeSweeps, KilledAndGoneOnWithTheyGiveTheSameBytes) {
  const std::string until = "30000s";
  ASSERT_EQ(run(sweep("whole", {}, until)), 2) << file("err");
  std::size_t killed = 0;
  std::size_t size = 0;
  for (int k = 0; k < 4; ++k) {
    Started process(sweep("pieces", {"--jobs", k % 2 == 0 ? "1" : "2"}, until), folder_.path(), folder_.path(), {});
    while (!process.over() && file("pieces.csv.partial").size() <= size) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (process.over()) break;
    size = file("pieces.csv.partial").size();
    kill(process.id(), SIGKILL);
    ASSERT_EQ(process.wait(), -SIGKILL);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "pieces.csv"));
    ++killed;
  }
  EXPECT_GT(killed, 0U) << "the sweep is too short to be killed";
  // A line that was being written when the power failed.
  std::ofstream(folder_ / "pieces.csv.partial", std::ios::app) << "row {\"point\": 1";
  ASSERT_EQ(run(sweep("pieces", {}, until)), 2);
  EXPECT_NE(file("err").find("going on from"), std::string::npos) << file("err");
  expect_same("whole", "pieces");
}

TEST_F(WholeSweeps, WhatHasChangedStartsAnew) {
  const std::string until = "100000s";
  const auto stop = [&](const Words& command) {
    Started process(command, folder_.path(), folder_.path(), {});
    while (!process.over() && file("out.csv.partial").find("\nrow ") == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(process.id(), SIGINT);
    return process.wait();
  };
  EXPECT_EQ(stop(sweep("out", {}, until)), 3) << file("err");
  EXPECT_NE(file("err").find("the same command goes on from"), std::string::npos) << file("err");
  EXPECT_NE(file("out.csv").find("point,N,rate"), std::string::npos) << "what is known is written";
  ASSERT_FALSE(file("out.csv.partial").empty());
  std::ofstream(folder_ / "net.loom", std::ios::app) << "// other bytes\n";
  run(sweep("out", {"--time", "0.5s"}, until));
  EXPECT_NE(file("err").find("net.loom has changed; all points are run"), std::string::npos) << file("err");
  run(sweep("out", {"--time", "0.5s", "--seed", "2"}, until));
  EXPECT_NE(file("err").find("the arguments or the program are others; all points are run"), std::string::npos) << file("err");
}

TEST_F(WholeSweeps, FullDisksAreTold) {
  make_full(folder_ / "full");
  const Words command{PETRILOOM_BINARY, "explore", "net.loom", "--vary", "N=1,2", "--until", "1s", "--csv"};
  const auto with = [&](const Words& more) {
    Words words = command;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_EQ(run(with({"full"})), 2);
  EXPECT_NE(file("err").find("No space left on device"), std::string::npos) << file("err");
  EXPECT_EQ(run(with({"out.csv", "--sqlite", "full"})), 2);
  EXPECT_NE(file("err").find("a database needs a regular file"), std::string::npos) << file("err");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out.csv.partial")) << "the rows are kept";
  EXPECT_EQ(run(with({"nowhere/out.csv"})), 2);
  EXPECT_NE(file("err").find("cannot write 'nowhere/out.csv'"), std::string::npos) << file("err");
}

/// Cells of lines without quotes.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream in(line + ",");
  for (std::string cell; std::getline(in, cell, ',');) result.push_back(cell);
  return result;
}

std::string query(sqlite3* database, const std::string& sql) {
  std::string result;
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
    result = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return result;
}

TEST_F(WholeSweeps, TheDatabaseSaysWhatTheTableSays) {
  ASSERT_EQ(run({PETRILOOM_BINARY, "explore", "net.loom", "--vary", "N=1..3", "--until", "10s", "--csv", "out.csv", "--sqlite",
                 "out.db"}),
            0)
      << file("err");
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open_v2((folder_ / "out.db").c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::istringstream csv(file("out.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(csv, line));
  const std::vector<std::string> headings = cells(line);
  std::size_t compared = 0;
  for (std::string point; std::getline(csv, line);) {
    const std::vector<std::string> row = cells(line);
    ASSERT_EQ(row.size(), headings.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool of_point = k < 7;
      const std::string name = headings[k].substr(0, headings[k].find(' '));
      const std::string column = headings[k].ends_with(" n") ? "n" : headings[k].ends_with(" half_width") ? "half_width" : "mean";
      const std::string value =
          of_point ? query(database, "SELECT \"" + headings[k] + "\" FROM points WHERE point = " + row[0])
                   : query(database, "SELECT " + column + " FROM results WHERE measure = '" + name + "' AND point = " + row[0]);
      if (row[k].empty() || value.empty()) {
        EXPECT_TRUE(row[k].empty() && (value.empty() || value == "0")) << headings[k] << ": " << row[k] << " and " << value;
      } else if (headings[k] == "ended") {
        EXPECT_EQ(row[k], value);
      } else {
        EXPECT_NEAR(std::strtod(row[k].c_str(), nullptr), std::strtod(value.c_str(), nullptr), 1e-12) << headings[k];
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 50U);
  sqlite3_close(database);
}

}  // namespace
}  // namespace petriloom::cli_test
