// SPDX-License-Identifier: Apache-2.0
// What all that makes a net of a document of CPN Tools shares.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/build/builder.h"
#include "formats/cpn_document/document.h"
#include "formats/cpn_writing/own_notes.h"
#include "formats/ml/use_files.h"
#include "formats/translation/translate.h"

namespace petriloom::cpn {

class NetContext {
 public:
  NetContext(const Document& of, NetBuilder& into, Diagnostics& messages, UseFiles used);

  const Document& document;
  NetBuilder& builder;
  Diagnostics& diagnostics;
  UseFiles files;
  ml::Arena arena;
  ml::Inference inference;
  ml::Translator translator;
  /// The places of references that change while the net runs (state.cpp).
  std::map<const ml::Declaration*, PlaceId> states;
  std::optional<NotedNames> noted;  ///< of a file that we wrote

  [[nodiscard]] ExprBuilder& e() { return builder.expr(); }
  [[nodiscard]] Net& net() { return builder.net(); }
  [[nodiscard]] ml::Workspace& work() { return translator.work(); }
  [[nodiscard]] ml::Values& values() { return translator.values(); }
  [[nodiscard]] const ml::Environment& environment() const { return inference.environment(); }
  /// The tree of an expression, or null.
  ml::Expr* parsed(const Text& text);
  /// A name for a part of a module that no other part has.
  std::string unique(ModuleId module, const std::string& name, const std::string& id);
  /// A slot for a global variable.
  std::uint32_t slot(const ml::Binder& variable, ColourSetId colour) {
    const std::uint32_t made = work().slot(noted ? noted->name_of(variable.name) : variable.name, colour);
    work().now().slots[made].alias = values().alias(variable.colour);
    return made;
  }

 private:
  /// How often a name is used in a module.
  std::map<std::pair<std::size_t, std::string>, std::size_t> names_;
};

/// Enters the declarations of the document into the net, and into what names stand for.
void declare(NetContext& context);

/// Keeps the comments among the declarations as notes, each with the name of the declaration that
/// it stands in, on whose last line it stands, or that follows in its block.
void note_comments(NetContext& context);

/// A name as one line: blanks and line ends in a row become one blank. Ids stand for names that are
/// empty.
std::string one_line(const std::string& text);
/// The same as a name of the net, which has a typographic apostrophe instead of a prime where it
/// is no plain name: it could not be written between the quotes of the net language.
std::string net_name(const std::string& text);

}  // namespace petriloom::cpn
