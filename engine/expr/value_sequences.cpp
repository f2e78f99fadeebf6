// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "engine/expr/value_operations.h"

namespace petriloom {

Word ValueOperations::sequence_operation(const Expr& node, std::span<const Word> operands) {
  switch (node.op) {
    case Op::append:
      return append(node, operands[0], operands[1]);
    case Op::concat:
      return concat(node, operands[0], operands[1]);
    case Op::range_list:
      return range_list(node, operands[0], operands[1]);
    case Op::colours:
      return colours(node);
    case Op::slice:
      return slice(node, operands[0], operands[1], operands[2]);
    case Op::reverse:
      return reverse(node, operands[0]);
    case Op::update:
      return update(node, operands[0], operands[1], operands[2]);
    case Op::remove:
      return remove(node, operands[0], operands[1]);
    case Op::distinct:
      return distinct(node, operands[0]);
    case Op::contains:
      return find(node, operands[0], operands[1]).at >= 0 ? 1 : 0;
    default:
      return find(node, operands[0], operands[1]).at;
  }
}

Word ValueOperations::make_list(const Expr& node, std::span<const Word> words) {
  if (words.size() > kMostListElements) {
    const bool string = node.type == ColourTable::kString;
    fail_at(node, fmt::format("a {} of {} {}; the most is {}", string ? "string" : "list", words.size(),
                              string ? "bytes" : "elements", kMostListElements));
  }
  return intern(node, words);
}

Word ValueOperations::head(const Expr& node, Word list) {
  const std::span<const Word> words = items(list);
  if (words.empty()) {
    // Whoever made the net may have said what it means that there is none, as a text of the pool.
    std::string why;
    for (const Word byte : node.payload > 0 ? items(node.payload) : std::span<const Word>()) why += static_cast<char>(byte);
    fail_at(node, why.empty() ? "head of an empty list" : why);
  }
  return words.front();
}

Word ValueOperations::tail(const Expr& node, Word list) {
  const std::span<const Word> words = items(list);
  if (words.empty()) fail_at(node, "tail of an empty list");
  return intern(node, words.subspan(1));
}

Word ValueOperations::element(const Expr& node, Word sequence, Word position) {
  const bool string = operand_type(node) == ColourTable::kString;
  const std::span<const Word> words = items(sequence);
  if (position < 0 || position >= static_cast<Word>(words.size())) {
    fail_at(node, fmt::format("there is no element {} in a {} of {} (the first is element 0)", position, string ? "string" : "list",
                              words.size()));
  }
  const Word word = words[static_cast<std::size_t>(position)];
  return string ? intern(node, std::span<const Word>(&word, 1)) : word;
}

Word ValueOperations::append(const Expr& node, Word list, Word last) {
  Gather elements(stack_);
  elements.push(items(list));
  elements.push(last);
  return make_list(node, elements.words());
}

Word ValueOperations::concat(const Expr& node, Word first, Word second) {
  if (items(first).empty()) return second;
  if (items(second).empty()) return first;
  Gather elements(stack_);
  elements.push(items(first));
  elements.push(items(second));
  return make_list(node, elements.words());
}

Word ValueOperations::range_list(const Expr& node, Word low, Word high) {
  Word last = 0;
  if (low <= high && (__builtin_sub_overflow(high, low, &last) || last >= static_cast<Word>(kMostListElements))) {
    fail_at(node, fmt::format("the range {}..{} has more than {} elements", low, high, kMostListElements));
  }
  Gather elements(stack_);
  for (Word i = 0; low <= high && i <= last; ++i) elements.push(low + i);
  return intern(node, elements.words());
}

Word ValueOperations::colours(const Expr& node) {
  const ColourSet& set = net_.colours[net_.colours[node.type].components[0]];
  if (set.size() > kMostListElements) fail_at(node, fmt::format("all {} colours are too many for a list", set.size()));
  Gather elements(stack_);
  for (Word colour = set.low; colour <= set.high; ++colour) elements.push(colour);
  return intern(node, elements.words());
}

// Where an element of a list, or a string as a part of a string, comes first.
ValueOperations::Found ValueOperations::find(const Expr& node, Word sequence, Word wanted) const {
  Found found;
  const std::span<const Word> words = items(sequence);
  const bool text = operand_type(node) == ColourTable::kString;
  const std::span<const Word> part = text ? items(wanted) : std::span<const Word>(&wanted, 1);
  const auto at = std::search(words.begin(), words.end(), part.begin(), part.end());
  found.length = part.size();
  if (at != words.end() || part.empty()) found.at = at - words.begin();
  return found;
}

Word ValueOperations::slice(const Expr& node, Word sequence, Word from, Word count) {
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

Word ValueOperations::reverse(const Expr& node, Word sequence) {
  Gather words(stack_);
  words.push(items(sequence));
  std::reverse(words.words().begin(), words.words().end());
  return intern(node, words.words());
}

Word ValueOperations::update(const Expr& node, Word sequence, Word position, Word value) {
  const std::span<const Word> words = items(sequence);
  if (position < 0 || position >= static_cast<Word>(words.size())) {
    fail_at(node, fmt::format("there is no element {} in a {} of {} (the first is element 0)", position,
                              node.type == ColourTable::kString ? "string" : "list", words.size()));
  }
  const auto at = static_cast<std::size_t>(position);
  if (node.type != ColourTable::kString) {
    budget_.spend_on_words(node, words.size());
    return pool_.intern_updated(sequence, at, value);
  }
  Gather result(stack_);
  result.push(words.first(at));
  result.push(items(value));
  result.push(items(sequence).subspan(at + 1));
  return make_list(node, result.words());
}

Word ValueOperations::remove(const Expr& node, Word sequence, Word wanted) {
  const Found found = find(node, sequence, wanted);
  if (found.at < 0 || found.length == 0) return sequence;
  const std::span<const Word> words = items(sequence);
  const auto at = static_cast<std::size_t>(found.at);
  Gather result(stack_);
  result.push(words.first(at));
  result.push(words.subspan(at + found.length));
  return intern(node, result.words());
}

Word ValueOperations::distinct(const Expr& node, Word sequence) {
  std::unordered_set<Word> seen;
  Gather result(stack_);
  for (const Word word : items(sequence)) {
    if (seen.insert(word).second) result.push(word);
  }
  return intern(node, result.words());
}

}  // namespace petriloom
