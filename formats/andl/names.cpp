// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/names.h"

#include <algorithm>
#include <array>
#include <set>

namespace petriloom::andl {

namespace {

// Keywords and functions of ANDL and CANDL, as far as sources and real files show.
constexpr std::array kReserved = std::to_array<std::string_view>({"pn",
                                                                  "xpn",
                                                                  "spn",
                                                                  "gspn",
                                                                  "xspn",
                                                                  "cpn",
                                                                  "hpn",
                                                                  "tpn",
                                                                  "colpn",
                                                                  "colxpn",
                                                                  "colspn",
                                                                  "colgspn",
                                                                  "colxspn",
                                                                  "colcpn",
                                                                  "colhpn",
                                                                  "constants",
                                                                  "valuesets",
                                                                  "all",
                                                                  "parameter",
                                                                  "places",
                                                                  "discrete",
                                                                  "continuous",
                                                                  "transitions",
                                                                  "stochastic",
                                                                  "immediate",
                                                                  "deterministic",
                                                                  "scheduled",
                                                                  "colorsets",
                                                                  "variables",
                                                                  "colorfunctions",
                                                                  "functions",
                                                                  "observers",
                                                                  "fix",
                                                                  "rev",
                                                                  "auto",
                                                                  "MassAction",
                                                                  "LevelInterpretation",
                                                                  "abs",
                                                                  "acos",
                                                                  "asin",
                                                                  "atan",
                                                                  "ceil",
                                                                  "cos",
                                                                  "exp",
                                                                  "floor",
                                                                  "log",
                                                                  "log10",
                                                                  "max",
                                                                  "min",
                                                                  "pow",
                                                                  "sin",
                                                                  "sqr",
                                                                  "sqrt",
                                                                  "tan",
                                                                  "binomial",
                                                                  "constant",
                                                                  "All",
                                                                  "ElemOf",
                                                                  "sum",
                                                                  "prod",
                                                                  "double",
                                                                  "string",
                                                                  "int",
                                                                  "enum",
                                                                  "TFN",
                                                                  "eq",
                                                                  "lt",
                                                                  "ge",
                                                                  "const",
                                                                  "bool",
                                                                  "d",
                                                                  "d2",
                                                                  "function",
                                                                  "Deterministic",
                                                                  "DeterministicFiring",
                                                                  "Immediate",
                                                                  "ImmediateFiring",
                                                                  "TimedFiring",
                                                                  "FixedTimedFiring_Periodic",
                                                                  "Scheduled",
                                                                  "ScheduledFiring",
                                                                  "BioMassAction",
                                                                  "BioLevelInterpretation",
                                                                  "true",
                                                                  "false",
                                                                  "oo",
                                                                  "A",
                                                                  "C",
                                                                  "E",
                                                                  "F",
                                                                  "G",
                                                                  "I",
                                                                  "P",
                                                                  "Q",
                                                                  "R",
                                                                  "S",
                                                                  "U",
                                                                  "X",
                                                                  "AF",
                                                                  "EF",
                                                                  "AG",
                                                                  "EG",
                                                                  "AX",
                                                                  "EX",
                                                                  "EY",
                                                                  "EH",
                                                                  "FWD_U",
                                                                  "FWD_G",
                                                                  "PROD",
                                                                  "Dot",
                                                                  "dot"});

// The names that are a prefix of another one. In order, a name stands right before those it begins, or before one of them.
std::set<std::string> prefixes(const std::vector<std::string>& names) {
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  std::set<std::string> found;
  for (std::size_t k = 0; k + 1 < sorted.size(); ++k) {
    if (sorted[k + 1].compare(0, sorted[k].size(), sorted[k]) == 0) found.insert(sorted[k]);
  }
  return found;
}

}  // namespace

Names::Names() {
  for (const std::string_view word : kReserved) identifiers_.reserve(word);
}

std::vector<std::string> Names::make(const std::vector<std::string>& names) {
  std::vector<std::string> made;
  for (const std::string& name : names) {
    made.push_back(identifiers_.make(name));
    if (made.back() != name) changed_.emplace_back(made.back(), name);
  }
  return made;
}

std::vector<std::string> Names::make_prefix_free(const std::vector<std::string>& names) {
  Identifiers trial;
  for (const std::string_view word : kReserved) trial.reserve(word);
  std::vector<std::string> made;
  for (const std::string& name : names) made.push_back(trial.make(name));
  // Lengthening some may make others prefixes; each round lengthens at least one, and long ones only.
  for (std::set<std::string> short_ones = prefixes(made); !short_ones.empty(); short_ones = prefixes(made)) {
    for (std::string& name : made) {
      if (short_ones.count(name) > 0) name += "_x";
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    made[k] = identifiers_.make(made[k]);
    if (made[k] != names[k]) changed_.emplace_back(made[k], names[k]);
  }
  return made;
}

std::string Names::table() const {
  if (changed_.empty()) return {};
  std::string text = "/* Names in the net:\n";
  for (const auto& [identifier, original] : changed_) text += "   " + identifier + " = " + original + "\n";
  return text + "*/\n";
}

}  // namespace petriloom::andl
