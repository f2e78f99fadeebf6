// SPDX-License-Identifier: Apache-2.0
// Places with their initial marking. Tokens may be taken before they are ready: `@+ d` on an arc
// that takes. The tokens of such a place carry the time from which they are ready, and those who
// take them look at the clock; unit tokens beside them make time stop there.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/net/suggest.h"
#include "formats/cpn/pages.h"

namespace petriloom::cpn {

namespace {

// Lists inside each other, from the outside.
std::size_t nesting(ml::Type* type) {
  std::size_t depth = 0;
  for (type = ml::Types::found(type); type->kind == ml::TypeKind::list; type = ml::Types::found(type->parts[0])) ++depth;
  return depth;
}

bool early_arc(const ArcNode& arc) {
  return arc.orientation == Orientation::to_transition && arc.inscription.text.find("@+") != std::string::npos;
}

constexpr double kLeastBelow = 20;  // a place beside another one is drawn below it

std::string colour_name(const PlaceNode& node) { return one_line(node.type.text); }

class PlaceMaker {
 public:
  PlaceMaker(NetContext& context, Pages& pages) : context_(context), pages_(pages) {}
  void find_early();
  void make_places();

 private:
  void make_place(std::size_t k);
  void refer(std::size_t k);
  void make_early(PlaceInstance& place);
  void mark(std::size_t k);
  void mark_terms(const ml::Expr& expr, std::size_t k, const WrittenTokens& so_far);
  void mark_term(const PlaceInstance& place, WrittenTokens term);
  void mark_early(const PlaceInstance& place, Word colour, std::int64_t count, double available);

