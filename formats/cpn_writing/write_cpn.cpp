// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_cpn.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/common/names.h"
#include "formats/cpn_pages/page_plan.h"
#include "formats/cpn_writing/cpn_file.h"
#include "formats/cpn_writing/fusion_names.h"
#include "formats/cpn_writing/own_notes.h"
#include "formats/cpn_writing/page_layout.h"
#include "formats/cpn_writing/write_declarations.h"
#include "formats/cpn_writing/write_inscriptions.h"
#include "formats/cpn_writing/write_monitors.h"
#include "formats/drawing/comments.h"

namespace petriloom {
namespace {

using cpn::ArcText;
using cpn::CpnFile;
using cpn::PageEdge;
using cpn::PageNode;
using cpn::PagePlan;
using cpn::SeenPlace;
using cpn::Sight;

std::string_view port_type(Sight sight) { return sight == Sight::in ? "In" : sight == Sight::out ? "Out" : "I/O"; }
std::string_view socket_orientation(Sight sight) { return sight == Sight::in ? "PtoT" : sight == Sight::out ? "TtoP" : "BOTHDIR"; }

CpnFile::Box box_of(const PageNode& node) { return {node.at.x, node.at.y, node.width, node.height, node.drawn}; }

/// One transition with its texts.
class CpnWriter {
 public:
  CpnWriter(const Net& net, const WriteOptions& options, WriteResult& result)
      : net_(net),
        options_(options),
        result_(result),
        colours_(net, names_),
        scope_(net, names_, colours_),
        draws_(cpn::kept_draws(net, options)),
        variables_(net, names_, colours_, draws_),
        drawn_(drawing::pages(net)),
        plans_(cpn::plan_pages(net, name_of_top())),
        pages_(plans_.pages),
        fusion_names_(cpn::fusion_names(net, plans_, drawn_)),
        timed_(timed()),
        comments_(net) {}
  void write() {
    colours_.time_alone(timed_);
    for (const cpn::MlVariables::Declared& variable : variables_.declared()) scope_.share(variable.name);
    for (std::size_t m = 0; m < pages_.size(); ++m) page_ids_.push_back(file_.new_id());
    texts_.resize(net_.transitions.size());
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      if (plans_.shown_as[t].index() == t) {
        texts_[t] = texts_of(TransitionId(t));
      } else {
        comments_.leave_out(net_, net_.transitions[t]);  // the page has those of one
      }
    }
    std::string functions;
    try {
      for (const cpn::Stage stage : {cpn::Stage::before_colours, cpn::Stage::before_functions, cpn::Stage::after_functions}) {
        if (stage == cpn::Stage::after_functions) {
          for (const std::string& text : cpn::function_texts(net_, scope_, comments_)) functions += file_.ml(text);
        }
        std::string& constants = stage == cpn::Stage::before_colours ? constants_ : functions;
        for (const std::string& text : cpn::constant_texts(net_, stage, scope_, comments_)) constants += file_.ml(text);
      }
    } catch (const cpn::NoMlForm& refused) {
      // A function without a form leaves nothing that could be shown of what calls it.
      result_.diagnostics.error(refused.where(), refused.what());
    }
    std::string pages;
    place_ids_.resize(pages_.size());
    for (std::size_t m = 0; m < pages_.size(); ++m) {
      for (std::size_t k = 0; k < pages_[m].places.size(); ++k) place_ids_[m].push_back(file_.new_id());
    }
    subst_ids_.resize(pages_.size());
    transition_ids_.resize(net_.transitions.size());
    for (std::size_t m = plans_.tops ? 1 : 0; m < pages_.size(); ++m) pages += page(m);
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition_ids_[t] = transition_ids_[plans_.shown_as[t].index()];
    CpnFile::DocumentParts parts;
    instance_ids_.resize(net_.modules.size());
    if (plans_.tops) {
      for (const std::size_t top : plans_.children[0]) parts.instances += instances(top, {});
    } else {
      parts.instances = instances(0, {});
    }
    parts.monitors = monitors();
    parts.pages = pages + fusions();
    parts.declarations = declarations(functions);
    parts.timed = std::find(timed_.begin(), timed_.end(), true) != timed_.end() || asks_for_time();
    result_.text = file_.document(parts);
  }

