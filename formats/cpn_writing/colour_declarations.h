// SPDX-License-Identifier: Apache-2.0
// Colour sets as declarations of CPN ML, and colours as its values.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/net/net.h"
#include "formats/common/names.h"

namespace petriloom::cpn {

/// A declaration of a colour set: the elements of the file say the same as the text.
struct ColourDeclaration {
  std::string name;
  std::string elements;  ///< XML: `<int/>`, `<product><id>A</id><id>B</id></product>`
  std::string layout;    ///< `colset A = int;`
  bool timed = false;
  std::string in_net;  ///< its name there; empty if it has none
};

/// Names for the one space that functions, variables, colour sets and constructors of CPN ML share.
class MlNames {
 public:
  /// `fields`: for the fields of a record, which are a space of their own.
  explicit MlNames(bool fields = false);
  /// A new identifier that looks like `name` and begins with a letter.
  std::string make(std::string_view name);

 private:
  Identifiers identifiers_;
};

/// Declares colour sets when they are first named, components before what is made of them.
class MlColours {
 public:
  MlColours(const Net& net, MlNames& names);

  /// The name of a colour set, or of the alias by which it is written. The one with time is the
  /// same if `time_alone` says so, else an alias of it.
  const std::string& name(ColourSetId set, ColourAliasId alias = {}, bool timed = false);
  /// What no place is written as without time has itself time. `timed` tells by place.
  void time_alone(const std::vector<bool>& timed);
  /// A colour as an expression.
  std::string text(ColourSetId set, Word colour, const WordPool& pool);
  /// The name of the constructor, field or index: colour `k` of an enumeration, variant `k` of a
  /// union, field `k` of a record, 0 of an index.
  const std::string& label(ColourSetId set, std::size_t k);
  /// The bounds of a range or an index, as texts.
  std::string low(ColourSetId set) { return bound(net_.colours[set].low, net_.colours[set].written_low); }
  std::string high(ColourSetId set) { return bound(net_.colours[set].high, net_.colours[set].written_high); }
  /// How bounds are written that constants are named in.
  void write_bounds(std::function<std::string(ExprId)> text) { bound_text_ = std::move(text); }
  [[nodiscard]] const std::vector<ColourDeclaration>& declarations() const { return declarations_; }
  /// Labels, variants and index sets that are declared under another name than they have in the
  /// net, with that: CPN ML has one space for the labels of all colour sets.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& renamed_labels() const { return renamed_; }

 private:
  void make_labels(ColourSetId set);
  std::string make_label(const std::string& name);
  std::string bound(Word value, ExprId written);
  std::string base(ColourSetId set, std::string& elements);
  std::string ids(const ColourSet& set, std::string_view element, std::string_view between, std::string& elements);
  std::string labelled(ColourSetId set, std::string& elements);
  std::string text_of_union(ColourSetId set, Word colour, const WordPool& pool);

  /// A colour set as it is written: invalid aliases stand for its own name.
  using Written = std::pair<ColourSetId, ColourAliasId>;
  [[nodiscard]] Written written(ColourSetId set, ColourAliasId alias) const;
  const std::string& declare(const Written& of);
  const std::string& declare_timed(const Written& of);
  const std::string& component(const ColourSet& set, std::size_t k);

  const Net& net_;
  MlNames& names_;
  std::map<std::pair<Written, bool>, std::string> declared_;
  std::map<Written, std::string> claimed_;  // names that are taken before all others
  std::set<Written> timed_alone_;
  std::vector<std::vector<std::string>> labels_;
  std::vector<std::pair<std::string, std::string>> renamed_;
  std::vector<ColourDeclaration> declarations_;
  std::function<std::string(ExprId)> bound_text_;
};

/// The alias by which the colour set of a place is written where it has another name, and in a
/// module under one that may be such.
ColourAliasId alias_at(const Net& net, const Reference& reference);
ColourAliasId alias_at(const Net& net, PlaceId place, ModuleId module, const std::string& name);

/// Numbers of CPN ML: `~5`, `2.5`, `1.0e~9`.
std::string ml_integer(Word value);
std::string ml_real(double value);
/// `"..."` with the escapes of ML.
std::string ml_string(std::string_view text);

}  // namespace petriloom::cpn
