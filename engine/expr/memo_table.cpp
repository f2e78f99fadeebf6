// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/memo_table.h"

#include <algorithm>

#include "engine/expr/eval_budget.h"
#include "engine/expr/match.h"
#include "engine/text/memory.h"

namespace petriloom {

namespace {

// A value of fewer nodes is computed as fast as it is found: what is found is seldom in a cache.
constexpr std::size_t kNodesOfLong = 64;
// How often a value is asked for before that is judged; and one that takes not so many steps that
// it would pay if it was found after a long time.
constexpr std::uint32_t kAskedForJudgement = 1U << 18U;
constexpr std::uint32_t kAskedForEarlyJudgement = 1U << 12U;
constexpr std::uint64_t kStepsToWaitFor = 32;
// How often a value is computed before it is judged how many steps that takes, and how many are
// many.
constexpr std::uint32_t kComputedForJudgement = 256;
constexpr std::uint64_t kStepsOfLong = 8;
// How often functions are asked before it is looked at who of them was not found.
constexpr std::size_t kAskedForDropping = std::size_t{1} << 16U;
// So many rows a table may have in any case.
constexpr std::size_t kFewRows = 1024;
// Of rows, that have made room before there are twice as many.
constexpr std::size_t kShareDisplaced = 8;
// Bytes of the tables in any net, and in one that is so large that they are a quarter of it.
constexpr std::size_t kBytesOfAll = std::size_t{32} << 20U;
constexpr std::size_t kMostBytes = std::size_t{2} << 30U;

// What it takes to evaluate an expression.
struct Length {
  std::size_t left = kNodesOfLong;  ///< nodes that may come yet until there are many
  bool loops = false;               ///< it goes through lists
  [[nodiscard]] bool is_long() const { return left == 0 || loops; }
};

// Adds the nodes of an expression and of what it calls, of branches the longer. Lists count as if
// they had one element. What has very many branches counts as long.
class LengthOf {
 public:
  LengthOf(const Net& net, ExprId expr) : net_(net) { add(expr, length_); }
  [[nodiscard]] const Length& length() const { return length_; }

 private:
  static constexpr std::size_t kMostVisits = 32 * kNodesOfLong;
  void add(ExprId expr, Length& length) {
    if (++visits_ > kMostVisits) length.left = 0;
    if (length.left == 0) return;
    const Expr& node = net_.exprs[expr];
    --length.left;
    length.loops = length.loops || goes_through_list(node.op);
    if (node.op == Op::call) add_body(net_.functions[static_cast<std::size_t>(node.payload)], length);
    const auto children = net_.exprs.children(expr);
    for (const ExprId child : children.first(node.op == Op::if_ ? 1 : children.size())) add(child, length);
    if (node.op != Op::if_) return;
    Length then = length;
    add(children[1], then);
    add(children[2], length);
    length = {std::min(length.left, then.left), length.loops || then.loops};
  }
  void add_body(const Function& function, Length& length) {
    if (function.body.valid()) add(function.body, length);
  }

