// SPDX-License-Identifier: Apache-2.0
#include "cli/starpu/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/shell/table.h"

namespace petriloom::cli::starpu {
namespace {

constexpr double kTie = 0.02;  // of the faster

std::string application_of(const Case& one) {
  const std::string of = one.workload == Workload::cholesky ? "cholesky" : "stencil " + one.mode;
  const std::string where = one.only.empty() ? "" : " where";
  return (one.platform == "flat" ? of : of + " " + one.platform) + where;
}

/// The value that a share of all, sorted, do not exceed.
double within(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

double median_of(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// -1, 0 or 1: whether a is faster, as fast or slower.
int order_of(double a, double b) { return std::abs(a - b) <= kTie * std::min(a, b) ? 0 : a < b ? -1 : 1; }

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

}  // namespace

double Compared::error() const { return std::abs(*prediction.makespan - *one->measured) / *one->measured; }

std::vector<Closeness> closeness(const std::vector<Compared>& all) {
  std::vector<std::pair<Closeness, std::vector<double>>> groups;
  for (const Compared& each : all) {
    if (!each.both()) continue;
    const std::string application = application_of(*each.one);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
      return known.first.policy == each.one->scheduler && known.first.application == application;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {{each.one->scheduler, application}, {}});
    group->second.push_back(each.error());
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.first.application < b.first.application; });
  std::vector<Closeness> result;
  for (auto& [group, errors] : groups) {
    std::sort(errors.begin(), errors.end());
    group.cases = errors.size();
    group.median = median_of(errors);
    group.ninety = within(errors, 0.9);
    group.largest = errors.back();
    result.push_back(group);
  }
  return result;
}

Ranking ranking(const std::vector<Compared>& all) {
  std::map<std::string, std::vector<const Compared*>> cases;
  for (const Compared& each : all) {
    if (each.both() && each.one->scheduler != "random") cases[each.one->what].push_back(&each);
  }
  Ranking result;
  for (const auto& [what, runs] : cases) {
    std::size_t turned = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::size_t k = i + 1; k < runs.size(); ++k) {
        ++result.pairs;
        const int measured = order_of(*runs[i]->one->measured, *runs[k]->one->measured);
        if (measured * order_of(*runs[i]->prediction.makespan, *runs[k]->prediction.makespan) < 0) ++turned;
      }
    }
    result.turned += turned;
    if (runs.size() < 2) continue;
    ++result.cases;
    if (turned == 0) ++result.agree;
  }
  return result;
}

std::string summary_text(const std::vector<Compared>& all, bool colour) {
  Table table({"application", "policy", ">cases", ">median", ">90 of 100 within", ">largest"});
  for (const Closeness& row : closeness(all)) {
    table.add(
        {row.application, row.policy, std::to_string(row.cases), percent(row.median), percent(row.ninety), percent(row.largest)});
  }
  const Ranking order = ranking(all);
  std::string text = table.text(colour);
  text += fmt::format("\norder of the policies, but for ties of 2 %: as measured in {} of {} cases; of {} pairs {} are turned\n",
                      order.agree, order.cases, order.pairs, order.turned);
  const auto without = std::count_if(all.begin(), all.end(), [](const Compared& each) { return !each.prediction.makespan; });
  if (without > 0) text += fmt::format("{} of {} rows have no prediction\n", without, all.size());
  const auto unmeasured = std::count_if(all.begin(), all.end(), [](const Compared& each) { return !each.one->measured; });
  if (unmeasured > 0) text += fmt::format("{} of {} rows have no measured makespan\n", unmeasured, all.size());
  return text;
}

std::string summary_json(const std::vector<Compared>& all) {
  nlohmann::ordered_json document;
  document["summary"] = nlohmann::ordered_json::array();
  for (const Closeness& row : closeness(all)) {
    document["summary"].push_back({{"application", row.application},
                                   {"policy", row.policy},
                                   {"cases", row.cases},
                                   {"median", row.median},
                                   {"within_90", row.ninety},
                                   {"largest", row.largest}});
  }
  const Ranking order = ranking(all);
  document["ranking"] = {{"cases", order.cases}, {"agree", order.agree}, {"pairs", order.pairs}, {"turned", order.turned}};
  document["rows"] = nlohmann::ordered_json::array();
  for (const Compared& each : all) {
    nlohmann::ordered_json row{
        {"line", each.one->cells.front().where.line}, {"case", each.one->what}, {"policy", each.one->scheduler}};
    if (each.one->measured) row["measured"] = *each.one->measured;
    if (each.prediction.makespan) {
      row["predicted"] = *each.prediction.makespan;
      if (each.both()) row["error"] = each.error();
    } else {
      row["reason"] = each.prediction.reason;
    }
    document["rows"].push_back(std::move(row));
  }
  return document.dump(2) + "\n";
}

}  // namespace petriloom::cli::starpu
