// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

namespace {

void take_early(Work& work, const Inscription& inscription, const Term& term, bool alone, Arc& arc) {
  if (!alone || term.each || term.count.valid() || !inscription.ready) {
    work.context.work().fail(term.where,
                             "from a place whose tokens are taken early one token is taken at a time, others are not read");
    return;
  }
  ExprBuilder& e = work.context.e();
  const ExprId ready = e.variable(ColourTable::kReal, *inscription.ready, term.where);
  const ExprId value = arc.value.valid() ? arc.value : e.unit(term.where);
  arc.value = e.tuple(std::array{value, ready}, term.where);
  ExprId latest = e.now(term.where);
  if (term.delay.valid()) latest = e.binary(Op::add, latest, term.delay, term.where);
  work.made.guards.push_back(e.binary(Op::less_equal, ready, latest, term.where));
}

// A token that is taken and put back at once is as well only looked at, if it has no time and no
// other arc takes from there.
bool read_only(const Work& work, const Inscription& inscription) {
  if (inscription.node->orientation != Orientation::both || work.pages.place(inscription.place).timed) return false;
  return std::count_if(work.inscriptions.begin(), work.inscriptions.end(),
                       [&](const Inscription& other) { return other.place == inscription.place; }) == 1;
}

// When the tokens of a term with a stamp are ready.
ExprId stamp_of(Work& work, const Term& term) {
  return term.delay.valid() ? work.context.e().binary(Op::add, term.stamp, term.delay, term.where) : term.stamp;
}

// CPN Tools empties a place at the end of a firing: what the transition puts there goes too.
bool emptied(const Work& work, const Inscription& inscription) {
  return std::any_of(work.inscriptions.begin(), work.inscriptions.end(), [&](const Inscription& other) {
    return other.place == inscription.place && other.node->orientation == Orientation::reset;
  });
}

// What is taken from the place.
void take(Work& work, const Inscription& inscription, const Term& term, bool alone, Arc taking) {
  const PlaceInstance& place = work.pages.place(inscription.place);
  if (term.stamp.valid()) {
    work.context.work().fail(term.where, "a time stamp on an arc that takes tokens is not read",
                             "'@+' says how early it takes them");
  }
  const bool both = inscription.node->orientation == Orientation::both;
  if (term.delay.valid() && (both || place.early.empty())) {
    work.context.work().fail(term.where,
                             both ? "a time on an arc both ways is not read" : "a time on an arc from a place without times");
  }
  if (!place.early.empty()) take_early(work, inscription, term, alone, taking);
  work.made.arcs.push_back(taking);
}

void put(Work& work, const PlaceInstance& place, const Term& term, Arc putting) {
  putting.kind = ArcKind::output;
  if (place.timed) putting.delay = term.delay;
  if (place.timed && term.stamp.valid()) {
    work.stamped.push_back(work.made.arcs.size());
    putting.delay = stamp_of(work, term);
  }
  work.made.arcs.push_back(putting);
}

// An inhibitor or a reset arc.
void whole_place(Work& work, const PlaceInstance& place, const ArcNode& node, Arc made) {
  made.kind = node.orientation == Orientation::inhibitor ? ArcKind::inhibitor : ArcKind::reset;
  if (made.kind == ArcKind::reset && place.timed) {
    work.context.work().fail(node.where, "a reset arc of a timed place removes the tokens that are ready only, which is not read");
  }
  work.made.arcs.push_back(made);
}

void arc(Work& work, const Inscription& inscription) {
  const ArcNode& node = *inscription.node;
  work.context.work().now().contents = node.orientation == Orientation::to_place ? work.after : work.before;
  const PlaceInstance& place = work.pages.place(inscription.place);
  Arc base;
  base.place = place.made;
  base.where = node.inscription.blank() ? node.where : node.inscription.where();
  if (node.orientation == Orientation::inhibitor || node.orientation == Orientation::reset)
    return whole_place(work, place, node, base);
  const bool takes = node.orientation != Orientation::to_place;
  const bool gone = node.orientation != Orientation::to_transition && emptied(work, inscription);
  const bool puts = node.orientation != Orientation::to_transition && !gone;
  if (gone) work.context.work().warn_once(base.where, "what this arc puts is removed at once: a reset arc empties the place");
  std::vector<Term> all;
  if (inscription.expr) {
    all = terms_of(work, *inscription.expr, inscription.place, takes);
  } else if (place.colour == 0 || place.set == ColourTable::kUnit) {
    all.emplace_back().where = base.where;
  } else {
    work.context.work().fail(node.where, "this arc has no inscription");
  }
  const bool read = all.size() == 1 && read_only(work, inscription) && !all[0].each;
  for (const Term& term : all) {
    Arc made = base;
    made.where = term.where;
    made.count = term.count;
    made.value = term.value;
    made.condition = term.condition;
    made.each = term.each;
    made.kind = read ? ArcKind::read : ArcKind::input;
    if (takes) take(work, inscription, term, all.size() == 1, made);
    if (puts && !read) put(work, place, term, made);
  }
}

}  // namespace

void make_arcs(Work& work) {
  for (Inscription& inscription : work.inscriptions) {
    const std::size_t first = work.made.arcs.size();
    arc(work, inscription);
    if (work.made.arcs.size() > first) inscription.first = first;
  }
}

}  // namespace petriloom::cpn
