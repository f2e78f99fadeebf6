// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/document.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <span>

#include "formats/pnml/timing_text.h"
#include "formats/pnml/xml.h"

namespace petriloom::pnml {

namespace {

// Where in a document an element stands.
enum class Context : std::uint8_t {
  top,
  pnml,
  net,
  page,
  place,
  transition,
  reference_place,
  reference_transition,
  arc,
  name,
  marking,
  inscription,
  arc_kind,
  text,
  ours,
  skipped,
};

struct Step {
  Context parent;
  std::string_view element;
  Context context;
};

constexpr std::array<Step, 26> kSteps{{
    {Context::top, "pnml", Context::pnml},
    {Context::pnml, "net", Context::net},
    {Context::net, "name", Context::name},
    {Context::net, "page", Context::page},
    // Older tools write the objects straight into the net.
    {Context::net, "place", Context::place},
    {Context::net, "transition", Context::transition},
    {Context::net, "arc", Context::arc},
    {Context::page, "page", Context::page},
    {Context::page, "name", Context::name},
    {Context::page, "place", Context::place},
    {Context::page, "transition", Context::transition},
    {Context::page, "arc", Context::arc},
    {Context::page, "referencePlace", Context::reference_place},
    {Context::page, "referenceTransition", Context::reference_transition},
    {Context::place, "name", Context::name},
    {Context::place, "initialMarking", Context::marking},
    {Context::transition, "name", Context::name},
    {Context::arc, "inscription", Context::inscription},
    {Context::arc, "type", Context::arc_kind},
    {Context::arc, "arctype", Context::arc_kind},
    {Context::name, "text", Context::text},
    {Context::marking, "text", Context::text},
    {Context::inscription, "text", Context::text},
    {Context::arc_kind, "text", Context::text},
    // PIPE writes values; before the number stands the class of tokens, "Default,3".
    {Context::marking, "value", Context::text},
    {Context::inscription, "value", Context::text},
}};

// Elements that say nothing about behaviour.
constexpr std::array<std::string_view, 4> kSilent{"graphics", "toolspecific", "name", "value"};

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

class DocumentReader : public XmlHandler {
 public:
  DocumentReader(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override;
  void text(std::string_view text) override;
  void end() override;
  Document finish();

 private:
  struct Frame {
    Context context;
    std::string text;
    Location where;
  };

  [[nodiscard]] Context context() const { return stack_.empty() ? Context::top : stack_.back().context; }
  void enter(Context context, std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void unknown(std::string_view name, const Location& where);
  void start_net(std::span<const XmlAttribute> attributes, const Location& where);
  void start_node(NodeKind kind, std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void start_arc(std::span<const XmlAttribute> attributes, const Location& where);
  void our_note(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void set_arc_kind(std::string_view kind, const Location& where);
  void leave_label(Context label, std::string_view text, const Location& where);
  std::int64_t number(std::string_view text, std::int64_t least, std::string_view what, const Location& where);
  std::string required(std::span<const XmlAttribute> attributes, std::string_view key, std::string_view element,
                       const Location& where);

  FileId file_;
  Diagnostics& diagnostics_;
  Document document_;
  std::vector<Frame> stack_;
  std::set<std::string> unknown_;
  std::size_t nets_ = 0;
  bool refused_ = false;  // the net is of a type that is not read: nothing in it is looked at
};

std::string_view attribute(std::span<const XmlAttribute> attributes, std::string_view key) {
  for (const XmlAttribute& a : attributes) {
    if (a.name == key) return a.value;
  }
  return {};
}

std::string DocumentReader::required(std::span<const XmlAttribute> attributes, std::string_view key, std::string_view element,
                                     const Location& where) {
  const std::string_view value = trim(attribute(attributes, key));
  if (value.empty()) diagnostics_.error(where, fmt::format("<{}> has no attribute '{}'", element, key));
  return std::string(value);
}

std::int64_t DocumentReader::number(std::string_view text, std::int64_t least, std::string_view what, const Location& where) {
  std::string_view digits = trim(text);
  constexpr std::string_view kClass = "Default,";
  if (digits.substr(0, kClass.size()) == kClass) digits.remove_prefix(kClass.size());
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) {
    diagnostics_.error(where, fmt::format("{} is '{}', not an integer", what, digits.substr(0, 40)));
    return least;
  }
  if (value < least) {
    diagnostics_.error(where, fmt::format("{} is {}, which is less than {}", what, value, least));
    return least;
  }
  return value;
}

void DocumentReader::start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  const Context parent = context();
  if (parent == Context::skipped) {
    stack_.push_back({Context::skipped, {}, where});
    return;
  }
  if (parent == Context::ours) {
    our_note(name, attributes, where);
    stack_.push_back({Context::skipped, {}, where});
    return;
  }
  if (name == "toolspecific" && attribute(attributes, "tool") == kTool) {
    if (attribute(attributes, "version") != kToolVersion) {
      diagnostics_.error(where, fmt::format("annotation of petriloom in version '{}'", attribute(attributes, "version")),
                         fmt::format("this program reads version {}", kToolVersion));
    }
    stack_.push_back({Context::ours, {}, where});
    return;
  }
  for (const Step& step : kSteps) {
    if (step.parent == parent && step.element == name) {
      enter(step.context, name, attributes, where);
      stack_.push_back({step.context == Context::net && refused_ ? Context::skipped : step.context, {}, where});
      return;
    }
  }
  unknown(name, where);
  stack_.push_back({Context::skipped, {}, where});
}

void DocumentReader::unknown(std::string_view name, const Location& where) {
  if (context() == Context::top) {
    diagnostics_.error(where, fmt::format("the document is a <{}>, not a <pnml>", name));
    return;
  }
  for (const std::string_view silent : kSilent) {
    if (name == silent) return;
  }
  if (unknown_.emplace(name).second) {
    diagnostics_.warning(where, fmt::format("<{}> is not read here; this and all other <{}> are left out", name, name));
  }
}

void DocumentReader::enter(Context context, std::string_view name, std::span<const XmlAttribute> attributes,
                           const Location& where) {
  switch (context) {
    case Context::net:
      start_net(attributes, where);
      break;
    case Context::place:
      start_node(NodeKind::place, name, attributes, where);
      break;
    case Context::transition:
      start_node(NodeKind::transition, name, attributes, where);
      break;
    case Context::reference_place:
      start_node(NodeKind::reference_place, name, attributes, where);
      break;
    case Context::reference_transition:
      start_node(NodeKind::reference_transition, name, attributes, where);
      break;
    case Context::arc:
      start_arc(attributes, where);
      break;
    case Context::arc_kind:
      if (const std::string_view kind = attribute(attributes, "value"); !kind.empty()) set_arc_kind(kind, where);
      break;
    default:
      break;
  }
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
  // "P/T net" is what the tools wrote before the standard.
  if (document_.type.empty() || kind == "ptnet" || document_.type == "P/T net") return;
  refused_ = true;
  diagnostics_.error(where, fmt::format("the net is of type '{}'; only place/transition nets are read", kind),
                     fmt::format("type=\"{}ptnet\"", kGrammars));
}

void DocumentReader::start_node(NodeKind kind, std::string_view name, std::span<const XmlAttribute> attributes,
                                const Location& where) {
  Node node;
  node.kind = kind;
  node.where = where;
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
  static constexpr std::array<Name, 6> kKinds{{{"normal", ArcNote::normal},
                                               {"inhibitor", ArcNote::inhibitor},
                                               {"read", ArcNote::read},
                                               {"test", ArcNote::read},
                                               {"reset", ArcNote::reset},
                                               {"timed", ArcNote::normal}}};
  for (const Name& known : kKinds) {
    if (known.name == kind) {
      document_.arcs.back().kind = known.kind;
      return;
    }
  }
  diagnostics_.error(where, fmt::format("the arc is of the unknown type '{}'", kind), "one of: normal, inhibitor, read, reset");
}

void DocumentReader::our_note(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  // The annotation belongs to the object around it.
  const Context owner = stack_.size() >= 2 ? stack_[stack_.size() - 2].context : Context::top;
  const NoteReader note(attributes, where, diagnostics_);
  if (owner == Context::net && name == "module") {
    document_.modules.push_back({std::string(note.text("path")), std::string(note.text("kind")), note.text("hardware") == "true"});
  } else if (owner == Context::net && name == "paths") {
    document_.paths = true;
  } else if (owner == Context::place && name == "tokens") {
    document_.nodes.back().late.push_back({note.integer("count", 1), note.real("available").value_or(0)});
  } else if (owner == Context::transition && name == "timing") {
    document_.nodes.back().timing = note.timing();
  } else if (owner == Context::arc && name == "arc") {
    if (const std::string_view kind = note.text("kind"); !kind.empty()) set_arc_kind(kind, where);
    document_.arcs.back().delay = note.real("delay").value_or(0);
  } else {
    diagnostics_.error(where, fmt::format("<{}> is not an annotation of petriloom here", name));
  }
}

void DocumentReader::text(std::string_view text) {
  if (context() == Context::text) stack_.back().text += text;
}

void DocumentReader::end() {
  const Frame frame = std::move(stack_.back());
  stack_.pop_back();
  if (frame.context == Context::text) leave_label(context(), trim(frame.text), frame.where);
}

void DocumentReader::leave_label(Context label, std::string_view text, const Location& where) {
  const Context owner = stack_.size() >= 2 ? stack_[stack_.size() - 2].context : Context::top;
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
      if (owner == Context::net) document_.name = text;
      if (owner == Context::place || owner == Context::transition) document_.nodes.back().name = text;
      break;
    default:
      break;
  }
}

Document DocumentReader::finish() {
  if (nets_ == 0 && !diagnostics_.has_errors()) diagnostics_.error({file_, 0, 0}, "there is no <net> in the file");
  return std::move(document_);
}

}  // namespace

Document read_document(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  DocumentReader reader(file, diagnostics);
  parse_xml(sources, file, reader, diagnostics);
  return reader.finish();
}

}  // namespace petriloom::pnml
