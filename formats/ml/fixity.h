// SPDX-License-Identifier: Apache-2.0
// Which names stand between what they are applied to, and how strongly they bind it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::cpn::ml {

struct Fixity {
  int strength = 0;
  bool right = false;
  bool own = false;  ///< declared in the file: stands for a function of that name
};

/// Those of Standard ML and of multisets, and what a file declares with `infix`, `infixr` and
/// `nonfix`.
class Fixities {
 public:
  /// Null for a name that is no operator.
  [[nodiscard]] const Fixity* find(std::string_view name) const;
  /// `strength` as in Standard ML, from 0 to 9.
  void declare(const std::string& name, int strength, bool right);
  /// A function of the file has the name of an operator, which means that from here on.
  void redefine(const std::string& name);
  /// The name stands before its argument from here on.
  void nonfix(const std::string& name) { declared_[name] = {-1, false, false}; }
  /// Notes the operators made of signs that a text declares: each is one word, from there on.
  void note_signs(std::string_view text);
  /// The longest operator of these that a text begins with; empty if there is none.
  [[nodiscard]] std::string_view sign_at(std::string_view text) const;

 private:
  std::map<std::string, Fixity, std::less<>> declared_;
  std::vector<std::string> signs_;  // the longest first
};

}  // namespace petriloom::cpn::ml
