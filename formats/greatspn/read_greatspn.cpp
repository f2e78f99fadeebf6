// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/eval.h"
#include "formats/andl_writing/names.h"
#include "formats/common/folded.h"
#include "formats/common/format.h"
#include "formats/common/input_file.h"
#include "formats/greatspn/colours.h"
#include "formats/greatspn/comment.h"
#include "formats/greatspn/greatspn.h"

namespace petriloom {

namespace {

using greatspn::ArcLine;
using greatspn::Colours;
using greatspn::Document;
using greatspn::kDefinitions;
using greatspn::PlaceLine;
using greatspn::TransitionLine;

constexpr std::int64_t kDeterministic = 127;

class GreatSpnReader {
 public:
  GreatSpnReader(const Document& document, NetBuilder& builder)
      : document_(document), builder_(builder), colours_(document, builder), names_(andl::names_in(document.comment)) {
    untimed_ = document.comment.find(greatspn::kUntimed) != std::string_view::npos;
  }
  void read();

 private:
  void place(const PlaceLine& line);
  void mark(PlaceId place, const PlaceLine& line);
  void transition(const TransitionLine& line);
  void bind(const std::vector<ArcLine>& lines, Transition& transition);
  void arcs(ArcKind kind, const std::vector<ArcLine>& lines, Transition& transition);
  void time(const TransitionLine& line, Transition& transition);
  void servers(const TransitionLine& line, Transition& transition);
  ExprId enablings(const Transition& transition);
  [[nodiscard]] PlaceId place_of(const ArcLine& line) const;
  [[nodiscard]] Position position(const greatspn::Node& node) const;
  [[nodiscard]] std::string named(std::string_view identifier) const;

