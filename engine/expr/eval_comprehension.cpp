// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/expr/eval_run.h"

namespace petriloom {

Evaluator::Run::Items::Items(Run& run, ExprId list)
    : run_(run), gathered_(run.owner_.operations_.stack()), of_tokens_(run.of_tokens(list)) {
  if (of_tokens_) {
    run.gather(list, gathered_);
  } else {
    list_ = run.eval(list);
  }
}

bool Evaluator::Run::of_tokens(ExprId list) const {
  const Expr& node = net_.exprs[list];
  if (node.op == Op::token_list) return true;
  return (node.op == Op::map || node.op == Op::filter) && of_tokens(child(node, 0));
}

void Evaluator::Run::gather(ExprId list, Gather& into) {
  const Expr& node = net_.exprs[list];
  if (node.op == Op::token_list) return push_tokens(node, into);
  gather(child(node, 0), into);
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const std::size_t count = into.words().size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = into.words()[i];
    element = candidate;
    const Word value = eval(child(node, 1));
    if (node.op == Op::map) {
      into.words()[kept++] = value;
    } else if (value != 0) {
      into.words()[kept++] = candidate;
    }
  }
  into.keep(kept);
}

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
    case Op::least:
    case Op::greatest:
      return extreme(node);
    default:
      return sort(node);
  }
}

Word Evaluator::Run::map(const Expr& node) {
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  Gather results(owner_.operations_.stack());
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = list[i];
    results.push(eval(child(node, 1)));
  }
  return owner_.operations_.intern(node, results.words());
}

Word Evaluator::Run::filter(const Expr& node) {
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  Gather results(owner_.operations_.stack());
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = list[i];
    element = candidate;
    if (eval(child(node, 1)) != 0) results.push(candidate);
  }
  return owner_.operations_.intern(node, results.words());
}

Word Evaluator::Run::fold(const Expr& node) {
  const Items list(*this, child(node, 0));
  Word result = eval(child(node, 1));
  const auto slot = static_cast<std::size_t>(node.payload);
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    frame_[slot] = result;
    frame_[slot + 1] = list[i];
    result = eval(child(node, 2));
  }
  return result;
}

// Whether the body has the wanted value for some element.
bool Evaluator::Run::any(const Expr& node, bool wanted) {
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = list[i];
    if ((eval(child(node, 1)) != 0) == wanted) return true;
  }
  return false;
}

Word Evaluator::Run::sum(const Expr& node) {
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const bool real = node.type == ColourTable::kReal;
  const std::size_t count = list.size();
  Word total = 0;
  double real_total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = list[i];
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
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const ColourSetId key_type = net_.exprs[child(node, 1)].type;
  const std::size_t count = list.size();
  if (count == 0) fail_at(node, "argmin of an empty list");
  Word best = 0;
  Word best_key = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = list[i];
    element = candidate;
    const Word key = eval(child(node, 1));
    if (i > 0 && net_.colours.compare(key_type, key, best_key, owner_.pool_) >= 0) continue;
    best = candidate;
    best_key = key;
  }
  return best;
}

// The least body, or the greatest.
Word Evaluator::Run::extreme(const Expr& node) {
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const std::size_t count = list.size();
  if (count == 0) fail_at(node, node.op == Op::least ? "min of an empty list" : "max of an empty list");
  Word best = 0;
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    element = list[i];
    const Word value = eval(child(node, 1));
    const int order = i == 0 ? 0 : net_.colours.compare(node.type, value, best, owner_.pool_);
    if (i == 0 || (node.op == Op::least ? order < 0 : order > 0)) best = value;
  }
  return best;
}

Word Evaluator::Run::sort(const Expr& node) {
  struct Keyed {
    Word key, element;
  };
  const Items list(*this, child(node, 0));
  Word& element = frame_[static_cast<std::size_t>(node.payload)];
  const ColourSetId key_type = net_.exprs[child(node, 1)].type;
  const std::size_t count = list.size();
  std::vector<Keyed> keyed;
  keyed.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    owner_.budget().spend(node);
    const Word candidate = list[i];
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
