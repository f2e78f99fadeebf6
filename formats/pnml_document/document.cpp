// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_document/document.h"

#include <fmt/format.h>

#include <array>

#include "formats/pnml_document/document_reader.h"

namespace petriloom::pnml {

namespace {

struct Step {
  Context parent;
  std::string_view element;
  Context context;
};

constexpr std::array<Step, 52> kSteps{{
    {Context::top, "pnml", Context::pnml},
    {Context::pnml, "net", Context::net},
    {Context::net, "name", Context::name},
    {Context::net, "page", Context::page},
    {Context::net, "declaration", Context::declaration},
    // Older tools write the objects straight into the net.
    {Context::net, "place", Context::place},
    {Context::net, "transition", Context::transition},
    {Context::net, "arc", Context::arc},
    {Context::page, "page", Context::page},
    {Context::page, "name", Context::name},
    {Context::page, "declaration", Context::declaration},
    {Context::page, "place", Context::place},
    {Context::page, "transition", Context::transition},
    {Context::page, "arc", Context::arc},
    {Context::page, "referencePlace", Context::reference_place},
    {Context::page, "referenceTransition", Context::reference_transition},
    {Context::place, "name", Context::name},
    {Context::place, "graphics", Context::graphics},
    {Context::place, "initialMarking", Context::marking},
    {Context::place, "type", Context::type},
    {Context::place, "hlinitialMarking", Context::hl_marking},
    {Context::transition, "name", Context::name},
    {Context::transition, "graphics", Context::graphics},
    {Context::transition, "condition", Context::condition},
    {Context::reference_place, "name", Context::name},
    {Context::reference_transition, "name", Context::name},
    {Context::reference_place, "graphics", Context::graphics},
    {Context::reference_transition, "graphics", Context::graphics},
    {Context::graphics, "position", Context::position},
    {Context::arc, "inscription", Context::inscription},
    {Context::arc, "hlinscription", Context::hl_inscription},
    {Context::arc, "type", Context::arc_kind},
    {Context::arc, "arctype", Context::arc_kind},
    {Context::name, "text", Context::text},
    {Context::marking, "text", Context::text},
    {Context::inscription, "text", Context::text},
    {Context::arc_kind, "text", Context::text},
    // PIPE writes values; before the number stands the class of tokens, "Default,3".
    {Context::name, "value", Context::text},
    {Context::marking, "value", Context::text},
    {Context::inscription, "value", Context::text},
    {Context::declaration, "structure", Context::structure},
    {Context::type, "structure", Context::structure},
    {Context::hl_marking, "structure", Context::structure},
    {Context::condition, "structure", Context::structure},
    {Context::hl_inscription, "structure", Context::structure},
    {Context::our_arc, "structure", Context::structure},
    // What other tools write: PIPE, TINA.
    {Context::place, "capacity", Context::foreign},
    {Context::transition, "rate", Context::foreign},
    {Context::transition, "timed", Context::foreign},
    {Context::transition, "infiniteServer", Context::foreign},
    {Context::transition, "priority", Context::foreign},
    {Context::transition, "delay", Context::foreign},
}};

// Elements that say nothing about behaviour.
constexpr std::array<std::string_view, 8> kSilent{"graphics", "name", "value", "text", "orientation", "tagged", "arcpath", "token"};

}  // namespace

std::string DocumentReader::required(std::span<const XmlAttribute> attributes, std::string_view key, std::string_view element,
                                     const Location& where) {
  const std::string_view value = trimmed(attribute(attributes, key));
  if (value.empty()) diagnostics_.error(where, fmt::format("<{}> has no attribute '{}'", element, key));
  return std::string(value);
}

void DocumentReader::start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) {
  const Context parent = context();
  if (parent == Context::skipped) return push(parent, where);
  if (parent == Context::structure) {
    document_.tree.open(name, attributes, where);
    return push(parent, where);
  }
  if (parent == Context::foreign) {
    foreign_.open(name, attributes, where);
    return push(parent, where);
  }
  if (parent == Context::ours) {
    const bool arc = name == "arc" && owner() == Context::transition;
    arc ? our_arc(attributes, where) : our_note(name, attributes, where);
    return push(arc ? Context::our_arc : Context::skipped, where);
  }
  if (name == "toolspecific") return push(start_tool(attributes, where), where);
  for (const Step& step : kSteps) {
    if (step.parent != parent || step.element != name) continue;
    enter(step.context, name, attributes, where);
    return push(step.context == Context::net && refused_ ? Context::skipped : step.context, where);
  }
  unknown(name, where);
  push(Context::skipped, where);
}

