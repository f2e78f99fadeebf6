// SPDX-License-Identifier: Apache-2.0
// Identifiers for formats that are stricter about names than a net is.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Gives every name an identifier of letters, digits, `_` and the characters in `also`; equal
/// requests get different ones.
class Identifiers {
 public:
  explicit Identifiers(std::string_view also = {}) : also_(also) {}
  /// An identifier that nothing else may get.
  void reserve(std::string_view word) { used_.emplace(word); }
  /// A new identifier that looks like `name`.
  std::string make(std::string_view name);

 private:
  std::string also_;
  std::unordered_set<std::string> used_;
};

/// Whether a constant is declared in what is written: it has a value, and decided nothing by it.
inline bool is_written(const Constant& constant) { return constant.value.valid() && !constant.fixed; }

/// Whether files of CPN Tools begin with a colour set of this name, whether they need it or not.
bool usual_colour_name(std::string_view name);

/// What means another value in the net language than that of this name.
inline constexpr std::array<std::string_view, 6> kValueWords{"true", "false", "_", "now", "dead", "final"};

/// Whether a name is one as slots without a name get, v5.
bool like_slot(std::string_view name);

/// By slot, the names of what expressions of a transition or of a function bind themselves (let and
/// lambda variables); empty for other slots, and for those without a name.
std::vector<std::string> local_names(const Transition& transition);
std::vector<std::string> local_names(const Function& function);

/// Names for slots that expressions bind themselves, so that each means its slot wherever it is
/// used: a name that the expression below needs for something else gets `_` behind it.
class LocalNames {
 public:
  LocalNames(const Net& net, std::vector<std::string> wanted) : net_(net), wanted_(std::move(wanted)) {}

  /// A slot is bound, for this expression. `made` gives a name its form in the text; `text` tells
  /// what another slot is called.
  void bind(Word slot, ExprId body, const std::function<std::string(const std::string&)>& made,
            const std::function<std::string(Word)>& text);
  /// The name of a slot that is bound; empty if it has none.
  [[nodiscard]] const std::string& of(Word slot) const;

 private:
  const Net& net_;
  std::vector<std::string> wanted_;
  std::vector<std::string> given_;
  std::unordered_set<std::string> others_;  // names that mean something else; empty: not found yet
};

/// The value of an expression that is a literal real; `otherwise` if there is no expression; empty
/// if it is not a literal.
std::optional<double> literal_real(const Net& net, ExprId expr, double otherwise = 0);
/// The same for an int.
std::optional<std::int64_t> literal_integer(const Net& net, ExprId expr, std::int64_t otherwise);

}  // namespace petriloom