 private:
  std::string name_of_top() const;
  std::vector<bool> timed() const;
  cpn::TransitionTexts texts_of(TransitionId id);
  std::string declarations(const std::string& functions);
  std::string own_notes() const;
  bool asks_for_time() const;
  std::string initial(const Place& place, bool timed);
  std::string page(std::size_t m);
  std::string place(std::size_t m, std::size_t k, const PageNode& node);
  std::string fusions();
  std::string instances(std::size_t module, const std::string& substitution);
  std::string monitors();
  const Net& net_;
  const WriteOptions& options_;
  WriteResult& result_;
  CpnFile file_;
  cpn::MlNames names_;
  cpn::MlColours colours_;
  cpn::MlScope scope_;
  std::vector<std::vector<std::size_t>> draws_;
  cpn::MlVariables variables_;
  std::vector<drawing::Page> drawn_;  // by the author
  cpn::PagePlans plans_;
  const std::vector<PagePlan>& pages_;
  std::vector<std::string> fusion_names_;  // by place
  std::vector<bool> timed_;
  drawing::Comments comments_;
  std::string constants_;  // before the colour sets
  std::vector<cpn::TransitionTexts> texts_;
  std::vector<std::string> page_ids_;
  std::vector<std::vector<std::string>> place_ids_;  // by page and position
  std::vector<std::vector<std::string>> subst_ids_;  // by page and child
  std::vector<std::string> transition_ids_;
  std::vector<std::string> instance_ids_;  // by module
};

// As the author called it, or as the net is called.
std::string CpnWriter::name_of_top() const {
  for (const drawing::Page& page : drawn_) {
    if (page.of == drawing::Of::net && !page.name.empty()) return page.name;
  }
  return net_.name.empty() ? "Top" : net_.name;
}

// Places that a page shows as one have one colour set, so that all are timed or none is.
std::vector<bool> CpnWriter::timed() const {
  std::vector<bool> timed = cpn::timed_places(net_, options_);
  for (bool more = true; more;) {
    more = false;
    for (const auto& [a, b] : plans_.alike) {
      if (timed[a.index()] == timed[b.index()]) continue;
      timed[a.index()] = timed[b.index()] = true;
      more = true;
    }
  }
  return timed;
}

cpn::TransitionTexts CpnWriter::texts_of(TransitionId id) {
  cpn::TransitionTexts texts;
  const Transition& transition = net_[id];
  cpn::MlExpressions expressions(net_, scope_, variables_.names_of(id), local_names(transition));
  const auto guarded = [&](const auto& make) {
    try {
      make();
    } catch (const cpn::NoMlForm& refused) {
      report_loss(options_, result_.diagnostics, refused.where(), refused.what());
    }
  };
  guarded([&] {
    for (const ExprId guard : transition.guards) texts.guard += (texts.guard.empty() ? "" : ",\n") + expressions.text(guard);
  });
  if (!texts.guard.empty()) texts.guard = "[" + texts.guard + "]";
  guarded([&] { texts.code = cpn::code_text(net_, transition, draws_[id.index()], expressions); });
  guarded([&] { texts.time = cpn::time_text(net_, transition, expressions, options_, result_.diagnostics); });
  guarded([&] { texts.priority = cpn::priority_text(net_, transition, expressions, options_, result_.diagnostics); });
  texts.arcs = cpn::arc_texts(net_, transition, timed_, expressions, options_, result_.diagnostics);
  if (!comments_.empty()) cpn::add_comments(net_, transition, comments_, texts);
  return texts;
}

std::string CpnWriter::initial(const Place& place, bool timed) {
  std::string text;
  cpn::MlExpressions written(net_, scope_, {});
  const bool named = names_constants(net_, place);
  for (const WrittenTokens& term : named ? place.written : std::vector<WrittenTokens>())
    text += (text.empty() ? "" : timed ? " +++\n" : " ++\n") + cpn::marking_text(term, timed, written);
  if (named) return text;
  for (const InitialTokens& tokens : place.initial) {
    text += text.empty() ? "" : timed ? " +++\n" : " ++\n";
    text += fmt::format("{}`{}", tokens.count, colours_.text(place.colour, tokens.colour, net_.pool));
    if (timed) text += "@" + cpn::ml_real(tokens.available);
  }
  return text;
}

// Colour sets come first, although they are only known when all else was written.
std::string CpnWriter::declarations(const std::string& functions) {
  for (std::size_t p = 0; p < net_.places.size(); ++p) colours_.name(net_.places[p].colour, net_.places[p].alias, timed_[p]);
  std::string colours;
  for (cpn::ColourDeclaration declaration : colours_.declarations()) {
    const std::string& name = declaration.in_net.empty() ? declaration.name : declaration.in_net;
    declaration.layout = cpn::with_comments(comments_, name, declaration.layout);
    colours += file_.colour(declaration);
  }
  std::string helpers;
  for (const std::string& helper : scope_.helpers()) helpers += file_.ml(helper);
  std::string variables;
  for (const cpn::MlVariables::Declared& variable : variables_.declared()) {
    const std::string before = cpn::with_comments(comments_, variable.in_net, {});
    variables += file_.variable(variable.name, colours_.name(variable.colour, variable.alias), before);
  }
  std::string comments;
  for (const auto& [on, text] : comments_.rest()) comments += file_.ml(cpn::comment_text(on.empty() ? text : on + ": " + text));
  return file_.block("Comments", comments) + file_.block("Constants", constants_) + file_.block("Colour sets", colours) +
         file_.block("Functions", helpers + functions) + file_.block("Variables", variables) +
         file_.block("Petriloom", file_.ml(own_notes()));
}

// Times are reals wherever one is asked for, also if no place has any.
bool CpnWriter::asks_for_time() const {
  const auto looks = [this](ExprId expr) { return net_.exprs.looks(expr, look::time); };
  return std::any_of(net_.transitions.begin(), net_.transitions.end(), [&](const Transition& transition) {
    return std::any_of(transition.guards.begin(), transition.guards.end(), looks) ||
           std::any_of(transition.draws.begin(), transition.draws.end(), [&](const Draw& draw) { return looks(draw.value); }) ||
           std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return looks(arc.value); });
  });
}

