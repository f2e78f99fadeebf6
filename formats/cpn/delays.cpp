// SPDX-License-Identifier: Apache-2.0
// When tokens that a transition puts are ready.
#include <algorithm>
#include <array>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

namespace {

bool timed(const Work& work, const Arc& arc) {
  const PlaceInstance* source = work.pages.source(arc.place);
  return source && source->timed;
}

// One delay for several tokens.
void draw_delay(Work& work, ExprId& delay) {
  const std::uint32_t slot = work.context.work().slot("delay", ColourTable::kReal);
  const Location where = work.context.net().exprs[delay].where;
  work.made.draws.push_back({slot, delay, where, {}});
  delay = work.context.e().variable(ColourTable::kReal, slot, where);
}

// Whether a delay is drawn from a distribution with negative values.
bool may_be_negative(const Work& work, ExprId delay) {
  if (!delay.valid()) return false;
  bool found = false;
  const ExprArena& exprs = work.context.net().exprs;
  for_each_expr(exprs, delay, [&](ExprId id) {
    const Expr& node = exprs[id];
    const auto distribution = static_cast<Distribution>(node.payload);
    found = found || (node.op == Op::random && (distribution == Distribution::normal || distribution == Distribution::student));
    for (const Draw& draw : work.made.draws) {
      // A draw uses those before it alone, so that this comes to an end.
      if (node.op == Op::variable && node.payload == static_cast<Word>(draw.slot))
        found = found || may_be_negative(work, draw.value);
    }
    return !found;
  });
  return found;
}

// The delay of a transition holds for the tokens of timed colour sets only.
void delays(Work& work) {
  if (!work.delay) return;
  ExprId delay = made(work, *work.delay, ColourTable::kReal);
  if (!delay.valid()) return;
  std::size_t late = 0;
  std::size_t all = 0;
  for (const Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output) continue;
    ++all;
    late += timed(work, arc) ? 1U : 0U;
  }
  if (late == all && work.stamped.empty()) {
    work.made.delay = delay;
    return;
  }
  if (late > 1 && work.context.translator.facts().has(*work.delay, ml::Effect::random)) draw_delay(work, delay);
  for (Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output || !timed(work, arc)) continue;
    arc.delay = arc.delay.valid() ? work.context.e().binary(Op::add, delay, arc.delay, work.delay->where) : delay;
  }
}

// The delay of the transition as one of each arc.
void delay_to_arcs(Work& work) {
  ExprId& delay = work.made.delay;
  if (work.context.net().exprs[delay].random()) draw_delay(work, delay);
  for (Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output) continue;
    arc.delay = arc.delay.valid() ? work.context.e().binary(Op::add, delay, arc.delay, work.delay->where) : delay;
  }
  delay = {};
}

// A time stamp of the past is there as good as one of now.
void keep_delays_positive(Work& work) {
  std::vector<Arc>& arcs = work.made.arcs;
  const auto doubtful = [&](const Arc& arc) { return arc.kind == ArcKind::output && may_be_negative(work, arc.delay); };
  const ExprId delay = work.made.delay;
  if (may_be_negative(work, delay) || (delay.valid() && std::any_of(arcs.begin(), arcs.end(), doubtful))) delay_to_arcs(work);
  for (Arc& arc : arcs) {
    if (!doubtful(arc)) continue;
    const Location where = work.context.net().exprs[arc.delay].where;
    arc.delay = work.context.e().binary(Op::maximum, work.context.e().real(0, where), arc.delay, where);
  }
}

// Tokens put to such places say when they are ready.
void put_ready(Work& work) {
  const auto place_of = [&](const Arc& arc) -> const PlaceInstance* {
    const PlaceInstance* source = arc.kind == ArcKind::output ? work.pages.source(arc.place) : nullptr;
    return source && !source->early.empty() ? source : nullptr;
  };
  const std::size_t count = work.made.arcs.size();
  if (std::none_of(work.made.arcs.begin(), work.made.arcs.end(), [&](const Arc& arc) { return place_of(arc) != nullptr; })) return;
  if (work.made.delay.valid()) delay_to_arcs(work);
  ExprBuilder& e = work.context.e();
  for (std::size_t k = 0; k < count; ++k) {
    const PlaceInstance* place = place_of(work.made.arcs[k]);
    if (!place) continue;
    Arc arc = work.made.arcs[k];
    if (arc.each) {
      work.context.work().fail(arc.where, "to a place whose tokens are taken early no list of tokens is put");
      continue;
    }
    if (arc.delay.valid() && work.context.net().exprs[arc.delay].random()) draw_delay(work, arc.delay);
    const ExprId delay = arc.delay.valid() ? arc.delay : e.real(0, arc.where);
    const ExprId value = work.context.values().coerce(arc.value.valid() ? arc.value : e.unit(arc.where), place->set, arc.where);
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

// What is ready at a time of the clock waits for the rest until then; in the past it is there at
// once.
void wait_for_stamps(Work& work) {
  ExprBuilder& e = work.context.e();
  for (const std::size_t k : work.stamped) {
    Arc& arc = work.made.arcs[k];
    const ExprId rest = e.binary(Op::subtract, arc.delay, e.now(arc.where), arc.where);
    arc.delay = e.binary(Op::maximum, e.real(0, arc.where), rest, arc.where);
  }
}

}  // namespace

void make_delays(Work& work) {
  delays(work);
  wait_for_stamps(work);
  keep_delays_positive(work);
  put_ready(work);
}

}  // namespace petriloom::cpn
