// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/parser.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::cpn::ml {

namespace {

constexpr std::array<std::string_view, 18> kStarts{"val",     "fun",    "colset", "color",     "colour",    "var",
                                                   "globref", "local",  "open",   "structure", "signature", "functor",
                                                   "infix",   "infixr", "nonfix", "datatype",  "exception", "type"};

// `val r = ref e` declares a reference, as `globref r = e` does.
void make_reference(Declaration& value) {
  const Expr& expr = *value.value;
  if (value.pattern->kind != PatternKind::variable || expr.kind != ExprKind::apply || expr.parts[0]->name != "ref") return;
  value.kind = DeclarationKind::reference;
  value.name = value.pattern->name;
  value.pattern = nullptr;
  value.value = expr.parts[1];
}

}  // namespace

bool Parser::starts_declaration(const Token& word) {
  if (word.kind != TokenKind::name) return false;
  for (const std::string_view start : kStarts) {
    if (word.text == start) return true;
  }
  return false;
}

std::vector<Declaration*> Parser::declarations(std::string_view end) {
  std::vector<Declaration*> all;
  while (!is(end) && now().kind != TokenKind::end) {
    if (accept(";")) continue;
    declaration(all);
  }
  return all;
}

void Parser::declaration(std::vector<Declaration*>& all) {
  const Deeper deeper(*this);
  if (is("val")) return values(all);
  if (is("fun")) {
    all.push_back(functions());
  } else if (is("colset") || is("color") || is("colour")) {
    all.push_back(colour());
  } else if (is("var")) {
    all.push_back(variables());
  } else if (is("globref")) {
    Declaration* node = arena_.declaration(DeclarationKind::reference, next().where);
    node->name = name("the name of a reference");
    expect("=");
    node->value = expression();
    all.push_back(node);
  } else if (is("type")) {
    Declaration* node = arena_.declaration(DeclarationKind::abbreviation, next().where);
    node->name = name("the name of a type");
    expect("=");
    node->written = type();
    all.push_back(node);
  } else if (is("structure")) {
    structure(all);
  } else if (is("datatype")) {
    all.push_back(datatype());
  } else if (is("open")) {
    all.push_back(opening());
  } else if (is("exception")) {
    all.push_back(exceptions());
  } else if (is("infix") || is("infixr") || is("nonfix")) {
    all.push_back(operators());
  } else if (is("local")) {
    next();
    // What is hidden is not hidden here; names of declarations differ in practice.
    for (Declaration* inner : declarations("in")) all.push_back(inner);
    expect("in");
    for (Declaration* inner : declarations("end")) all.push_back(inner);
    expect("end");
  } else {
    all.push_back(skipped(now().text));
  }
}

// A declaration that is not read, up to the next one.
Declaration* Parser::skipped(std::string_view what) {
  Declaration* node = arena_.declaration(DeclarationKind::unsupported, now().where);
  node->text = what;
  if (is("signature")) node->kind = DeclarationKind::nothing;
  next();
  if (at_name()) node->name = now().text;
  std::size_t open = 0;
  while (now().kind != TokenKind::end) {
    if (is("struct") || is("sig") || is("let") || is("local")) ++open;
    if (is("end")) {
      if (open == 0) break;
      --open;
    }
    if (open == 0 && (is(";") || starts_declaration(now()))) break;
    next();
  }
  return node;
}

void Parser::values(std::vector<Declaration*>& all) {
  const Location where = next().where;
  if (is("rec")) {
    Declaration* node = arena_.declaration(DeclarationKind::functions, where);
    next();
    do {
      recursive_value(node->functions.emplace_back());
    } while (accept("and"));
    all.push_back(node);
    return;
  }
  do {
    Declaration* node = arena_.declaration(DeclarationKind::value, where);
    node->pattern = pattern();
    expect("=");
    node->value = expression();
    make_reference(*node);
    all.push_back(node);
  } while (accept("and"));
}

Declaration* Parser::variables() {
  Declaration* node = arena_.declaration(DeclarationKind::variables, next().where);
  do {
    const Location where = now().where;
    node->names.emplace_back(name("the name of a variable"), where);
  } while (accept(","));
  expect(":");
  node->written = type();
  return node;
}

void Parser::colour_name(ColourDecl& colour) {
  const Location where = now().where;
  colour.names.emplace_back(name("the name of a colour set"), where);
}

void Parser::bounds(ColourDecl& colour) {
  colour.with.push_back(expression());
  expect(".");
  expect(".");
  colour.with.push_back(expression());
}