  const Document& document_;
  NetBuilder& builder_;
  Colours colours_;
  std::map<std::string, std::string> names_;
  bool untimed_ = false;
  bool placed_ = false;  ///< nodes do not all lie on one point
};

std::string GreatSpnReader::named(std::string_view identifier) const {
  const auto found = names_.find(std::string(identifier));
  return found == names_.end() ? std::string(identifier) : found->second;
}

Position GreatSpnReader::position(const greatspn::Node& node) const {
  constexpr double kPerInch = 72;
  return placed_ ? Position{node.x * kPerInch, node.y * kPerInch, true} : Position{};
}

void GreatSpnReader::read() {
  for (const PlaceLine& line : document_.places) {
    const greatspn::Node& first = document_.places.front().node;
    placed_ = placed_ || line.node.x != first.x || line.node.y != first.y;
  }
  for (const PlaceLine& line : document_.places) place(line);
  for (std::size_t p = 0; p < builder_.net().places.size(); ++p) mark(PlaceId(p), document_.places[p]);
  for (const TransitionLine& line : document_.transitions) transition(line);
}

void GreatSpnReader::place(const PlaceLine& line) {
  Place made;
  made.name = named(line.node.name);
  made.module = ModuleId(0);
  made.where = line.node.where;
  made.at = position(line.node);
  made.colour = colours_.domain(line.colours, line.node.where);
  if (!made.colour.valid()) made.colour = ColourTable::kUnit;
  builder_.add(std::move(made));
}

void GreatSpnReader::mark(PlaceId place, const PlaceLine& line) {
  const ColourSetId colour = builder_.net()[place].colour;
  const auto error = [&](std::string message) { builder_.diagnostics().error(line.node.where, std::move(message)); };
  if (line.marking >= kDefinitions) {
    std::int64_t tokens = line.marking;
    if (tokens < 0) {
      const auto number = static_cast<std::size_t>(-tokens);
      if (number > document_.marking_parameters.size()) return error(fmt::format("there is no marking parameter {}", number));
      constexpr double kMost = 9e15;  // whole doubles are exact up to there
      const double value = document_.marking_parameters[number - 1].value;
      if (!(value >= -kMost && value <= kMost)) return error(fmt::format("{} is too large for an initial marking", value));
      tokens = static_cast<std::int64_t>(value);
    }
    if (tokens < 0) return error("an initial marking cannot be negative");
    if (tokens > 0 && colour != ColourTable::kUnit) return error(fmt::format("the tokens of '{}' have no colours", line.node.name));
    if (tokens > 0) builder_.mark(place, 0, tokens);
    return;
  }
  const auto number = static_cast<std::uint64_t>(kDefinitions - line.marking);
  if (number > document_.definitions.size()) {
    return error(
        fmt::format("there is no definition {} for the marking of '{}': is the file with .def there?", number, line.node.name));
  }
  const greatspn::Definition& definition = document_.definitions[number - 1];
  Transition none;
  const auto summands = colours_.function(definition.text, colour, none, definition.where);
  if (none.binding_size > 0) {
    builder_.diagnostics().error(definition.where, fmt::format("there is no colour '{}'", none.variables.front().name));
    return;
  }
  Net& net = builder_.net();
  Evaluator evaluator(net, net.pool);
  std::vector<Word> frame(none.variables.size());
  try {
    for (const Colours::Summand& each : summands) {
      const Word value = evaluator.eval(each.value, frame);
      if (!each.each) {
        builder_.mark(place, value, each.weight);
        continue;
      }
      const auto view = net.pool.view(value);
      for (const Word word : std::vector<Word>(view.begin(), view.end())) builder_.mark(place, word, each.weight);
    }
  } catch (const EvalError& failed) {
    builder_.diagnostics().error(definition.where, failed.what());
  }
}

PlaceId GreatSpnReader::place_of(const ArcLine& line) const {
  const bool there = line.place >= 1 && line.place <= static_cast<std::int64_t>(builder_.net().places.size());
  if (!there) builder_.diagnostics().error(line.where, fmt::format("there is no place {}", line.place));
  return there ? PlaceId(static_cast<std::size_t>(line.place - 1)) : PlaceId();
}

void GreatSpnReader::bind(const std::vector<ArcLine>& lines, Transition& transition) {
  for (const ArcLine& line : lines) {
    const PlaceId place = place_of(line);
    if (place.valid() && !line.function.empty() && !line.function.starts_with("@")) {
      colours_.bind(line.function, builder_.net()[place].colour, transition, line.where);
    }
  }
}

void GreatSpnReader::arcs(ArcKind kind, const std::vector<ArcLine>& lines, Transition& transition) {
  for (const ArcLine& line : lines) {
    const PlaceId place = place_of(line);
    if (!place.valid() || line.weight == 0) continue;
    const ColourSetId colour = builder_.net()[place].colour;
    std::vector<Colours::Summand> summands{{1, builder_.expr().unit(line.where), {}, false}};
    if (colour != ColourTable::kUnit) {
      if (line.function.empty()) {
        builder_.diagnostics().error(line.where, "this arc has no colour function");
        continue;
      }
      summands = colours_.function(line.function, colour, transition, line.where);
    }
    for (const Colours::Summand& each : summands) {
      Arc made;
      made.place = place;
      made.kind = kind;
      made.where = line.where;
      made.value = each.value;
      made.condition = each.condition;
      made.each = each.each;
      std::int64_t count = 0;
      if (__builtin_mul_overflow(each.weight, line.weight, &count)) {
        builder_.diagnostics().error(line.where, "this weight is too large");
        continue;
      }
      if (count != 1) made.count = builder_.expr().integer(count, line.where);
      transition.arcs.push_back(made);
    }
  }
}

// How often the transition is enabled: the least of the numbers of times that its input arcs find
// their tokens.
ExprId GreatSpnReader::enablings(const Transition& transition) {
  ExprBuilder& expr = builder_.expr();
  ExprId least;
  for (const Arc& arc : transition.arcs) {
    if (arc.kind != ArcKind::input) continue;
    ExprId times = expr.tokens(arc.place, {}, arc.where);
    if (arc.count.valid()) times = expr.binary(Op::divide, times, arc.count, arc.where);
    least = least.valid() ? expr.binary(Op::minimum, least, times, arc.where) : times;
  }
  return least;
}

// One server: one timer for each binding. Rates by the number of enablings: one timer whose rate
// depends on the marking.
void GreatSpnReader::servers(const TransitionLine& line, Transition& transition) {
  const bool takes = !line.inputs.empty();
  if (!takes || line.servers == 0) return;
  transition.servers = std::max<std::int64_t>(line.servers, 1);
  if (line.servers < 0) {
    if (transition.binding_size > 0) {
      builder_.diagnostics().error(line.node.where, "rates by the number of enablings are not supported with colours");
      return;
    }
    ExprBuilder& expr = builder_.expr();
    const ExprId times = enablings(transition);
    ExprId rate = expr.real(line.rates.back(), line.node.where);
    for (std::size_t k = line.rates.size() - 1; k-- > 0 && rate.valid();) {
      const ExprId few =
          expr.binary(Op::less_equal, times, expr.integer(static_cast<std::int64_t>(k + 1), line.node.where), line.node.where);
      rate = expr.if_(few, expr.real(line.rates[k], line.node.where), rate, line.node.where);
    }
    transition.a = rate;
    return;
  }
  if (transition.binding_size == 0) return;
  fold_over_binding(builder_, transition);
}

void GreatSpnReader::time(const TransitionLine& line, Transition& transition) {
  const Location& where = line.node.where;
  double value = line.rate;
  if (value <= 0) {
    const double number = -value;
    if (number < 1 || number > static_cast<double>(document_.rate_parameters.size())) {
      builder_.diagnostics().error(
          where, fmt::format("the rate of '{}' is a function of the marking, which is not supported", line.node.name));
      return;
    }
    value = document_.rate_parameters[static_cast<std::size_t>(number + 0.5) - 1].value;
  }
  if (value <= 0) {
    builder_.diagnostics().error(where, fmt::format("the rate of '{}' is not above 0", line.node.name));
    return;
  }
  if (line.kind == kDeterministic) {
    builder_.diagnostics().error(where, "deterministic transitions of GreatSPN are not supported",
                                 "no document says whether their number is a delay or a rate");
    return;
  }
  const auto groups = static_cast<std::int64_t>(document_.priorities.size());
  // Without groups all immediate transitions have the same priority.
  if (line.kind < 0 || (line.kind > std::max<std::int64_t>(groups, 1))) {
    builder_.diagnostics().error(where, fmt::format("there is no group {} of immediate transitions", line.kind));
    return;
  }
  if (line.kind > 0) {
    transition.weight = builder_.expr().real(value, where);
    if (groups > 0)
      transition.priority = builder_.expr().integer(document_.priorities[static_cast<std::size_t>(line.kind - 1)], where);
    return;
  }
  transition.timing = Timing::exponential;
  transition.a = builder_.expr().real(value, where);
  servers(line, transition);
}

void GreatSpnReader::transition(const TransitionLine& line) {
  Transition made;
  made.name = named(line.node.name);
  made.module = ModuleId(0);
  made.where = line.node.where;
  made.at = position(line.node);
  const std::size_t before = builder_.diagnostics().error_count();
  for (const auto* lines : {&line.inputs, &line.outputs, &line.inhibitors}) bind(*lines, made);
  if (builder_.diagnostics().error_count() > before) return;
  if (!line.guard.empty() && line.guard != "[]") {
    const ExprId guard = colours_.guard(line.guard, made, line.node.where);
    if (guard.valid()) made.guards.push_back(guard);
  }
  arcs(ArcKind::input, line.inputs, made);
  arcs(ArcKind::output, line.outputs, made);
  arcs(ArcKind::inhibitor, line.inhibitors, made);
  if (!untimed_) time(line, made);
  builder_.add(std::move(made));
}

}  // namespace

bool recognise_greatspn(std::string_view text) { return text.starts_with("|0|"); }

ReadResult read_greatspn(const std::string& path, std::string text, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  Document document;
  greatspn::parse_net(*result.sources, file, document, result.diagnostics);
  std::string error;
  const std::string beside = companion_path(path, ".def");
  if (std::string definitions = read_file(beside, options.most_bytes, error); error.empty()) {
    const FileId second = result.sources->add(beside, std::move(definitions));
    greatspn::parse_def(*result.sources, second, document, result.diagnostics);
  }
  if (result.diagnostics.has_errors()) return result;
  const std::size_t slash = path.rfind('/');
  const std::string base = companion_path(slash == std::string::npos ? path : path.substr(slash + 1), "");
  NetBuilder builder(base, result.sources);
  Module whole;
  whole.name = base;
  builder.add(std::move(whole));
  GreatSpnReader(document, builder).read();
  result.net = builder.build();
  result.diagnostics.append(builder.diagnostics());
  return result;
}

}  // namespace petriloom
