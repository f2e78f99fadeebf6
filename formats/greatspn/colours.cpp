// SPDX-License-Identifier: Apache-2.0
#include "formats/greatspn/colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <tao/pegtl.hpp>

#include "engine/text/parse_number.h"
#include "formats/greatspn/cursor.h"

namespace petriloom::greatspn {

namespace {

namespace p = tao::pegtl;

constexpr std::int64_t kMostColours = 1 << 20;

struct name : p::identifier {};
struct number : p::plus<p::digit> {};
struct symbol : p::sor<p::string<'<', '>'>, p::string<'!', '='>, p::any> {};
struct word : p::sor<p::plus<p::space>, name, number, symbol> {};
struct words : p::star<word> {};

template <typename Rule>
struct action : p::nothing<Rule> {};
template <Word::Kind kKind>
struct add_word {
  template <typename Input>
  static void apply(const Input& in, std::vector<Word>& all) {
    all.push_back({kKind, std::string_view(in.begin(), in.size())});
  }
};
template <>
struct action<name> : add_word<Word::Kind::name> {};
template <>
struct action<number> : add_word<Word::Kind::number> {};
template <>
struct action<symbol> : add_word<Word::Kind::symbol> {};

}  // namespace

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> all;
  p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(text.data(), text.size(), "");
  p::parse<words, action>(in, all);
  all.push_back({});
  return all;
}

const Definition* Colours::definition(std::string_view name) const {
  for (const Definition& each : document_.definitions) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

// A static subclass: `p{1-10}` or `{a,b,c}`. Its colours are added to `labels`.
bool Colours::subclass(const Definition& definition, std::vector<std::string>& labels) {
  Cursor cursor{words_of(definition.text), 0, definition.where};
  const auto wrong = [&] {
    builder_.diagnostics().error(definition.where, fmt::format("'{}' is no subclass of colours", definition.name),
                                 "subclasses are written p{1-10} or {a,b,c}");
    return false;
  };
  std::string prefix;
  if (cursor.next().kind == Word::Kind::name) prefix = cursor.take().text;
  if (!cursor.accept("{")) {
    if (prefix.empty()) return wrong();
    labels.push_back(prefix);
    return true;
  }
  do {
    const Word first = cursor.take();
    if (first.kind == Word::Kind::name) {
      labels.push_back(prefix + std::string(first.text));
      continue;
    }
    const auto low = parse_number<std::int64_t>(first.text);
    auto high = low;
    if (cursor.accept("-")) high = parse_number<std::int64_t>(cursor.take().text);
    if (!low || !high || *low > *high || *high - *low >= kMostColours || static_cast<std::int64_t>(labels.size()) >= kMostColours)
      return wrong();
    for (std::int64_t k = *low; k <= *high; ++k) labels.push_back(prefix + std::to_string(k));
  } while (cursor.accept(","));
  return cursor.accept("}") || wrong();
}

// A class is `o` (ordered) or `u` and its subclasses, which are definitions of their own.
void Colours::classes() {
  for (const Definition& each : document_.definitions) {
    if (each.type != 'c') continue;
    Cursor cursor{words_of(each.text), 0, each.where};
    if (cursor.next().kind != Word::Kind::name || (cursor.next().text != "o" && cursor.next().text != "u")) continue;
    cursor.take();
    std::vector<std::string> labels;
    Class made;
    bool right = true;
    do {
      const Word part = cursor.take();
      const Definition* found = definition(part.text);
      if (part.kind != Word::Kind::name || found == nullptr) {
        builder_.diagnostics().error(each.where, fmt::format("the class '{}' has no subclass '{}'", each.name, part.text));
        right = false;
        break;
      }
      const auto first = static_cast<std::int64_t>(labels.size());
      right = subclass(*found, labels) && right;
      made.subclasses[std::string(part.text)] = {first, static_cast<std::int64_t>(labels.size()) - 1};
    } while (cursor.accept(",") || cursor.next().kind == Word::Kind::name);
    std::vector<std::string> sorted = labels;
    std::sort(sorted.begin(), sorted.end());
    if (right && (labels.empty() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())) {
      builder_.diagnostics().error(each.where, fmt::format("the class '{}' has no colours, or one twice", each.name));
      right = false;
    }
    if (!right) continue;
    made.set = builder_.net().colours.add_enumeration(std::string(each.name), std::move(labels), each.where);
    classes_[std::string(each.name)] = std::move(made);
  }
}

const Colours::Class* Colours::class_of(ColourSetId set) const {
  for (const auto& [name, each] : classes_) {
    if (each.set == set) return &each;
  }
  return nullptr;
}

std::vector<ColourSetId> Colours::components(ColourSetId domain) const {
  const ColourSet& set = builder_.net().colours[domain];
  return set.composite() ? set.components : std::vector<ColourSetId>{domain};
}

ColourSetId Colours::domain(std::string_view text, const Location& where) {
  std::vector<ColourSetId> parts;
  std::string_view names = text;
  if (names.starts_with("@")) {
    const auto position = parse_number<std::int64_t>(names.substr(1));
    const auto count = static_cast<std::int64_t>(document_.definitions.size());
    if (!position || *position < 1 || *position > count) {
      builder_.diagnostics().error(where, fmt::format("there is no definition {}", names));
      return {};
    }
    names = document_.definitions[static_cast<std::size_t>(*position - 1)].name;
  }
  for (const Word& word : words_of(names)) {
    if (word.kind == Word::Kind::symbol && (word.text == "," || word.text == "*")) continue;
    if (word.kind == Word::Kind::end) continue;
    const auto found = classes_.find(word.text);
    if (found == classes_.end()) {
      builder_.diagnostics().error(where, fmt::format("there is no class of colours '{}'", word.text));
      return {};
    }
    parts.push_back(found->second.set);
  }
  if (parts.empty()) return ColourTable::kUnit;
  return parts.size() == 1 ? parts.front() : builder_.net().colours.add_product({}, std::move(parts), where);
}

ExprId Colours::within(ExprId value, std::string_view subclass, const Location& where) {
  const Class* owner = class_of(builder_.expr().type(value));
  const auto found = owner == nullptr ? std::map<std::string, std::pair<std::int64_t, std::int64_t>, std::less<>>::const_iterator()
                                      : owner->subclasses.find(subclass);
  if (owner == nullptr || found == owner->subclasses.end()) {
    builder_.diagnostics().error(where, fmt::format("there is no subclass '{}'", subclass));
    return {};
  }
  ExprBuilder& expr = builder_.expr();
  const ExprId index = expr.unary(Op::index_of, value, where);
  return expr.binary(Op::and_, expr.binary(Op::greater_equal, index, expr.integer(found->second.first, where), where),
                     expr.binary(Op::less_equal, index, expr.integer(found->second.second, where), where), where);
}

}  // namespace petriloom::greatspn
