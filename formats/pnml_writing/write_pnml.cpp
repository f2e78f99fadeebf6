// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_writing/write_pnml.h"

#include <fmt/format.h>

#include "formats/common/names.h"
#include "formats/common/unfolded.h"
#include "formats/pnml_document/document.h"
#include "formats/pnml_writing/skeleton.h"

namespace petriloom {

namespace {

// Writes place/transition nets. Markings and weights are labels, or annotations where the type of
// the net has no labels for them.
class PnmlWriter {
 public:
  PnmlWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : net_(net),
        result_(result),
        ids_(".-"),
        id_(ids_.make(net.name.empty() ? "net" : net.name)),
        out_(net, options, result.diagnostics, ids_) {}

  void write() { write("ptnet", true); }
  void write(std::string_view type, bool labels);

 private:
  void place(PlaceId id);
  void transition(TransitionId id);
  std::int64_t weight(const Transition& transition, const Arc& arc);

  const Net& net_;
  WriteResult& result_;
  Identifiers ids_;
  std::string id_;
  pnml::Skeleton out_;
  bool labels_ = true;
};

// The same with nothing but the graph in the labels.
class CoreWriter {
 public:
  CoreWriter(const Net& net, const WriteOptions& options, WriteResult& result) : writer_(net, options, result) {}
  void write() { writer_.write("pnmlcoremodel", false); }

 private:
  PnmlWriter writer_;
};

void PnmlWriter::write(std::string_view type, bool labels) {
  labels_ = labels;
  for (std::size_t p = 0; p < net_.places.size(); ++p) place(PlaceId(p));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(TransitionId(t));
  result_.text = out_.document(type, id_, {});
}

void PnmlWriter::place(PlaceId id) {
  const Place& place = net_[id];
  std::int64_t total = 0;
  for (const InitialTokens& tokens : place.initial) total += tokens.count;
  std::string label;
  std::string note = out_.notes().place(place);
  if (total > 0 && labels_) label = fmt::format("  <initialMarking><text>{}</text></initialMarking>\n", total);
  if (total > 0 && !labels_) note = fmt::format("<marking count=\"{}\"/>{}", total, note);
  out_.place(id, label, std::move(note));
}

std::int64_t PnmlWriter::weight(const Transition& transition, const Arc& arc) {
  const auto count = literal_integer(net_, arc.count, 1);
  if (!count) {
    result_.diagnostics.error(arc.where.known() ? arc.where : transition.where,
                              "a place/transition net of PNML has constant weights only");
  }
  return count.value_or(1);
}

void PnmlWriter::transition(TransitionId id) {
  const Transition& transition = net_[id];
  std::string note = out_.notes().transition(transition);
  for (std::size_t k = 0; k < transition.arcs.size(); ++k) {
    const Arc& arc = transition.arcs[k];
    if (arc.kind < ArcKind::inhibitor) continue;
    const bool all = arc.kind == ArcKind::reset || net_.exprs[arc.value].wildcards;
    const std::int64_t count = arc.kind == ArcKind::reset ? 1 : weight(transition, arc);
    note += out_.note_arc(arc, k,
                          fmt::format("{}{}", count == 1 ? "" : fmt::format(" weight=\"{}\"", count),
                                      all && arc.kind != ArcKind::reset ? " any=\"true\"" : ""),
                          {});
  }
  const std::string node = out_.transition(id, {}, std::move(note));
  for (const Arc& arc : transition.arcs) {
    if (arc.kind >= ArcKind::inhibitor) continue;
    const std::int64_t count = weight(transition, arc);
    const std::string label =
        count != 1 && labels_ ? fmt::format("<inscription><text>{}</text></inscription>", count) : std::string();
    std::string extra = arc.kind == ArcKind::read ? " kind=\"read\"" : "";
    if (arc.kind == ArcKind::output) extra += out_.notes().delay(arc, arc.where.known() ? arc.where : transition.where);
    if (count != 1 && !labels_) extra += fmt::format(" weight=\"{}\"", count);
    out_.arc(id, node, arc.place, arc.kind != ArcKind::output, label, extra);
    // A read arc is an arc there and back.
    if (arc.kind == ArcKind::read) out_.arc(id, node, arc.place, false, label, extra);
  }
}

}  // namespace

WriteResult write_pnml(const Net& net, const WriteOptions& options) { return write_unfolded<PnmlWriter>(net, options); }

WriteResult write_pnml_core(const Net& net, const WriteOptions& options) { return write_unfolded<CoreWriter>(net, options); }

}  // namespace petriloom
