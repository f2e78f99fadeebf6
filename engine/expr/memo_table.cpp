// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/memo_table.h"

#include <algorithm>

#include "engine/expr/eval_budget.h"
#include "engine/expr/match.h"
#include "engine/text/memory.h"

namespace petriloom {

namespace {

constexpr std::size_t kFirstEntries = 256;
// A value of fewer nodes is computed as fast as it is found: what is found is seldom in a cache.
constexpr std::size_t kNodesOfLong = 32;
// How often a value is asked for before that is judged, and what share must have been found.
constexpr std::uint32_t kAskedForJudgement = 1U << 18U;
constexpr std::uint32_t kShareFound = 8;
// Entries of a table in any net, and in one that is so large that they are a quarter of it.
constexpr std::size_t kEntriesOfAll = std::size_t{1} << 19U;
constexpr std::size_t kMostEntries = std::size_t{1} << 25U;

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

std::size_t MemoTable::slot_of(std::uint32_t of, std::span<const Word> arguments) const {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
  std::uint64_t sum = of * kFactor;
  for (const Word argument : arguments) {
    sum = (sum ^ static_cast<std::uint64_t>(argument)) * kFactor;
    sum ^= sum >> 32U;
  }
  return static_cast<std::size_t>(sum) & (entries_.size() - 1);
}

bool MemoTable::holds(const Entry& entry, std::uint32_t of, std::span<const Word> arguments) {
  return entry.of == of && std::equal(arguments.begin(), arguments.end(), entry.arguments.begin());
}

// Whether it has been asked for so often that it had to be found, and was not: more often than
// there are values in the table, so that those of a large net have been asked for more than once.
bool MemoTable::judged(Use& use) const {
  if (++use.asked < kAskedForJudgement || use.asked < entries_.size()) return false;
  const bool in_vain = use.found < use.asked / kShareFound;
  use.asked = use.found = 0;
  return in_vain;
}

std::optional<Word> MemoTable::found(Use& use, std::uint32_t of, std::span<const Word> arguments) const {
  if (entries_.empty()) return std::nullopt;
  const Entry& entry = entries_[slot_of(of, arguments)];
  if (!holds(entry, of, arguments)) return std::nullopt;
  ++use.found;
  return entry.value;
}

void MemoTable::put(std::uint32_t of, std::span<const Word> arguments, Word value) {
  if (entries_.empty()) entries_.resize(kFirstEntries);
  if (displaced_ > entries_.size() / 2) may_grow() ? grow() : void(displaced_ = 0);
  Entry& entry = entries_[slot_of(of, arguments)];
  displaced_ += entry.of != Entry::kNone ? 1 : 0;
  entry.of = of;
  entry.count = static_cast<std::uint32_t>(arguments.size());
  entry.value = value;
  std::copy(arguments.begin(), arguments.end(), entry.arguments.begin());
}

// A large net may have a larger table.
bool MemoTable::may_grow() const {
  return entries_.size() < kEntriesOfAll ||
         (entries_.size() < kMostEntries && 4 * entries_.size() * sizeof(Entry) <= memory_in_use().own);
}

void MemoTable::grow() {
  std::vector<Entry> before(entries_.size() * 2);
  before.swap(entries_);
  for (const Entry& entry : before) {
    if (entry.of != Entry::kNone) entries_[slot_of(entry.of, std::span(entry.arguments).first(entry.count))] = entry;
  }
  displaced_ = 0;
}

std::vector<std::uint32_t> MemoTable::kept_by(const Net& net, ExprId expr) {
  std::size_t left = kNodesOfLong;
  if (net.exprs.looks(expr, look::state | look::random) || net.exprs[expr].wildcards || fits(net, expr, left)) return {};
  const std::vector<std::uint32_t> slots = free_variables(net, expr, std::numeric_limits<std::size_t>::max());
  const std::vector<std::uint32_t> own = own_variables(net, expr);
  std::vector<std::uint32_t> kept_by;
  for (const std::uint32_t slot : slots) {
    if (std::find(own.begin(), own.end(), slot) == own.end()) kept_by.push_back(slot);
  }
  if (kept_by.size() > kMostArguments) kept_by.clear();
  return kept_by;
}

}  // namespace petriloom
