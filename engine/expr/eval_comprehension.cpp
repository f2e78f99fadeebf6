// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/expr/eval_run.h"

namespace petriloom {

// Bodies may add to the pool, which moves views: elements are fetched one by one.

Word Evaluator::Run::comprehension(const Expr& node) {
  switch (node.op) {
    case Op::map:
      return map(node);
    case Op::filter:
      return filter(node);
    case Op::fold:
      return fold(node);
    case Op::forall:
      return any(node, false) ? 0 : 1;
    case Op::exists:
      return any(node, true) ? 1 : 0;
    case Op::sum:
      return sum(node);
    case Op::argmin:
      return argmin(node);
    default:
      return sort(node);
  }
}

Word Evaluator::Run::map(const Expr& node) {
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  Gather results(owner_.operations_.stack());
  const std::size_t count = items(list).size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = items(list)[i];
    results.push(eval(child(node, 1)));
  }
  return owner_.operations_.intern(node, results.words());
}

Word Evaluator::Run::filter(const Expr& node) {
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  Gather results(owner_.operations_.stack());
  const std::size_t count = items(list).size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = items(list)[i];
    element = candidate;
    if (eval(child(node, 1)) != 0) results.push(candidate);
  }
  return owner_.operations_.intern(node, results.words());
}

Word Evaluator::Run::fold(const Expr& node) {
  const Word list = eval(child(node, 0));
  Word result = eval(child(node, 1));
  const auto slot = static_cast<std::size_t>(node.payload);
  const std::size_t count = items(list).size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    frame_[slot] = result;
    frame_[slot + 1] = items(list)[i];
    result = eval(child(node, 2));
  }
  return result;
}

// Whether the body has the wanted value for some element.
bool Evaluator::Run::any(const Expr& node, bool wanted) {
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const std::size_t count = items(list).size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = items(list)[i];
    if ((eval(child(node, 1)) != 0) == wanted) return true;
  }
  return false;
}

Word Evaluator::Run::sum(const Expr& node) {
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const bool real = node.type == ColourTable::kReal;
  const std::size_t count = items(list).size();
  Word total = 0;
  double real_total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = items(list)[i];
    const Word term = eval(child(node, 1));
    if (real) {
      real_total += real_of_word(term);
    } else if (__builtin_add_overflow(total, term, &total)) {
      fail_at(node, "the sum does not fit an int");
    }
  }
  return real ? word_of_real(real_total) : total;
}

Word Evaluator::Run::argmin(const Expr& node) {
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const ColourSetId key_type = net_.exprs[child(node, 1)].type;
  const std::size_t count = items(list).size();
  if (count == 0) fail_at(node, "argmin of an empty list");
  Word best = 0;
  Word best_key = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = items(list)[i];
    element = candidate;
    const Word key = eval(child(node, 1));
    if (i > 0 && net_.colours.compare(key_type, key, best_key, owner_.pool_) >= 0) continue;
    best = candidate;
    best_key = key;
  }
  return best;
}

Word Evaluator::Run::sort(const Expr& node) {
  struct Keyed {
    Word key, element;
  };
  const Word list = eval(child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const ColourSetId key_type = net_.exprs[child(node, 1)].type;
  const std::size_t count = items(list).size();
  std::vector<Keyed> keyed;
  keyed.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = items(list)[i];
    element = candidate;
    keyed.push_back({eval(child(node, 1)), candidate});
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [&](const Keyed& a, const Keyed& b) { return net_.colours.compare(key_type, a.key, b.key, owner_.pool_) < 0; });
  Gather results(owner_.operations_.stack());
  for (const Keyed& entry : keyed) results.push(entry.element);
  return owner_.operations_.intern(node, results.words());
}

}  // namespace petriloom
