// SPDX-License-Identifier: Apache-2.0
// The part of DocumentReader that takes in objects and their labels.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "engine/text/parse_number.h"
#include "formats/pnml_document/document_reader.h"
#include "formats/pnml_document/timing_text.h"

namespace petriloom::pnml {

std::int64_t DocumentReader::number(std::string_view text, std::int64_t least, std::string_view what, const Location& where) {
  std::string_view digits = trimmed(text);
  constexpr std::string_view kClass = "Default,";
  if (digits.substr(0, kClass.size()) == kClass) digits.remove_prefix(kClass.size());
  const auto value = parse_number<std::int64_t>(digits);
  if (!value) {
    diagnostics_.error(where, fmt::format("{} is '{}', not an integer", what, digits.substr(0, 40)));
    return least;
  }
  if (*value < least) {
    diagnostics_.error(where, fmt::format("{} is {}, which is less than {}", what, *value, least));
    return least;
  }
  return *value;
}

void DocumentReader::start_net(std::span<const XmlAttribute> attributes, const Location& where) {
  if (++nets_ > 1) {
    refused_ = true;
    diagnostics_.error(where, "a second <net>: a file holds one net");
    return;
  }
  document_.where = where;
  document_.id = required(attributes, "id", "net", where);
  document_.type = required(attributes, "type", "net", where);
  const std::size_t slash = document_.type.rfind('/');
  const std::string_view kind = std::string_view(document_.type).substr(slash == std::string::npos ? 0 : slash + 1);
  // "P/T net" is what the tools wrote before the standard; there the slash is part of the name.
  static constexpr std::array<std::string_view, 6> kKinds{"ptnet",    "symmetricnet",  "highlevelnet",
                                                          "pt-hlpng", "pnmlcoremodel", "coremodel"};
  if (document_.type.empty() || document_.type == "P/T net") return;
  for (const std::string_view known : kKinds) {
    if (kind == known) return;
  }
  refused_ = true;
  diagnostics_.error(where, fmt::format("the net is of the unknown type '{}'", kind.substr(0, 60)),
                     "one of: ptnet, symmetricnet, highlevelnet, pt-hlpng, pnmlcoremodel");
}

void DocumentReader::start_node(NodeKind kind, std::string_view name, std::span<const XmlAttribute> attributes,
                                const Location& where) {
  Node node;
  node.kind = kind;
  node.where = where;
  node.page = page_;
  pipe_ = {};
  node.id = required(attributes, "id", name, where);
  if (kind == NodeKind::reference_place || kind == NodeKind::reference_transition) {
    node.reference = required(attributes, "ref", name, where);
  }
  document_.nodes.push_back(std::move(node));
}

void DocumentReader::start_arc(std::span<const XmlAttribute> attributes, const Location& where) {
  ArcObject arc;
  arc.where = where;
  arc.id = required(attributes, "id", "arc", where);
  arc.source = required(attributes, "source", "arc", where);
  arc.target = required(attributes, "target", "arc", where);
  document_.arcs.push_back(std::move(arc));
  if (const std::string_view kind = attribute(attributes, "type"); !kind.empty()) set_arc_kind(kind, where);
}

void DocumentReader::set_arc_kind(std::string_view kind, const Location& where) {
  struct Name {
    std::string_view name;
    ArcNote kind;
  };
  static constexpr std::array<Name, 7> kKinds{{{"normal", ArcNote::normal},
                                               {"inhibitor", ArcNote::inhibitor},
                                               {"read", ArcNote::read},
                                               {"test", ArcNote::read},
                                               {"reset", ArcNote::reset},
                                               {"equal", ArcNote::equal},
                                               {"timed", ArcNote::normal}}};
  for (const Name& known : kKinds) {
    if (known.name == kind) {
      document_.arcs.back().kind = known.kind;
      return;
    }
  }
  diagnostics_.error(where, fmt::format("the arc is of the unknown type '{}'", kind.substr(0, 60)),
                     "one of: normal, inhibitor, read, reset");
}

void DocumentReader::set_position(std::span<const XmlAttribute> attributes, const Location& where) {
  Node& node = document_.nodes.back();
  const NoteReader note(attributes, where, diagnostics_);
  const std::optional<double> x = note.real("x");
  const std::optional<double> y = note.real("y");
  if (x && y) node.at = {*x, *y, true};
}

void DocumentReader::our_note(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  // The annotation belongs to the object around it.
  const Context of = owner();
  const NoteReader note(attributes, where, diagnostics_);
  if (of == Context::net && name == "module") {
    document_.modules.push_back({std::string(note.text("path")), std::string(note.text("kind")), note.text("hardware") == "true"});
  } else if (of == Context::net && name == "paths") {
    document_.paths = true;
  } else if ((of == Context::place || of == Context::transition) && name == "node") {
    document_.nodes.back().order = note.integer("at", 0);
  } else if (of == Context::place && name == "marking") {
    document_.nodes.back().marking = note.integer("count", 0);
  } else if (of == Context::place && name == "tokens") {
    document_.nodes.back().late.push_back({note.integer("term", 0), note.integer("count", 1), note.real("available").value_or(0)});
  } else if (of == Context::transition && name == "timing") {
    document_.nodes.back().timing = note.timing();
  } else if (of == Context::reference_place && name == "reference") {
    document_.nodes.back().used_as = note.reference();
  } else if (of == Context::arc && name == "arc") {
    if (const std::string_view kind = note.text("kind"); !kind.empty()) set_arc_kind(kind, where);
    if (!note.text("weight").empty()) document_.arcs.back().weight = note.integer("weight", 1);
    document_.arcs.back().delay = note.real("delay").value_or(0);
  } else {
    diagnostics_.error(where, fmt::format("<{}> is not an annotation of petriloom here", name.substr(0, 60)));
  }
}

// An arc that the grammar has no form for, in the annotation of its transition.
void DocumentReader::our_arc(std::span<const XmlAttribute> attributes, const Location& where) {
  const NoteReader note(attributes, where, diagnostics_);
  ArcObject arc;
  arc.where = where;
  arc.source = required(attributes, "place", "arc", where);
  arc.target = document_.nodes.back().id;
  // An equal arc may ask for none.
  arc.weight = note.text("weight").empty() ? 1 : note.integer("weight", 0);
  arc.any = note.text("any") == "true";
  arc.at = note.integer("at", -1);
  document_.arcs.push_back(std::move(arc));
  set_arc_kind(note.text("kind"), where);
}

void DocumentReader::leave_label(Context label, std::string_view text, const Location& where) {
  switch (label) {
    case Context::marking:
      document_.nodes.back().marking = number(text, 0, "the initial marking", where);
      break;
    case Context::inscription:
      document_.arcs.back().weight = number(text, 1, "the inscription of the arc", where);
      break;
    case Context::arc_kind:
      set_arc_kind(text, where);
      break;
    case Context::name:
      if (owner() == Context::net) document_.name = text;
      if (owner() != Context::net && owner() != Context::page) document_.nodes.back().name = text;
      break;
    default:
      break;
  }
}

void DocumentReader::leave_structure(ElementId root) {
  const Tree& tree = document_.tree;
  const ElementId content = tree[root].first;
  if (content == kNoElement) return;
  if (tree[content].next != kNoElement) {
    diagnostics_.error(tree[tree[content].next].where, "more than one element in a <structure>");
  }
  switch (context()) {
    case Context::declaration:
      document_.declarations.push_back(content);
      break;
    case Context::type:
      document_.nodes.back().type = content;
      break;
    case Context::hl_marking:
      document_.nodes.back().tokens = content;
      break;
    case Context::condition:
      document_.nodes.back().condition = content;
      break;
    case Context::hl_inscription:
    case Context::our_arc:
      document_.arcs.back().inscription = content;
      break;
    default:
      break;
  }
}

}  // namespace petriloom::pnml
