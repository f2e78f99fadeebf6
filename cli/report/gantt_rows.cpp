// SPDX-License-Identifier: Apache-2.0
#include "cli/report/gantt_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "engine/text/wording.h"
#include "engine/trace/tracks.h"

namespace petriloom::cli {

namespace {

/// Compares names so that node[2] comes before node[10].
bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const auto number = [&](const std::string& text, std::size_t& at) {
        const std::size_t from = at;
        while (at < text.size() && digit(text[at])) ++at;
        return text.substr(from, at - from);
      };
      const std::string x = number(a, i);
      const std::string y = number(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

/// The name with its last index, or all of them, replaced by a star.
std::string starred(const std::string& name, bool all) {
  std::string result = name;
  std::size_t at = std::string::npos;
  while ((at = result.rfind('[', at)) != std::string::npos) {
    const std::size_t close = result.find(']', at);
    if (close == std::string::npos) break;
    if (result.compare(at, close - at + 1, "[*]") != 0) {
      // The only index of a name tells its group; it stays until all go.
      if (!all && result.find('[') == at) break;
      result.replace(at, close - at + 1, "[*]");
      if (!all) break;
    }
    if (at == 0) break;
    --at;
  }
  return result;
}

struct Draft {
  std::vector<const Activity*> list;
  std::set<std::uint32_t> members;
  double busy = 0;
};

using Drafts = std::map<std::string, Draft, bool (*)(const std::string&, const std::string&)>;

Drafts folded(const Drafts& rows, bool all) {
  Drafts fewer(natural_less);
  for (const auto& [name, row] : rows) {
    Draft& into = fewer[starred(name, all)];
    into.list.insert(into.list.end(), row.list.begin(), row.list.end());
    into.members.insert(row.members.begin(), row.members.end());
    into.busy += row.busy;
  }
  return fewer;
}

/// Leaves out what is hardly ever busy, and says so.
void leave_out(Drafts& rows, double share, double end, std::vector<std::string>& notes) {
  const double least = share * end;
  const bool any = std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.second.busy >= least; });
  if (!any) return;
  std::set<std::string> names;
  std::size_t count = 0;
  for (auto at = rows.begin(); at != rows.end();) {
    if (at->second.busy >= least) {
      ++at;
      continue;
    }
    names.insert(without_indices(at->first));
    at = rows.erase(at);
    ++count;
  }
  if (count == 0) return;
  std::string list;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == 6) break;
    list += (list.empty() ? "" : ", ") + name;
  }
  if (names.size() > 6) list += " ...";
  notes.push_back(
      fmt::format("Left out: {} busy for less than {:.4g} % of the time ({}).", counted(count, "row"), share * 100, list));
}

GanttRow finished(const std::string& name, Draft& draft, double end) {
  GanttRow row;
  row.name = name;
  const std::size_t dot = name.find('.');
  row.group = dot == std::string::npos ? std::string() : name.substr(0, dot);
  row.label = dot == std::string::npos ? name : name.substr(dot + 1);
  if (draft.members.size() > 1) row.label += fmt::format(" ({})", draft.members.size());
  std::stable_sort(draft.list.begin(), draft.list.end(), [](const Activity* a, const Activity* b) { return a->begin < b->begin; });
  Tracks lanes;
  for (const Activity* one : draft.list)
    row.bars.push_back({one->kind, lanes.take(one->begin, one->end), one->begin, one->end, one->critical, one->which});
  row.lanes = std::max(lanes.size(), draft.members.size());
  row.share = end > 0 ? draft.busy / end / static_cast<double>(row.lanes) : 0;
  return row;
}

}  // namespace

GanttRows gantt_rows(const Activities& activities, std::size_t most, double least_share) {
  GanttRows result;
  Drafts rows(natural_less);
  for (const Activity& one : activities.list) {
    Draft& row = rows[activities.rows[one.row]];
    row.list.push_back(&one);
    row.members.insert(one.row);
    row.busy += one.end - one.begin;
  }
  leave_out(rows, least_share, activities.end, result.notes);
  for (const bool all : {false, true}) {
    const std::size_t before = rows.size();
    if (before <= most) break;
    rows = folded(rows, all);
    if (rows.size() < before)
      result.notes.push_back(fmt::format("{} rows are folded into {}: instances that differ in {} share one.", before, rows.size(),
                                         all ? "any index" : "their last index"));
  }
  if (rows.size() > most) {
    std::vector<double> busy;
    for (const auto& [name, row] : rows) busy.push_back(row.busy);
    std::sort(busy.rbegin(), busy.rend());
    const double least = busy[most];
    const std::size_t before = rows.size();
    std::erase_if(rows, [&](const auto& row) { return row.second.busy <= least; });
    result.notes.push_back(fmt::format("The {} busiest of {} rows are shown.", rows.size(), before));
  }
  for (auto& [name, row] : rows) result.list.push_back(finished(name, row, activities.end));
  return result;
}

}  // namespace petriloom::cli
