// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/colour_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "formats/xml/xml.h"

namespace petriloom::cpn {
namespace {

// Words of Standard ML and CPN ML.
constexpr std::string_view kWords =
    "abstype and andalso as case datatype do else end eqtype exception fn fun functor handle if in include "
    "infix infixr let local nonfix of op open orelse raise rec sharing sig signature struct structure then "
    "type val where while with withtype colset var globref ";

// What is declared for every net and our texts use, or what would mean something else to them, and
// the words that the editor of CPN Tools reserves: names that a net must not give a new meaning.
// Functions that our texts do not call may be named anew.
constexpr std::string_view kDeclared =
    "div mod o not ref before true false nil hd tl length rev size floor ceil time empty tempty mem rm explode "
    "implode substring SOME NONE LESS EQUAL GREATER List Int Real String Math Char IntInf ModelTime unit bool int intinf real "
    "string list product record index subset alias timed "
    "declare by exponential uniform normal erlang discrete bernoulli binomial poisson chisq student list_to_ms "
    "input output action P_HIGH P_NORMAL P_LOW funsig all color colorset sort enumerate len instref pageref "
    "msvar definetime untimed same start General Option Bool WideChar WideString Substring WideSubstring "
    "StringCvt Byte Int8 FixedInt LargeInt Position InfInt Word Word8 LargeWord SysWord LargeReal IEEEReal "
    "PackRealBig PackRealLittle ListPair Vector Word8Vector CharVector WideCharVector BoolVector IntVector "
    "RealVector Array Word8Array CharArray WideCharArray BoolArray IntArray RealArray Array2 Word8Array2 "
    "CharArray2 WideCharArray2 BoolArray2 IntArray2 RealArray2 IO TextIO BinIO ImperativeIO StreamIO PrimIO OS "
    "CommandLine Unix Date Time Timer Posix ms tms ";

void reserve(std::string_view words, Identifiers& identifiers) {
  for (std::size_t end = words.find(' '); end != std::string_view::npos; end = words.find(' ')) {
    identifiers.reserve(words.substr(0, end));
    words.remove_prefix(end + 1);
  }
}

std::string id(std::string_view name) { return fmt::format("<id>{}</id>", name); }

std::string ml_element(std::string_view text) { return fmt::format("<ml>{}</ml>", xml_escape(text)); }

// Colour sets that nets have without declaring them, by the names that they get here.
constexpr std::array<std::pair<std::string_view, ColourSetId>, 5> kBuiltIn{{{"UNIT", ColourTable::kUnit},
                                                                            {"BOOL", ColourTable::kBool},
                                                                            {"INT", ColourTable::kInt},
                                                                            {"REAL", ColourTable::kReal},
                                                                            {"STRING", ColourTable::kString}}};

bool built_in(ColourSetId set) {
  return std::any_of(kBuiltIn.begin(), kBuiltIn.end(), [set](const auto& each) { return each.second == set; });
}

/// Whether an alias is the name that a colour set has here without one.
bool is_own_name(const ColourAlias& alias) {
  return std::find(kBuiltIn.begin(), kBuiltIn.end(), std::pair(std::string_view(alias.name), alias.set)) != kBuiltIn.end();
}

}  // namespace

MlNames::MlNames(bool fields) : identifiers_("'") {
  reserve(kWords, identifiers_);
  if (!fields) reserve(kDeclared, identifiers_);
}

std::string MlNames::make(std::string_view name) {
  const std::size_t start = name.find_first_not_of('_');
  const bool letter = start == 0 && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  if (letter) return identifiers_.make(name);
  return identifiers_.make("n_" + std::string(start == std::string_view::npos ? name : name.substr(start)));
}

// An author's colour set keeps its name; those that have none of an author step aside.
MlColours::MlColours(const Net& net, MlNames& names) : net_(net), names_(names), labels_(net.colours.size()) {
  for (std::size_t k = 0; k < net.colours.size(); ++k) {
    const ColourSetId set(k);
    if (!built_in(set) && usual_colour_name(net.colours[set].name))
      claimed_.emplace(Written(set, {}), names_.make(net.colours[set].name));
  }
  const std::vector<ColourAlias>& aliases = net.colours.aliases();
  for (std::size_t k = 0; k < aliases.size(); ++k) {
    const Written of = written(aliases[k].set, ColourAliasId(k));
    if (of.second.valid() && usual_colour_name(aliases[k].name)) claimed_.emplace(of, names_.make(aliases[k].name));
  }
  for (const auto& [name, set] : kBuiltIn) claimed_.emplace(Written(set, {}), names_.make(name));
  for (const std::string_view name : {"INTINF", "TIME"}) names_.make(name);
}

MlColours::Written MlColours::written(ColourSetId set, ColourAliasId alias) const {
  const ColourAlias* const found = net_.colours.alias(alias, set);
  return {set, found != nullptr && !is_own_name(*found) ? alias : ColourAliasId()};
}

void MlColours::time_alone(const std::vector<bool>& timed) {
  std::set<Written> plain;
  const auto add = [&](PlaceId place, ColourAliasId alias) {
    (timed[place.index()] ? timed_alone_ : plain).insert(written(net_[place].colour, alias));
  };
  for (std::size_t p = 0; p < net_.places.size(); ++p) add(PlaceId(p), net_.places[p].alias);
  for (const Module& module : net_.modules) {
    for (const Reference& reference : module.references) add(reference.place, alias_at(net_, reference));
  }
  for (const Written& each : plain) timed_alone_.erase(each);
}

const std::string& MlColours::name(ColourSetId set, ColourAliasId alias, bool timed) {
  const Written of = written(set, alias);
  const auto found = declared_.find({of, timed});
  if (found != declared_.end()) return found->second;
  return declared_.emplace(std::pair{of, timed}, timed ? declare_timed(of) : declare(of)).first->second;
}

const std::string& MlColours::declare(const Written& of) {
  const ColourSet& colours = net_.colours[of.first];
  const ColourAlias* const alias = net_.colours.alias(of.second, of.first);
  ColourDeclaration declaration;
  std::string body;
  if (alias != nullptr && (alias->of.valid() || !built_in(of.first))) {
    body = name(of.first, alias->of);
    declaration.elements = fmt::format("<alias>{}</alias>", id(body));
  } else {
    body = base(of.first, declaration.elements);
  }
  if (alias != nullptr || !built_in(of.first)) declaration.in_net = alias != nullptr ? alias->name : colours.name;
  const auto claimed = claimed_.find(of);
  declaration.name = claimed != claimed_.end()
                         ? claimed->second
                         : names_.make(declaration.in_net.empty() ? "C_" + net_.colours.describe(of.first) : declaration.in_net);
  declaration.layout = fmt::format("colset {} = {};", declaration.name, body);
  declarations_.push_back(std::move(declaration));
  return declarations_.back().name;
}

const std::string& MlColours::declare_timed(const Written& of) {
  const std::string plain = name(of.first, of.second);
  if (!timed_alone_.contains(of)) {
    const std::string with_time = names_.make(plain + "_T");
    declarations_.push_back(
        {with_time, fmt::format("<alias>{}</alias>", id(plain)), fmt::format("colset {} = {} timed;", with_time, plain), true, {}});
    return declarations_.back().name;
  }
  const auto declaration = std::find_if(declarations_.begin(), declarations_.end(),
                                        [&plain](const ColourDeclaration& each) { return each.name == plain; });
  declaration->layout.insert(declaration->layout.size() - 1, " timed");
  declaration->timed = true;
  return declaration->name;
}

const std::string& MlColours::component(const ColourSet& set, std::size_t k) {
  return name(set.components[k], set.aliases.empty() ? ColourAliasId() : set.aliases[k]);
}

std::string MlColours::ids(const ColourSet& set, std::string_view element, std::string_view between, std::string& elements) {
  std::string body;
  std::string parts;
  for (std::size_t k = 0; k < set.components.size(); ++k) {
    const std::string& component_name = component(set, k);
    parts += id(component_name);
    body += (body.empty() ? "" : std::string(between)) + component_name;
  }
  elements = fmt::format("<{0}>{1}</{0}>", element, parts);
  return body;
}

// The right side of a declaration, and its elements.
std::string MlColours::base(ColourSetId set_id, std::string& elements) {
  const ColourSet& set = net_.colours[set_id];
  switch (set.kind) {
    case ColourKind::unit:
      elements = "<unit/>";
      return "unit";
    case ColourKind::boolean:
      elements = "<bool/>";
      return "bool";
    case ColourKind::integer:
      elements = "<int/>";
      return "int";
    case ColourKind::real:
      elements = "<real/>";
      return "real";
    case ColourKind::string:
      elements = "<string/>";
      return "string";
    case ColourKind::range:
      elements = fmt::format("<int><with>{}{}</with></int>", ml_element(low(set_id)), ml_element(high(set_id)));
      return fmt::format("int with {}..{}", low(set_id), high(set_id));
    case ColourKind::index:
      elements = fmt::format("<index>{}{}{}</index>", ml_element(low(set_id)), ml_element(high(set_id)), id(label(set_id, 0)));
      return fmt::format("index {} with {}..{}", label(set_id, 0), low(set_id), high(set_id));
    case ColourKind::enumeration: {
      std::string body;
      for (std::size_t k = 0; k < set.labels.size(); ++k) {
        elements += id(label(set_id, k));
        body += (k == 0 ? "" : " | ") + label(set_id, k);
      }
      elements = "<enum>" + elements + "</enum>";
      return "with " + body;
    }
    case ColourKind::product:
      return "product " + ids(set, "product", " * ", elements);
    case ColourKind::list:
      return "list " + ids(set, "list", "", elements);
    case ColourKind::record:
    case ColourKind::union_:
      return labelled(set_id, elements);
    case ColourKind::subset: {
      const std::string base_name = component(set, 0);
      std::string members;
      for (const Word member : set.members) members += (members.empty() ? "" : ", ") + text(set.components[0], member, net_.pool);
      elements = fmt::format("<subset>{}<with>{}</with></subset>", id(base_name), ml_element("[" + members + "]"));
      return fmt::format("subset {} with [{}]", base_name, members);
    }
  }
  return {};
}

// A record or union: names with colour sets, where a variant may have none.
std::string MlColours::labelled(ColourSetId set_id, std::string& elements) {
  const ColourSet& set = net_.colours[set_id];
  const bool record = set.kind == ColourKind::record;
  std::string body;
  for (std::size_t k = 0; k < set.components.size(); ++k) {
    const std::string& field = label(set_id, k);
    const bool bare = !record && set.components[k] == ColourTable::kUnit;
    const std::string component = bare ? std::string() : this->component(set, k);
    if (record) {
      elements += fmt::format("<recordfield>{}{}</recordfield>", id(field), id(component));
      body += fmt::format("{}{}:{}", k == 0 ? "" : " * ", field, component);
    } else {
      const std::string type = bare ? std::string() : fmt::format("<type>{}</type>", id(component));
      elements += fmt::format("<unionfield>{}{}</unionfield>", id(field), type);
      body += fmt::format("{}{}{}", k == 0 ? "" : " + ", field, bare ? "" : ":" + component);
    }
  }
  elements = record ? "<record>" + elements + "</record>" : "<union>" + elements + "</union>";
  return (record ? "record " : "union ") + body;
}

std::string MlColours::bound(Word value, ExprId written) {
  const bool named = written.valid() && names_constants(net_, written) && bound_text_;
  return named ? bound_text_(written) : ml_integer(value);
}

const std::string& MlColours::label(ColourSetId set, std::size_t k) {
  if (labels_[set.index()].empty()) make_labels(set);
  return labels_[set.index()][k];
}

std::string MlColours::make_label(const std::string& name) {
  const std::string label = names_.make(name);
  if (label != name) renamed_.emplace_back(label, name);
  return label;
}

void MlColours::make_labels(ColourSetId id) {
  const ColourSet& set = net_.colours[id];
  std::vector<std::string>& labels = labels_[id.index()];
  if (set.kind == ColourKind::enumeration) {
    for (const std::string& each : set.labels) labels.push_back(make_label(each));
  } else if (set.kind == ColourKind::union_) {
    for (const std::string& each : set.fields) labels.push_back(make_label(each));
  } else if (set.kind == ColourKind::record) {
    MlNames fields(true);
    for (const std::string& each : set.fields) labels.push_back(fields.make(each));
  } else if (set.kind == ColourKind::index) {
    labels.push_back(make_label(set.index_name));
  }
}

std::string MlColours::text(ColourSetId id, Word colour, const WordPool& pool) {
  const ColourSet& set = net_.colours[id];
  switch (set.kind) {
    case ColourKind::unit:
      return "()";
    case ColourKind::boolean:
      return colour != 0 ? "true" : "false";
    case ColourKind::integer:
    case ColourKind::range:
      return ml_integer(colour);
    case ColourKind::real:
      return ml_real(real_of_word(colour));
    case ColourKind::string:
      return ml_string(text_of(colour, pool));
    case ColourKind::enumeration:
      return label(id, static_cast<std::size_t>(colour));
    case ColourKind::index:
      return fmt::format("{}({})", label(id, 0), ml_integer(colour));
    case ColourKind::product:
    case ColourKind::record: {
      std::string parts;
      for (std::size_t k = 0; k < set.components.size(); ++k) {
        if (k > 0) parts += ", ";
        if (set.kind == ColourKind::record) parts += label(id, k) + "=";
        parts += text(set.components[k], net_.colours.component(id, colour, k, pool), pool);
      }
      return set.kind == ColourKind::record ? "{" + parts + "}" : "(" + parts + ")";
    }
    case ColourKind::list: {
      std::string parts;
      const std::span<const Word> view = pool.view(colour);
      for (const Word word : view) parts += (parts.empty() ? "" : ", ") + text(set.components[0], word, pool);
      return "[" + parts + "]";
    }
    case ColourKind::union_:
      return text_of_union(id, colour, pool);
    case ColourKind::subset:
      return text(set.components[0], set.members[static_cast<std::size_t>(colour)], pool);
  }
  return {};
}

std::string MlColours::text_of_union(ColourSetId id, Word colour, const WordPool& pool) {
  const ColourSet& set = net_.colours[id];
  const std::size_t variant = net_.colours.variant_of(id, colour, pool);
  const std::string& constructor = label(id, variant);
  if (set.components[variant] == ColourTable::kUnit) return constructor;
  return fmt::format("{}({})", constructor, text(set.components[variant], net_.colours.content_of(id, colour, pool), pool));
}

ColourAliasId alias_at(const Net& net, const Reference& reference) {
  const bool as_place = reference.kind == ReferenceKind::fusion && !reference.alias.valid();
  return as_place ? net[reference.place].alias : reference.alias;
}

ColourAliasId alias_at(const Net& net, PlaceId place, ModuleId module, const std::string& name) {
  for (const Reference& reference : net[module].references) {
    if (reference.place == place && reference.name == name) return alias_at(net, reference);
  }
  return net[place].alias;
}

std::string ml_integer(Word value) {
  std::string text = std::to_string(value);
  if (text[0] == '-') text[0] = '~';
  return text;
}

std::string ml_real(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".eni") == std::string::npos) text += ".0";
  // `1e-09` is `1.0e~9`: ML wants digits after a point or an exponent, and its own minus.
  std::replace(text.begin(), text.end(), '-', '~');
  text.erase(std::remove(text.begin(), text.end(), '+'), text.end());
  return text;
}

std::string ml_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += fmt::format("\\{}", c);
    } else if (byte < 32 || byte > 126) {
      quoted += fmt::format("\\{:03}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace petriloom::cpn