Declaration* Parser::colour() {
  Declaration* node = arena_.declaration(DeclarationKind::colour, next().where);
  node->name = name("the name of a colour set");
  expect("=");
  colour_form(node->colour);
  while (!is(";") && now().kind != TokenKind::end && !starts_declaration(now())) {
    if (is("timed")) {
      node->colour.timed = true;
      next();
    } else if (accept("declare")) {
      // Which functions of the colour set are wanted; they are all there.
      do {
        name("the name of a function");
      } while (accept(","));
    } else {
      unexpected("';'");
    }
  }
  return node;
}

void Parser::colour_form(ColourDecl& colour) {
  static constexpr ColourFormName kLabels{"with", ColourForm::enumeration};
  const ColourFormName* form = is(kLabels.name) ? &kLabels : nullptr;
  for (const ColourFormName& each : kColourForms) {
    if (is(each.name)) form = &each;
  }
  if (!form) {
    colour.form = ColourForm::alias;
    colour_name(colour);
    return;
  }
  colour.form = form->form;
  next();
  if (form->form == ColourForm::product || form->form == ColourForm::record || form->form == ColourForm::union_) {
    structured_form(colour, form->name);
  } else {
    simple_form(colour, form->name);
  }
}

void Parser::simple_form(ColourDecl& colour, std::string_view form) {
  switch (colour.form) {
    case ColourForm::enumeration:
      do {
        colour_name(colour);
      } while (accept("|"));
      break;
    case ColourForm::index:
      colour_name(colour);
      expect("with");
      bounds(colour);
      break;
    case ColourForm::list:
      colour_name(colour);
      if (accept("with")) bounds(colour);
      break;
    case ColourForm::subset:
      colour_name(colour);
      colour.by = is("by");
      if (!accept("by")) expect("with");
      colour.with.push_back(expression());
      break;
    case ColourForm::unit:
      if (accept("with")) colour_name(colour);
      break;
    case ColourForm::boolean:
      if (accept("with")) {
        expect("(");
        colour_name(colour);
        expect(",");
        colour_name(colour);
        expect(")");
      }
      break;
    default:
      if (accept("with")) bounds(colour);
      if (form == "string" && accept("and")) bounds(colour);
  }
}

void Parser::structured_form(ColourDecl& colour, std::string_view form) {
  if (form == "product") {
    do {
      colour_name(colour);
    } while (accept("*"));
    return;
  }
  const std::string_view separator = form == "record" ? "*" : "+";
  do {
    const Location where = now().where;
    colour.labels.push_back(name("a name"));
    if (form == "union" && !is(":")) {
      colour.names.emplace_back("", where);
      continue;
    }
    expect(":");
    colour_name(colour);
  } while (accept(separator));
}

Expr* Parser::whole_expression() {
  try {
    Expr* result = expression();
    accept(";");
    if (now().kind != TokenKind::end) unexpected("an operator or the end");
    return result;
  } catch (const SyntaxError&) {
    return nullptr;
  }
}

Expr* Parser::whole_guard() {
  try {
    Expr* result = expression();
    if (is(",")) {
      Expr* all = arena_.expr(ExprKind::list, result->where);
      all->parts.push_back(result);
      while (accept(",")) all->parts.push_back(expression());
      result = all;
    }
    accept(";");
    if (now().kind != TokenKind::end) unexpected("an operator or the end");
    return result;
  } catch (const SyntaxError&) {
    return nullptr;
  }
}

Written* Parser::whole_type() {
  try {
    return type();
  } catch (const SyntaxError&) {
    return nullptr;
  }
}

Expr* Parser::whole_delay() {
  if (is("@+") || is("@++") || is("@@+")) next();
  if (now().kind == TokenKind::end) return nullptr;
  return whole_expression();
}

std::vector<Declaration*> Parser::whole_declarations() {
  std::vector<Declaration*> all;
  while (now().kind != TokenKind::end) {
    const Location begin = now().where;
    try {
      if (!accept(";")) declaration(all);
    } catch (const SyntaxError&) {
      // The others are good.
      if (now().where == begin) next();
      while (now().kind != TokenKind::end && !starts_declaration(now())) next();
    }
  }
  return all;
}

Parser::Code Parser::whole_code() {
  Code code;
  const auto list = [this](std::vector<std::pair<std::string, Location>>& names) {
    const bool brackets = accept("(");
    while (at_name() && !is("output") && !is("action")) {
      names.emplace_back(now().text, now().where);
      next();
      if (!accept(",")) break;
    }
    if (brackets) expect(")");
    accept(";");
  };
  try {
    if (accept("input")) list(code.input);
    if (accept("output")) list(code.output);
    if (accept("action") && now().kind != TokenKind::end && !is(";")) {
      code.action = expression();
      accept(";");
    }
    accept(";");
    if (now().kind != TokenKind::end) unexpected("'input', 'output', 'action' or the end");
  } catch (const SyntaxError&) {
    code.bad = true;
  }
  return code;
}

}  // namespace petriloom::cpn::ml
