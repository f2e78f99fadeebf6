// SPDX-License-Identifier: Apache-2.0
// The bindings that the reference engine tries, and the lists of tokens in them.
#include <algorithm>

#include "tests/engine/reference_engine.h"

namespace petriloom::test {

// What is collected follows from the other variables.
void ReferenceEngine::each_binding(std::size_t transition, const std::function<void(const Binding&)>& visit) {
  const Transition& t = net_.transitions[transition];
  const auto facts = [&](std::size_t slot) { return net_.colours[t.variables[slot].colour]; };
  const auto listed = [&](Binding binding) {
    for (const Arc& arc : t.arcs) {
      if (!arc.collect) continue;
      std::vector<Word> words = frame({transition, binding});
      const std::optional<Word> list = collected(arc, words);
      if (!list) return;
      binding[arc.collect->list] = *list;
    }
    visit(binding);
  };
  Binding binding;
  for (std::uint32_t slot = 0; slot < t.binding_size; ++slot) binding.push_back(facts(slot).finite ? facts(slot).low : 0);
  for (;;) {
    listed(binding);
    std::size_t slot = t.binding_size;
    while (slot > 0 && (!facts(slot - 1).finite || binding[slot - 1] == facts(slot - 1).high)) {
      --slot;
      binding[slot] = facts(slot).finite ? facts(slot).low : 0;
    }
    if (slot == 0) return;
    ++binding[slot - 1];
  }
}

// Rule 31: one token after the other, that which goes first of those that are left. Nothing if
// there are too few.
std::optional<Word> ReferenceEngine::collected(const Arc& arc, std::vector<Word>& words) {
  const Collect& collect = *arc.collect;
  const ColourSetId set = net_[arc.place].colour;
  const auto before = [&](Word a, Word b) { return net_.colours.compare(set, a, b, pool_) < 0; };
  const bool all = !collect.count.valid();
  std::vector<Token> left;
  for (const Token& token : places_[arc.place.index()]) {
    if ((all || token.available <= now_) && evaluator_.matches(collect.pattern, token.colour, words)) left.push_back(token);
  }
  std::int64_t wanted = all ? static_cast<std::int64_t>(left.size()) : evaluator_.eval(collect.count, words);
  if (!present(arc, words)) wanted = 0;
  std::vector<Word> list;
  for (; wanted > 0; --wanted) {
    const auto first = std::min_element(left.begin(), left.end(), [&](const Token& a, const Token& b) {
      return a.available != b.available ? a.available < b.available : before(a.colour, b.colour);
    });
    if (first == left.end()) return std::nullopt;
    list.push_back(first->colour);
    left.erase(first);
  }
  std::sort(list.begin(), list.end(), before);
  const Word handle = pool_.intern(list);
  if (!collect.seen.valid()) return handle;
  words[collect.tokens] = handle;
  return evaluator_.eval(collect.seen, words);
}

bool ReferenceEngine::lists_hold(const Key& key, std::vector<Word>& words) {
  const std::vector<Arc>& arcs = net_.transitions[key.first].arcs;
  return std::all_of(arcs.begin(), arcs.end(), [&](const Arc& arc) {
    return !arc.collect || collected(arc, words) == std::optional<Word>(key.second[arc.collect->list]);
  });
}

}  // namespace petriloom::test
