// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_inscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/common/names.h"
#include "formats/cpn_writing/write_declarations.h"
#include "formats/drawing/comments.h"

namespace petriloom::cpn {
namespace {

constexpr std::int64_t kNormalPriority = 1000;  // P_NORMAL of CPN Tools, where smaller goes first

/// What a transition does to one place.
struct Effects {
  std::vector<const Arc*> takes, reads;
  bool puts = false;
};
/// Arcs of the net that are one in the file; without an orientation one that is neither taken from
/// nor put to.
struct Group {
  PlaceId place;
  std::string_view orientation;
  std::vector<const Arc*> terms;
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
    std::map<PlaceId, Effects> effects;
    for (const Arc& arc : transition_.arcs) {
      if (arc.kind == ArcKind::input) effects[arc.place].takes.push_back(&arc);
      if (arc.kind == ArcKind::read) effects[arc.place].reads.push_back(&arc);
      if (arc.kind == ArcKind::output) effects[arc.place].puts = true;
    }
    for (const Arc& arc : transition_.arcs) {
      const Effects& here = effects[arc.place];
      switch (arc.kind) {
        case ArcKind::input:
          add_term("PtoT", arc);
          break;
        case ArcKind::output:
          add_term("TtoP", arc);
          break;
        case ArcKind::read:
          if (here.reads.size() + here.takes.size() > 1 && !apart(here)) {
            if (&arc != here.reads[0]) break;
            loss(arc.where, "CPN Tools has no read arcs, and taking and putting back needs a token for each term",
                 "one read term for a place");
          } else if (here.takes.empty() && !here.puts) {
            add_term("BOTHDIR", arc);
          } else {
            add_term("PtoT", arc);
            add_term("TtoP", arc);
          }
          break;
        default:
          groups_.push_back({arc.place, {}, {&arc}});
      }
    }
    for (const Group& group : groups_) {
      if (group.orientation.empty()) {
        write_other(*group.terms[0]);
      } else {
        write_terms(group);
      }
    }
    return std::move(arcs_);
  }

 private:
  void loss(const Location& where, const std::string& what, std::string help = {}) {
    report_loss(options_, diagnostics_, where, what, std::move(help));
  }

  // Terms of one place that follow each other are one inscription. Others are not: the order of
  // arcs is that in which tokens are looked for and put.
  void add_term(std::string_view orientation, const Arc& arc) {
    const auto last = std::find_if(groups_.rbegin(), groups_.rend(),
                                   [orientation](const Group& group) { return group.orientation == orientation; });
    if (last != groups_.rend() && last->place == arc.place) {
      last->terms.push_back(&arc);
    } else {
      groups_.push_back({arc.place, orientation, {&arc}});
    }
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

  void write_terms(const Group& group) {
    const bool output = group.orientation == "TtoP";
    bool delays = false;
    for (const Arc* arc : group.terms) delays = delays || (output && !options_.untimed && arc->delay.valid());
    std::string text;
    for (const Arc* arc : group.terms) {
      try {
        std::string term = term_text(*arc);
        if (delays) term = fmt::format("({}){}", term, arc->delay.valid() ? expressions_.delay(arc->delay) : "@+0");
        text += (text.empty() ? "" : delays ? " +++\n" : " ++\n") + term;
      } catch (const NoMlForm& refused) {
        loss(refused.where(), refused.what());
      }
    }
    arcs_.push_back({group.place, group.orientation, std::move(text), {}});
    for (const Arc* arc : group.terms) arcs_.back().terms.push_back(static_cast<std::size_t>(arc - transition_.arcs.data()));
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
      const bool puts = std::any_of(transition_.arcs.begin(), transition_.arcs.end(),
                                    [&](const Arc& other) { return other.kind == ArcKind::output && other.place == arc.place; });
      if (puts) {
        loss(arc.where, "CPN Tools empties the place when the transition has put its tokens");
        return;
      }
      arcs_.push_back({arc.place, "Reset", {}, {}});
      return;
    }
    const std::int64_t zero = arc.kind == ArcKind::inhibitor ? 1 : 0;
    const std::optional<std::int64_t> count = literal_integer(net_, arc.count, 1);
    if (count != zero || (arc.count.valid() && names_constants(net_, arc.count))) {
      loss(arc.where, "CPN Tools can ask of a place only whether it is empty");
      return;
    }
    arcs_.push_back({arc.place, "Inhibitor", {}, {}});
  }

  const Net& net_;
  const Transition& transition_;
  const std::vector<bool>& timed_;
  MlExpressions& expressions_;
  const WriteOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<Group> groups_;
  std::vector<ArcText> arcs_;
};

}  // namespace

std::string marking_text(const WrittenTokens& term, bool timed, MlExpressions& expressions) {
  const std::string count = expressions.text(term.count);
  const std::string value = expressions.text(term.value);
  std::string text = fmt::format("{}`{}", count, value);
  if (term.each) text = fmt::format("list_to_ms({})", count == "1" ? value : expressions.repeated(count, value));
  if (!timed) return text;
  return fmt::format("({}){}", text, term.available.valid() ? expressions.delay(term.available) : "@+0");
}

