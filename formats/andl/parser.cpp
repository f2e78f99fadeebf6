// SPDX-License-Identifier: Apache-2.0
#include "formats/andl/parser.h"

#include <fmt/format.h>

#include <array>

namespace petriloom::andl {

namespace {

struct Heading {
  std::string_view word;
  void (Parser::*read)();
};

struct SectionWord {
  std::string_view word;
  Section section;
};
constexpr std::array kSections = std::to_array<SectionWord>({{"stochastic", Section::stochastic},
                                                             {"immediate", Section::immediate},
                                                             {"deterministic", Section::deterministic},
                                                             {"scheduled", Section::scheduled},
                                                             {"continuous", Section::continuous},
                                                             {"timed", Section::none}});

}  // namespace

Document Parser::run() {
  try {
    file();
  } catch (const Stuck&) {
    // Reported where it was thrown; outside any statement there is nowhere to go on.
  }
  return std::move(document_);
}

// Behind the next `;` outside brackets, or before the heading of a section or the end of the net.
void Parser::recover() {
  int open = 0;
  while (!done()) {
    if (open <= 0 && (section_heading() || (at("}") && peek(1).kind == TokenKind::end))) return;
    if (at("{")) ++open;
    if (at("}")) --open;
    const bool ends = at(";") && open <= 0;
    advance();
    if (ends) return;
  }
}

void Parser::file() {
  document_.net_class = name("a class of nets, such as pn");
  if (accept("[")) {
    document_.name = next().text;
    while (!at("]") && !at("{") && !done()) advance();
    expect("]");
  }
  expect("{");
  constexpr std::array kHeadings = std::to_array<Heading>({{"constants", &Parser::constants},
                                                           {"colorsets", &Parser::colour_sets},
                                                           {"colorset", &Parser::colour_sets},
                                                           {"variables", &Parser::variables},
                                                           {"colorfunctions", &Parser::colour_functions},
                                                           {"functions", &Parser::functions},
                                                           {"observers", &Parser::observers},
                                                           {"places", &Parser::places},
                                                           {"transitions", &Parser::transitions}});
  while (!done() && !at("}")) {
    bool found = false;
    for (const Heading& heading : kHeadings) {
      if (!at(heading.word) || peek(1).text != ":") continue;
      found = true;
      advance();
      advance();
      (this->*heading.read)();
      break;
    }
    if (!found) {
      unexpected("a section: constants:, colorsets:, variables:, colorfunctions:, functions:, observers:, places: or transitions:");
      recover();
    }
  }
  expect("}");
  if (!done()) diagnostics_.error(next().where, fmt::format("unexpected `{}` after the end of the net", next().text));
}

// `valuesets[A:B]`, then groups `name:` of `type name = values;`.
void Parser::constants() {
  if (at("valuesets") && peek(1).text == "[") {
    advance();
    advance();
    do {
      document_.value_sets.push_back(name("the name of a value set"));
    } while (accept(":") || accept(","));
    expect("]");
    accept(";");
  }
  statements([this] {
    if (section_heading()) return false;
    if (heading_next()) {
      advance();
      advance();
      return true;
    }
    Constant constant;
    constant.where = next().where;
    constant.type = name("the type of a constant");
    constant.name = name("the name of a constant");
    expect("=");
    if (accept("[")) {
      do {
        constant.values.push_back(expression());
      } while (accept(":") || accept(","));
      expect("]");
    } else {
      constant.values.push_back(expression());
    }
    expect(";");
    document_.constants.push_back(std::move(constant));
    return true;
  });
}

bool Parser::section_heading() const {
  constexpr std::array kWords = std::to_array<std::string_view>(
      {"constants", "colorsets", "colorset", "variables", "colorfunctions", "functions", "observers", "places", "transitions"});
  return heading_next() && std::find(kWords.begin(), kWords.end(), next().text) != kWords.end();
}

void Parser::colour_sets() {
  statements([this] {
    if (section_heading()) return false;
    ColourSetLine line;
    line.where = next().where;
    line.name = name("the name of a colour set");
    expect("=");
    if (accept("{")) {
      do {
        line.items.push_back(colour_item());
      } while (accept(","));
      expect("}");
    } else if (at("PROD") || at("Prod") || at("prod")) {
      line.kind = ColourSetLine::Kind::product;
      advance();
      expect("(");
      do {
        line.components.push_back(name("a colour set"));
      } while (accept(","));
      expect(")");
    } else {
      line.kind = ColourSetLine::Kind::same;
      line.components.push_back(name("a colour set, `{` or PROD"));
      if (accept("[")) {
        line.kind = ColourSetLine::Kind::subset;
        line.predicate.push_back(expression());
        expect("]");
      }
    }
    expect(";");
    document_.colour_sets.push_back(std::move(line));
    return true;
  });
}

ColourItem Parser::colour_item() {
  ColourItem item;
  item.where = next().where;
  const bool indexed = next().kind == TokenKind::name && peek(1).text == "[";
  if (indexed) {
    item.index = next().text;
    advance();
    advance();
  }
  item.bounds.push_back(sum());
  if (accept("..") || (indexed && accept("-"))) item.bounds.push_back(sum());
  if (indexed) expect("]");
  return item;
}

VariableLine Parser::typed_name() {
  VariableLine line;
  line.where = next().where;
  line.colour = name("a colour set");
  accept(":");
  line.name = name("a name");
  return line;
}

void Parser::variables() {
  statements([this] {
    if (section_heading()) return false;
    VariableLine line = typed_name();
    document_.variables.push_back(line);
    while (accept(",")) {
      line.where = next().where;
      line.name = name("a name");
      document_.variables.push_back(line);
    }
    expect(";");
    return true;
  });
}

void Parser::colour_functions() {
  statements([this] {
    if (section_heading()) return false;
    FunctionLine line;
    line.where = next().where;
    line.result = name("the colour set of the result");
    function_rest(line);
    expect("{");
    line.body.push_back(multiset());
    accept(";");
    expect("}");
    expect(";");
    document_.colour_functions.push_back(std::move(line));
    return true;
  });
}

void Parser::function_rest(FunctionLine& line) {
  line.name = name("the name of a function");
  expect("(");
  while (!at(")") && !done()) {
    if (next().kind == TokenKind::name && (peek(1).text == "," || peek(1).text == ")")) {
      line.parameters.push_back({{}, next().text, next().where});
      advance();
    } else {
      line.parameters.push_back(typed_name());
    }
    if (!accept(",")) break;
  }
  expect(")");
}

// `f(a, b) = expression;`
void Parser::functions() {
  statements([this] {
    if (section_heading()) return false;
    FunctionLine line;
    line.where = next().where;
    if (peek(1).kind == TokenKind::name) line.result = name("a type");
    function_rest(line);
    if (accept("{")) {
      line.body.push_back(expression());
      accept(";");
      expect("}");
      accept(";");
    } else {
      expect("=");
      line.body.push_back(expression());
      expect(";");
    }
    document_.functions.push_back(std::move(line));
    return true;
  });
}

// Observers change nothing in the net: their text is passed over up to the next section.
void Parser::observers() {
  if (!document_.observers.known()) document_.observers = next().where;
  while (!done() && !at("}") && !section_heading()) advance();
}

void Parser::places() {
  bool continuous = false;
  bool told = false;
  statements([&] {
    if (section_heading()) return false;
    if ((at("discrete") || at("continuous")) && peek(1).text == ":") {
      continuous = at("continuous");
      told = false;
      advance();
      advance();
      return true;
    }
    PlaceLine line;
    line.continuous = continuous;
    line.where = next().where;
    if (continuous && !told) document_.continuous.push_back(line.where);
    told = true;
    line.name = name("a place");
    if (next().kind == TokenKind::name) {
      line.colour = line.name;
      line.where = next().where;
      line.name = name("a place");
    }
    if (accept("{")) {
      if (!accept("fix")) {
        unexpected("`fix`");
        throw Stuck{};
      }
      line.fixed = true;
      expect("}");
    }
    if (accept("=")) line.marking.push_back(multiset());
    expect(";");
    document_.places.push_back(std::move(line));
    return true;
  });
}

void Parser::transitions() {
  Section section = Section::none;
  statements([&] {
    if (section_heading()) return false;
    if (heading_next()) {
      for (const SectionWord& known : kSections) {
        if (!at(known.word)) continue;
        section = known.section;
        advance();
        advance();
        if (section == Section::continuous && !done() && !at("}") && !heading_next()) document_.continuous.push_back(next().where);
        return true;
      }
    }
    transition(section);
    return true;
  });
}

void Parser::transition(Section section) {
  TransitionLine line;
  line.section = section;
  line.where = next().where;
  line.name = name("a transition");
  if (at("{") && peek(1).text == "rev" && peek(2).text == "}") {
    line.reversible = true;
    advance();
    advance();
    advance();
  }
  if (accept("{")) {
    expect("[");
    if (!at("]")) line.guard.push_back(expression());
    expect("]");
    expect("}");
  }
  expect(":");
  arc_items(line.conditions);
  if (accept(":")) arc_items(line.updates);
  if (accept(":") && !at(";")) {
    if (at("[") && interval_next()) {
      line.interval = true;
      advance();
    }
    do {
      line.time.push_back(multiset());
    } while (accept(","));
    if (line.interval) expect("]");
  }
  expect(";");
  document_.transitions.push_back(std::move(line));
}

// Whether `[` opens `[from, to]`, not a predicate: a comma comes before its end.
bool Parser::interval_next() const {
  int open = 0;
  for (std::size_t ahead = 0; ahead < kMostAhead; ++ahead) {
    const Token& token = peek(ahead);
    if (token.kind == TokenKind::end || token.text == ";") return false;
    if (token.text == "[" || token.text == "(") ++open;
    if (token.text == "]" || token.text == ")") --open;
    if (open == 0) return false;
    if (open == 1 && token.text == ",") return true;
  }
  return false;
}

void Parser::arc_items(std::vector<ArcItem>& items) {
  if (at(":") || at(";")) return;
  do {
    ArcItem item;
    expect("[");
    item.where = next().where;
    item.place = name("a place");
    constexpr std::array kOperators = std::to_array<std::string_view>({"+", "-", "=", ">=", "<", ">", "<="});
    for (const std::string_view operation : kOperators) {
      if (!at(operation)) continue;
      item.operation = next().text;
      advance();
      const bool braces = accept("{");
      item.weight.push_back(multiset());
      if (braces) expect("}");
      break;
    }
    expect("]");
    items.push_back(std::move(item));
  } while (accept("&") || accept("&&"));
}

Document parse(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  Parser parser(tokens_of(sources, file, diagnostics), diagnostics);
  return parser.run();
}

}  // namespace petriloom::andl
