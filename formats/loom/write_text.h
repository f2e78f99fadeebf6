// SPDX-License-Identifier: Apache-2.0
// Parts of a net as text of the net language; used by the writer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/common/names.h"
#include "formats/common/operators.h"
#include "formats/loom/write_paths.h"

namespace petriloom::loom {

/// A name as it stands in a declaration: between quotes if it is not a plain name.
std::string name_text(std::string_view name);
/// Whether a name can be written at all.
bool writable(std::string_view name);
/// An error for each name of the net that cannot be written, and for each colour set that needs a
/// name and has none.
Diagnostics unwritable_names(const Net& net);
/// A colour set where a type stands: the name of the alias by which it is written, its own, or its
/// structure.
std::string type_text(const Net& net, ColourSetId set, ColourAliasId alias = {});
/// What stands behind `colour NAME =`.
std::string structure_text(const Net& net, ColourSetId set);
/// The same where the bounds are written as their author did, with the constants in them.
std::string declared_text(const Paths& paths, ColourSetId set);
/// A colour where one of the set is expected.
std::string colour_text(const Net& net, ColourSetId set, Word colour, bool expected = true);
/// The name of a function in the text: another one than in the net if that would mean something
/// else.
std::string function_text(const Net& net, const std::string& name);

/// `n in Node`, of a set without a name `n in 0..3`.
std::string binder_text(const Net& net, const std::string& name, ColourSetId set);
/// ` where contains([...], (n, g))` if `rows` are not all values of these names; else nothing.
std::string rows_text(const Net& net, const std::vector<std::vector<Word>>& rows, const std::vector<ColourSetId>& sets,
                      const std::vector<std::string>& names);

/// A formula that stands in `module`, in parentheses where it has parts.
std::string formula_text(const Paths& paths, FormulaId id, ModuleId module);

/// Writes expressions that stand in one frame.
class ExprText {
 public:
  /// `names` are the names of the leading slots; `from` is the module in which the text stands.
  /// `locals`: those that the expressions bind themselves (`local_names`).
  ExprText(const Paths& paths, ModuleId from, std::vector<std::string> names, std::vector<std::string> locals = {});
  /// The expression where a value of `expected` is wanted; an invalid id: where nothing is known.
  std::string text(ExprId expr, ColourSetId expected = {}, Strength asked = kWeakest) const;
  /// The same in a term of an arc, where `++` that is not in brackets joins terms.
  std::string term(ExprId expr, ColourSetId expected) const;

  /// The name of a slot.
  std::string slot(Word number) const;
  /// Gives a slot that is bound for `body` its name.
  std::string bound(Word number, ExprId body) const;

 private:
  /// `known`: the reader knows its type from where it stands.
  std::string untyped(ExprId expr, Strength asked, bool known) const;
  std::string converted(ExprId expr, ColourSetId to, Strength asked) const;
  /// Of `let` and `if`; `last` writes what comes out of them.
  std::string branches(ExprId expr, Strength asked, const std::function<std::string(ExprId)>& last) const;
  std::string composite(ExprId expr, ColourSetId type) const;
  std::string variant(ExprId expr) const;
  std::string lists(ExprId expr) const;
  std::string comprehension(ExprId expr, bool known) const;
  std::string infix(ExprId expr, const Infix& infix, bool known) const;
  std::string operation(ExprId expr, Strength asked, bool known) const;
  std::string state(ExprId expr) const;
  const Paths& paths_;
  const Net& net_;
  ModuleId from_;
  std::vector<std::string> names_;
  mutable LocalNames locals_;
  std::string prefix_ = "v";
};

/// An arc of a transition, without the semicolon; `word` where its kind does not say how it begins.
std::string arc_text(const Paths& paths, const Transition& transition, const Arc& arc, const ExprText& exprs,
                     std::string_view word = {});

/// The initial marking of a place, ` = 2`a ++ b`; nothing if it has none. As its author wrote it if
/// constants are named in it.
std::string marking_text(const Paths& paths, const Place& place);

/// The statement of a transition that says when it fires, if it is not immediate.
std::string time_text(const Net& net, const Transition& transition, const ExprText& exprs);

/// The statement that draws a value under a name.
std::string draw_text(const Draw& draw, const std::string& name, const ExprText& exprs);

/// The statement of a measure.
std::string measure_text(const Paths& paths, const Measure& measure);

/// The net with other names for those of its constants that would mean something else where they
/// are used, and with those fixed that a reader would not work out (`values_of_calls`); nothing if
/// there are none.
std::optional<Net> with_free_constants(const Net& net);

/// The names of the leading slots of a transition: of the folded indices, then of its variables and
/// of what it draws; a variable that is called as an index steps aside.
std::vector<std::string> variable_names(const Net& net, const Transition& transition);

}  // namespace petriloom::loom
