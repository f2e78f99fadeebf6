// SPDX-License-Identifier: Apache-2.0
// Writes the time of a net as annotations of PNML.
#pragma once

#include <map>
#include <string>

#include "formats/common/format.h"

namespace petriloom::pnml {

/// An annotation of ours around `content`, itself elements of ours.
std::string tool_note(std::string_view content);

/// The content of the annotations of one net; empty if there is nothing to say. Figures that depend
/// on the marking, the time or the binding are refused where they stand. With `untimed` only
/// priorities are left.
class TimeNotes {
 public:
  TimeNotes(const Net& net, const WriteOptions& options, Diagnostics& diagnostics)
      : net_(net), options_(options), diagnostics_(diagnostics) {}

  /// `terms`: of which summand of the written initial marking each colour is; empty if there is one
  /// summand only.
  [[nodiscard]] std::string place(const Place& place, const std::map<Word, std::size_t>& terms = {}) const;
  [[nodiscard]] std::string transition(const Transition& transition) const;
  /// As an attribute: ` delay="3"`.
  [[nodiscard]] std::string delay(const Arc& arc, const Location& where) const;

 private:
  void times(std::string& text, const Transition& transition, bool constant) const;
  void real(std::string& text, std::string_view key, ExprId value, std::string_view what, const Location& where) const;

  const Net& net_;
  const WriteOptions& options_;
  Diagnostics& diagnostics_;
};

}  // namespace petriloom::pnml
