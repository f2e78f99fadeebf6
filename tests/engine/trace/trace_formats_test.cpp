// SPDX-License-Identifier: Apache-2.0
// Traces against the documented rules of their formats, and against each other.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/trace/chrome.h"
#include "engine/trace/paje.h"
#include "engine/trace/sqlite.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"
#include "tests/engine/trace/paje_reader.h"
#include "tests/own_folder.h"

namespace petriloom::test {
namespace {

/// Three jobs of which two run at once, each for 2 s, in a module; what is done lies outside of it,
/// where another module takes it.
Net two_servers() {
  Draft d;
  Net& net = d.builder.net();
  Module worker;
  worker.name = "worker";
  worker.parent = ModuleId(0);
  const ModuleId w = d.builder.add(worker);
  Module sink = worker;
  sink.name = "sink";
  const ModuleId s = d.builder.add(sink);
  const PlaceId jobs = d.place("JOBS", 3);
  const PlaceId free = d.place("FREE", 2);
  const PlaceId done = d.place("DONE", 0);
  const PlaceId run = d.place("RUN", 0);
  net.places[free.index()].module = w;
  net.places[run.index()].module = w;
  const TransitionId start = d.transition("start");
  const TransitionId stop = d.transition("stop");
  const TransitionId eat = d.transition("eat");
  net.transitions[start.index()].module = w;
  net.transitions[stop.index()].module = w;
  net.transitions[eat.index()].module = s;
  d.in(start, jobs);
  d.in(start, free);
  d.out(start, run).delay = d.real(2);
  d.in(stop, run);
  d.out(stop, free);
  d.out(stop, done);
  d.in(eat, done);
  return d.build();
}

template <class Trace>
std::string traced(const Net& net, std::uint64_t seed = 1, double until = std::numeric_limits<double>::infinity()) {
  std::ostringstream out;
  Trace trace(net, out);
  SimulationOptions options;
  options.seed = seed;
  options.until = until;
  options.max_firings = 200;
  options.trace = &trace;
  simulate(net, options);
  return out.str();
}

/// What the Trace Event Format asks of an array of events of the phases that are written here: the
/// required members with their types, and complete events that do not overlap on one track unless
/// one is inside the other.
std::vector<std::string> problems_of_trace_events(const std::string& text) {
  std::vector<std::string> problems;
  const auto events = nlohmann::json::parse(text, nullptr, false);
  if (!events.is_array()) return {"no array"};
  std::map<std::pair<std::int64_t, std::int64_t>, double> busy;
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> named;
  double last = 0;
  for (const auto& event : events) {
    const auto problem = [&](const std::string& what) { problems.push_back(what + ": " + event.dump()); };
    if (!event.is_object() || !event.contains("name") || !event["name"].is_string() || !event.contains("ph") ||
        !event["ph"].is_string() || !event.contains("pid") || !event["pid"].is_number_integer()) {
      problem("name, ph and pid are wanted");
      continue;
    }
    const std::string phase = event["ph"];
    if (phase == "M") {
      if (!event.contains("args") || !event["args"].contains("name")) problem("metadata without a name");
      if (event["name"] == "thread_name") named[{event["pid"], event["tid"]}] = event["args"]["name"];
      continue;
    }
    if (!event.contains("ts") || !event["ts"].is_number() || !event.contains("tid") || !event["tid"].is_number_integer()) {
      problem("ts and tid are wanted");
      continue;
    }
    const double ts = event["ts"];
    if (ts < last) problem("not in order of time");
    last = ts;
    const std::pair<std::int64_t, std::int64_t> track{event["pid"], event["tid"]};
    if (!named.contains(track)) problem("a track without a name");
    if (phase == "X") {
      if (!event.contains("dur") || !event["dur"].is_number() || event["dur"] < 0) problem("dur is wanted");
      // Microseconds of one rounding.
      if (busy[track] > ts * (1 + 1e-12)) problem("two slices overlap");
      busy[track] = ts + event["dur"].get<double>();
    } else if (phase == "i") {
      if (!event.contains("s") || (event["s"] != "t" && event["s"] != "p" && event["s"] != "g")) problem("no scope");
    } else {
      problem("unknown phase");
    }
  }
  return problems;
}

TEST(TraceFormats, ChromeKeepsTheRules) {
  EXPECT_EQ(problems_of_trace_events(traced<ChromeTrace>(two_servers())), std::vector<std::string>());
  for (std::uint64_t number = 1; number <= 60; ++number) {
    const Net net = random_net(number, {.nested = number % 2 == 0});
    EXPECT_EQ(problems_of_trace_events(traced<ChromeTrace>(net, number)), std::vector<std::string>()) << "random net " << number;
  }
}

TEST(TraceFormats, ChromePutsWhatOverlapsOnTracksOfItsOwn) {
  const auto events = nlohmann::json::parse(traced<ChromeTrace>(two_servers()));
  // Two jobs run from 0 to 2 s on two tracks, the third from 2 s to 4 s on the first of them.
  std::vector<std::pair<std::int64_t, double>> slices;
  for (const auto& event : events) {
    if (event["ph"] == "X") slices.emplace_back(event["tid"], event["ts"]);
  }
  const std::vector<std::pair<std::int64_t, double>> expected{{0, 0}, {1, 0}, {0, 2e6}};
  EXPECT_EQ(slices, expected);
}

TEST(TraceFormats, PajeKeepsTheRules) {
  for (std::uint64_t number = 1; number <= 60; ++number) {
    const Net net = random_net(number, {.nested = number % 2 == 0});
    EXPECT_EQ(read_paje(traced<PajeTrace>(net, number)).problems, std::vector<std::string>()) << "random net " << number;
    EXPECT_EQ(read_paje(traced<PajeTrace>(net, number, 3)).problems, std::vector<std::string>()) << "random net " << number;
  }
}

TEST(TraceFormats, PajeTellsStatesVariablesAndLinks) {
  const PajeContents contents = read_paje(traced<PajeTrace>(two_servers()));
  EXPECT_EQ(contents.problems, std::vector<std::string>());
  ASSERT_EQ(contents.states.size(), 3U);
  EXPECT_EQ(contents.states[0].container, "worker #1");
  EXPECT_EQ(contents.states[1].container, "worker #2");
  EXPECT_EQ(contents.states[2].container, "worker #1");
  EXPECT_EQ(contents.states[2].value, "worker.start");
  EXPECT_EQ(contents.states[2].begin, 2);
  EXPECT_EQ(contents.states[2].end, 4);
  EXPECT_EQ(contents.events, 6U);        // three times stop, three times eat
  ASSERT_EQ(contents.links.size(), 3U);  // what is done goes from the worker to the sink
  EXPECT_EQ(contents.links[0].from, "worker");
  EXPECT_EQ(contents.links[0].to, "sink");
  EXPECT_EQ(contents.links[2].begin, 4);
  const std::map<std::string, double> left{{"net JOBS", 0}, {"net DONE", 0}, {"worker worker.FREE", 2}, {"worker worker.RUN", 0}};
  EXPECT_EQ(contents.variables, left);
}

/// The result of a query as text: rows on lines, columns with bars between them.
std::string query(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::string text;
  char* message = nullptr;
  const auto row = [](void* target, int count, char** values, char**) {
    for (int k = 0; k < count; ++k)
      *static_cast<std::string*>(target) += std::string(k == 0 ? "" : "|") + (values[k] ? values[k] : "null");
    *static_cast<std::string*>(target) += "\n";
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), row, &text, &message), SQLITE_OK) << message;
  sqlite3_close(database);
  return text;
}

