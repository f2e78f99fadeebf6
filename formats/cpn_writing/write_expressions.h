// SPDX-License-Identifier: Apache-2.0
// Expressions of a net as text of CPN ML.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/net.h"
#include "formats/cpn_writing/colour_declarations.h"

namespace petriloom::cpn {

/// What CPN ML has no exact form for, and where it stands.
class NoMlForm : public std::runtime_error {
 public:
  NoMlForm(const Location& where, const std::string& what) : std::runtime_error(what), where_(where) {}
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  Location where_;
};

/// Names that all expressions of one file share: functions, variables inside expressions, and the
/// functions of our own that they use.
class MlScope {
 public:
  MlScope(const Net& net, MlNames& names, MlColours& colours);
  [[nodiscard]] const std::string& function(std::size_t k) const { return functions_[k]; }
  [[nodiscard]] const std::string& constant(ConstantId constant) const { return constants_[constant.index()]; }
  /// The name of a let or lambda variable, or of a parameter of a function, by its slot.
  const std::string& local(std::size_t slot);
  /// A name for a parameter of functions. Names of variables of the net mean the parameter there.
  const std::string& parameter(const std::string& name);
  /// `name` is that of a variable of the net.
  void share(const std::string& name) { parameters_.emplace(name, name); }
  /// The name of one of our own functions, which will be declared.
  const std::string& helper(std::string_view name);
  /// The declarations of the helpers used, each one text.
  [[nodiscard]] std::vector<std::string> helpers() const;
  MlColours& colours() { return colours_; }

 private:
  MlNames& names_;
  MlColours& colours_;
  std::vector<std::string> constants_;
  std::vector<std::string> functions_;
  std::vector<std::string> locals_;
  std::map<std::string, std::string> parameters_;  ///< by name in the net
  std::vector<std::string> helper_names_;
  std::set<std::size_t> used_;
};

/// The place that an expression counts the tokens of, all of them.
std::optional<PlaceId> counted_place(const Net& net, ExprId expr);

class MlExpressions {
 public:
  /// `variables` are the names of slots of a transition that are global variables; other slots are
  /// local.
  /// `locals`: names of those (`local_names`).
  MlExpressions(const Net& net, MlScope& scope, std::vector<std::string> variables, std::vector<std::string> locals = {})
      : net_(net), scope_(scope), variables_(std::move(variables)), locals_(net, std::move(locals)) {}

  /// The text, in parentheses where it is more than one word. Throws NoMlForm.
  std::string text(ExprId expr);
  /// A delay: `@+` takes ints there, `@++` times, which are reals.
  std::string delay(ExprId expr);
  /// The elements of a list as often as a count says.
  std::string repeated(const std::string& count, const std::string& list);
  /// The name of a slot.
  std::string slot(Word number);
  /// Gives a slot that is bound for `body` its name.
  std::string bound(Word number, ExprId body);
  /// The marking of the place is there under this name; its tokens may have times.
  void show_marking(PlaceId place, std::string name, bool timed) { markings_[place.index()] = {std::move(name), timed}; }

 private:
  std::string let(const Expr& node);
  std::string operation(const Expr& node);
  std::string marking(ExprId expr);
  std::string number(const Expr& node);
  std::string comparison(const Expr& node);
  std::string conversion(const Expr& node);
  std::string neighbour(const Expr& node);
  std::string ordinal(const Expr& node);
  std::string composite(const Expr& node);
  std::string list(const Expr& node);
  std::string iteration(const Expr& node);
  std::string typed(const std::string& parameter, ColourSetId type);
  std::string random(const Expr& node);
  std::string to_text(const Expr& node);
  std::string content(const Expr& node);
  std::string all_colours(const Expr& node);
  std::string called(std::string_view function, const Expr& node);
  std::string child(const Expr& node, std::size_t k) { return text(net_.exprs.children_at(node.first)[k]); }
  [[nodiscard]] const ColourSet& set(const Expr& node, std::size_t k) const {
    return net_.colours[net_.exprs[net_.exprs.children_at(node.first)[k]].type];
  }
  const Net& net_;
  MlScope& scope_;
  std::vector<std::string> variables_;
  LocalNames locals_;
  struct Marking {
    std::string name;
    bool timed = false;
  };
  std::map<std::size_t, Marking> markings_;  ///< by place
};

}  // namespace petriloom::cpn
