// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/findings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace petriloom::cli::explore {

namespace {

/// More are not shown unless they are asked for.
constexpr std::size_t kMostChief = 6;

bool asked_for(const Question& question, const std::string& name) {
  if (question.shown.given()) return question.shown.wants(name);
  return std::any_of(question.load.measures.begin(), question.load.measures.end(), [&](const std::string& measure) {
    return measure.starts_with(name + "=") || measure.starts_with(name + " ");
  });
}

/// But for rounding: sums of times differ in their last digits when the times before them do.
bool as_good_as(double a, double b) {
  constexpr double kShare = 1e-9;
  return std::abs(a - b) <= kShare * std::max(std::abs(a), std::abs(b));
}

/// Whether every row without an error has a value, and of those that are to vary not all the same.
bool is_everywhere(const std::vector<Row>& rows, const std::string& name, bool varies) {
  const Estimate* first = nullptr;
  bool same = true;
  for (const Row& row : rows) {
    if (!row.error.empty()) continue;
    const Estimate* const value = row.find(name);
    if (value == nullptr) return false;
    if (first == nullptr) first = value;
    same = same && as_good_as(value->mean, first->mean);
  }
  return first != nullptr && !(varies && same);
}

}  // namespace

const std::string& Findings::unit(std::string_view measure) const {
  static const std::string kSeconds = "s";
  static const std::string kNone;
  if (measure == kTime) return kSeconds;
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const MeasureColumn& one) { return one.name == measure; });
  return found == columns.end() ? kNone : found->unit;
}

std::size_t Findings::wrong() const {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.error.empty(); }));
}

std::vector<MeasureColumn> columns_of(const std::vector<Row>& rows) {
  std::vector<MeasureColumn> columns;
  std::set<std::string> known;
  for (const Row& row : rows) {
    std::size_t behind = 0;
    for (const RowMeasure& measure : row.measures) {
      if (behind < columns.size() && columns[behind].name == measure.name) {
        ++behind;
      } else if (known.insert(measure.name).second) {
        columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(behind++), {measure.name, measure.unit});
      } else {
        const auto at = std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == measure.name; });
        behind = static_cast<std::size_t>(at - columns.begin()) + 1;
      }
    }
  }
  return columns;
}

std::vector<std::string> chief_measures(const Findings& findings) {
  std::vector<std::string> chief;
  const auto add = [&](const std::string& name) {
    if (std::find(chief.begin(), chief.end(), name) == chief.end()) chief.push_back(name);
  };
  for (const Objective& objective : findings.objectives) add(objective.measure);
  const std::size_t before = chief.size();
  const std::string time(kTime);
  if (findings.question.shown.given() && findings.question.shown.wants(time)) add(time);
  for (const MeasureColumn& column : findings.columns) {
    if (asked_for(findings.question, column.name)) add(column.name);
  }
  if (chief.size() > before) return chief;
  for (const bool varies : {true, false}) {
    if (!chief.empty()) break;  // of a single point, or where no key has an effect, nothing varies
    if (is_everywhere(findings.rows, time, varies)) add(time);
    for (const MeasureColumn& column : findings.columns) {
      if (chief.size() < kMostChief && is_everywhere(findings.rows, column.name, varies)) add(column.name);
    }
  }
  return chief;
}

std::vector<Objective> read_objectives(const std::string& text) {
  std::vector<Objective> objectives;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, end - begin);
    const bool larger = name.starts_with('-');
    objectives.push_back({name.substr(larger ? 1 : 0), larger});
    begin = end + 1;
  }
  return objectives;
}

std::vector<std::size_t> pareto_front(const std::vector<Row>& rows, const std::vector<Objective>& objectives) {
  struct Candidate {
    std::size_t row;
    std::vector<double> values;  // less is better
  };
  if (objectives.empty()) return {};
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Candidate candidate{k, {}};
    for (const Objective& objective : objectives) {
      const Estimate* const value = rows[k].find(objective.measure);
      if (value != nullptr) candidate.values.push_back(objective.larger ? -value->mean : value->mean);
    }
    if (candidate.values.size() == objectives.size()) candidates.push_back(std::move(candidate));
  }
  // Whoever is better comes first in this order, so that it is enough to look at who is in already.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.values < b.values; });
  std::vector<const Candidate*> front;
  for (const Candidate& candidate : candidates) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](const Candidate* other) {
      if (other->values == candidate.values) return false;
      return std::equal(other->values.begin(), other->values.end(), candidate.values.begin(),
                        [](double theirs, double own) { return theirs <= own; });
    });
    if (!beaten) front.push_back(&candidate);
  }
  std::vector<std::size_t> result;
  for (const Candidate* one : front) result.push_back(one->row);
  return result;
}

}  // namespace petriloom::cli::explore
