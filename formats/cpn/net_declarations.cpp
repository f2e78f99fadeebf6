// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/net/suggest.h"
#include "engine/text/trimmed.h"
#include "formats/cpn/declaration_order.h"
#include "formats/cpn/net_context.h"
#include "formats/ml/parser.h"
#include "formats/typing/basis.h"

namespace petriloom::cpn {

using ml::ColourForm;

namespace {

std::pair<std::string, Location> name_of(const Text& text) { return {std::string(trimmed(text.text)), text.where()}; }

class NetDeclarations {
 public:
  explicit NetDeclarations(NetContext& context) : context_(context) {}
  void declare();

 private:
  void declare(const Declaration& declaration);
  void declare_colour(const Declaration& declaration);
  void declare_variable(const Declaration& declaration);
  void declare_text(const Text& text);
  void keep_constants();
  void declare_used(const Declaration& declaration);
  void report(const Diagnostics& found);
  bool element_form(const ColourElement& element, ml::ColourDecl& colour);
  void give(const std::string& name, const Text& value);

  NetContext& context_;
  std::vector<ml::Declaration*> pending_;
};

void NetDeclarations::declare() {
  Text text;
  text.text = ml::basis();
  Diagnostics none;  // it is ours
  for (ml::Declaration* declaration : ml::Parser(text, context_.arena, none).whole_declarations())
    context_.inference.declare(*declaration, none);
  for (const Declaration& declaration : context_.document.declarations) declare(declaration);
  for (const auto& [name, value] : context_.document.given) give(name, value);
  for (const std::size_t k : declaration_order(pending_)) {
    Diagnostics found;
    context_.inference.declare(*pending_[k], found);
    report(found);
  }
  keep_constants();
  ml::declare_colours(context_.translator, context_.noted ? context_.noted->labels() : std::map<std::string, std::string>());
}

// Values under a name of their own, and references, are constants of the net if they have a value.
void NetDeclarations::keep_constants() {
  for (const ml::Declaration* const declaration : pending_) {
    if (!declaration->value) continue;
    const bool reference = declaration->kind == ml::DeclarationKind::reference;
    const bool variable = declaration->pattern && declaration->pattern->kind == ml::PatternKind::variable;
    if (reference || variable) context_.translator.keep(*declaration);
  }
}

// Another value for `val NAME = ...` or for the first one of a reference.
void NetDeclarations::give(const std::string& name, const Text& value) {
  std::vector<std::string> names;
  bool found = false;
  for (ml::Declaration* const declaration : pending_) {
    const bool reference = declaration->kind == ml::DeclarationKind::reference;
    const bool variable = declaration->pattern && declaration->pattern->kind == ml::PatternKind::variable;
    if (!declaration->value || (!reference && !variable)) continue;
    names.push_back(reference ? declaration->name : declaration->pattern->name);
    if (names.back() != name) continue;
    found = true;
    ml::Expr* const given = context_.parsed(value);
    if (!given) return;
    declaration->value = given;
  }
  if (found) return;
  context_.diagnostics.error(value.where(), fmt::format("there is no constant `{}`", name),
                             suggestion(context_.diagnostics, name, [&names] { return names; }));
}

void NetDeclarations::declare(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::colour:
      declare_colour(declaration);
      break;
    case DeclarationKind::variable:
      declare_variable(declaration);
      break;
    case DeclarationKind::reference: {
      ml::Declaration* made = context_.arena.declaration(ml::DeclarationKind::reference, declaration.where);
      made->name = trimmed(declaration.name.text);
      if (declaration.code.blank()) {
        declare_text(declaration.layout);
        break;
      }
      made->value = context_.parsed(declaration.code);
      if (made->value) pending_.push_back(made);
      break;
    }
    case DeclarationKind::code:
      if (const auto notes = read_own_notes(declaration.code.text)) {
        context_.noted.emplace(*notes);
        break;
      }
      declare_text(declaration.code.blank() ? declaration.layout : declaration.code);
      break;
    case DeclarationKind::use:
      declare_used(declaration);
      break;
  }
}

// Declarations in a file beside the net.
void NetDeclarations::declare_used(const Declaration& declaration) {
  context_.net().notes.emplace_back("use", trimmed(declaration.code.text));
  Diagnostics none;
  const ml::Expr* expr = ml::Parser(declaration.code, context_.arena, none).whole_expression();
  const auto value = [this](const std::string& name) -> const ml::Expr* {
    for (auto at = pending_.rbegin(); at != pending_.rend(); ++at) {
      const ml::Declaration& known = **at;
      if (known.kind == ml::DeclarationKind::value && known.pattern->name == name) return known.value;
    }
    return nullptr;
  };
  const std::optional<std::string> said = expr ? said_path(*expr, value) : std::nullopt;
  if (!said) {
    context_.diagnostics.warning(declaration.where, "which file this is cannot be told: it is not read",
                                 "a text, or texts and values of the net joined by '^'");
    return;
  }
  const UsedFile used = read_used(context_.files, *said);
  if (!used.error.empty()) {
    context_.diagnostics.error(declaration.where, used.error);
  } else if (!used.path.empty()) {
    if (used.path != *said) {
      context_.diagnostics.warning(declaration.where,
                                   fmt::format("'{}' is not below the folder of the net: '{}' is read for it", *said, used.path));
    }
    declare_text(used.text);
  } else {
    context_.diagnostics.warning(declaration.where, fmt::format("'{}' is not there: what it declares is not read", *said),
                                 "files are read from the folder of the net and from folders in it");
    context_.inference.unread(fmt::format("it may be declared in '{}', which is not beside the net", *said));
  }
}

// Declarations as text. Those that are not needed are not missed, so what is wrong with them is
// said as a warning.
void NetDeclarations::declare_text(const Text& text) {
  Diagnostics found;
  for (ml::Declaration* declaration : ml::Parser(text, context_.arena, found).whole_declarations()) {
    if (declaration->kind == ml::DeclarationKind::unsupported) {
      context_.diagnostics.warning(declaration->where,
                                   fmt::format("the declaration '{}' is outside the part of ML that is read", declaration->text));
    }
    pending_.push_back(declaration);
  }
  report(found);
}

// What is wrong with a declaration is an error where something needs it: there its names are not
// known.
void NetDeclarations::report(const Diagnostics& found) {
  for (const Diagnostic& diagnostic : found.list()) {
    context_.diagnostics.warning(diagnostic.where, "not read: " + diagnostic.message, diagnostic.help);
  }
}

bool NetDeclarations::element_form(const ColourElement& element, ml::ColourDecl& colour) {
  if (element.kind == "enum") colour.form = ColourForm::enumeration;
  if (element.kind == "alias") colour.form = ColourForm::alias;
  for (const ml::ColourFormName& form : ml::kColourForms) {
    if (form.name == element.kind) colour.form = form.form;
  }
  for (const Text& name : element.names) colour.names.push_back(name_of(name));
  for (const auto& [label, type] : element.fields) {
    colour.labels.emplace_back(trimmed(label.text));
    colour.names.push_back(name_of(type));
  }
  const bool renamed = colour.form == ColourForm::boolean || colour.form == ColourForm::unit;
  const bool bounded = colour.form == ColourForm::integer || colour.form == ColourForm::index || colour.form == ColourForm::subset;
  for (const Text& with : element.with) {
    // Bounds of texts, reals and lengths are checked neither there nor here.
    if (!renamed && !bounded) continue;
    if (renamed) {
      colour.names.push_back(name_of(with));
      continue;
    }
    ml::Expr* bound = context_.parsed(with);
    if (!bound) return false;
    colour.with.push_back(bound);
  }
  colour.by = element.by;
  colour.timed = element.timed;
  const bool one_name = colour.form == ColourForm::list || colour.form == ColourForm::alias || colour.form == ColourForm::subset ||
                        colour.form == ColourForm::index;
  const bool bounds = colour.form == ColourForm::index;
  return !(one_name && colour.names.empty()) && !(bounds && colour.with.size() != 2) &&
         !(colour.form == ColourForm::subset && colour.with.size() != 1);
}

void NetDeclarations::declare_colour(const Declaration& declaration) {
  if (declaration.colour.kind.empty()) {
    declare_text(declaration.layout);
    return;
  }
  ml::Declaration* made = context_.arena.declaration(ml::DeclarationKind::colour, declaration.where);
  made->name = trimmed(declaration.name.text);
  if (!element_form(declaration.colour, made->colour)) {
    if (!context_.diagnostics.has_errors()) context_.diagnostics.error(declaration.where, "this colour set is not complete");
    return;
  }
  pending_.push_back(made);
}

void NetDeclarations::declare_variable(const Declaration& declaration) {
  if (declaration.names.empty() || declaration.type.blank()) {
    declare_text(declaration.layout);
    return;
  }
  ml::Declaration* made = context_.arena.declaration(ml::DeclarationKind::variables, declaration.where);
  for (const Text& name : declaration.names) made->names.push_back(name_of(name));
  made->written = context_.arena.written(ml::WrittenKind::name, declaration.type.where());
  made->written->name = trimmed(declaration.type.text);
  pending_.push_back(made);
}

}  // namespace

void declare(NetContext& context) { NetDeclarations(context).declare(); }

}  // namespace petriloom::cpn
