// SPDX-License-Identifier: Apache-2.0
// Colour sets as CANDL writes them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/andl_writing/names.h"
#include "formats/common/simple_parts.h"

namespace petriloom::andl {

/// Names the colour sets, enumeration colours and index colours of a net. Bools are 0 and 1, index
/// colours their numbers, records and nested products flat products.
class CandlColours {
 public:
  CandlColours(const Net& net, Names& names, Diagnostics& diagnostics) : net_(net), names_(names), diagnostics_(diagnostics) {}

  /// Declares the colour set if need be. What CANDL has no form for is reported at `where`.
  void need(ColourSetId set, const Location& where);
  /// Of a colour set that was declared.
  [[nodiscard]] std::string name(ColourSetId set) const;
  /// The simple parts of a colour.
  [[nodiscard]] Parts parts(ColourSetId set, Word colour, const WordPool& pool) const;
  /// The lines of the section `colorsets:`.
  [[nodiscard]] const std::string& declarations() const { return declarations_; }

 private:
  void declare_simple(ColourSetId set, const Location& where);

  const Net& net_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::map<ColourSetId, std::string> declared_;
  std::map<ColourSetId, std::vector<std::string>> labels_;
  std::string declarations_;
};

/// `a` or `(a,b)`.
std::string tuple_text(const Parts& parts);

}  // namespace petriloom::andl
