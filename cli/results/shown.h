// SPDX-License-Identifier: Apache-2.0
// Which results are shown: --show of commands that list them, and what a net without measures
// shows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/solve/solve.h"
#include "cli/shell/options.h"
#include "engine/simulate/compare.h"

namespace petriloom::cli {

/// How the parts of folded arrays are shown: in total, or each by itself.
enum class Folded : std::uint8_t { in_total, each };

struct Shown {
  std::vector<std::string> patterns;  ///< as --show gives them; empty: the option is not given

  /// Adds --show.
  void add_to(OptionParser& parser);
  [[nodiscard]] bool given() const { return !patterns.empty(); }
  /// Whether a name is one of those asked for; all are if the option is not given.
  [[nodiscard]] bool wants(std::string_view name) const;
  /// False, and reported, if one of the patterns fits no measure, place or transition of any of
  /// these nets as it will be shown, nor a name that is there besides.
  bool check(const std::vector<const Net*>& nets, Folded folded, Session& session,
             const std::vector<std::string>& besides = {}) const;
};

/// Adds to a net what is to be observed of it (engine/measure/observed.h): all that is wanted of a
/// net without measures, and else what --show asks for.
void observe_shown(Net& net, const Shown& shown);

/// What a table shows of a list.
struct Listed {
  std::vector<std::size_t> rows;  ///< positions, ascending
  std::size_t left_out = 0;       ///< that a shorter list leaves out, so that the reader is told
};
/// Picks the rows of a list of so many places or transitions: if --show is given all of them; else
/// totals instead of elements of arrays, and of a long list those with the largest values.
Listed list_rows(std::size_t count, bool all, const std::function<bool(std::size_t)>& in_total,
                 const std::function<double(std::size_t)>& value);
/// Tells of what was left out, with an empty text if nothing was.
std::string left_out_text(const Listed& listed, std::string_view what);

/// The members of one measure in a table: a single one, or many that share a row.
struct MeasureRow {
  std::vector<std::size_t> members;  ///< positions
  std::string name;                  ///< "load[3]", or "load[*] (1 024)"
};
/// The rows of measures: of a long list, members of large families together, unless all are asked
/// for.
std::vector<MeasureRow> measure_rows(const std::vector<std::string>& names, bool all);

/// Leaves out the results that are not wanted.
void keep_shown(const Shown& shown, SimulationResult& result);
void keep_shown(const Shown& shown, Comparison& comparison);
void keep_shown(const Shown& shown, SolveResult& result);

}  // namespace petriloom::cli