void DocumentReader::unknown(std::string_view name, const Location& where) {
  if (context() == Context::top) {
    diagnostics_.error(where, fmt::format("the document is a <{}>, not a <pnml>", name));
    return;
  }
  if (context() == Context::graphics) return;
  for (const std::string_view silent : kSilent) {
    if (name == silent) return;
  }
  not_understood(fmt::format("<{}>", name.substr(0, 60)), where);
}

// Annotations of tools that are known are read, others are named.
Context DocumentReader::start_tool(std::span<const XmlAttribute> attributes, const Location& where) {
  const std::string_view tool = attribute(attributes, "tool");
  if (tool == "nupn" || tool == "StochasticPetriNet") {
    foreign_.open("toolspecific", attributes, where);
    return Context::foreign;
  }
  if (tool != kTool) {
    not_understood(fmt::format("the annotation of '{}'", tool.substr(0, 60)), where);
    return Context::skipped;
  }
  if (attribute(attributes, "version") != kToolVersion) {
    diagnostics_.error(where, fmt::format("annotation of petriloom in version '{}'", attribute(attributes, "version")),
                       fmt::format("this program reads version {}", kToolVersion));
  }
  return Context::ours;
}

void DocumentReader::enter(Context context, std::string_view name, std::span<const XmlAttribute> attributes,
                           const Location& where) {
  switch (context) {
    case Context::net:
      return start_net(attributes, where);
    case Context::place:
      return start_node(NodeKind::place, name, attributes, where);
    case Context::transition:
      return start_node(NodeKind::transition, name, attributes, where);
    case Context::reference_place:
      return start_node(NodeKind::reference_place, name, attributes, where);
    case Context::reference_transition:
      return start_node(NodeKind::reference_transition, name, attributes, where);
    case Context::arc:
      return start_arc(attributes, where);
    case Context::arc_kind:
      if (const std::string_view kind = attribute(attributes, "value"); !kind.empty()) set_arc_kind(kind, where);
      return;
    case Context::page:
      document_.pages.push_back({required(attributes, "id", name, where), page_, where});
      page_ = static_cast<std::uint32_t>(document_.pages.size() - 1);
      return;
    case Context::position:
      return set_position(attributes, where);
    case Context::foreign:
      return foreign_.open(name, attributes, where);
    case Context::structure:
      stack_.back().structured = true;
      return document_.tree.open(name, attributes, where);
    default:
      return;
  }
}

void DocumentReader::text(std::string_view text) {
  if (context() == Context::text) stack_.back().text += text;
  if (context() == Context::structure) document_.tree.text(text);
  if (context() == Context::foreign) foreign_.text(text);
}

void DocumentReader::end() {
  const Frame frame = std::move(stack_.back());
  stack_.pop_back();
  switch (frame.context) {
    case Context::text:
      return leave_label(context(), trimmed(frame.text), frame.where);
    case Context::structure:
      if (const ElementId root = document_.tree.close(); root != kNoElement) leave_structure(root);
      return;
    case Context::foreign:
      if (const ElementId root = foreign_.close(); root != kNoElement) {
        foreign(root);
        foreign_.clear();
      }
      return;
    case Context::page:
      page_ = document_.pages[page_].parent;
      return;
    case Context::transition:
      return apply_pipe(document_.nodes.back());
    case Context::type:
    case Context::hl_marking:
    case Context::condition:
    case Context::hl_inscription:
      if (!frame.structured) {
        diagnostics_.error(frame.where, "the label has no <structure>", "its <text> is for people and has no fixed form");
      }
      return;
    default:
      return;
  }
}

Document DocumentReader::finish() {
  for (const auto& [name, unknown] : unknown_) {
    diagnostics_.warning(unknown.first, unknown.count == 1
                                            ? fmt::format("{} is not read here; it is left out", name)
                                            : fmt::format("{} is not read here; all {} of them are left out", name, unknown.count));
  }
  if (nets_ == 0 && !diagnostics_.has_errors()) diagnostics_.error({file_, 0, 0}, "there is no <net> in the file");
  return std::move(document_);
}

Document read_document(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  DocumentReader reader(file, diagnostics);
  parse_xml(sources, file, reader, diagnostics);
  return reader.finish();
}

}  // namespace petriloom::pnml
