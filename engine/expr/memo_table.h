// SPDX-License-Identifier: Apache-2.0
// Values of functions that were called before with the same arguments (memo functions: D. Michie,
// Nature 218, 1968), and of inscriptions for the same variables, where these cost more to compute
// than to find again. It never shows in a value, an error or a budget.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/containers/row_cache.h"
#include "engine/net/net.h"

namespace petriloom {

/// Not thread-safe; of one Evaluator.
class MemoTable {
 public:
  static constexpr std::size_t kMostArguments = 6;

  /// Whether the value of a function costs more to compute than to find: it goes through lists, or
  /// has many nodes.
  [[nodiscard]] static bool is_long(const Net& net, std::size_t function);
  /// The variables of a transition for which the value of an inscription is kept: those that decide
  /// it. Nothing if something else decides it, or it is not long.
  [[nodiscard]] static std::vector<std::uint32_t> kept_by(const Net& net, ExprId expr);

  /// The net must outlive the table.
  explicit MemoTable(const Net& net) : net_(net) {}

  /// Whether values of a function are worth keeping: its arguments alone decide them, it does not
  /// call itself, it is not short, and what was kept has been found often enough.
  [[nodiscard]] bool keeps(std::size_t function) {
    if (function >= facts_.size()) facts_.resize(net_.functions.size());  // nets grow while they are built
    Facts& facts = facts_[function];
    if (facts.keeping == Keeping::unknown) look(function);
    return facts.keeping == Keeping::yes;
  }

  /// The value of a function for which `keeps` holds, for these arguments; nothing if none is kept.
  [[nodiscard]] std::optional<Word> find(std::size_t function, std::span<const Word> arguments) {
    Facts& facts = facts_[function];
    if (judged(values_[facts.values])) facts.keeping = Keeping::no;
    return find(values_[facts.values], arguments);
  }
  /// Keeps a value that took so many steps (EvalBudget), perhaps in place of another.
  void keep(std::size_t function, std::span<const Word> arguments, Word value, std::uint64_t steps) {
    Facts& facts = facts_[function];
    keep(values_[facts.values], arguments, value);
    if (turns_out_short(values_[facts.values], steps)) facts.keeping = Keeping::no;
  }

  /// The same of inscriptions, and of the variables that they are `kept_by`. What the same
  /// variables of a transition decide is kept side by side, as a firing asks for most of it.
  [[nodiscard]] bool keeps(ExprId inscription) {
    if (inscription.index() >= numbers_.size() || numbers_[inscription.index()] == kUnknown) place(inscription);
    return numbers_[inscription.index()] != kGivenUp;
  }
  [[nodiscard]] std::optional<Word> find(ExprId inscription, std::span<const Word> variables) {
    std::uint32_t& number = numbers_[inscription.index()];
    Values& values = values_[number];
    if (judged(values)) number = kGivenUp;
    return find(values, variables);
  }
  void keep(ExprId inscription, std::span<const Word> variables, Word value, std::uint64_t steps) {
    std::uint32_t& number = numbers_[inscription.index()];
    if (number == kGivenUp) return;
    keep(values_[number], variables, value);
    if (turns_out_short(values_[number], steps)) number = kGivenUp;
  }

 private:
  enum class Keeping : std::uint8_t { unknown, no, yes, being_looked_at };
  /// The values of a function or an inscription: where they are, and how often one was asked for
  /// and found, since that was judged last.
  struct Values {
    std::uint32_t rows = 0;
    std::uint32_t column = 0;
    std::uint32_t asked = 0;
    std::uint32_t found = 0;
    std::uint32_t computed = 0;
    std::uint64_t steps = 0;
    bool few_nodes = false;  ///< it is long only if it takes many steps
    bool dropped = false;    ///< once, and have few rows until they are found often
  };
  struct Facts {
    Keeping keeping = Keeping::unknown;
    bool settled = false;  ///< its values depend on its arguments alone, and calls in it end
    std::uint32_t values = 0;
    std::size_t calls = 0;   ///< nested in it, itself counted
    std::size_t height = 0;  ///< of it and the calls nested in it, summed
    std::size_t slots = 0;
  };

  void look(std::size_t function);
  void add_body(Facts& facts, ExprId expr);
  /// Gives an inscription its place, beside what the same variables of a transition decide.
  void place(ExprId inscription);
  void find_transitions();
  /// The number of what has a new column of these rows, which may be new, too.
  std::uint32_t add_values(std::size_t rows, std::size_t key_words, bool few_nodes);
  [[nodiscard]] bool judged(Values& values) const;
  [[nodiscard]] static bool turns_out_short(Values& values, std::uint64_t steps);
  /// Whether computing it has taken fewer on the average; false until that is known.
  [[nodiscard]] static bool takes_fewer_steps(const Values& values, std::uint64_t steps);
  [[nodiscard]] std::optional<Word> find(Values& values, std::span<const Word> key) const {
    const std::optional<Word> value = rows_[values.rows].find(key, values.column);
    values.found += value ? 1U : 0U;
    return value;
  }
  void keep(const Values& values, std::span<const Word> key, Word value);
  /// Makes place for more rows, if that is worth its memory.
  void make_room(const Values& values);
  [[nodiscard]] static bool is_found_often(const Values& values) { return values.found > values.asked / kShareFound; }
  [[nodiscard]] bool may_grow() const;
  /// The values of functions go that were hardly ever found since the last time.
  void drop_unused();
  static constexpr std::uint32_t kShareFound = 8;
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kGivenUp = kUnknown - 1;

  const Net& net_;
  std::vector<Facts> facts_;
  std::vector<std::uint32_t> numbers_;     // of inscriptions, by expression: of their values
  std::vector<TransitionId> transitions_;  // in which they are, by expression; invalid: in none
  std::map<std::pair<TransitionId, std::vector<std::uint32_t>>, std::size_t> rows_of_;
  std::vector<Values> values_;
  std::vector<RowCache> rows_;
  std::size_t bytes_ = 0;  // of all rows
};

}  // namespace petriloom
