// SPDX-License-Identifier: Apache-2.0
// Values of functions that were called before with the same arguments (memo functions: D. Michie,
// Nature 218, 1968), and of inscriptions for the same variables, where these cost more to compute
// than to find again. It never shows in a value, an error or a budget.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Not thread-safe; of one Evaluator.
class MemoTable {
 public:
  static constexpr std::size_t kMostArguments = 6;

  /// The value of a function or an inscription for these arguments, or nothing: a line of a cache.
  struct alignas(64) Entry {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t of = kNone;
    std::uint32_t count = 0;  ///< of arguments
    Word value = 0;
    std::array<Word, kMostArguments> arguments{};
  };

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
    if (judged(facts.use)) facts.keeping = Keeping::no;
    return found(facts.use, static_cast<std::uint32_t>(function), arguments);
  }
  /// Keeps a value, perhaps in place of another.
  void keep(std::size_t function, std::span<const Word> arguments, Word value) {
    put(static_cast<std::uint32_t>(function), arguments, value);
  }

  /// The same of inscriptions, and of the variables that they are `kept_by`.
  [[nodiscard]] bool keeps(ExprId inscription) {
    if (inscription.index() >= inscriptions_.size()) inscriptions_.resize(net_.exprs.size());
    return !inscriptions_[inscription.index()].given_up;
  }
  [[nodiscard]] std::optional<Word> find(ExprId inscription, std::span<const Word> variables) {
    Use& use = inscriptions_[inscription.index()];
    use.given_up = judged(use);
    return found(use, number(inscription), variables);
  }
  void keep(ExprId inscription, std::span<const Word> variables, Word value) { put(number(inscription), variables, value); }

 private:
  enum class Keeping : std::uint8_t { unknown, no, yes, being_looked_at };
  /// How often a value was asked for and found, since it was judged last.
  struct Use {
    std::uint32_t asked = 0;
    std::uint32_t found = 0;
    bool given_up = false;
  };
  struct Facts {
    Keeping keeping = Keeping::unknown;
    bool settled = false;  ///< its values depend on its arguments alone, and calls in it end
    Use use;
    std::size_t calls = 0;   ///< nested in it, itself counted
    std::size_t height = 0;  ///< of it and the calls nested in it, summed
    std::size_t slots = 0;
  };

  void look(std::size_t function);
  void add_body(Facts& facts, ExprId expr);
  /// Inscriptions are numbered behind all functions.
  static std::uint32_t number(ExprId inscription) { return static_cast<std::uint32_t>(inscription.index()) | kInscription; }
  bool judged(Use& use) const;
  [[nodiscard]] std::optional<Word> found(Use& use, std::uint32_t of, std::span<const Word> arguments) const;
  void put(std::uint32_t of, std::span<const Word> arguments, Word value);
  [[nodiscard]] std::size_t slot_of(std::uint32_t of, std::span<const Word> arguments) const;
  static bool holds(const Entry& entry, std::uint32_t of, std::span<const Word> arguments);
  [[nodiscard]] bool may_grow() const;
  void grow();
  static constexpr std::uint32_t kInscription = 1U << 31U;

  const Net& net_;
  std::vector<Facts> facts_;
  std::vector<Use> inscriptions_;
  std::vector<Entry> entries_;  // a power of two of them
  std::size_t displaced_ = 0;   // values that made room since the table grew
};

}  // namespace petriloom