// What CPN Tools has no place for, so that reading the file back gives the same runs
// (docs/formats.md).
std::string CpnWriter::own_notes() const {
  cpn::OwnNotes notes;
  for (const Transition& transition : net_.transitions) {
    // By the instance, as a page may have several.
    const std::string instance = path(net_, transition.module);
    notes.transitions.push_back({instance.empty() ? pages_[0].name : instance, transition.name, transition.weight.valid()});
  }
  for (const cpn::MlVariables::Declared& variable : variables_.declared()) {
    if (variable.name != variable.in_net) notes.variables.push_back({variable.name, variable.in_net});
  }
  for (const auto& [declared, label] : colours_.renamed_labels()) notes.labels.push_back({declared, label});
  return cpn::text_of(notes);
}

std::string CpnWriter::place(std::size_t m, std::size_t k, const PageNode& node) {
  const SeenPlace& seen = pages_[m].places[k];
  const Place& place = net_[seen.place];
  const bool timed = timed_[seen.place.index()];
  // Ports and other members of a fusion set take over its tokens.
  const bool here = seen.sight == Sight::own || seen.sight == Sight::fused;
  const bool first = here && plans_.page_of[place.module.index()] == m && seen.local == place.name;
  const ColourAliasId alias = cpn::alias_at(net_, seen.place, pages_[m].module, seen.local);
  CpnFile::PlaceParts parts{place_ids_[m][k],
                            seen.name,
                            colours_.name(place.colour, alias, timed),
                            first ? initial(place, timed) : std::string(),
                            {},
                            {}};
  if (seen.sight == Sight::fused) {
    parts.fusion = fusion_names_[seen.place.index()];
  } else if (seen.sight != Sight::own) {
    parts.port = port_type(seen.sight);
  }
  return file_.place(parts, box_of(node));
}

