// SPDX-License-Identifier: Apache-2.0
#include "cli/results/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/shell/table.h"
#include "engine/measure/derived.h"
#include "engine/measure/observed.h"
#include "engine/net/index_text.h"
#include "engine/text/glob.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kLong = 40;         // rows; a longer list is shortened
constexpr std::size_t kOfLong = 20;       // rows that are left of it
constexpr std::size_t kLargeFamily = 20;  // members, of which more share a row of a long list

/// Tells of every name that --show can ask for, and whether it is that of a folded array.
void for_each_name(const Net& net, const std::function<void(const std::string& name, bool folded)>& visit) {
  for (const Measure& measure : net.measures) {
    for (std::size_t row = 0; row < member_count(measure); ++row) visit(member_name(net, measure, row), false);
  }
  const auto tell = [&](const auto& parts) {
    for (const auto& part : parts) {
      visit(starred_path(net, part.module, part.name), part.folded > 0);
      if (const std::string array = array_of(net, part.module, part.name); !array.empty()) visit(array, false);
    }
  };
  tell(net.places);
  tell(net.transitions);
}

/// A list is what --pareto takes, and people try here.
std::string help_for(const std::string& pattern, const std::vector<std::string>& names) {
  const bool list = pattern.find(',') != std::string::npos && pattern.find('[') == std::string::npos;
  return list ? "each has a --show of its own" : suggest(pattern, names);
}

template <class Result>
void keep(const Shown& shown, std::vector<Result>& results) {
  std::erase_if(results, [&](const Result& one) { return !shown.wants(one.name); });
}

}  // namespace

void Shown::add_to(OptionParser& parser) {
  parser.texts("--show", "GLOB", patterns,
               "only measures, places and transitions of such names, each by itself; * stands for any text; may be given several "
               "times; default: all measures, or all places and transitions of a net without measures, arrays in total");
}

bool Shown::wants(std::string_view name) const {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) { return glob(pattern, name); });
}

bool Shown::check(const std::vector<const Net*>& nets, Folded folded, Session& session,
                  const std::vector<std::string>& besides) const {
  if (patterns.empty()) return true;
  std::vector<char> found(patterns.size());
  std::vector<char> in_total(patterns.size());  // fits if the index of a folded array is left open
  std::vector<std::string> names;
  const auto visit = [&](const std::string& name, bool of_folded) {
    for (std::size_t k = 0; k < patterns.size(); ++k) {
      found[k] = found[k] != 0 || glob(patterns[k], name) ? 1 : 0;
      in_total[k] = in_total[k] != 0 || (of_folded && glob(with_starred_indices(patterns[k]), name)) ? 1 : 0;
    }
    names.push_back(name);
  };
  for (const Net* const net : nets) for_each_name(*net, visit);
  for (const std::string& name : besides) visit(name, false);
  bool right = true;
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    if (found[k] != 0 || (in_total[k] != 0 && folded == Folded::each)) continue;
    session.status.error(
        in_total[k] != 0
            ? fmt::format("--show: '{}' is of an array that is folded, and shown in total by '{}'; --fold never shows each of it",
                          patterns[k], with_starred_indices(patterns[k]))
            : fmt::format("--show: no measure, place or transition is called '{}'; {}", patterns[k], help_for(patterns[k], names)));
    right = false;
  }
  return right;
}

void observe_shown(Net& net, const Shown& shown) {
  if (!net.measures.empty() && !shown.given()) return;
  observe(net, [&](std::string_view name) { return shown.wants(name); });
}

Listed list_rows(std::size_t count, bool all, const std::function<bool(std::size_t)>& in_total,
                 const std::function<double(std::size_t)>& value) {
  Listed listed;
  for (std::size_t k = 0; k < count; ++k) {
    if (all || !in_total(k)) listed.rows.push_back(k);
  }
  if (all || listed.rows.size() <= kLong) return listed;
  std::stable_sort(listed.rows.begin(), listed.rows.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(value(a)) > std::abs(value(b)); });
  listed.left_out = listed.rows.size() - kOfLong;
  listed.rows.resize(kOfLong);
  std::sort(listed.rows.begin(), listed.rows.end());
  return listed;
}

std::string left_out_text(const Listed& listed, std::string_view what) {
  if (listed.left_out == 0) return {};
  return fmt::format("the {} {} with the largest values; {} more: --show 'GLOB' shows those of such names, --json FILE all\n",
                     listed.rows.size(), what, grouped(listed.left_out));
}

std::vector<MeasureRow> measure_rows(const std::vector<std::string>& names, bool all) {
  std::map<std::string, std::vector<std::size_t>> families;
  std::vector<std::string> shapes;
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::vector<std::string> indices;
    shapes.push_back(shape_of(names[k], indices));
    families[shapes.back()].push_back(k);
  }
  std::vector<MeasureRow> rows;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::vector<std::size_t>& family = families[shapes[k]];
    if (all || names.size() <= kLong || family.size() <= kLargeFamily) {
      rows.push_back({{k}, names[k]});
    } else if (family.front() == k) {
      rows.push_back({family, fmt::format("{} ({})", with_starred_indices(names[k]), grouped(family.size()))});
    }
  }
  return rows;
}

void keep_shown(const Shown& shown, SimulationResult& result) {
  keep(shown, result.measures);
  keep(shown, result.places);
  keep(shown, result.transitions);
}

void keep_shown(const Shown& shown, Comparison& comparison) {
  keep(shown, comparison.measures);
  std::erase_if(comparison.only_in_one, [&](const std::string& name) { return !shown.wants(name); });
  keep_shown(shown, comparison.first);
  keep_shown(shown, comparison.second);
}

// Derivatives are parallel to the results that they are of.
void keep_shown(const Shown& shown, SolveResult& result) {
  if (!shown.given()) return;
  const auto pick = [&](const auto& of, auto& values) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < of.size(); ++k) {
      if (shown.wants(of[k].name)) values[kept++] = values[k];
    }
    values.resize(kept);
  };
  for (Sensitivity& by : result.sensitivities) {
    pick(result.measures, by.measures);
    pick(result.measures, by.at_end);
    pick(result.places, by.places);
    pick(result.transitions, by.transitions);
  }
  for (AtTime& point : result.points) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < result.at_times.size(); ++k) {
      if (shown.wants(result.at_times[k])) point.measures[kept++] = point.measures[k];
    }
    point.measures.resize(kept);
  }
  std::erase_if(result.at_times, [&](const std::string& name) { return !shown.wants(name); });
  keep(shown, result.measures);
  keep(shown, result.places);
  keep(shown, result.transitions);
}

}  // namespace petriloom::cli