  NetContext& context_;
  Pages& pages_;
};

// The places from which tokens are taken early, and how much.
void PlaceMaker::find_early() {
  for (const Instance& instance : pages_.instances()) {
    if (!instance.page) continue;
    for (const ArcNode& arc : instance.page->arcs) {
      const auto place = instance.places.find(arc.place);
      if (place == instance.places.end() || !early_arc(arc)) continue;
      ml::Expr* expr = context_.parsed(arc.inscription);
      const ml::Expr* delay = expr && ml::is_delay(*expr) ? expr->parts[1] : nullptr;
      if (!delay) continue;
      context_.inference.infer_whole(*expr);
      const auto word = context_.translator.constant(*delay, ColourTable::kReal, "how much earlier tokens are taken");
      if (!word) continue;
      std::vector<double>& early = pages_.place(pages_.root(place->second)).early;
      if (early.empty()) early.push_back(0);
      if (std::find(early.begin(), early.end(), real_of_word(*word)) == early.end()) early.push_back(real_of_word(*word));
    }
  }
}

// The colour set of the tokens of a place, and the place of the unit tokens beside it.
void PlaceMaker::make_early(PlaceInstance& place) {
  if (!place.timed) place.early.clear();  // an untimed token is always ready
  if (place.early.empty()) return;
  Place& made = context_.net().places[place.made.index()];
  made.colour = context_.net().colours.add_product("", {place.set, ColourTable::kReal});
  Place clock;
  clock.module = made.module;
  clock.where = made.where;
  clock.at = made.at;
  clock.at.y += 2 * std::max(place.node->shape.height, kLeastBelow);
  clock.colour = ColourTable::kUnit;
  clock.name = context_.unique(made.module, place.node->name.text + " clock", place.node->id + " clock");
  place.clock = context_.builder.add(std::move(clock));
}

void PlaceMaker::mark_early(const PlaceInstance& place, Word colour, std::int64_t count, double available) {
  ExprBuilder& e = context_.e();
  const Location where = place.node->where;
  const ExprId token =
      e.tuple(context_.net()[place.made].colour, std::array{e.literal(place.set, colour, where), e.real(available, where)}, where);
  if (const auto word = e.constant(token)) context_.builder.mark(place.made, *word, count, 0);
  for (const double early : place.early) context_.builder.mark(place.clock, 0, count, std::max(available - early, 0.0));
}

void PlaceMaker::make_places() {
  for (std::size_t k = 0; k < pages_.place_count(); ++k) {
    if (pages_.root(k) == k) make_place(k);
  }
  for (std::size_t k = 0; k < pages_.place_count(); ++k) {
    if (pages_.root(k) != k) refer(k);
  }
  // The marking stands at the socket; at the port only if nothing is there.
  for (std::size_t k = 0; k < pages_.place_count(); ++k) {
    std::size_t& from = pages_.place(pages_.root(k)).marked;
    const bool own = from != PlaceInstance::kNowhere && !pages_.place(pages_.root(k)).node->marking.blank();
    if (!pages_.place(k).node->marking.blank() && (k == pages_.root(k) || (!own && from == PlaceInstance::kNowhere))) from = k;
  }
  for (std::size_t k = 0; k < pages_.place_count(); ++k) {
    if (pages_.root(k) == k && pages_.place(k).marked != PlaceInstance::kNowhere) mark(k);
  }
}

void PlaceMaker::make_place(std::size_t k) {
  PlaceInstance& place = pages_.place(k);
  const std::string name = colour_name(*place.node);
  place.colour = context_.environment().find_colour(name);
  Place made;
  made.module = pages_.module_of(place);
  made.name = context_.unique(made.module, place.node->name.text, place.node->id);
  place.name = made.name;
  made.where = place.node->where;
  made.at = place.node->shape.at;
  made.colour = ColourTable::kUnit;
  if (place.colour != 0) {
    made.colour = context_.values().colour(place.colour);
    made.alias = context_.values().alias(place.colour);
    place.timed = context_.environment().colour(place.colour).timed;
  } else if (!name.empty() && name != "unit") {
    context_.diagnostics.error(place.node->type.where(), fmt::format("there is no colour set '{}'", name),
                               suggestion(context_.diagnostics, name, [this] { return context_.environment().colour_names(); }));
  }
  place.set = made.colour;
  pages_.made(k, context_.builder.add(std::move(made)));
  make_early(place);
}

void PlaceMaker::refer(std::size_t k) {
  PlaceInstance& place = pages_.place(k);
  const std::size_t of = pages_.root(k);
  const PlaceNode& node = *place.node;
  const std::uint32_t colour = context_.environment().find_colour(colour_name(node));
  const bool same =
      colour == pages_.place(of).colour || context_.values().colour(colour) == context_.values().colour(pages_.place(of).colour);
  if (colour_name(node) != colour_name(*pages_.place(of).node) && !same) {
    context_.diagnostics.error(node.type.where(),
                               fmt::format("'{}' is of colour set '{}', and the place that it stands for of '{}'",
                                           one_line(node.name.text), colour_name(node), colour_name(*pages_.place(of).node)));
  }
  Reference reference;
  const ModuleId module = pages_.module_of(place);
  reference.name = context_.unique(module, node.name.text, node.id);
  place.name = reference.name;
  reference.place = pages_.place(of).made;
  reference.at = node.shape.at;
  reference.where = node.where;
  reference.alias = context_.values().alias(colour);
  reference.kind = node.port == PortType::none  ? ReferenceKind::fusion
                   : node.port == PortType::in  ? ReferenceKind::in
                   : node.port == PortType::out ? ReferenceKind::out
                                                : ReferenceKind::inout;
  context_.net().modules[module.index()].references.push_back(std::move(reference));
}

void PlaceMaker::mark(std::size_t k) {
  const Text& text = pages_.place(pages_.place(k).marked).node->marking;
  ml::Expr* expr = context_.parsed(text);
  if (!expr) return;
  context_.inference.types().enter();
  context_.inference.infer(*expr);
  fit(context_, *expr, pages_.place(k));
  context_.inference.settle();
  context_.inference.types().leave();
  context_.work().now() = {};
  if (context_.translator.facts().has(*expr, ml::Effect::random)) {
    pages_.drawn().push_back({expr, k, pages_.place(pages_.place(k).marked).node});
  } else {
    WrittenTokens one;
    one.count = context_.e().integer(1, expr->where);
    mark_terms(*expr, k, one);
    Place& made = context_.net().places[pages_.place(k).made.index()];
    if (!names_constants(context_.net(), made)) made.written.clear();
  }
}

void PlaceMaker::mark_terms(const ml::Expr& expr, std::size_t k, const WrittenTokens& so_far) {
  using ml::ExprKind;
  ExprBuilder& e = context_.e();
  if (!expr.problem.empty()) {
    context_.work().fail(expr.where, expr.problem, expr.help);
    return;
  }
  WrittenTokens next = so_far;
  if (expr.kind == ExprKind::infix && expr.name == "++") {
    for (const ml::Expr* part : expr.parts) mark_terms(*part, k, so_far);
    return;
  }
  if (ml::is_delay(expr) || (expr.kind == ExprKind::infix && expr.name == "@time")) {
    next.available = context_.translator.constant_literal(*expr.parts[1], ColourTable::kReal, "the time of a token");
    if (!next.available.valid()) return;
    if (so_far.available.valid()) next.available = e.binary(Op::add, so_far.available, next.available, expr.where);
    mark_terms(*expr.parts[0], k, next);
    return;
  }
  if (expr.kind == ExprKind::infix && expr.name == "`") {
    next.count = context_.translator.constant_literal(*expr.parts[0], ColourTable::kInt, "the number of tokens");
    if (!next.count.valid()) return;
    const Word count = context_.net().exprs[next.count].payload;
    if (count < 0) context_.work().fail(expr.parts[0]->where, "the number of tokens is negative");
    if (count == 0) e.fix(next.count);
    if (count > 0) mark_terms(*expr.parts[1], k, next);
    return;
  }
  const PlaceInstance& place = pages_.place(k);
  next.each = many(context_, expr, place);
  const ColourSetId type = next.each ? context_.net().colours.add_list("", place.set) : place.set;
  next.value = context_.translator.constant_literal(expr, type, "the initial marking");
  if (next.value.valid()) mark_term(place, next);
}

void PlaceMaker::mark_term(const PlaceInstance& place, WrittenTokens term) {
  ExprBuilder& e = context_.e();
  const ExprArena& exprs = context_.net().exprs;
  if (!place.timed) term.available = {};
  if (term.available.valid() && real_of_word(exprs[term.available].payload) < 0) {
    e.fix(term.available);
    term.available = {};
  }
  const double available = term.available.valid() ? real_of_word(exprs[term.available].payload) : 0;
  const std::int64_t count = exprs[term.count].payload;
  std::vector<Word> colours{exprs[term.value].payload};
  if (term.each) {
    const auto view = context_.net().pool.view(colours[0]);
    colours.assign(view.begin(), view.end());
  }
  for (const Word colour : colours) {
    if (place.early.empty()) {
      context_.builder.mark(place.made, colour, count, available);
    } else {
      mark_early(place, colour, count, available);
    }
  }
  if (!place.early.empty()) {
    for (const ExprId part : {term.count, term.value, term.available}) e.fix(part);
  } else {
    context_.net().places[place.made.index()].written.push_back(term);
  }
}

}  // namespace

void make_places(NetContext& context, Pages& pages) {
  PlaceMaker maker(context, pages);
  maker.find_early();
  maker.make_places();
}

bool many(const NetContext& context, const ml::Expr& expr, const PlaceInstance& place) {
  const std::size_t own = place.colour == 0 ? 0 : nesting(context.environment().colour(place.colour).type);
  return expr.type && nesting(expr.type) > own;
}

namespace {

// CPN Tools 4: a number alone says how many tokens without a colour there are, 2 for 2`().
void count_units(NetContext& context, ml::Expr& expr) {
  const bool later = ml::is_delay(expr) || (expr.kind == ml::ExprKind::infix && expr.name == "@time");
  if (later) {
    count_units(context, *expr.parts[0]);
    expr.type = expr.parts[0]->type;
    return;
  }
  if (!expr.type || ml::Types::found(expr.type)->kind != ml::TypeKind::integer) return;
  ml::Expr* count = context.arena.expr(expr.kind, expr.where);
  *count = expr;
  ml::Expr* unit = context.arena.expr(ml::ExprKind::tuple, expr.where);
  unit->type = context.inference.types().unit();
  ml::Expr counted;
  counted.kind = ml::ExprKind::infix;
  counted.name = "`";
  counted.parts = {count, unit};
  counted.where = expr.where;
  counted.type = context.inference.types().list(unit->type);
  expr = counted;
}

}  // namespace

void fit(NetContext& context, ml::Expr& expr, const PlaceInstance& place) {
  ml::Types& types = context.inference.types();
  ml::Type* type = place.colour != 0 ? context.environment().colour(place.colour).type : types.unit();
  const ml::Type* found = ml::Types::found(type);
  if (found->kind == ml::TypeKind::tuple && found->parts.empty()) count_units(context, expr);
  if (types.unify(expr.type, many(context, expr, place) ? types.list(type) : type)) return;
  ml::mark(expr,
           fmt::format("this is of type {} where the place holds {}", ml::Types::describe(expr.type), ml::Types::describe(type)));
}

}  // namespace petriloom::cpn
