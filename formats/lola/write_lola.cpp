// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/common/names.h"
#include "formats/common/text_writer.h"
#include "formats/common/unfolded.h"
#include "formats/lola/lola.h"
#include "formats/lola/tokens.h"

namespace petriloom {

namespace {

// LoLA's names may hold nearly everything; what does not fit is replaced.
class LolaNames {
 public:
  LolaNames() : identifiers_("_-.[]'\"!#$%&*+=<>?@^|~") {
    for (const std::string_view word :
         {"PLACE", "MARKING", "TRANSITION", "CONSUME",   "PRODUCE", "SAFE",    "STRONG", "WEAK", "FAIR", "SORT", "VAR",  "FUNCTION",
          "GUARD", "RECORD",  "ARRAY",      "ENUMERATE", "BOOLEAN", "FORMULA", "AND",    "OR",   "NOT",  "TRUE", "FALSE"}) {
      identifiers_.reserve(word);
    }
  }
  std::string make(const std::string& name) { return identifiers_.make(name); }

 private:
  Identifiers identifiers_;
};

// Where a net that speaks of time does so first.
Location first_timed(const Net& net) {
  for (const Place& place : net.places) {
    const auto late = [](const InitialTokens& tokens) { return tokens.available != 0; };
    if (std::any_of(place.initial.begin(), place.initial.end(), late)) return place.where;
  }
  for (const Transition& transition : net.transitions) {
    if (transition.timing != Timing::immediate || transition.delay.valid()) return transition.where;
    for (const Arc& arc : transition.arcs) {
      if (arc.delay.valid()) return arc.where;
    }
  }
  return net.modules[0].definition;
}

class LolaWriter : private TextWriter {
 public:
  LolaWriter(const Net& net, const WriteOptions& options, WriteResult& result) : TextWriter(net, options, result) {}
  void write();

 private:
  void check(const Transition& transition);
  void transition(std::size_t t);
  std::vector<std::string> places_;
  std::vector<std::string> transitions_;
};

void LolaWriter::write() {
  if (!options_.untimed && timed(net_)) lose(first_timed(net_), "LoLA has no time", "--untimed leaves time out");
  LolaNames names;
  for (std::size_t p = 0; p < net_.places.size(); ++p) places_.push_back(names.make(path(net_, PlaceId(p))));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transitions_.push_back(names.make(path(net_, TransitionId(t))));
  if (places_.empty()) {
    // An empty list of places is no net in LoLA.
    places_.push_back(names.make("none"));
  }
  put("PLACE\n  {};\n\nMARKING\n", fmt::join(places_, ",\n  "));
  std::string marking;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    std::int64_t total = 0;
    for (const InitialTokens& tokens : net_.places[p].initial) total += tokens.count;
    if (total > 0) marking += fmt::format("{}  {}: {}", marking.empty() ? "" : ",\n", places_[p], total);
  }
  put("{};\n", marking);
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(t);
}

void LolaWriter::check(const Transition& transition) {
  if (literal_integer(net_, transition.priority, 0).value_or(1) != 0 && !(options_.untimed && timed(net_))) {
    lose(transition.where, "LoLA has no priorities");
  }
  if (transition.weight.valid()) lose(transition.where, "LoLA has no weights", "--untimed leaves them out");
  for (const ExprId guard : transition.guards) {
    if (net_.exprs[guard].stateful()) result_.diagnostics.error(transition.where, "LoLA has no guards that depend on the marking");
  }
  for (const Arc& arc : transition.arcs) {
    if (!literal_integer(net_, arc.count, 1)) {
      result_.diagnostics.error(arc.where, "LoLA has no numbers of tokens that depend on the marking");
    }
    if (arc.kind == ArcKind::inhibitor) lose(arc.where, "LoLA has no inhibitor arcs");
    if (arc.kind == ArcKind::reset) lose(arc.where, "LoLA has no reset arcs");
    if (arc.kind == ArcKind::equal) lose(arc.where, "LoLA has no equal arcs");
  }
}

void LolaWriter::transition(std::size_t t) {
  const Transition& transition = net_.transitions[t];
  check(transition);
  // A transition whose guard is false never fires.
  for (const ExprId guard : transition.guards) {
    if (literal_integer(net_, guard, 1).value_or(1) == 0) return;
  }
  const ArcSums sums = sums_of(net_, transition);
  const auto list = [&](const std::map<PlaceId, std::int64_t>& weights) {
    std::string text;
    for (const auto& [place, weight] : weights) {
      if (weight > 0) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", places_[place.index()], weight);
    }
    return text;
  };
  put("\nTRANSITION {}\n  CONSUME {};\n  PRODUCE {};\n", transitions_[t], list(sums.taken), list(sums.made));
}

}  // namespace

WriteResult write_lola(const Net& net, const WriteOptions& options) { return write_unfolded<LolaWriter>(net, options); }

}  // namespace petriloom
