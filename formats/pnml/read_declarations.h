// SPDX-License-Identifier: Apache-2.0
// Sorts, constants, variables and partitions that a high-level net declares, as colour sets and
// colours.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/build/builder.h"
#include "formats/pnml_document/document.h"

namespace petriloom::pnml {

/// A colour and its colour set.
struct Constant {
  ColourSetId set;
  Word word = 0;
};

/// A partition: the colour set of its elements, and for each colour of what it divides, counted
/// from the lowest, the element.
struct Partition {
  ColourSetId base;
  ColourSetId elements;
  std::vector<Word> element_of;
};

/// The declarations of one document. Sorts are entered into the net when they are first asked for;
/// what is wrong is reported to the builder, once.
class Declarations {
 public:
  /// Sorts that refer to each other, one after the other; a longer chain is an error, and so is a
  /// circle.
  static constexpr int kMostDepth = 200;
  /// Colours of a sort that is divided by a partition.
  static constexpr std::uint64_t kMostDivided = std::uint64_t{1} << 20U;

  /// Collects what is declared; reports ids declared twice and declarations that have no meaning
  /// here.
  Declarations(const Document& document, NetBuilder& builder);

  /// The colour set of a sort element. Invalid if that was reported.
  ColourSetId sort(ElementId element);
  /// The element that declares an id under the given name of element, or kNoElement.
  [[nodiscard]] ElementId declared(std::string_view kind, std::string_view id) const;
  /// The colour that an enumeration's constant or a partition's element stands for; empty if there
  /// is no such constant (which is not reported) or it was reported.
  std::optional<Constant> constant(std::string_view id);
  /// Null if there is no such partition or it was reported.
  const Partition* partition(std::string_view id);
  /// The integer of an attribute; empty if it is not one, which is reported.
  std::optional<std::int64_t> integer(ElementId element, std::string_view attribute);

 private:
  void collect();
  ColourSetId make_sort(ElementId element, const std::string& name);
  ColourSetId enumeration(ElementId element, const std::string& name);
  ColourSetId range(ElementId element, const std::string& name);
  ColourSetId product(ElementId element, const std::string& name);
  ColourSetId list(ElementId element, const std::string& name);
  ColourSetId user_sort(ElementId element);
  Partition make_partition(ElementId element);
  bool assign(Partition& partition, ElementId element, Word number);
  std::string unused_name(ElementId declaration) const;
  std::string label(ElementId constant, std::map<std::string, int, std::less<>>& taken) const;
  void fail(ElementId element, std::string message, std::string help = {});

  const Tree& tree_;
  NetBuilder& builder_;
  std::unordered_map<std::string, ElementId> by_id_;
  std::unordered_map<ElementId, ColourSetId> sorts_;
  std::unordered_map<ElementId, Word> ordinals_;  // constants of the enumerations that were entered
  std::map<std::string, Partition, std::less<>> partitions_;
  int depth_ = 0;
};

/// Whether a word can stand in the net language as a name.
bool is_identifier(std::string_view word);

}  // namespace petriloom::pnml
