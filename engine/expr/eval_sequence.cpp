// SPDX-License-Identifier: Apache-2.0
// Operations on parts of lists and strings: slice, reverse, update, remove, position, distinct,
// contains.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "engine/expr/eval_run.h"

namespace petriloom {

Word Evaluator::Run::sequence_operation(const Expr& node) {
  switch (node.op) {
    case Op::slice:
      return slice(node);
    case Op::reverse: {
      const Word sequence = eval(child(node, 0));
      Gather words(owner_);
      words.push(items(sequence));
      std::reverse(words.words().begin(), words.words().end());
      return intern(node, words.words());
    }
    case Op::update:
      return update(node);
    case Op::remove:
      return remove(node);
    case Op::distinct:
      return distinct(node);
    default: {
      const Found found = find(node);
      return node.op == Op::contains ? (found.at >= 0 ? 1 : 0) : found.at;
    }
  }
}

// Where an element of a list, or a string as a part of a string, comes first.
Evaluator::Run::Found Evaluator::Run::find(const Expr& node) {
  Found found;
  found.sequence = eval(child(node, 0));
  const Word wanted = eval(child(node, 1));
  const std::span<const Word> words = items(found.sequence);
  const bool text = net_.exprs[child(node, 0)].type == ColourTable::kString;
  const std::span<const Word> part = text ? items(wanted) : std::span<const Word>(&wanted, 1);
  const auto at = std::search(words.begin(), words.end(), part.begin(), part.end());
  found.length = part.size();
  if (at != words.end() || part.empty()) found.at = at - words.begin();
  return found;
}

Word Evaluator::Run::slice(const Expr& node) {
  const Word sequence = eval(child(node, 0));
  const Word from = eval(child(node, 1));
  const Word count = eval(child(node, 2));
  const std::span<const Word> words = items(sequence);
  const auto size = static_cast<Word>(words.size());
  const Word begin = std::clamp<Word>(from, 0, size);
  // What would lie before the first element counts: slice(l, -1, 2) is the first element alone.
  Word end = 0;
  if (__builtin_add_overflow(from, std::max<Word>(count, 0), &end)) end = size;
  const Word length = std::clamp(end, begin, size) - begin;
  if (length == size) return sequence;
  return intern(node, words.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(length)));
}

Word Evaluator::Run::update(const Expr& node) {
  const Word sequence = eval(child(node, 0));
  const Word position = eval(child(node, 1));
  const Word value = eval(child(node, 2));
  const std::span<const Word> words = items(sequence);
  if (position < 0 || position >= static_cast<Word>(words.size())) {
    fail(node, fmt::format("there is no element {} in a {} of {} (the first is element 0)", position,
                           node.type == ColourTable::kString ? "string" : "list", words.size()));
  }
  const auto at = static_cast<std::size_t>(position);
  if (node.type != ColourTable::kString) {
    spend_on_words(node, words.size());
    return owner_.pool_.intern_updated(sequence, at, value);
  }
  Gather result(owner_);
  result.push(words.first(at));
  result.push(items(value));
  result.push(items(sequence).subspan(at + 1));
  return make_list(node, result.words());
}

Word Evaluator::Run::remove(const Expr& node) {
  const Found found = find(node);
  if (found.at < 0 || found.length == 0) return found.sequence;
  const std::span<const Word> words = items(found.sequence);
  const auto at = static_cast<std::size_t>(found.at);
  Gather result(owner_);
  result.push(words.first(at));
  result.push(words.subspan(at + found.length));
  return intern(node, result.words());
}

Word Evaluator::Run::distinct(const Expr& node) {
  const Word sequence = eval(child(node, 0));
  std::unordered_set<Word> seen;
  Gather result(owner_);
  for (const Word word : items(sequence)) {
    if (seen.insert(word).second) result.push(word);
  }
  return intern(node, result.words());
}

}  // namespace petriloom