namespace {

/// By place, under which names that an author gave its colour set is written, on all pages.
std::vector<std::set<std::pair<ColourSetId, ColourAliasId>>> names_of_colours(const Net& net) {
  std::vector<std::set<std::pair<ColourSetId, ColourAliasId>>> names(net.places.size());
  const auto add = [&](PlaceId place, ColourAliasId alias) {
    const ColourSetId set = net[place].colour;
    const bool named = set.index() > ColourTable::kString.index() && !net.colours[set].name.empty();
    const bool by_alias = net.colours.alias(alias, set) != nullptr;
    if (named || by_alias) names[place.index()].emplace(set, by_alias ? alias : ColourAliasId());
  };
  for (std::size_t p = 0; p < net.places.size(); ++p) add(PlaceId(p), net.places[p].alias);
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) add(reference.place, alias_at(net, reference));
  }
  return names;
}

/// What an author declared is declared once: places of one name all have times if one has. That
/// changes nothing, as no delay leads to the others. Only lists of tokens cannot be had with times.
void time_by_name(const Net& net, std::vector<bool>& timed) {
  std::vector<bool> listed(net.places.size(), false);
  for (std::size_t k = 0; k < net.exprs.size(); ++k) {
    const Expr& node = net.exprs[ExprId(k)];
    if (node.op == Op::token_list) listed[static_cast<std::size_t>(node.payload)] = true;
  }
  const auto names = names_of_colours(net);
  std::set<std::pair<ColourSetId, ColourAliasId>> with_time;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t p = 0; p < names.size(); ++p) {
      const auto found = [&with_time](const auto& name) { return with_time.contains(name); };
      if (!timed[p] && !listed[p]) timed[p] = std::any_of(names[p].begin(), names[p].end(), found);
      for (const auto& name : names[p]) more = (timed[p] && with_time.insert(name).second) || more;
    }
  }
}

}  // namespace

std::vector<bool> timed_places(const Net& net, const WriteOptions& options) {
  std::vector<bool> timed(net.places.size(), false);
  if (options.untimed) return timed;
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const std::vector<InitialTokens>& initial = net.places[p].initial;
    timed[p] = std::any_of(initial.begin(), initial.end(), [](const InitialTokens& tokens) { return tokens.available > 0; });
    for (const WrittenTokens& term : net.places[p].written) timed[p] = timed[p] || term.available.valid();
  }
  for (const Transition& transition : net.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind == ArcKind::output && (arc.delay.valid() || transition.delay.valid())) timed[arc.place.index()] = true;
    }
  }
  time_by_name(net, timed);
  return timed;
}

std::vector<ArcText> arc_texts(const Net& net, const Transition& transition, const std::vector<bool>& timed,
                               MlExpressions& expressions, const WriteOptions& options, Diagnostics& diagnostics) {
  return ArcWriter(net, transition, timed, expressions, options, diagnostics).write();
}

// Comments of the whole stand before its first text.
void add_comments(const Net& net, const Transition& transition, drawing::Comments& comments, TransitionTexts& texts) {
  const auto before = [&](std::string& text, std::string_view part) {
    if (!text.empty()) text = with_comments(comments, drawing::part_name(net, transition, part), text);
  };
  before(texts.guard, "guard");
  before(texts.code, "draw");
  before(texts.time, "delay");
  for (std::string* const text : {&texts.guard, &texts.code, &texts.time}) before(*text, "transition");
  for (ArcText& arc : texts.arcs) {
    for (auto term = arc.terms.rbegin(); term != arc.terms.rend(); ++term) before(arc.text, drawing::arc_part(*term));
  }
}

std::string priority_text(const Net& net, const Transition& transition, MlExpressions& expressions, const WriteOptions& options,
                          Diagnostics& diagnostics) {
  const std::int64_t priority = written_priority(net, transition, options, diagnostics);
  if (transition.priority.valid() && names_constants(net, transition.priority)) {
    const ExprId written = as_written(net, transition.priority);
    const std::span<const ExprId> sides = net.exprs.children(written);
    const bool turned = net.exprs[written].op == Op::subtract && literal_integer(net, sides[0], 0) == kNormalPriority &&
                        !names_constants(net, sides[0]);
    if (turned) return expressions.text(sides[1]);
    return fmt::format("{} - {}", kNormalPriority, expressions.text(written));
  }
  return priority == 0 ? std::string() : ml_integer(kNormalPriority - priority);
}

std::string time_text(const Net& net, const Transition& transition, MlExpressions& expressions, const WriteOptions& options,
                      Diagnostics& diagnostics) {
  if (options.untimed) return {};
  if (transition.timing != Timing::immediate) {
    report_loss(options, diagnostics, transition.where,
                fmt::format("the duration of '{}': CPN Tools has times of tokens, not of transitions", transition.name),
                "`delay` instead of `time`, or --untimed");
  }
  const bool weighted =
      transition.weight.valid() && (literal_real(net, transition.weight) != 1.0 || names_constants(net, transition.weight));
  if (weighted) {
    report_loss(options, diagnostics, transition.where,
                fmt::format("the weight of '{}': all are equal in CPN Tools", transition.name), "--untimed leaves it out");
  }
  return transition.delay.valid() ? expressions.delay(transition.delay) : std::string();
}

}  // namespace petriloom::cpn