std::string CpnWriter::page(std::size_t m) {
  const PagePlan& plan = pages_[m];
  std::vector<PageNode> nodes;
  std::vector<PageEdge> edges;
  const drawing::Page* const drawn = drawing::page_of(drawn_, net_, plan.module);
  for (const SeenPlace& seen : plan.places)
    nodes.push_back(cpn::as_drawn({seen.name, 2, seen.at, 60, 40, true}, drawn, drawing::NodeKind::place));
  for (const TransitionId t : plan.transitions) {
    const std::size_t node = nodes.size();
    nodes.push_back(cpn::as_drawn({net_[t].name, 2, net_[t].at, 60, 40, false}, drawn, drawing::NodeKind::transition));
    for (const ArcText& arc : texts_[t.index()].arcs) {
      const std::size_t p = cpn::end_of(plan, drawn, arc, net_[t].name);
      edges.push_back(arc.orientation == "TtoP" ? PageEdge{node, p, arc.text} : PageEdge{p, node, arc.text});
    }
  }
  for (const cpn::SubPage& child : plan.children) {
    const std::size_t node = nodes.size();
    nodes.push_back(cpn::as_drawn({net_[child.module].name, 1, {}, 60, 40, false}, drawn, drawing::NodeKind::page));
    for (const auto& [port, socket] : child.sockets) {
      const bool out = plans_.page(child.module).places[port].sight == Sight::out;
      edges.push_back(out ? PageEdge{node, socket, {}} : PageEdge{socket, node, {}});
    }
  }
  cpn::lay_out(nodes, edges);
  std::string places, transitions, arcs;
  for (std::size_t k = 0; k < plan.places.size(); ++k) places += place(m, k, nodes[k]);
  std::size_t node = plan.places.size();
  const auto box = [&](std::size_t n) { return box_of(nodes[n]); };
  const auto line = [&](std::string_view orientation, std::size_t p, std::size_t t) {
    return cpn::drawn_arc(drawn, orientation, nodes[p].label, nodes[t].label);
  };
  for (const TransitionId t : plan.transitions) {
    const cpn::TransitionTexts& texts = texts_[t.index()];
    const std::string& id = transition_ids_[t.index()] = file_.new_id();
    transitions += file_.transition({id, net_[t].name, texts.guard, texts.time, texts.code, texts.priority, {}, {}, {}}, box(node));
    for (const ArcText& arc : texts.arcs) {
      const std::size_t p = cpn::end_of(plan, drawn, arc, net_[t].name);
      arcs += file_.arc(arc.orientation, id, place_ids_[m][p], arc.text, box(node), box(p), line(arc.orientation, p, node));
    }
    ++node;
  }
  for (const cpn::SubPage& child : plan.children) {
    const std::size_t c = plans_.page_of[child.module.index()];
    const std::string id = file_.new_id();
    subst_ids_[m].push_back(id);
    std::string sockets;
    for (const auto& [port, socket] : child.sockets) {
      sockets += fmt::format("({},{})", place_ids_[c][port], place_ids_[m][socket]);
      const std::string_view orientation = socket_orientation(pages_[c].places[port].sight);
      arcs += file_.arc(orientation, id, place_ids_[m][socket], {}, box(node), box(socket), line(orientation, socket, node));
    }
    transitions +=
        file_.transition({id, net_[child.module].name, {}, {}, {}, {}, page_ids_[c], pages_[c].name, sockets}, box(node));
    ++node;
  }
  for (std::size_t k = 0; drawn && k < drawn->words.size(); ++k) arcs += file_.words(drawn->words[k]);
  return file_.page(page_ids_[m], plan.name, places + transitions + arcs);
}

std::string CpnWriter::fusions() {
  std::vector<std::vector<std::string>> members(net_.places.size());
  for (std::size_t m = 0; m < pages_.size(); ++m) {
    for (std::size_t k = 0; k < pages_[m].places.size(); ++k) {
      const SeenPlace& seen = pages_[m].places[k];
      if (seen.sight == Sight::fused) members[seen.place.index()].push_back(place_ids_[m][k]);
    }
  }
  std::string text;
  for (std::size_t p = 0; p < members.size(); ++p) {
    if (!members[p].empty()) text += file_.fusion(fusion_names_[p], members[p]);
  }
  return text;
}

std::string CpnWriter::instances(std::size_t module, const std::string& substitution) {
  const std::size_t page = plans_.page_of[module];
  const std::vector<std::size_t>& children = plans_.children[module];
  std::string inner;
  for (std::size_t c = 0; c < children.size(); ++c) inner += instances(children[c], subst_ids_[page][c]);
  instance_ids_[module] = file_.new_id();
  return file_.instance(instance_ids_[module], substitution.empty() ? page_ids_[page] : std::string(), substitution, inner);
}

std::string CpnWriter::monitors() {
  std::vector<std::string> all;
  for (const TransitionId shown : plans_.shown_as) {
    const cpn::TransitionTexts& texts = texts_[shown.index()];
    all.push_back(texts.guard + " " + texts.time + " " + texts.code);
    for (const ArcText& arc : texts.arcs) all.back() += " " + arc.text;
  }
  const cpn::Monitored of{net_, plans_, variables_, timed_, place_ids_, transition_ids_, instance_ids_, all};
  return cpn::monitor_texts(of, file_, scope_, result_.diagnostics);
}

}  // namespace

WriteResult write_cpn(const Net& net, const WriteOptions& options) {
  WriteResult result;
  const std::optional<Net> ordered = cpn::with_ordered_constants(net);
  CpnWriter(ordered ? *ordered : net, options, result).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
