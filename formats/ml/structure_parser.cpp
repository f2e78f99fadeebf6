// SPDX-License-Identifier: Apache-2.0
// Structures, whose declarations are known outside by names with the structure in front, and
// datatypes.
#include "formats/ml/parser.h"

namespace petriloom::cpn::ml {

namespace {

void qualify(Pattern& pattern, const std::string& prefix) {
  if (pattern.kind == PatternKind::variable || pattern.kind == PatternKind::as) pattern.name = prefix + pattern.name;
  for (Pattern* part : pattern.parts) qualify(*part, prefix);
}

// Gives what a declaration of a structure declares its name outside.
void qualify(Declaration& declaration, const std::string& structure) {
  const std::string prefix = structure + ".";
  declaration.structure = declaration.structure.empty() ? structure : prefix + declaration.structure;
  if (!declaration.name.empty()) declaration.name = prefix + declaration.name;
  if (declaration.pattern) qualify(*declaration.pattern, prefix);
  for (Function& function : declaration.functions) function.name = prefix + function.name;
  const bool constructors = declaration.kind == DeclarationKind::datatype || declaration.colour.form == ColourForm::enumeration;
  auto& names = declaration.kind == DeclarationKind::datatype ? declaration.names : declaration.colour.names;
  for (auto& [name, where] : names)
    if (constructors) name = prefix + name;
  for (std::string& label : declaration.colour.labels)
    if (declaration.colour.form == ColourForm::union_) label = prefix + label;
}

}  // namespace

// structure S : SIG = struct ... end. What a signature would hide can be named here.
void Parser::structure(std::vector<Declaration*>& all) {
  const Location where = next().where;
  const std::string own = name("the name of a structure");
  if (accept(":") || accept(":>")) {
    std::size_t open = 0;
    do {
      if (is("sig")) ++open;
      if (is("end") && open > 0) --open;
      next();
    } while (open > 0 && now().kind != TokenKind::end);
  }
  const bool given = accept("=");
  if (!given || !is("struct")) {
    Declaration* other = skipped("structure");
    other->where = where;
    other->name = own;
    all.push_back(other);
    return;
  }
  next();
  for (Declaration* inner : declarations("end")) {
    qualify(*inner, own);
    all.push_back(inner);
  }
  expect("end");
}

// datatype t = A | B of type. One without contents is an enumeration, one whose contents have names
// a union, as colour sets are; values of others are known while translating alone.
Declaration* Parser::datatype() {
  Declaration* node = arena_.declaration(DeclarationKind::datatype, next().where);
  if (!at_name()) unexpected("the name of a type: datatypes with parameters are not read");
  node->name = name("the name of a type");
  expect("=");
  bool named = true;
  bool any = false;
  do {
    const Location where = now().where;
    node->names.emplace_back(name("the name of a constructor"), where);
    Written* const content = accept("of") ? type() : nullptr;
    node->contents.push_back(content);
    any = any || content;
    named = named && (!content || (content->kind == WrittenKind::name && content->parts.empty() && content->name != node->name));
  } while (accept("|"));
  if (is("and") || is("withtype")) fail("datatypes that are declared together are not read");
  if (!named) return node;
  node->kind = DeclarationKind::colour;
  node->colour.form = any ? ColourForm::union_ : ColourForm::enumeration;
  for (std::size_t k = 0; k < node->names.size(); ++k) {
    const auto& [label, where] = node->names[k];
    if (any) node->colour.labels.push_back(label);
    node->colour.names.emplace_back(any ? (node->contents[k] ? node->contents[k]->name : "") : label, where);
  }
  node->names.clear();
  return node;
}

}  // namespace petriloom::cpn::ml
