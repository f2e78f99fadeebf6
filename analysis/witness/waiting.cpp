// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/waiting.h"

#include <algorithm>

namespace petriloom {
namespace {

constexpr std::size_t kMostTries = 20'000;  // for one transition
constexpr std::size_t kMostWaiters = 64;    // of one transition

// Depth first over the input and read terms of one transition: each takes one of the colours in its
// place, or goes without.
class PartialSearch {
 public:
  PartialSearch(NetModel& model, TransitionId id, const std::vector<Tokens>& marking)
      : model_(model), net_(model.net()), id_(id), plan_(model.enabling().plans()[id]), marking_(marking) {
    for (std::size_t k = 0; k < plan_.terms.size(); ++k) {
      const ArcKind kind = plan_.terms[k].kind;
      if (kind == ArcKind::input || kind == ArcKind::read) needs_.push_back(k);
    }
    frame_.assign(std::max<std::size_t>(plan_.frame_size, net_[id].variables.size()), 0);
    bound_.assign(frame_.size(), false);
    fewest_ = needs_.size();
  }

  std::vector<Waiter> run() {
    if (!needs_.empty()) choose(0);
    return std::move(best_);
  }

 private:
  bool all_bound(const std::vector<std::uint32_t>& variables) const {
    return std::all_of(variables.begin(), variables.end(), [&](std::uint32_t slot) { return bound_[slot]; });
  }

  // Nothing if it cannot be told yet, or if the evaluation fails.
  std::optional<Word> value_of(const Code& code, const std::vector<std::uint32_t>& needs) {
    if (!code.valid() || !all_bound(needs)) return std::nullopt;
    try {
      return code.eval(model_.enabling().evaluator(), frame_, &model_.marking());
    } catch (const EvalError&) {
      return std::nullopt;
    }
  }

  void choose(std::size_t depth) {
    model_.enabling().evaluator().budget().poll();
    if (tries_++ > kMostTries || missing_.size() > fewest_) return;
    if (depth == needs_.size()) return finish();
    const Term& term = plan_.terms[needs_[depth]];
    if (absent(term)) return choose(depth + 1);
    const auto begin = std::lower_bound(marking_.begin(), marking_.end(), term.place,
                                        [](const Tokens& tokens, PlaceId place) { return tokens.place < place; });
    for (auto held = begin; held != marking_.end() && held->place == term.place; ++held) {
      model_.enabling().evaluator().budget().poll();
      try_token(depth, term, *held);
    }
    missing_.push_back({term.place, term.arc, std::nullopt});
    missing_terms_.push_back(needs_[depth]);
    choose(depth + 1);
    missing_.pop_back();
    missing_terms_.pop_back();
  }

  bool absent(const Term& term) {
    if (term.condition.valid() && value_of(term.condition, term.presence) == Word{0}) return true;
    return term.count.valid() && value_of(term.count, term.presence).value_or(1) <= 0;
  }

  void try_token(std::size_t depth, const Term& term, const Tokens& held) {
    std::vector<std::uint32_t> fresh;
    if (matches(term.pattern, held.colour, fresh)) {
      // The count may depend on what the token has just bound.
      const std::int64_t count = term.count.valid() ? value_of(term.count, term.presence).value_or(1) : 1;
      std::int64_t used = 0;
      for (const Tokens& other : has_) used += other.place == held.place && other.colour == held.colour ? other.count : 0;
      if ((term.kind == ArcKind::input ? used : 0) + count <= held.count) {
        has_.push_back({held.place, held.colour, count});
        choose(depth + 1);
        has_.pop_back();
      }
    }
    for (const std::uint32_t slot : fresh) bound_[slot] = false;
  }

  bool matches(const Pattern& pattern, Word colour, std::vector<std::uint32_t>& fresh) {
    for (const PatternPart& part : pattern.parts) {
      const auto word = matched_word(net_.colours, part, colour, model_.enabling().pool());
      if (!word) return false;
      switch (part.kind) {
        case PatternPart::Kind::variable:
          if (!bound_[part.slot]) {
            bound_[part.slot] = true;
            fresh.push_back(part.slot);
            frame_[part.slot] = *word;
          } else if (frame_[part.slot] != *word) {
            return false;
          }
          break;
        case PatternPart::Kind::constant:
          if (part.word != *word) return false;
          break;
        case PatternPart::Kind::computed:
          if (value_of(part.code, part.needs).value_or(*word) != *word) return false;
          break;
      }
    }
    return true;
  }

  bool guards_allow() {
    for (const ExprId guard : net_[id_].guards) {
      const Code code(net_, guard);
      if (value_of(code, free_variables(net_, guard, net_[id_].binding_size)) == Word{0}) return false;
    }
    return true;
  }

  void finish() {
    if (has_.empty() || !guards_allow()) return;
    std::vector<std::size_t> held_back;
    if (missing_.empty()) {
      held_back = inhibitors();
      if (held_back.empty()) return;
    }
    if (missing_.size() < fewest_) best_.clear();
    fewest_ = missing_.size();
    if (best_.size() >= kMostWaiters) return;
    for (std::size_t k = 0; k < missing_.size(); ++k) {
      const Term& term = plan_.terms[missing_terms_[k]];
      missing_[k].colour = term.each || term.pattern.wildcards ? std::nullopt : value_of(term.value, term.variables);
    }
    Waiter waiter{id_, frame_, bound_, has_, missing_, std::move(held_back)};
    waiter.binding.resize(net_[id_].binding_size);
    best_.push_back(std::move(waiter));
  }

  // The arcs that forbid the present binding by what a place holds, if everything is bound.
  std::vector<std::size_t> inhibitors() {
    std::vector<std::size_t> arcs;
    for (const Term& term : plan_.terms) {
      const bool equal = term.kind == ArcKind::equal;
      if (!equal && (term.kind != ArcKind::inhibitor || absent(term))) continue;
      if (equal && term.condition.valid() && value_of(term.condition, term.presence) == Word{0}) continue;
      std::int64_t found = 0;
      for (const Tokens& held : marking_) {
        if (held.place != term.place) continue;
        std::vector<std::uint32_t> fresh;
        if (matches(term.pattern, held.colour, fresh)) found += held.count;
        for (const std::uint32_t slot : fresh) bound_[slot] = false;
      }
      const std::int64_t count = term.count.valid() ? value_of(term.count, term.presence).value_or(1) : 1;
      if (equal ? found != std::max<std::int64_t>(count, 0) : found >= count) arcs.push_back(term.arc);
    }
    return arcs;
  }

  NetModel& model_;
  const Net& net_;
  TransitionId id_;
  const TransitionPlan& plan_;
  const std::vector<Tokens>& marking_;
  std::vector<std::size_t> needs_;
  std::vector<Word> frame_;
  std::vector<bool> bound_;
  std::vector<Tokens> has_;
  std::vector<MissingTokens> missing_;
  std::vector<std::size_t> missing_terms_;
  std::vector<Waiter> best_;
  std::size_t fewest_ = 0;
  std::size_t tries_ = 0;
};

}  // namespace

std::vector<Waiter> find_waiters(NetModel& model) {
  std::vector<Tokens> marking;
  model.marking().write(marking);
  std::vector<Waiter> waiters;
  for (std::size_t t = 0; t < model.net().transitions.size(); ++t) {
    for (Waiter& waiter : PartialSearch(model, TransitionId(t), marking).run()) waiters.push_back(std::move(waiter));
  }
  return waiters;
}

}  // namespace petriloom
