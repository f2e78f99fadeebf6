// SPDX-License-Identifier: Apache-2.0
// The words of our annotations in PNML: distributions, memories, numbers.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "formats/pnml_document/document.h"
#include "formats/xml/xml.h"

namespace petriloom::pnml {

/// Reads the attributes of one annotation.
class NoteReader {
 public:
  NoteReader(std::span<const XmlAttribute> attributes, const Location& where, Diagnostics& diagnostics)
      : attributes_(attributes), where_(where), diagnostics_(diagnostics) {}

  /// Empty if there is no such attribute.
  [[nodiscard]] std::string_view text(std::string_view key) const;
  [[nodiscard]] std::optional<double> real(std::string_view key) const;
  /// Numbers with blanks between them; none if the attribute is not there.
  [[nodiscard]] std::vector<double> reals(std::string_view key) const;
  /// At least `least`, which is also the value if the attribute is absent or wrong.
  [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t least) const;
  /// All attributes of a transition's annotation.
  [[nodiscard]] TimingNote timing() const;
  /// What a reference is for, by its attribute `kind`.
  [[nodiscard]] ReferenceKind reference() const;

 private:
  [[nodiscard]] std::optional<double> real(std::string_view key, std::string_view word) const;
  std::span<const XmlAttribute> attributes_;
  Location where_;
  Diagnostics& diagnostics_;
};

/// The words that the annotations use.
std::string_view name_of(Memory memory);
std::string_view name_of(ReferenceKind kind);
/// The shortest text that reads back as the same double.
std::string real_text(double value);

}  // namespace petriloom::pnml
