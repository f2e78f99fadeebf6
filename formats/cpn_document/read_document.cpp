// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "engine/text/trimmed.h"
#include "formats/cpn_document/document.h"
#include "formats/cpn_document/element.h"
#include "formats/cpn_document/graphics.h"
#include "formats/ml/text.h"

namespace petriloom::cpn {

namespace {

struct OrientationName {
  std::string_view name;
  Orientation orientation;
};
constexpr std::array<OrientationName, 5> kOrientations{{{"PtoT", Orientation::to_transition},
                                                        {"TtoP", Orientation::to_place},
                                                        {"BOTHDIR", Orientation::both},
                                                        {"Inhibitor", Orientation::inhibitor},
                                                        {"Reset", Orientation::reset}}};

constexpr std::array<std::string_view, 16> kColourKinds{"unit",  "bool",    "int",    "intinf", "time",  "real",  "string", "enum",
                                                        "index", "product", "record", "list",   "union", "alias", "subset", "char"};

// Old files write some words of the format in small letters.
bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

class DocumentReader {
 public:
  DocumentReader(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : texts_(sources, file), file_(file), diagnostics_(diagnostics) {}

  Document read(const Element& top);

 private:
  [[nodiscard]] Text text_of(const Element* element) const {
    return element ? texts_.content(element->where) : Text{{}, file_, {}};
  }
  // The text of `<cond><text>...</text></cond>`.
  [[nodiscard]] Text label(const Element& parent, std::string_view name) const {
    const Element* element = parent.child(name);
    return text_of(element ? element->child("text") : nullptr);
  }
  std::string id(const Element& element, bool needed = true);
  void block(const Element& element, std::vector<std::string>& blocks);
  bool declaration(const Element& element, Declaration& result);
  ColourElement colour(const Element& element);
  void colour_parts(const Element& kind, ColourElement& result);
  void page(const Element& element);
  PlaceNode place(const Element& element);
  TransitionNode transition(const Element& element);
  ArcNode arc(const Element& element);
  void sockets(const Element& element, TransitionNode& node);
  void fusion(const Element& element);
  Monitor monitor(const Element& element);
  void monitors(const Element& element);
  void options(const Element& element);
  static PageInstance page_instance(const Element& element, std::string_view of);

  TextReader texts_;
  FileId file_;
  Diagnostics& diagnostics_;
  Document document_;
  std::set<std::string> ids_;
};

std::string DocumentReader::id(const Element& element, bool needed) {
  std::string result(element.attribute("id"));
  if (result.empty()) {
    if (needed) diagnostics_.error(element.where, fmt::format("this <{}> has no id", element.name));
  } else if (!ids_.insert(result).second) {
    diagnostics_.error(element.where, fmt::format("the id '{}' is used twice", result));
  }
  return result;
}

void DocumentReader::colour_parts(const Element& kind, ColourElement& result) {
  for (const Element& part : kind.children) {
    if (part.name == "id") {
      // A unit or bool colour's ids are new names, elsewhere they are colour sets, colours or the
      // name of an index.
      result.names.push_back(text_of(&part));
    } else if (part.name == "ml") {
      result.with.push_back(text_of(&part));
    } else if (part.name == "recordfield" || part.name == "unionfield") {
      std::vector<Text> ids;
      for (const Element& field : part.children) {
        const Element* inner = field.name == "type" ? field.child("id") : &field;
        if (inner && inner->name == "id") ids.push_back(text_of(inner));
      }
      if (ids.empty()) {
        diagnostics_.error(part.where, "this field has no name");
        continue;
      }
      ids.resize(2);
      result.fields.emplace_back(ids[0], ids[1]);
    } else if (part.name == "with" || part.name == "by" || part.name == "and") {
      result.by = result.by || part.name == "by";
      for (const Element& bound : part.children) result.with.push_back(text_of(&bound));
    }
  }
}

ColourElement DocumentReader::colour(const Element& element) {
  ColourElement result;
  for (const Element& child : element.children) {
    if (child.name == "timed") result.timed = true;
    for (const std::string_view kind : kColourKinds) {
      if (child.name != kind || !result.kind.empty()) continue;
      result.kind = kind;
      colour_parts(child, result);
    }
  }
  return result;
}

bool DocumentReader::declaration(const Element& element, Declaration& result) {
  result.where = element.where;
  result.name = text_of(element.child("id"));
  result.layout = text_of(element.child("layout"));
  if (element.name == "color") {
    result.kind = DeclarationKind::colour;
    result.colour = colour(element);
  } else if (element.name == "var") {
    result.kind = DeclarationKind::variable;
    const Element* type = element.child("type");
    result.type = text_of(type ? type->child("id") : nullptr);
    for (const Element& child : element.children) {
      if (child.name == "id") result.names.push_back(text_of(&child));
    }
  } else if (element.name == "globref") {
    result.kind = DeclarationKind::reference;
    result.code = text_of(element.child("ml"));
  } else if (element.name == "ml" || element.name == "pragma" || element.name == "errordecl") {
    result.code = text_of(&element);
  } else if (element.name == "use") {
    result.kind = DeclarationKind::use;
    const Element* file = element.child("ml");
    result.code = text_of(file ? file : &element);
  } else {
    return false;
  }
  return true;
}

void DocumentReader::block(const Element& element, std::vector<std::string>& blocks) {
  for (const Element& child : element.children) {
    if (child.name == "block") {
      id(child, false);
      blocks.push_back(text_of(child.child("id")).text);
      block(child, blocks);
      blocks.pop_back();
      continue;
    }
    Declaration read;
    if (!declaration(child, read)) {
      if (child.name != "id")
        diagnostics_.warning(child.where, fmt::format("the declaration <{}> is not known and was left out", child.name));
      continue;
    }
    read.id = id(child, false);
    read.blocks = blocks;
    document_.declarations.push_back(std::move(read));
  }
}

PlaceNode DocumentReader::place(const Element& element) {
  PlaceNode node;
  node.id = id(element);
  node.where = element.where;
  node.name = text_of(element.child("text"));
  node.type = label(element, "type");
  node.marking = label(element, "initmark");
  node.shape = shape_of(element);
  if (const Element* fusion_info = element.child("fusioninfo")) node.fusion = fusion_info->attribute("name");
  if (const Element* port = element.child("port")) {
    const std::string_view type = port->attribute("type");
    node.port = same_word(type, "In") ? PortType::in : same_word(type, "Out") ? PortType::out : PortType::both;
  }
  return node;
}

// "(port,socket)(port,socket)", where blanks may stand around the ids.
void DocumentReader::sockets(const Element& element, TransitionNode& node) {
  std::string_view rest = element.attribute("portsock");
  while (true) {
    const std::size_t open = rest.find('(');
    const std::size_t comma = rest.find(',', open == std::string_view::npos ? 0 : open);
    const std::size_t close = rest.find(')', comma == std::string_view::npos ? 0 : comma);
    if (open == std::string_view::npos) break;
    if (comma == std::string_view::npos || close == std::string_view::npos) {
      diagnostics_.error(element.where, "the assignment of ports to sockets is not written as (port,socket)(port,socket)...");
      break;
    }
    node.sockets.emplace_back(trimmed(rest.substr(open + 1, comma - open - 1)), trimmed(rest.substr(comma + 1, close - comma - 1)));
    rest.remove_prefix(close + 1);
  }
}

TransitionNode DocumentReader::transition(const Element& element) {
  TransitionNode node;
  node.id = id(element);
  node.where = element.where;
  node.name = text_of(element.child("text"));
  node.guard = label(element, "cond");
  node.time = label(element, "time");
  node.code = label(element, "code");
  node.priority = label(element, "priority");
  node.shape = shape_of(element);
  if (const Element* subst = element.child("subst")) {
    node.subpage = subst->attribute("subpage");
    if (node.subpage.empty()) diagnostics_.error(subst->where, "this substitution transition names no page");
    sockets(*subst, node);
  }
  return node;
}

ArcNode DocumentReader::arc(const Element& element) {
  ArcNode node;
  node.id = id(element);
  node.where = element.where;
  const Element* place_end = element.child("placeend");
  const Element* transition_end = element.child("transend");
  node.place = place_end ? place_end->attribute("idref") : "";
  node.transition = transition_end ? transition_end->attribute("idref") : "";
  if (node.place.empty() || node.transition.empty()) diagnostics_.error(element.where, "this arc lacks its place or transition");
  const std::string_view orientation = element.attribute("orientation");
  bool known = false;
  for (const OrientationName& name : kOrientations) {
    if (!same_word(name.name, orientation)) continue;
    node.orientation = name.orientation;
    known = true;
  }
  if (!known) {
    diagnostics_.error(element.where, fmt::format("the orientation '{}' of this arc is not known", orientation),
                       "one of: PtoT, TtoP, BOTHDIR, Inhibitor, Reset");
  }
  node.inscription = label(element, "annot");
  node.line = line_of(element);
  return node;
}

void DocumentReader::page(const Element& element) {
  Page result;
  result.id = id(element);
  result.where = element.where;
  if (const Element* attributes = element.child("pageattr")) result.name = attributes->attribute("name");
  for (const Element& child : element.children) {
    if (child.name == "place") result.places.push_back(place(child));
    if (child.name == "trans") result.transitions.push_back(transition(child));
    if (child.name == "arc") result.arcs.push_back(arc(child));
    if (child.name == "Aux") result.words.push_back(words_of(child, text_of(child.child("text"))));
  }
  document_.pages.push_back(std::move(result));
}

void DocumentReader::fusion(const Element& element) {
  Fusion result;
  id(element, false);
  result.where = element.where;
  result.name = element.attribute("name");
  for (const Element& child : element.children) {
    if (child.name == "fusion_elm") result.places.emplace_back(child.attribute("idref"));
  }
  document_.fusions.push_back(std::move(result));
}

Monitor DocumentReader::monitor(const Element& element) {
  Monitor result;
  result.where = element.where;
  result.name = element.attribute("name");
  result.description = element.attribute("typedescription");
  result.disabled = element.attribute("disabled") == "true";
  const std::string_view type = element.attribute("type");
  if (type.size() == 1 && type[0] >= '0' && type[0] < '0' + static_cast<int>(MonitorKind::unknown)) {
    result.kind = static_cast<MonitorKind>(type[0] - '0');
  }
  for (const Element& child : element.children) {
    const std::string name(child.attribute("name"));
    if (child.name == "node") result.nodes.emplace_back(child.attribute("idref"), child.attribute("pageinstanceidref"));
    if (child.name == "declaration") result.functions[name] = text_of(child.child("ml"));
    if (child.name == "option") result.options[name] = child.attribute("value") == "true";
  }
  return result;
}

void DocumentReader::monitors(const Element& element) {
  for (const Element& child : element.children) {
    if (child.name == "monitor") {
      document_.monitors.push_back(monitor(child));
    } else if (child.name == "monitorblock") {
      monitors(child);
    }
  }
}

void DocumentReader::options(const Element& element) {
  for (const Element& option : element.children) {
    if (option.attribute("name") != "realtimestamp") continue;
    const Element* value = option.child("value");
    document_.real_time = value && text_of(value->child("boolean")).text.find("true") != std::string::npos;
  }
}

PageInstance DocumentReader::page_instance(const Element& element, std::string_view of) {
  PageInstance result{std::string(element.attribute("id")), std::string(element.attribute(of)), {}};
  for (const Element& below : element.children) result.below.push_back(page_instance(below, "trans"));
  return result;
}

Document DocumentReader::read(const Element& top) {
  const Element* root = top.children.empty() ? nullptr : &top.children.front();
  const Element* net = !root ? nullptr : root->name == "cpnet" ? root : root->child("cpnet");
  if (!net) {
    diagnostics_.error(root ? root->where : Location{file_, 0, 0}, "there is no <cpnet> here: this is no net of CPN Tools");
    return std::move(document_);
  }
  document_.where = net->where;
  if (const Element* generator = root->child("generator")) {
    document_.tool = generator->attribute("tool");
    document_.version = generator->attribute("version");
    document_.format = generator->attribute("format");
  }
  for (const Element& child : net->children) {
    std::vector<std::string> blocks;
    if (child.name == "globbox") block(child, blocks);
    if (child.name == "page") page(child);
    if (child.name == "fusion") fusion(child);
    if (child.name == "monitorblock") monitors(child);
    if (child.name == "options") options(child);
    if (child.name != "instances") continue;
    for (const Element& prime : child.children) document_.primes.push_back(page_instance(prime, "page"));
  }
  return std::move(document_);
}

}  // namespace

Document read_document(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::unique_ptr<Element> top = read_elements(sources, file, diagnostics);
  if (!top) return {};
  return DocumentReader(sources, file, diagnostics).read(*top);
}

}  // namespace petriloom::cpn
