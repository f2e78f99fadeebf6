// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/names.h"

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

bool begins(const std::string& shorter, const std::string& longer) { return longer.compare(0, shorter.size(), shorter) == 0; }

// Whether another one of `names` begins with `name`: in order it stands right behind.
bool is_prefix(const std::set<std::string>& names, const std::string& name) {
  const auto next = names.upper_bound(name);
  return next != names.end() && begins(name, *next);
}

// `name` with an ending such that it is no prefix of another and no longer name than `name` is one
// of it.
std::string lengthened(const std::set<std::string>& names, const std::string& name) {
  for (std::size_t k = 1;; ++k) {
    const std::string longer = name + (k == 1 ? "_x" : "_" + std::to_string(k) + "x");
    bool free = names.count(longer) == 0 && !is_prefix(names, longer);
    for (std::size_t size = name.size() + 1; free && size < longer.size(); ++size) free = names.count(longer.substr(0, size)) == 0;
    if (free) return longer;
  }
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
  std::set<std::string> all(made.begin(), made.end());
  for (std::string& name : made) {
    if (!is_prefix(all, name)) continue;
    const std::string longer = lengthened(all, name);
    all.erase(name);
    all.insert(longer);
    name = longer;
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    made[k] = identifiers_.make(made[k]);
    if (made[k] != names[k]) changed_.emplace_back(made[k], names[k]);
  }
  return made;
}

namespace {

constexpr std::string_view kTable = "/* Names in the net:";

// A name may hold anything, also the end of a comment or of a line.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '\n') {
      text += "\\n";
    } else {
      if (c == '\\' || c == '/') text += '\\';
      text += c;
    }
  }
  return text;
}

std::string unescaped(std::string_view text) {
  std::string name;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\\' && k + 1 < text.size()) {
      ++k;
      name += text[k] == 'n' ? '\n' : text[k];
    } else {
      name += text[k];
    }
  }
  return name;
}

}  // namespace

std::string Names::table() const {
  if (changed_.empty()) return {};
  std::string text = std::string(kTable) + "\n";
  for (const auto& [identifier, original] : changed_) text += "   " + identifier + " = " + escaped(original) + "\n";
  return text + "*/\n";
}

std::map<std::string, std::string> names_in(std::string_view text) {
  std::map<std::string, std::string> names;
  const std::size_t begin = text.find(kTable);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find("*/", begin);
  if (end == std::string_view::npos) return names;
  for (std::size_t at = begin + kTable.size(); at < end;) {
    const std::size_t line_end = std::min(text.find('\n', at), end);
    std::string_view line = text.substr(at, line_end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t equals = line.find(" = ");
    const std::size_t first = line.find_first_not_of(' ');
    if (equals != std::string_view::npos && first < equals) {
      names.emplace(line.substr(first, equals - first), unescaped(line.substr(equals + 3)));
    }
    at = line_end + 1;
  }
  return names;
}

}  // namespace petriloom::andl
