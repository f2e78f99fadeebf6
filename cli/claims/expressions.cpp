// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "cli/claims/figure_text.h"
#include "cli/claims/points.h"
#include "engine/expr/eval.h"
#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "formats/loom/loom.h"

namespace petriloom::cli::claims {

namespace {

/// Sources that hold claims.yaml as the first file, as those of the claims do.
std::shared_ptr<Sources> fresh_sources(const Claims& claims) {
  auto sources = std::make_shared<Sources>();
  sources->add(claims.sources->name(FileId(0)), claims.sources->text(FileId(0)));
  return sources;
}

/// The figures as a net without places.
ReadResult read_figures(const Claims& claims, const Figures* figures, std::span<const Moved> moved) {
  const FigureText text = figure_text(claims, figures, moved);
  return read_loom("figures", text.text, {}, fresh_sources(claims), text.origins);
}

/// Where something in an expression stands in claims.yaml: at its column if the expression stands
/// there as it is, else at the expression.
Location placed(const Claims& claims, const Text& expression, const Location& inside, std::size_t before) {
  if (inside.line != 1 || inside.column <= before) return expression.where;
  const std::string_view line = claims.sources->line(expression.where.file, expression.where.line);
  const std::size_t begin = line.find(expression.text, expression.where.column - 1);
  if (begin == std::string_view::npos) return expression.where;
  Location where = expression.where;
  where.column = static_cast<std::uint32_t>(begin + inside.column - before);
  return where;
}

/// Moves messages from texts that were made to claims.yaml.
void relocate(const Claims& claims, const Text& expression, const Diagnostics& from, const Sources& sources, std::size_t before,
              Diagnostics& to) {
  for (const Diagnostic& one : from.list()) {
    if (one.severity != Severity::error) continue;
    const Location origin = sources.origin(one.where);
    const bool here = one.where.known() && sources.name(one.where.file) == "expression";
    // The last line of what is read is the bracket behind the expression.
    const auto lines = static_cast<std::uint32_t>(std::count(expression.text.begin(), expression.text.end(), '\n'));
    if (here && one.where.line > lines + 1) {
      to.error(expression.where, "this expression ends where something more must come");
      continue;
    }
    const Location where = here ? placed(claims, expression, one.where, before) : origin.known() ? origin : expression.where;
    to.error(where, one.message, one.help);
  }
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (is_word(c)) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

/// The words of each function of a text of the net language, from its `fun` to the next.
std::map<std::string, std::set<std::string>> words_of_functions(const std::string& text) {
  static const std::regex kFunction("\\bfun\\s+'?(\\w+)");
  std::map<std::string, std::set<std::string>> functions;
  for (std::sregex_iterator at(text.begin(), text.end(), kFunction), next = at, end; at != end; at = next) {
    ++next;
    const auto until = next == end ? text.end() : (*next)[0].first;
    functions[(*at)[1]].merge(words_of(std::string((*at)[0].first, until)));
  }
  return functions;
}

/// The words of the expression of a claim and of the functions that it calls.
std::set<std::string> words_asked(const Claims& claims, const Claim& claim) {
  if (!claim.value) return {};
  std::set<std::string> words = words_of(claim.value->text);
  const auto functions = words_of_functions(claims.definitions.text);
  for (std::size_t before = 0; before != words.size();) {
    before = words.size();
    for (const auto& [name, more] : functions) {
      if (words.contains(name)) words.insert(more.begin(), more.end());
    }
  }
  return words;
}

/// The runs that these words name, ascending.
std::vector<std::size_t> runs_named(const Claims& claims, const std::set<std::string>& words) {
  std::vector<std::size_t> runs;
  for (std::size_t k = 0; k < claims.runs.size(); ++k) {
    if (words.contains(claims.runs[k].name)) runs.push_back(k);
  }
  return runs;
}

/// The figures without what is missing of those that the words do not name: all of a run stand in
/// one record, which has none of its values if one of them has none.
Figures without_unasked(const Claims& claims, const std::set<std::string>& words, const Figures& figures) {
  Figures result = figures;
  for (std::size_t run = 0; run < result.size(); ++run) {
    for (Point& point : result[run]) {
      for (std::size_t k = 0; k < point.figures.size(); ++k) {
        FigureValue& figure = point.figures[k];
        const Figure& asked = claims.runs[run].figures[k];
        if (figure.missing.empty() || words.contains(asked.name)) continue;
        figure = {};
        if (is_verdict(claims.runs[run], asked)) figure.verdict = petriloom::Verdict::undecided;
      }
    }
  }
  return result;
}

/// The expression of a claim over values of axes, read in a net of figures.
struct AskedClaim {
  std::optional<StateExpression> expression;
  std::shared_ptr<Sources> sources;
};

AskedClaim ask(const Claims& claims, const Claim& claim, const Binding& binding, const Net& net, Diagnostics& diagnostics) {
  const std::string before = binding_text(claims, binding);
  auto asked = read_state_expression(net, "expression", before + claim.value->text + "\n)");
  relocate(claims, *claim.value, asked.diagnostics, *asked.sources, before.size(), diagnostics);
  return {std::move(asked.value), asked.sources};
}

/// A number or a word; `failed`: why there is none.
struct Once {
  std::optional<double> number;
  std::string word;
  std::string failed;
  Location where;
};

bool is_whole(const ColourSet& type) { return type.kind == ColourKind::integer || type.kind == ColourKind::range; }

Once evaluate_once(const StateExpression& expression) {
  Once once;
  WordPool pool(expression.net.pool);
  Evaluator evaluator(expression.net, pool);
  std::vector<Word> frame(expression.slots);
  try {
    const Word word = evaluator.eval(expression.value, frame);
    const ColourTable& colours = expression.net.colours;
    if (expression.type == ColourTable::kReal)
      once.number = real_of_word(word);
    else if (is_whole(colours[expression.type]))
      once.number = static_cast<double>(*parse_number<std::int64_t>(colours.format(expression.type, word, pool)));
    else if (expression.type == ColourTable::kBool)
      once.word = word != 0 ? "holds" : "refuted";
    else
      once.word = colours.format(expression.type, word, pool);
  } catch (const EvalError& error) {
    once.failed = error.what();
    once.where = error.where();
  }
  return once;
}

/// Evaluates one claim at one binding, for several values of the figures.
class Evaluation {
 public:
  Evaluation(const Claims& claims, const Figures& figures, const Claim& claim, const Binding& binding, Diagnostics& diagnostics)
      : claims_(claims), figures_(figures), claim_(claim), binding_(binding), diagnostics_(diagnostics) {}

  std::optional<Once> with(std::span<const Moved> moved) {
    const ReadResult net = read_figures(claims_, &figures_, moved);
    if (!net.net) return std::nullopt;
    const AskedClaim asked = ask(claims_, claim_, binding_, *net.net, diagnostics_);
    if (!asked.expression) return std::nullopt;
    Once once = evaluate_once(*asked.expression);
    if (!once.failed.empty()) {
      const bool here = once.where.known() && asked.sources->name(once.where.file) == "expression";
      once.where = here ? placed(claims_, *claim_.value, once.where, binding_text(claims_, binding_).size()) : claim_.value->where;
    }
    return once;
  }

 private:
  const Claims& claims_;
  const Figures& figures_;
  const Claim& claim_;
  const Binding& binding_;
  Diagnostics& diagnostics_;
};

/// The figures of these runs that have an interval.
std::vector<FigurePlace> uncertain(const Figures& figures, const std::vector<std::size_t>& runs) {
  std::vector<FigurePlace> places;
  for (const std::size_t run : runs) {
    for (std::size_t point = 0; point < figures[run].size(); ++point) {
      const std::vector<FigureValue>& values = figures[run][point].figures;
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (values[k].half_width > 0) places.push_back({run, point, k});
      }
    }
  }
  return places;
}

/// Why one of the figures of these runs is missing; empty if all are there.
std::string missing_of(const Figures& figures, const std::vector<std::size_t>& runs) {
  for (const std::size_t run : runs) {
    for (const Point& point : figures[run]) {
      if (!point.missing.empty()) return point.missing;
      for (const FigureValue& value : point.figures) {
        if (!value.missing.empty()) return value.missing;
      }
    }
  }
  return {};
}

/// Tells of an expression that asks for a run at a value that its axis lacks; false if it failed
/// for something else.
bool tell_lacking_value(const Claims& claims, const std::vector<std::size_t>& runs, const Once& once, Diagnostics& diagnostics) {
  for (const std::size_t run : runs) {
    for (const std::size_t number : claims.runs[run].axes) {
      const Axis& axis = claims.axes[number];
      if (once.failed.find(quote(lacking_value(claims.runs[run], axis))) == std::string::npos) continue;
      const bool quick = std::any_of(axis.values.begin(), axis.values.end(), [](const AxisValue& one) { return one.left_out; });
      diagnostics.error(
          once.where,
          fmt::format("the run {} is asked for at a value that the axis {} lacks", quote(claims.runs[run].name), quote(axis.name)),
          fmt::format("it has {}{}", values_text(axis), quick ? ", as --quick leaves out the others" : ""));
      return true;
    }
  }
  return false;
}

/// Widens the value by what it is at the ends of the intervals: of each figure alone, then of all
/// together in the directions that lower it and raise it.
void add_interval(Evaluation& evaluation, const std::vector<FigurePlace>& places, const Once& centre, Evaluated& result) {
  std::vector<Moved> lowering;
  std::vector<Moved> raising;
  const auto look = [&](std::span<const Moved> moved) {
    const auto once = evaluation.with(moved);
    // Where it has no value, nothing is known of it.
    result.certain = result.certain && once && once->failed.empty() && once->word == centre.word;
    if (!once || !once->number || !result.number) return centre.number.value_or(0);
    result.number->low = std::min(result.number->low, *once->number);
    result.number->high = std::max(result.number->high, *once->number);
    return *once->number;
  };
  for (const FigurePlace& place : places) {
    const double low = look(std::vector{Moved{place, -1}});
    const double high = look(std::vector{Moved{place, 1}});
    lowering.push_back({place, low <= high ? -1.0 : 1.0});
    raising.push_back({place, low <= high ? 1.0 : -1.0});
  }
  look(lowering);
  look(raising);
}

/// Whether the value of an expression is what its bound speaks of.
void check_type(const Claim& claim, const StateExpression& expression, Diagnostics& diagnostics) {
  const ColourSet& type = expression.net.colours[expression.type];
  const bool number = expression.type == ColourTable::kReal || is_whole(type);
  const bool verdict = expression.type == ColourTable::kBool || type.name == "verdict";
  if (!claim.bound) return;
  const std::string is = type.name.empty() ? "something else" : "of " + quote(type.name);
  if (claim.bound->kind == BoundKind::verdict && !verdict) {
    diagnostics.error(claim.value->where, fmt::format("the bound is a verdict, and this value is {}", is),
                      "a property of a run that verifies, or a condition");
  } else if (claim.bound->kind != BoundKind::verdict && !number) {
    diagnostics.error(claim.value->where, fmt::format("the bound is of numbers, and this value is {}", is),
                      verdict ? "`bound: verdict` is of what holds or is refuted" : "");
  }
}

/// The first values of all axes that a claim goes along.
Binding first_binding(const Claims& claims, const Claim& claim) {
  Binding binding;
  const auto first = [&](std::size_t axis) {
    const std::vector<AxisValue>& values = claims.axes[axis].values;
    const auto kept = std::find_if(values.begin(), values.end(), [](const AxisValue& one) { return !one.left_out; });
    binding.emplace_back(axis, static_cast<std::size_t>(kept - values.begin()));
  };
  for (const std::size_t axis : claim.open) first(axis);
  if (claim.over) first(*claim.over);
  return binding;
}

}  // namespace

std::vector<std::size_t> runs_of(const Claims& claims, const Claim& claim) {
  return runs_named(claims, words_asked(claims, claim));
}

void check_expressions(const Claims& claims, Diagnostics& diagnostics) {
  const ReadResult net = read_figures(claims, nullptr, {});
  relocate(claims, claims.definitions, net.diagnostics, *net.sources, 0, diagnostics);
  if (!net.net) return;
  for (const Claim& claim : claims.claims) {
    if (!claim.value) continue;
    const AskedClaim asked = ask(claims, claim, first_binding(claims, claim), *net.net, diagnostics);
    if (asked.expression) check_type(claim, *asked.expression, diagnostics);
  }
  std::set<std::size_t> used;
  for (const Claim& claim : claims.claims) {
    for (const std::size_t run : runs_of(claims, claim)) used.insert(run);
  }
  for (std::size_t k = 0; k < claims.runs.size() && !diagnostics.has_errors(); ++k) {
    if (!used.contains(k)) diagnostics.warning(claims.runs[k].where, "no claim looks at this run, which is not made");
  }
}

void check_values(const Claims& claims, Diagnostics& diagnostics) {
  Figures figures(claims.runs.size());
  for (std::size_t run = 0; run < figures.size(); ++run) {
    for (std::vector<std::size_t>& at : points_of(claims, claims.runs[run].axes)) {
      Point& point = figures[run].emplace_back();
      point.at = std::move(at);
      for (const Figure& figure : claims.runs[run].figures) {
        FigureValue& value = point.figures.emplace_back();
        value.mean = 1;
        if (is_verdict(claims.runs[run], figure)) value.verdict = petriloom::Verdict::holds;
      }
    }
  }
  for (const Claim& claim : claims.claims) {
    if (!claim.value) continue;
    Diagnostics told;  // of what it reads is wrong before
    Evaluation evaluation(claims, figures, claim, first_binding(claims, claim), told);
    const auto once = evaluation.with({});
    if (once && !once->failed.empty()) tell_lacking_value(claims, runs_of(claims, claim), *once, diagnostics);
  }
}

std::optional<Evaluated> evaluate(const Claims& claims, const Figures& all, const Claim& claim, const Binding& binding,
                                  Diagnostics& diagnostics) {
  const std::set<std::string> words = words_asked(claims, claim);
  const std::vector<std::size_t> runs = runs_named(claims, words);
  const Figures figures = without_unasked(claims, words, all);
  Evaluation evaluation(claims, figures, claim, binding, diagnostics);
  const auto centre = evaluation.with({});
  if (!centre) return std::nullopt;
  Evaluated result;
  if (!centre->failed.empty()) {
    result.missing = missing_of(figures, runs);
    if (!result.missing.empty()) return result;
    if (!tell_lacking_value(claims, runs, *centre, diagnostics))
      diagnostics.error(centre->where, fmt::format("this expression has no value: {}", centre->failed));
    return std::nullopt;
  }
  result.word = centre->word;
  if (centre->number) result.number = Value{*centre->number, *centre->number, *centre->number};
  const std::vector<FigurePlace> places = uncertain(figures, runs);
  if (!places.empty()) add_interval(evaluation, places, *centre, result);
  return result;
}

}  // namespace petriloom::cli::claims