TEST(TraceFormats, SqliteHoldsFiringsAndTokens) {
  const Net net = two_servers();
  const test::OwnFolder folder;
  const std::string path = folder.file("trace.sqlite");
  {
    SqliteTrace trace(net, path);
    SimulationOptions options;
    options.trace = &trace;
    simulate(net, options);
    EXPECT_EQ(trace.problem(), "");
  }
  EXPECT_EQ(query(path, "PRAGMA integrity_check"), "ok\n");
  EXPECT_EQ(query(path, "PRAGMA foreign_key_check"), "");
  EXPECT_EQ(query(path, "SELECT key, value FROM about ORDER BY key"), "end|4.0\nnet|net\nschema|1\n");
  EXPECT_EQ(query(path,
                  "SELECT transition, instance, count(*), min(time), max(time) FROM named_firings GROUP BY transition, instance "
                  "ORDER BY transition"),
            "eat|sink|3|2.0|4.0\nstart|worker|3|0.0|2.0\nstop|worker|3|2.0|4.0\n");
  // Two tokens that were there at the start, and one that came back.
  EXPECT_EQ(query(path,
                  "SELECT event, token, count(*), sum(count), max(token_time) FROM named_tokens WHERE place = 'FREE' "
                  "GROUP BY event ORDER BY event"),
            "put|()|3|3|4.0\ntake|()|3|3|2.0\n");
  EXPECT_EQ(query(path, "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite%' ORDER BY name"),
            "firings_by_time\nfirings_by_transition\nputs_by_firing\nputs_by_place\ntakes_by_firing\ntakes_by_place\n");
}

TEST(TraceFormats, SqliteSaysWhatWentWrong) {
  const Net net = two_servers();
  const SqliteTrace trace(net, "/nonexistent/folder/trace.sqlite");
  EXPECT_EQ(trace.problem(), "unable to open database file");
}

}  // namespace
}  // namespace petriloom::test
