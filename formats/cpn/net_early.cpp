// SPDX-License-Identifier: Apache-2.0
// Tokens that are taken before they are ready: `@+ d` on an arc that takes. The tokens of such a place carry the time from which
// they are ready, and those who take them look at the clock; unit tokens beside them make time stop there.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/cpn/net_maker.h"

namespace petriloom::cpn {

namespace {

bool early_arc(const ArcNode& arc) {
  return arc.orientation == Orientation::to_transition && arc.inscription.text.find("@+") != std::string::npos;
}

const ml::Expr* delay_of(const ml::Expr& expr) {
  const bool delay = expr.kind == ml::ExprKind::infix && (expr.name == "@+" || expr.name == "@++" || expr.name == "@@+");
  return delay ? expr.parts[1] : nullptr;
}

}  // namespace

// The places from which tokens are taken early, and how much.
void NetMaker::find_early() {
  for (const Instance& instance : instances_) {
    if (!instance.page) continue;
    for (const ArcNode& arc : instance.page->arcs) {
      const auto place = instance.places.find(arc.place);
      if (place == instance.places.end() || !early_arc(arc)) continue;
      ml::Expr* expr = parsed(arc.inscription);
      const ml::Expr* delay = expr ? delay_of(*expr) : nullptr;
      if (!delay) continue;
      inference_.types().enter();
      inference_.infer(*expr);
      inference_.settle();
      inference_.types().leave();
      const auto word = translator_.constant(*delay, ColourTable::kReal, "how much earlier tokens are taken");
      if (!word) continue;
      std::vector<double>& early = places_[root(place->second)].early;
      if (early.empty()) early.push_back(0);
      if (std::find(early.begin(), early.end(), real_of_word(*word)) == early.end()) early.push_back(real_of_word(*word));
    }
  }
}

// The colour set of the tokens of a place, and the place of the unit tokens beside it.
void NetMaker::make_early(PlaceInstance& place) {
  if (!place.timed) place.early.clear();  // an untimed token is always ready
  if (place.early.empty()) return;
  Place& made = builder_.net().places[place.made.index()];
  made.colour = builder_.net().colours.add_product("", {place.set, ColourTable::kReal});
  Place clock;
  clock.module = made.module;
  clock.where = made.where;
  clock.colour = ColourTable::kUnit;
  Text name = place.node->name;
  name.text += " clock";
  clock.name = unique(made.module, name, place.node->id + " clock");
  place.clock = builder_.add(std::move(clock));
  early_.emplace(place.made, place.root);
}

void NetMaker::mark_early(const PlaceInstance& place, Word colour, std::int64_t count, double available) {
  ExprBuilder& e = builder_.expr();
  const Location where = place.node->where;
  const ExprId token =
      e.tuple(builder_.net()[place.made].colour, std::array{e.literal(place.set, colour, where), e.real(available, where)}, where);
  if (const auto word = e.constant(token)) builder_.mark(place.made, *word, count, 0);
  for (const double early : place.early) builder_.mark(place.clock, 0, count, std::max(available - early, 0.0));
}

void NetMaker::take_early(Work& work, const Inscription& inscription, const Term& term, bool alone, Arc& arc) {
  if (!alone || term.each || term.count.valid() || !inscription.ready) {
    translator_.work().fail(term.where,
                            "from a place whose tokens are taken early one token is taken at a time, others are not read");
    return;
  }
  ExprBuilder& e = builder_.expr();
  const ExprId ready = e.variable(ColourTable::kReal, *inscription.ready, term.where);
  const ExprId value = arc.value.valid() ? arc.value : e.unit(term.where);
  arc.value = e.tuple(std::array{value, ready}, term.where);
  ExprId latest = e.now(term.where);
  if (term.delay.valid()) latest = e.binary(Op::add, latest, term.delay, term.where);
  work.made.guards.push_back(e.binary(Op::less_equal, ready, latest, term.where));
}

// Tokens put to such places say when they are ready.
void NetMaker::put_ready(Work& work) {
  const auto place_of = [&](const Arc& arc) -> const PlaceInstance* {
    const auto found = early_.find(arc.place);
    return arc.kind == ArcKind::output && found != early_.end() ? &places_[found->second] : nullptr;
  };
  const std::size_t count = work.made.arcs.size();
  if (std::none_of(work.made.arcs.begin(), work.made.arcs.end(), [&](const Arc& arc) { return place_of(arc) != nullptr; })) return;
  if (work.made.delay.valid()) delay_to_arcs(work);
  ExprBuilder& e = builder_.expr();
  for (std::size_t k = 0; k < count; ++k) {
    const PlaceInstance* place = place_of(work.made.arcs[k]);
    if (!place) continue;
    Arc arc = work.made.arcs[k];
    if (arc.each) {
      translator_.work().fail(arc.where, "to a place whose tokens are taken early no list of tokens is put");
      continue;
    }
    if (arc.delay.valid() && builder_.net().exprs[arc.delay].random) draw_delay(work, arc.delay);
    const ExprId delay = arc.delay.valid() ? arc.delay : e.real(0, arc.where);
    const ExprId value = translator_.values().coerce(arc.value.valid() ? arc.value : e.unit(arc.where), place->set, arc.where);
    if (!value.valid()) continue;
    work.made.arcs[k].value = e.tuple(std::array{value, e.binary(Op::add, e.now(arc.where), delay, arc.where)}, arc.where);
    work.made.arcs[k].delay = {};
    for (const double early : place->early) {
      Arc tick = arc;
      tick.place = place->clock;
      tick.value = e.unit(arc.where);
      const ExprId sooner = e.binary(Op::subtract, delay, e.real(early, arc.where), arc.where);
      tick.delay = e.binary(Op::maximum, e.real(0, arc.where), sooner, arc.where);
      work.made.arcs.push_back(tick);
    }
  }
}

}  // namespace petriloom::cpn
