// SPDX-License-Identifier: Apache-2.0
// The critical path of tiled Cholesky with dmda is the one that a reader of its trace alone finds,
// who knows what a token is and which two transitions wait for what they do not take.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <sstream>

#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "tests/nets/seeded_net.h"

namespace petriloom::path_of_trace_test {
namespace {

/// The fields of a line of the trace.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

class TraceReader {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Firing {
    double at = 0;
    std::string name, binding;
    double token_at = -1;       // of the token that came last of those taken
    std::size_t by = kNone;     // who put it
    std::size_t asked = kNone;  // who changed last what it asks for and does not take
  };

  explicit TraceReader(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) read(fields_of(line));
  }

  /// From the last firing back to the start.
  [[nodiscard]] std::vector<Firing> path() const {
    std::vector<Firing> path;
    for (std::size_t at = firings_.size() - 1; at != kNone;) {
      path.push_back(firings_[at]);
      at = path.back().token_at < path.back().at && path.back().asked != kNone ? path.back().asked : path.back().by;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  struct Lot {
    double available = 0;
    std::size_t by = kNone;
    long count = 0;
  };

  void read(const std::vector<std::string>& fields) {
    const double now = std::stod(fields[1]);
    if (fields[0] == "fire") {
      Firing firing{now, fields[2], fields[3], -1, kNone, kNone};
      // data.present reads COPY : (d, m) of its binding, the guard of data.move all of ROW.
      if (firing.name == "data.present") {
        const std::size_t d = firing.binding.find("d = "), m = firing.binding.find(", m = "), k = firing.binding.find(", k = ");
        firing.asked =
            last("COPY (" + firing.binding.substr(d + 4, m - d - 4) + ", " + firing.binding.substr(m + 6, k - m - 6) + ")");
      } else if (firing.name == "data.move") {
        firing.asked = last("data.ROW");
      } else if (firing.name == "data.begin_fetch" || firing.name == "data.begin_prefetch") {
        // They ask for PENDING and ALLOCATED in their guards, and for STALLED of the card.
        const std::size_t m = firing.binding.find(", m = "), s = firing.binding.find(", s = ");
        const std::string to = firing.binding.substr(m + 6, firing.binding.find(',', m + 6) - m - 6);
        const std::string from = firing.binding.substr(s + 6, firing.binding.find(',', s + 6) - s - 6);
        firing.asked = latest({last("data.PENDING"), last("ALLOCATED"), last("STALLED " + (to == "0" ? from : to))});
      }
      firings_.push_back(firing);
      return;
    }
    if (fields[0] == "end") return;
    const double when = std::stod(fields[5]);
    const long count = std::stol(fields[4]);
    std::deque<Lot>& lots = lots_[fields[2] + " " + fields[3]];
    const std::size_t who = firings_.size() - 1;
    changed_[fields[2]] = who;
    changed_[fields[2] + " " + fields[3]] = who;
    if (fields[0] == "put") {
      const auto behind = std::find_if(lots.begin(), lots.end(), [&](const Lot& one) { return one.available > when; });
      lots.insert(behind, {when, who, count});
    } else {
      take(lots, when, count, !is_reset(firings_.back().name, fields[2]));
    }
  }

  /// Of the places on the way: tokens of these are taken by reset arcs alone, which wait for
  /// nothing, and in releases those of one more.
  static bool is_reset(const std::string& transition, const std::string& place) {
    if (transition == "workers.release" && place == "ROUNDS") return true;
    constexpr auto kReset =
        std::to_array<std::string_view>({"workers.WAITING", "workers.KEY", "ORDER", "PUSHER", "COPY", "ALLOCATED", "data.NUMBER",
                                         "policy.expected.FULL", "policy.expected.PREDICTED"});
    return std::find(kReset.begin(), kReset.end(), place) != kReset.end();
  }

  void take(std::deque<Lot>& lots, double when, long count, bool waited) {
    Firing& firing = firings_.back();
    std::size_t by = kNone;
    auto lot = std::find_if(lots.begin(), lots.end(), [&](const Lot& one) { return one.available >= when; });
    for (; count > 0 && lot != lots.end();) {
      by = lot->by;
      const long some = std::min(count, lot->count);
      count -= some;
      lot->count -= some;
      lot = lot->count == 0 ? lots.erase(lot) : lot + 1;
    }
    const bool later = when > firing.token_at || (when == firing.token_at && by != kNone && (firing.by == kNone || by > firing.by));
    if (!later || !waited) return;
    firing.token_at = when;
    firing.by = by;
  }

  static std::size_t latest(std::initializer_list<std::size_t> firings) {
    std::size_t latest = kNone;
    for (const std::size_t one : firings) {
      if (one != kNone && (latest == kNone || one > latest)) latest = one;
    }
    return latest;
  }

  [[nodiscard]] std::size_t last(const std::string& what) const {
    const auto found = changed_.find(what);
    return found == changed_.end() ? kNone : found->second;
  }

  std::vector<Firing> firings_;
  std::map<std::string, std::deque<Lot>> lots_;
  std::map<std::string, std::size_t> changed_;
};

TEST(PathOfTrace, IsTheCriticalPath) {
  const SeededNets nets;
  const ReadResult read = nets.read("examples/tasks/cholesky/dmda.loom", {{"N", "10"}});
  ASSERT_TRUE(read.net);
  std::ostringstream text;
  CsvTrace trace(*read.net, text);
  SimulationOptions options;
  options.trace = &trace;
  options.critical_path = true;
  const SimulationResult result = simulate(*read.net, options);
  const CriticalPath& path = result.critical_path.value();
  const std::vector<TraceReader::Firing> found = TraceReader(text.str()).path();
  ASSERT_EQ(found.size(), path.steps.size());
  double sum = path.last_on_its_way;
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].at, path.steps[k].at) << k;
    EXPECT_EQ(found[k].name, path.steps[k].transition) << k;
    EXPECT_EQ(found[k].binding, path.steps[k].binding) << k;
    sum += path.steps[k].on_its_way + path.steps[k].own;
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(found.size(), 100U);
  EXPECT_NEAR(sum, path.end, 1e-12);
  EXPECT_EQ(path.end, result.time.mean);
}

}  // namespace
}  // namespace petriloom::path_of_trace_test