  const Net& net_;
  Length length_;
  std::size_t visits_ = 0;
};

Length length_of(const Net& net, ExprId expr) { return LengthOf(net, expr).length(); }

}  // namespace

bool MemoTable::is_long(const Net& net, std::size_t function) {
  const ExprId body = net.functions[function].body;
  return body.valid() && length_of(net, body).is_long();
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
  facts.keeping = Keeping::no;
  if (facts.settled && shallow && arguments > 0 && arguments <= kMostArguments) {
    const Length length = length_of(net_, function.body);
    if (length.is_long()) {
      facts.keeping = Keeping::yes;
      facts.values = add_values(rows_.size(), arguments, length.left > 0);
    }
  }
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

// Whether it has been asked for so often that it had to be found, and was not: more often than
// there are values in the table, so that those of a large net have been asked for more than once,
// if that may be worth the wait.
bool MemoTable::judged(Values& values) const {
  if (++values.asked < kAskedForEarlyJudgement) return false;
  const bool waits = !takes_fewer_steps(values, kStepsToWaitFor);
  if (waits && (values.asked < kAskedForJudgement || values.asked < rows_[values.rows].rows())) return false;
  const bool in_vain = !is_found_often(values);
  values.asked = values.found = 0;
  return in_vain;
}

// Whether what goes through lists has taken few steps on the average, so that it is computed as
// fast as it is found.
bool MemoTable::turns_out_short(Values& values, std::uint64_t steps) {
  if (values.computed == kComputedForJudgement) return false;
  values.steps += steps;
  ++values.computed;
  return values.few_nodes && takes_fewer_steps(values, kStepsOfLong);
}

bool MemoTable::takes_fewer_steps(const Values& values, std::uint64_t steps) {
  return values.computed == kComputedForJudgement && values.steps < steps * values.computed;
}

// A large net may have larger tables.
bool MemoTable::may_grow() const { return bytes_ < kBytesOfAll || (bytes_ < kMostBytes && 4 * bytes_ <= memory_in_use().own); }

void MemoTable::make_room(const Values& values) {
  RowCache& rows = rows_[values.rows];
  const bool few = rows.rows() < kFewRows;
  if (!few && values.dropped && !is_found_often(values)) return rows.stays();
  if (!few && !may_grow()) drop_unused();
  const std::size_t before = rows.bytes();
  few || may_grow() ? rows.grow() : rows.stays();
  bytes_ += rows.bytes() - before;
}

// What functions within inscriptions were asked for to compute these is not asked for again: it
// took room in vain. Nobody knows that at first, as an inscription is not found either until all
// others have had their turn.
void MemoTable::drop_unused() {
  std::size_t asked = 0;
  for (const Facts& facts : facts_) asked += facts.keeping == Keeping::yes ? values_[facts.values].asked : 0;
  if (asked < kAskedForDropping) return;
  for (const Facts& facts : facts_) {
    if (facts.keeping != Keeping::yes) continue;
    Values& values = values_[facts.values];
    if (!is_found_often(values)) {
      RowCache& rows = rows_[values.rows];
      bytes_ -= rows.bytes();
      rows.clear();
      values.dropped = true;
    }
    values.asked = values.found = 0;
  }
}

void MemoTable::keep(const Values& values, std::span<const Word> key, Word value) {
  RowCache& rows = rows_[values.rows];
  if (rows.displaced() > rows.rows() / kShareDisplaced) make_room(values);
  const std::size_t before = rows.bytes();
  rows.put(key, values.column, value);
  bytes_ += rows.bytes() - before;
}

void MemoTable::place(ExprId inscription) {
  if (numbers_.size() < net_.exprs.size()) find_transitions();
  const std::pair side_by_side(transitions_[inscription.index()], kept_by(net_, inscription));
  const auto [at, fresh] = rows_of_.try_emplace(side_by_side, rows_.size());
  if (!fresh && rows_[at->second].columns() == RowCache::kMostColumns) at->second = rows_.size();
  numbers_[inscription.index()] = add_values(at->second, side_by_side.second.size(), length_of(net_, inscription).left > 0);
}

std::uint32_t MemoTable::add_values(std::size_t rows, std::size_t key_words, bool few_nodes) {
  if (rows == rows_.size()) rows_.emplace_back(key_words);
  const std::size_t before = rows_[rows].bytes();
  Values values;
  values.rows = static_cast<std::uint32_t>(rows);
  values.column = rows_[rows].add_column();
  values.few_nodes = few_nodes;
  values_.push_back(values);
  bytes_ += rows_[rows].bytes() - before;
  return static_cast<std::uint32_t>(values_.size() - 1);
}

void MemoTable::find_transitions() {
  numbers_.resize(net_.exprs.size(), kUnknown);
  transitions_.assign(net_.exprs.size(), {});
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    for_each_expression(net_.transitions[t], [&](ExprId root) {
      for_each_expr(net_.exprs, root, [&](ExprId expr) { return transitions_[expr.index()] = TransitionId(t), true; });
    });
  }
}

std::vector<std::uint32_t> MemoTable::kept_by(const Net& net, ExprId expr) {
  if (net.exprs.looks(expr, look::state | look::random) || net.exprs[expr].wildcards || !length_of(net, expr).is_long()) return {};
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
