// SPDX-License-Identifier: Apache-2.0
// What the names of an ANDL or CANDL text mean, and its expressions as expressions of the net.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/build/builder.h"
#include "formats/andl/ast.h"

namespace petriloom::andl {

/// Where an expression stands, which decides on a few meanings.
enum class Context : std::uint8_t {
  colours,  ///< guards, colours, weights: whole numbers; a place's name is the number of its tokens
  reals,    ///< rates, weights of immediate transitions, delays: `/` and `^` are those of reals
};

/// One summand of a multiset.
struct Summand {
  ExprId count;      ///< invalid: 1
  ExprId value;      ///< of the place's colour set; a list of it if `each`
  ExprId condition;  ///< invalid: always
  bool each = false;
  Location where;
};

/// The names of one text. Everything is reported to the builder's diagnostics; an expression that
/// was reported is an invalid id.
class Scope {
 public:
  static constexpr std::size_t kMostInlined = 100'000;  ///< calls of functions that are written out
  /// Of an expression with the functions in it written out.
  static constexpr std::size_t kMostLevels = 4000;

  explicit Scope(NetBuilder& builder) : builder_(builder), net_(builder.net()) {}

  std::unordered_map<std::string_view, ExprId> constants;
  std::unordered_map<std::string_view, ColourSetId> colour_sets;
  std::unordered_map<std::string_view, ColourSetId> variables;
  std::unordered_map<std::string_view, FunctionId> colour_functions;
  std::unordered_map<std::string_view, const FunctionLine*> functions;
  std::unordered_map<std::string_view, PlaceId> places;
  /// Colours by name, with the sets they belong to.
  std::unordered_map<std::string_view, std::vector<std::pair<ColourSetId, Word>>> colours;
  /// Names of colours that have no text of their own in the file; `colours` refers to them.
  std::list<std::string> written_out;
  /// Variables and parameters that are visible now.
  std::unordered_map<std::string_view, ExprId> bound;
  Context context = Context::colours;
  /// What `MassAction` multiplies its parameter with, and the number of factors; empty where it
  /// cannot stand.
  std::vector<ExprId> mass;
  bool mass_allowed = false;
  /// The variables of the frame that expressions are over; those of lists are added at its end.
  std::vector<Variable>* frame = nullptr;

  /// An expression; `expected` is the colour set that it should have, if known.
  ExprId expression(const Term& term, ColourSetId expected = {});
  /// A condition.
  ExprId condition(const Term& term) { return expression(term, ColourTable::kBool); }
  /// The summands of a multiset over a colour set.
  std::vector<Summand> multiset(const Term& term, ColourSetId colour);
  /// A constant whole number. Empty, and reported, if it is none.
  std::optional<std::int64_t> integer(const Term& term, std::string_view what);
  /// A constant real.
  std::optional<double> real(const Term& term, std::string_view what);
  /// The colour set of a name. Invalid, and reported, if there is none.
  ColourSetId colour_set(std::string_view name, const Location& where);
  /// Reports a name that nothing is called.
  void unknown(std::string_view what, std::string_view name, const Location& where,
               const std::function<std::vector<std::string>()>& known);
  [[nodiscard]] NetBuilder& builder() { return builder_; }

 private:
  ExprId expression_below(const Term& term, ColourSetId expected);
  ExprId name(const Term& term, ColourSetId expected);
  ExprId colour(std::string_view text, const Location& where, ColourSetId expected);
  ExprId number(const Term& term);
  ExprId call(const Term& term);
  ExprId colour_call(const Term& term, FunctionId function);
  ExprId inlined(const Term& term, const FunctionLine& function);
  ExprId mathematical(const Term& term);
  ExprId rate_function(const Term& term);
  ExprId tuple(const Term& term, ColourSetId expected);
  ExprId unary(const Term& term, ColourSetId expected);
  ExprId binary(const Term& term);
  ExprId compared(const Term& term, Op op);
  ExprId joined(const Term& term, Op op, std::size_t first, std::size_t last);
  ExprId index(ExprId operand, const Location& where);
  void summand(const Term& term, ColourSetId colour, std::vector<Summand>& all);
  void colour_of_summand(const Term& term, ColourSetId colour, Summand& summand, std::vector<Summand>& all);
  bool remove(const Term& term, ColourSetId colour, std::vector<Summand>& all);
  [[nodiscard]] bool bare_colour(const Term& term) const;
  ExprId fail(const Location& where, std::string message, std::string help = {});

  NetBuilder& builder_;
  Net& net_;
  std::size_t inlined_ = 0;
  std::size_t depth_ = 0;
  std::size_t levels_ = 0;
};

/// The number at the end of an identifier, as in `Son_3`; empty if there is none.
std::optional<std::int64_t> trailing_number(std::string_view name);

}  // namespace petriloom::andl
