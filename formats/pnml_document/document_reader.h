// SPDX-License-Identifier: Apache-2.0
// Turns the events of a PNML file into a Document. Used by document.cpp and document_labels.cpp
// only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/text/trimmed.h"
#include "formats/pnml_document/document.h"
#include "formats/xml/xml.h"

namespace petriloom::pnml {

/// Where in a document an element stands.
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
  declaration,
  type,
  hl_marking,
  condition,
  hl_inscription,
  structure,
  graphics,
  position,
  ours,
  our_arc,
  foreign,
  skipped,
};

class DocumentReader : public XmlHandler {
 public:
  DocumentReader(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override;
  void text(std::string_view text) override;
  void end() override;
  /// Reports what was met and not understood, and hands over what was.
  Document finish();

 private:
  struct Frame {
    Context context;
    bool structured = false;  // a label: its <structure> was met
    std::string text;
    Location where;
  };
  /// What PIPE writes of a transition, element by element.
  struct Pipe {
    std::optional<double> rate, priority;
    std::optional<bool> timed, infinite;
  };
  struct Unknown {
    Location first;
    std::size_t count = 0;
  };

  [[nodiscard]] Context context() const { return stack_.empty() ? Context::top : stack_.back().context; }
  [[nodiscard]] Context owner() const { return stack_.size() >= 2 ? stack_[stack_.size() - 2].context : Context::top; }
  void push(Context context, const Location& where) { stack_.push_back({context, false, {}, where}); }
  void enter(Context context, std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  Context start_tool(std::span<const XmlAttribute> attributes, const Location& where);
  void unknown(std::string_view name, const Location& where);
  void start_net(std::span<const XmlAttribute> attributes, const Location& where);
  void start_node(NodeKind kind, std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void start_arc(std::span<const XmlAttribute> attributes, const Location& where);
  void our_note(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where);
  void our_arc(std::span<const XmlAttribute> attributes, const Location& where);
  void foreign(ElementId root);
  void foreign_capacity(ElementId root);
  void foreign_delay(ElementId root);
  void foreign_prom(ElementId root);
  void foreign_nupn(ElementId root);
  void apply_pipe(Node& node);
  std::optional<double> foreign_number(ElementId element, std::string_view text);
  [[nodiscard]] std::string foreign_text(ElementId element) const;
  void not_understood(std::string name, const Location& where) {
    ++unknown_.try_emplace(std::move(name), Unknown{where}).first->second.count;
  }
  void set_arc_kind(std::string_view kind, const Location& where);
  void set_position(std::span<const XmlAttribute> attributes, const Location& where);
  void leave_label(Context label, std::string_view text, const Location& where);
  void leave_structure(ElementId root);
  std::int64_t number(std::string_view text, std::int64_t least, std::string_view what, const Location& where);
  std::string required(std::span<const XmlAttribute> attributes, std::string_view key, std::string_view element,
                       const Location& where);

  FileId file_;
  Diagnostics& diagnostics_;
  Document document_;
  std::vector<Frame> stack_;
  std::map<std::string, Unknown, std::less<>> unknown_;
  Tree foreign_;  // the annotation of another tool that is being read
  Pipe pipe_;     // of the transition that is being read
  std::uint32_t page_ = 0;
  std::size_t nets_ = 0;
  bool refused_ = false;  // the net is of a type that is not read: nothing in it is looked at
};

}  // namespace petriloom::pnml
