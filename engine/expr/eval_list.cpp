// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/eval_run.h"

namespace petriloom {

Word Evaluator::Run::list_operation(const Expr& node) {
  switch (node.op) {
    case Op::list:
      return literal_list(node);
    case Op::length:
      return static_cast<Word>(items(eval(child(node, 0))).size());
    case Op::append:
      return append(node);
    case Op::concat:
      return concat(node);
    case Op::range_list:
      return range_list(node);
    case Op::colours:
      return colours(node);
    default:
      return element(node);
  }
}

Word Evaluator::Run::make_list(const Expr& node, std::span<const Word> words) {
  if (words.size() > kMostListElements) {
    const bool string = node.type == ColourTable::kString;
    fail(node, fmt::format("a {} of {} {}; the most is {}", string ? "string" : "list", words.size(), string ? "bytes" : "elements",
                           kMostListElements));
  }
  return intern(node, words);
}

Word Evaluator::Run::literal_list(const Expr& node) {
  Gather elements(owner_);
  for (std::size_t k = 0; k < node.count; ++k) elements.push(eval(child(node, k)));
  return make_list(node, elements.words());
}

// head, tail and element
Word Evaluator::Run::element(const Expr& node) {
  const Word list = eval(child(node, 0));
  if (node.op == Op::element) {
    const Word position = eval(child(node, 1));
    const bool string = net_.exprs[child(node, 0)].type == ColourTable::kString;
    const std::span<const Word> words = items(list);
    if (position < 0 || position >= static_cast<Word>(words.size())) {
      fail(node, fmt::format("there is no element {} in a {} of {} (the first is element 0)", position, string ? "string" : "list",
                             words.size()));
    }
    const Word word = words[static_cast<std::size_t>(position)];
    return string ? intern(node, std::span<const Word>(&word, 1)) : word;
  }
  const std::span<const Word> words = items(list);
  if (words.empty()) fail(node, node.op == Op::head ? "head of an empty list" : "tail of an empty list");
  return node.op == Op::head ? words.front() : intern(node, words.subspan(1));
}

Word Evaluator::Run::append(const Expr& node) {
  const Word list = eval(child(node, 0));
  const Word last = eval(child(node, 1));
  Gather elements(owner_);
  elements.push(items(list));
  elements.push(last);
  return make_list(node, elements.words());
}

Word Evaluator::Run::concat(const Expr& node) {
  const Word first = eval(child(node, 0));
  const Word second = eval(child(node, 1));
  if (items(first).empty()) return second;
  if (items(second).empty()) return first;
  Gather elements(owner_);
  elements.push(items(first));
  elements.push(items(second));
  return make_list(node, elements.words());
}

Word Evaluator::Run::range_list(const Expr& node) {
  const Word low = eval(child(node, 0));
  const Word high = eval(child(node, 1));
  Word last = 0;
  if (low <= high && (__builtin_sub_overflow(high, low, &last) || last >= static_cast<Word>(kMostListElements))) {
    fail(node, fmt::format("the range {}..{} has more than {} elements", low, high, kMostListElements));
  }
  Gather elements(owner_);
  for (Word i = 0; low <= high && i <= last; ++i) elements.push(low + i);
  return intern(node, elements.words());
}

Word Evaluator::Run::colours(const Expr& node) {
  const ColourSet& set = net_.colours[net_.colours[node.type].components[0]];
  if (set.size() > kMostListElements) fail(node, fmt::format("all {} colours are too many for a list", set.size()));
  Gather elements(owner_);
  for (Word colour = set.low; colour <= set.high; ++colour) elements.push(colour);
  return intern(node, elements.words());
}

}  // namespace petriloom
