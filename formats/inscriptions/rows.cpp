// SPDX-License-Identifier: Apache-2.0
// Which values the indices of arrays take.
#include <fmt/format.h>

#include <algorithm>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {

std::vector<std::vector<Word>> combinations(Context& context, std::span<const ColourSetId> sets, std::size_t most, Location where) {
  std::vector<std::vector<Word>> rows{{}};
  for (const ColourSetId set : sets) {
    const Word low = context.colours()[set].low;
    const Word high = context.colours()[set].high;
    if (context.colours()[set].size() > most / std::max<std::size_t>(rows.size(), 1)) {
      context.diagnostics().error(where, fmt::format("an array of more than {} elements", most));
      return {};
    }
    std::vector<std::vector<Word>> longer;
    for (const std::vector<Word>& row : rows) {
      for (Word word = low; word <= high; ++word) {
        longer.push_back(row);
        longer.back().push_back(word);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

const std::vector<std::vector<Word>>& rows_of(Context& context, Scope& scope) {
  if (scope.rows) return *scope.rows;
  if (scope.outer != nullptr && scope.indices.size() == scope.outer->indices.size()) return rows_of(context, *scope.outer);
  scope.rows.emplace();
  if (scope.outer == nullptr) {
    scope.rows->emplace_back();
    return *scope.rows;
  }
  const std::vector<std::vector<Word>>& before = rows_of(context, *scope.outer);
  std::vector<ColourSetId> sets;
  for (std::size_t k = scope.outer->indices.size(); k < scope.indices.size(); ++k) sets.push_back(scope.indices[k].type);
  const Location where = context.net()[scope.module].instance;
  const std::size_t most = kMostIndexRows / std::max<std::size_t>(before.size(), 1);
  const std::vector<std::vector<Word>> added = combinations(context, sets, most, where);
  std::vector<RowEvaluation> filters;
  for (std::size_t i = scope.outer->filters.size(); i < scope.filters.size(); ++i) {
    Frame frame = index_frame(scope);
    Env env{scope.filters[i].scope, &frame};
    const ExprId condition = elaborate_as(context, env, *scope.filters[i].condition, ColourTable::kBool);
    if (!condition.valid()) return *scope.rows;
    filters.emplace_back(context, condition, frame.slots.size());
  }
  for (const std::vector<Word>& row : before) {
    for (const std::vector<Word>& more : added) {
      std::vector<Word> whole = row;
      whole.insert(whole.end(), more.begin(), more.end());
      bool wanted = true;
      for (RowEvaluation& filter : filters) {
        const std::optional<Word> holds = filter(whole);
        if (!holds) return *scope.rows;
        wanted = wanted && *holds != 0;
      }
      if (wanted) scope.rows->push_back(std::move(whole));
    }
  }
  return *scope.rows;
}

}  // namespace petriloom::loom
