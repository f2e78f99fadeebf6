// SPDX-License-Identifier: Apache-2.0
#include "analysis/logic/buchi.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace petriloom {
namespace {

constexpr std::size_t kMostCovers = 50'000;

void insert_sorted(std::vector<LtlId>& set, LtlId id) {
  const auto at = std::lower_bound(set.begin(), set.end(), id);
  if (at == set.end() || *at != id) set.insert(at, id);
}

bool subset(std::uint64_t a, std::uint64_t b) { return (a & ~b) == 0; }

}  // namespace

// Splits obligations into covers, depth first over the choices of the disjunctions.
class BuchiAutomaton::Expansion {
 public:
  Expansion(const LtlFormulas& formulas, const std::map<LtlId, std::uint64_t>& marks) : formulas_(formulas), marks_(marks) {}

  std::vector<Cover> run(const Obligations& obligations) {
    split({}, {obligations.rbegin(), obligations.rend()}, {});
    std::vector<Cover> kept;
    for (std::size_t k = 0; k < covers_.size(); ++k) {
      if (!dominated(k)) kept.push_back(covers_[k]);
    }
    std::sort(kept.begin(), kept.end());
    return kept;
  }

 private:
  using Set = std::vector<LtlId>;

  // `todo` is a stack of what is still to be met now, `done` what was met already, sorted.
  void split(Cover cover, Set todo, Set done) {
    while (!todo.empty()) {
      const LtlId id = todo.back();
      todo.pop_back();
      if (std::binary_search(done.begin(), done.end(), id)) continue;
      insert_sorted(done, id);
      const LtlNode& node = formulas_[id];
      switch (node.op) {
        case LtlOp::false_:
          return;
        case LtlOp::true_:
          break;
        case LtlOp::literal:
          (node.negated ? cover.negative : cover.positive) |= std::uint64_t{1} << node.atom;
          if ((cover.positive & cover.negative) != 0) return;
          break;
        case LtlOp::and_:
          todo.push_back(node.right);
          todo.push_back(node.left);
          break;
        case LtlOp::or_: {
          branch(cover, todo, done, {node.left});
          todo.push_back(node.right);
          break;
        }
        case LtlOp::next:
          insert_sorted(cover.rest, node.left);
          break;
        case LtlOp::until: {
          branch(cover, todo, done, {node.right});
          cover.promises |= marks_.at(id);
          insert_sorted(cover.rest, id);
          todo.push_back(node.left);
          break;
        }
        case LtlOp::release: {
          branch(cover, todo, done, {node.right, node.left});
          insert_sorted(cover.rest, id);
          todo.push_back(node.right);
          break;
        }
      }
    }
    if (covers_.size() >= kMostCovers) throw std::length_error("the automaton of the formula is too large");
    covers_.push_back(std::move(cover));
  }

  void branch(const Cover& cover, Set todo, const Set& done, std::initializer_list<LtlId> also) {
    todo.insert(todo.end(), also);
    split(cover, std::move(todo), done);
  }

  // Another cover asks for less in every respect (the first of equal ones stays).
  bool dominated(std::size_t k) const {
    const Cover& cover = covers_[k];
    for (std::size_t j = 0; j < covers_.size(); ++j) {
      const Cover& other = covers_[j];
      if (j == k || (other == cover && j > k)) continue;
      if (subset(other.positive, cover.positive) && subset(other.negative, cover.negative) &&
          subset(other.promises, cover.promises) &&
          std::includes(cover.rest.begin(), cover.rest.end(), other.rest.begin(), other.rest.end())) {
        return true;
      }
    }
    return false;
  }

  const LtlFormulas& formulas_;
  const std::map<LtlId, std::uint64_t>& marks_;
  std::vector<Cover> covers_;
};

BuchiAutomaton::BuchiAutomaton(const LtlFormulas& formulas, LtlId formula) : formulas_(formulas) {
  std::set<LtlId> seen;
  std::vector<LtlId> open{formula};
  while (!open.empty()) {
    const LtlId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const LtlNode& node = formulas[id];
    if (node.op == LtlOp::literal && node.atom >= kMostAtoms) throw std::length_error("the formula has too many atoms");
    if (node.op == LtlOp::until) {
      if (mark_of_.size() == kMostMarks) throw std::length_error("the formula has too many `until`s");
      const std::uint64_t mark = std::uint64_t{1} << mark_of_.size();
      mark_of_.emplace(id, mark);
      all_marks_ |= mark;
    }
    if (node.op >= LtlOp::and_) {
      open.push_back(node.left);
      if (node.op != LtlOp::next) open.push_back(node.right);
    }
  }
  initial_ = state_for({formula});
}

BuchiState BuchiAutomaton::state_for(const Obligations& obligations) {
  const auto known = by_obligations_.find(obligations);
  if (known != by_obligations_.end()) return known->second;
  std::vector<Cover> covers = Expansion(formulas_, mark_of_).run(obligations);
  // Sets of obligations that are met in the same ways are one state.
  const auto [at, fresh] = by_covers_.try_emplace(covers, static_cast<BuchiState>(states_.size()));
  if (fresh) {
    if (states_.size() >= kMostStates) throw std::length_error("the automaton of the formula is too large");
    State state;
    state.universal = covers.size() == 1 && covers[0] == Cover{};
    state.covers = std::move(covers);
    states_.push_back(std::move(state));
  }
  by_obligations_.emplace(obligations, at->second);
  return at->second;
}

const std::vector<BuchiEdge>& BuchiAutomaton::edges(BuchiState state) {
  if (!states_[state].linked) {
    const std::vector<Cover> covers = std::move(states_[state].covers);
    std::vector<BuchiEdge> edges;
    for (const Cover& cover : covers) {
      edges.push_back({cover.positive, cover.negative, all_marks_ & ~cover.promises, state_for(cover.rest)});
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    states_[state].edges = std::move(edges);
    states_[state].linked = true;
  }
  return states_[state].edges;
}

}  // namespace petriloom
