// SPDX-License-Identifier: Apache-2.0
// Types of ML as colour sets of the net, and values as expressions of these.
#pragma once

#include "formats/translation/workspace.h"

namespace petriloom::cpn::ml {

class Values {
 public:
  explicit Values(Workspace& work) : work_(work), table_(work.net().colours) {}

  // ---- colour sets (colour_sets.cpp)
  /// The colour set of the net for a declared one, which is that of unit until it is entered.
  [[nodiscard]] ColourSetId colour(std::uint32_t id) const { return id < colours_.size() ? colours_[id] : ColourTable::kUnit; }
  /// The alias in the net by whose name a declared colour set is written; invalid: as itself.
  [[nodiscard]] ColourAliasId alias(std::uint32_t id) const { return id < aliases_.size() ? aliases_[id] : ColourAliasId(); }
  void enter(std::uint32_t id, ColourSetId set, ColourAliasId alias = {});
  /// The colour set that values of a type have inside expressions: without bounds on numbers.
  ColourSetId colour_of(Type* type);
  /// The colour set of records of these fields: records of the same fields are one type in ML, and
  /// so one colour set here. The name is given to one that is new.
  ColourSetId record(std::string name, const std::vector<std::string>& labels, const std::vector<ColourSetId>& parts,
                     const Location& where = {});
  /// The expression as one of another colour set of the same type.
  ExprId coerce(ExprId value, ColourSetId to, const Location& where);

  // ---- expressions (values.cpp)
  ExprId materialise(const Value& value, Type* type, const Location& where);
  /// The same, of whatever colour set the parts have.
  ExprId plain(const Value& value, const Location& where);
  /// A number or text as it is written.
  Value literal(ExprKind kind, const std::string& text, const Location& where);
  /// A field of a record, or a component of a tuple.
  Value select(const std::string& field, const Value& from, const Location& where);
  /// An expression of that colour set that has no value: evaluating it is a run-time error, which
  /// says `why`.
  ExprId no_value(ColourSetId type, std::string_view why, const Location& where);
  /// Makes a `map`, `filter` or the like over a list: `body` gets the element.
  ExprId over(Op op, ExprId list, const Location& where, const std::function<ExprId(ExprId)>& body);
  ExprId fold(ExprId list, ExprId start, const Location& where, const std::function<ExprId(ExprId, ExprId)>& body);

 private:
  ExprId rebuild(ExprId value, ColourSetId to, const Location& where);
  [[nodiscard]] bool holds_all(ColourSetId to, ColourSetId from) const;
  ExprId plain_record(const Value& value, const Location& where);
  [[nodiscard]] ExprBuilder& e() { return work_.e(); }

  Workspace& work_;
  ColourTable& table_;
  std::vector<ColourSetId> colours_;
  std::vector<ColourAliasId> aliases_;
  std::map<std::string, ColourSetId> records_;
  // What a value was before it was made one of a colour set that holds all of its own, by number.
  std::map<std::size_t, ExprId> before_;
};

}  // namespace petriloom::cpn::ml
