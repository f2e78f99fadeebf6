// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_inscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace petriloom::cpn {
namespace {

/// What a transition does to one place.
struct Effects {
  std::vector<const Arc*> takes, puts, reads, others;
};

class ArcWriter {
 public:
  ArcWriter(const Net& net, const Transition& transition, const std::vector<bool>& timed, MlExpressions& expressions,
            const WriteOptions& options, Diagnostics& diagnostics)
      : net_(net),
        transition_(transition),
        timed_(timed),
        expressions_(expressions),
        options_(options),
        diagnostics_(diagnostics) {}

  std::vector<ArcText> write() {
    std::vector<PlaceId> order;
    std::map<PlaceId, Effects> effects;
    for (const Arc& arc : transition_.arcs) {
      if (!effects.contains(arc.place)) order.push_back(arc.place);
      Effects& here = effects[arc.place];
      switch (arc.kind) {
        case ArcKind::input:
          here.takes.push_back(&arc);
          break;
        case ArcKind::output:
          here.puts.push_back(&arc);
          break;
        case ArcKind::read:
          here.reads.push_back(&arc);
          break;
        default:
          here.others.push_back(&arc);
      }
    }
    for (const PlaceId place : order) write_place(place, effects[place]);
    return std::move(arcs_);
  }

 private:
  void loss(const Location& where, const std::string& what, std::string help = {}) {
    report_loss(options_, diagnostics_, where, what, std::move(help));
  }

  void write_place(PlaceId place, Effects& effects) {
    if (!effects.reads.empty() && effects.reads.size() + effects.takes.size() > 1 && !apart(effects)) {
      loss(effects.reads[0]->where, "CPN Tools has no read arcs, and taking and putting back needs a token for each term",
           "one read term for a place");
      return;
    }
    const bool both = !effects.reads.empty() && effects.takes.empty() && effects.puts.empty();
    if (both) {
      add(place, "BOTHDIR", effects.reads, false);
    } else {
      effects.takes.insert(effects.takes.end(), effects.reads.begin(), effects.reads.end());
      std::vector<const Arc*> puts = effects.reads;
      puts.insert(puts.end(), effects.puts.begin(), effects.puts.end());
      add(place, "PtoT", effects.takes, false);
      add(place, "TtoP", puts, true);
    }
    for (const Arc* arc : effects.others) write_other(*arc);
  }

  // Whether the read and input terms speak of tokens of different colours, so that none is shared.
  [[nodiscard]] bool apart(const Effects& effects) const {
    std::vector<Word> colours;
    for (const auto* list : {&effects.takes, &effects.reads}) {
      for (const Arc* arc : *list) {
        if (arc->each || net_.exprs[arc->value].op != Op::literal) return false;
        colours.push_back(net_.exprs[arc->value].payload);
      }
    }
    std::sort(colours.begin(), colours.end());
    return std::adjacent_find(colours.begin(), colours.end()) == colours.end();
  }

  void add(PlaceId place, std::string_view orientation, const std::vector<const Arc*>& terms, bool output) {
    if (terms.empty()) return;
    bool delays = false;
    for (const Arc* arc : terms) delays = delays || (output && !options_.untimed && arc->delay.valid());
    std::string text;
    for (const Arc* arc : terms) {
      try {
        std::string term = term_text(*arc);
        if (delays) term = fmt::format("({})@+{}", term, arc->delay.valid() ? expressions_.text(arc->delay) : "0.0");
        text += (text.empty() ? "" : delays ? " +++\n" : " ++\n") + term;
      } catch (const NoMlForm& refused) {
        loss(refused.where(), refused.what());
      }
    }
    arcs_.push_back({place, orientation, std::move(text)});
  }

  std::string term_text(const Arc& arc) {
    if (arc.collect) throw NoMlForm(arc.where, "CPN Tools has no arcs that collect tokens");
    const std::string value = expressions_.text(arc.value);
    const std::string count = arc.count.valid() ? expressions_.text(arc.count) : "1";
    std::string term;
    if (arc.each) {
      term =
          count == "1" ? fmt::format("list_to_ms({})", value) : fmt::format("list_to_ms({})", expressions_.repeated(count, value));
    } else if (arc.count.valid() && net_.exprs[arc.count].op != Op::literal) {
      // A negative coefficient is an error there, and an absent term here.
      term = fmt::format("(Int.max(0, {}))`{}", count, value);
    } else {
      term = fmt::format("{}`{}", count, value);
    }
    if (arc.condition.valid()) term = fmt::format("(if {} then {} else empty)", expressions_.text(arc.condition), term);
    return term;
  }

  void write_other(const Arc& arc) {
    const bool whole =
        (net_.exprs[arc.value].op == Op::wildcard && !arc.such.valid()) || net_.colours[net_[arc.place].colour].size() == 1;
    const bool late = timed_[arc.place.index()];
    if (!whole || arc.condition.valid() || arc.each || late) {
      loss(arc.where, late ? "CPN Tools looks only at tokens that are available"
                           : "CPN Tools has inhibitor and reset arcs for all tokens of a place only");
      return;
    }
    if (arc.kind == ArcKind::reset) {
      arcs_.push_back({arc.place, "Reset", {}});
      return;
    }
    const std::int64_t zero = arc.kind == ArcKind::inhibitor ? 1 : 0;
    const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
    if (count != zero) {
      loss(arc.where, "CPN Tools can ask of a place only whether it is empty");
      return;
    }
    arcs_.push_back({arc.place, "Inhibitor", {}});
  }

  const Net& net_;
  const Transition& transition_;
  const std::vector<bool>& timed_;
  MlExpressions& expressions_;
  const WriteOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<ArcText> arcs_;
};

}  // namespace

std::vector<bool> timed_places(const Net& net, const WriteOptions& options) {
  std::vector<bool> timed(net.places.size(), false);
  if (options.untimed) return timed;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const std::vector<InitialTokens>& initial = net.places[p].initial;
    timed[p] = std::any_of(initial.begin(), initial.end(), [](const InitialTokens& tokens) { return tokens.available > 0; });
  }
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind == ArcKind::output && (arc.delay.valid() || transition.delay.valid())) timed[arc.place.index()] = true;
    }
  }
  return timed;
}

std::vector<ArcText> arc_texts(const Net& net, const Transition& transition, const std::vector<bool>& timed,
                               MlExpressions& expressions, const WriteOptions& options, Diagnostics& diagnostics) {
  return ArcWriter(net, transition, timed, expressions, options, diagnostics).write();
}

}  // namespace petriloom::cpn
