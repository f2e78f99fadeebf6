// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/memo_table.h"

#include <algorithm>

#include "engine/expr/eval_budget.h"

namespace petriloom {

namespace {

constexpr std::size_t kFirstEntries = 256;
// A value of fewer nodes is computed as fast as it is found.
constexpr std::size_t kNodesOfLong = 16;
// How often a function is asked for before it is judged, and what share must have been found.
constexpr std::uint32_t kAskedForJudgement = 1U << 18U;
constexpr std::uint32_t kShareFound = 8;

// Takes the nodes of an expression and what it calls away from `left`; false if they are more.
bool fits(const Net& net, ExprId expr, std::size_t& left) {
  const Expr& node = net.exprs[expr];
  if (left == 0 || goes_through_list(node.op)) return false;
  --left;
  if (node.op == Op::call) {
    const Function& called = net.functions[static_cast<std::size_t>(node.payload)];
    if (!called.body.valid() || !fits(net, called.body, left)) return false;
  }
  const auto children = net.exprs.children(expr);
  return std::all_of(children.begin(), children.end(), [&](ExprId child) { return fits(net, child, left); });
}

}  // namespace

bool MemoTable::is_long(const Net& net, std::size_t function) {
  std::size_t left = kNodesOfLong;
  const ExprId body = net.functions[function].body;
  return body.valid() && !fits(net, body, left);
}

// What a function needs of the limits of nested calls is less than half of them, so that whether it
// is evaluated or found never decides whether they are met.
void MemoTable::look(std::size_t number) {
  const Function& function = net_.functions[number];
  facts_[number].keeping = Keeping::being_looked_at;
  Facts facts;
  facts.settled = function.body.valid();
  if (function.body.valid()) {
    add_body(facts, function.body);
    facts.height += net_.exprs[function.body].height;
  }
  ++facts.calls;
  facts.slots += function.slots;
  const bool shallow = facts.calls <= CallStack::kMostDepth / 2 && facts.height <= CallStack::kMostLevels / 2 &&
                       facts.slots <= CallStack::kMostFrameWords / 2;
  const std::size_t arguments = function.parameters.size();
  const bool kept = facts.settled && shallow && is_long(net_, number) && arguments > 0 && arguments <= kMostArguments;
  facts.keeping = kept ? Keeping::yes : Keeping::no;
  facts_[number] = facts;
}

void MemoTable::add_body(Facts& facts, ExprId expr) {
  const Expr& node = net_.exprs[expr];
  if (node.stateful() || node.random()) facts.settled = false;
  if (node.op == Op::call) {
    const auto called = static_cast<std::size_t>(node.payload);
    if (facts_[called].keeping == Keeping::unknown) look(called);
    const Facts& inner = facts_[called];
    facts.settled = facts.settled && inner.settled;  // not while it is being looked at
    facts.calls = std::max(facts.calls, inner.calls);
    facts.height = std::max(facts.height, inner.height);
    facts.slots = std::max(facts.slots, inner.slots);
  }
  for (const ExprId child : net_.exprs.children(expr)) add_body(facts, child);
}

std::size_t MemoTable::slot_of(std::size_t function, std::span<const Word> arguments) const {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
  std::uint64_t sum = function * kFactor;
  for (const Word argument : arguments) {
    sum = (sum ^ static_cast<std::uint64_t>(argument)) * kFactor;
    sum ^= sum >> 32U;
  }
  return static_cast<std::size_t>(sum) & (entries_.size() - 1);
}

bool MemoTable::holds(const Entry& entry, std::size_t function, std::span<const Word> arguments) {
  return entry.function == function && std::equal(arguments.begin(), arguments.end(), entry.arguments.begin());
}

std::optional<Word> MemoTable::find(std::size_t function, std::span<const Word> arguments) {
  Facts& facts = facts_[function];
  if (++facts.asked == kAskedForJudgement) {
    if (facts.found < kAskedForJudgement / kShareFound) facts.keeping = Keeping::no;
    facts.asked = facts.found = 0;
  }
  if (entries_.empty()) return std::nullopt;
  const Entry& entry = entries_[slot_of(function, arguments)];
  if (!holds(entry, function, arguments)) return std::nullopt;
  ++facts.found;
  return entry.value;
}

void MemoTable::keep(std::size_t function, std::span<const Word> arguments, Word value) {
  if (entries_.empty()) entries_.resize(kFirstEntries);
  if (displaced_ > entries_.size() / 2 && entries_.size() < kMostEntries) grow();
  Entry& entry = entries_[slot_of(function, arguments)];
  displaced_ += entry.function != Entry::kNone ? 1 : 0;
  entry.function = static_cast<std::uint32_t>(function);
  entry.value = value;
  std::copy(arguments.begin(), arguments.end(), entry.arguments.begin());
}

void MemoTable::grow() {
  std::vector<Entry> before(entries_.size() * 2);
  before.swap(entries_);
  for (const Entry& entry : before) {
    if (entry.function == Entry::kNone) continue;
    const std::span<const Word> arguments(entry.arguments.data(), net_.functions[entry.function].parameters.size());
    entries_[slot_of(entry.function, arguments)] = entry;
  }
  displaced_ = 0;
}

}  // namespace petriloom
