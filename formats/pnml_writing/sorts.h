// SPDX-License-Identifier: Apache-2.0
// Colour sets and colours as terms of symmetric nets.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/common/names.h"
#include "formats/common/simple_parts.h"

namespace petriloom::pnml {

/// An expression or a colour has no form in a symmetric or high-level net.
class NoTerm : public std::runtime_error {
 public:
  NoTerm(Location where, const std::string& what) : std::runtime_error(what), where_(where) {}
  /// Of the expression; unknown for a colour.
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  Location where_;
};

/// Whether sorts are those of symmetric nets, or of high-level nets: integers, strings and lists,
/// too.
enum class SortKind : std::uint8_t { symmetric, high_level };

/// Names sorts and constants. Enumerations, indices and bools are cyclic enumerations, unit is dot,
/// ranges are finite integer ranges (cyclic enumerations if the net uses successors of them),
/// products and records flat products.
class Sorts {
 public:
  /// `ids` are the XML ids of the file.
  Sorts(const Net& net, Identifiers& ids, Diagnostics& diagnostics, SortKind kind = SortKind::symmetric);

  [[nodiscard]] bool high_level() const { return kind_ == SortKind::high_level; }

  /// Declares the colour set if need be. What a symmetric net has no sort for is reported at
  /// `where`.
  void need(ColourSetId set, const Location& where);
  /// `<usersort .../>`.
  [[nodiscard]] std::string use(ColourSetId set) const;
  [[nodiscard]] std::string name(ColourSetId set) const { return declared_.count(set) > 0 ? declared_.at(set) : std::string(); }
  /// Whether the simple colour set is written as a range of integers, so that it has an order.
  [[nodiscard]] bool ordered(ColourSetId set) const;
  /// The term of each simple part of a colour. Throws NoTerm for a string with characters that XML
  /// has not.
  [[nodiscard]] Parts parts(ColourSetId set, Word colour, const WordPool& pool) const;
  [[nodiscard]] const std::string& declarations() const { return declarations_; }

 private:
  [[nodiscard]] std::string constant(ColourSetId set, Word colour, const WordPool& pool) const;
  [[nodiscard]] static std::string text_constant(const std::string& text);
  [[nodiscard]] std::string list_constant(ColourSetId set, Word list, const WordPool& pool) const;
  void declare_simple(ColourSetId set, const Location& where);
  void declare_enumeration(ColourSetId set);
  bool declare_high_level(ColourSetId set, const Location& where);

  const Net& net_;
  Identifiers& ids_;
  Diagnostics& diagnostics_;
  SortKind kind_;
  std::set<ColourSetId> stepped_;  // ranges whose successors are used
  std::map<ColourSetId, std::string> declared_;
  std::map<ColourSetId, std::vector<std::string>> constants_;
  std::string declarations_;
};

/// `<subterm>` around each part.
std::string subterms(const Parts& parts);
/// The part, or the tuple of several.
std::string tuple_term(const Parts& parts);

}  // namespace petriloom::pnml
