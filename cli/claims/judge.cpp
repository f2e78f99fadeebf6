// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/claims/points.h"
#include "cli/claims/units.h"

namespace petriloom::cli::claims {

namespace {

/// Which values of the axis `over` are looked at: of numbers those that are published.
std::vector<std::size_t> values_along(const Claims& claims, const Claim& claim) {
  std::vector<std::size_t> values;
  if (!claim.published.empty()) {
    for (const auto& [value, printed] : claim.published) values.push_back(value);
  } else {
    for (std::size_t k = 0; k < claims.axes[*claim.over].values.size(); ++k) values.push_back(k);
  }
  std::erase_if(values, [&](std::size_t value) { return claims.axes[*claim.over].values[value].left_out; });
  return values;
}

/// The groups of a ranking as positions among the values of a family.
std::vector<std::vector<std::size_t>> order_of(const Claim& claim, const Family& family) {
  std::vector<std::vector<std::size_t>> order;
  for (const std::vector<std::size_t>& group : claim.order) {
    std::vector<std::size_t>& positions = order.emplace_back();
    for (std::size_t k = 0; k < family.values.size(); ++k) {
      if (std::find(group.begin(), group.end(), *family.values[k].at) != group.end()) positions.push_back(k);
    }
  }
  return order;
}

Inside inside_alone(const HeldValue& value, const Claim& claim, bool certain) {
  const Bound& bound = *claim.bound;
  switch (bound.kind) {
    case BoundKind::digits:
      return within_digits(*value.number, *value.published);
    case BoundKind::per_cent:
      return within_share(*value.number, *value.published, bound.share);
    case BoundKind::interval:
      return within(*value.number, bound.low->value, bound.high->value);
    case BoundKind::verdict: {
      const bool holds = value.word == "holds";
      const bool decided = certain && value.word != "undecided";
      return !decided ? Inside::unclear : holds == claim.holds ? Inside::yes : Inside::no;
    }
    default:
      return Inside::yes;
  }
}

/// Bounds of all values together.
void look_at_all(const Claim& claim, Family& family) {
  const Bound& bound = *claim.bound;
  std::vector<Value> values;
  std::vector<double> published;
  for (const HeldValue& one : family.values) {
    values.push_back(*one.number);
    if (one.published != nullptr) published.push_back(one.published->value);
  }
  if (bound.kind == BoundKind::factor) {
    const CommonFactor common = common_factor(values, published, bound.share);
    family.factor = common.factor;
    family.inside = common.inside;
  } else if (bound.kind == BoundKind::ranking) {
    family.inside = in_order(values, order_of(claim, family), bound.ties, bound.upwards);
  } else {
    family.inside = monotone(values, bound.ties, bound.upwards);
  }
}

bool of_all_together(BoundKind kind) {
  return kind == BoundKind::factor || kind == BoundKind::ranking || kind == BoundKind::monotone;
}

/// The values of a claim for one choice of what is open; nothing after an error.
std::optional<Family> family_of(const Claims& claims, const Figures& figures, const Claim& claim, std::vector<std::size_t> open,
                                Diagnostics& diagnostics) {
  Family family;
  Binding binding;
  for (std::size_t k = 0; k < claim.open.size(); ++k) binding.emplace_back(claim.open[k], open[k]);
  family.open = std::move(open);
  family.inside = Inside::yes;
  std::vector<std::optional<std::size_t>> along{std::nullopt};
  if (claim.over) {
    const auto values = values_along(claims, claim);
    along.assign(values.begin(), values.end());
  }
  for (const auto& at : along) {
    Binding here = binding;
    if (at) here.emplace_back(*claim.over, *at);
    auto evaluated = evaluate(claims, figures, claim, here, diagnostics);
    if (!evaluated) return std::nullopt;
    if (!evaluated->missing.empty()) {
      family.missing = evaluated->missing;
      family.inside = Inside::unclear;
      return family;
    }
    HeldValue held{at, evaluated->number, evaluated->word, nullptr, std::nullopt};
    const auto printed = claim.published.find(at.value_or(0));
    if (printed != claim.published.end()) held.published = &printed->second;
    if (claim.bound && !of_all_together(claim.bound->kind)) {
      held.inside = inside_alone(held, claim, evaluated->certain);
      family.inside = both(family.inside, *held.inside);
    }
    family.values.push_back(std::move(held));
  }
  if (claim.bound && of_all_together(claim.bound->kind)) look_at_all(claim, family);
  return family;
}

/// Why, where the verdict alone does not say.
std::string note_of(const Judged& judged) {
  const Claim& claim = *judged.claim;
  std::vector<std::string> notes;
  if (claim.not_compared) notes.push_back(claim.because);
  if (!claim.fitted.empty()) notes.push_back("fitted to it: " + claim.fitted);
  for (const Family& family : judged.families) {
    if (!family.missing.empty()) {
      notes.push_back(family.missing);
      break;
    }
  }
  const bool unclear = std::any_of(judged.families.begin(), judged.families.end(),
                                   [](const Family& one) { return one.inside == Inside::unclear && one.missing.empty(); });
  if (unclear && judged.judgement == Judgement{Verdict::not_comparable, Reason::undecided} && claim.bound &&
      claim.bound->kind != BoundKind::verdict)
    notes.emplace_back("part of an interval lies inside and part outside: more replications decide");
  if (!claim.not_compared && !claim.because.empty()) notes.push_back(claim.because);
  return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace

bool has_values(const Claims& claims, const Claim& claim) {
  if (!claim.over || !claim.bound) return true;
  return values_along(claims, claim).size() >= (of_all_together(claim.bound->kind) ? 2U : 1U);
}

Judgement conclude(const std::vector<Inside>& families, bool fitted) {
  const auto count = [&](Inside which) { return std::count(families.begin(), families.end(), which); };
  const bool yes = count(Inside::yes) > 0;
  const bool no = count(Inside::no) > 0;
  if (yes && no) return {Verdict::not_comparable, Reason::open_parameter};
  if (count(Inside::unclear) > 0) return {Verdict::not_comparable, Reason::undecided};
  if (no) return {Verdict::not_reproduced, Reason::undecided};
  // What was fitted agrees because it was: the parameter is as open as it was before.
  if (fitted) return {Verdict::not_comparable, Reason::open_parameter};
  return {Verdict::reproduced, Reason::undecided};
}

Judged judge(const Claims& claims, const Figures& figures, const Claim& claim, Diagnostics& diagnostics) {
  Judged judged;
  judged.claim = &claim;
  check_units(claims, figures, claim, diagnostics);
  std::vector<Inside> inside;
  if (claim.value) {
    for (auto& open : points_of(claims, claim.open)) {
      auto family = family_of(claims, figures, claim, std::move(open), diagnostics);
      if (!family) break;
      inside.push_back(family->inside);
      judged.families.push_back(std::move(*family));
    }
  }
  judged.judgement =
      claim.not_compared ? Judgement{Verdict::not_comparable, *claim.not_compared} : conclude(inside, !claim.fitted.empty());
  judged.note = note_of(judged);
  return judged;
}

}  // namespace petriloom::cli::claims
