// SPDX-License-Identifier: Apache-2.0
// The net as one .loom file: modules that several instances share as modules, others as scopes,
// folded ones with their indices written out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/text/real_text.h"
#include "formats/drawing/drawing.h"
#include "formats/loom/called_functions.h"
#include "formats/loom/declared_aliases.h"
#include "formats/loom/loom.h"
#include "formats/loom/placed_comments.h"
#include "formats/loom/port_directions.h"
#include "formats/loom/write_text.h"
#include "formats/modules/bodies.h"
#include "formats/source/layout.h"

namespace petriloom {
namespace loom {
namespace {

constexpr std::size_t kBuiltIn = 5;  // colour sets

constexpr std::array<std::string_view, 3> kMemories = {"enabling", "age", "resampling"};
constexpr std::array<std::string_view, 8> kProperties = {"invariant",     "ltl",  "ctl",        "bounded",
                                                         "deadlock_free", "live", "quasi_live", "reversible"};

template <class E>
std::size_t number(E value) {
  return static_cast<std::size_t>(value);
}

class NetWriter {
 public:
  explicit NetWriter(const Net& net)
      : net_(net),
        contents_(net),
        bodies_(net, contents_, modules::Users::anyone),
        paths_(net, bodies_),
        functions_(called_functions(net)),
        comments_(net, functions_) {}

  WriteResult write() {
    result_.diagnostics.append(unwritable_names(net_));
    if (result_.diagnostics.has_errors()) return std::move(result_);
    if (net_.name.find_first_of("\"\n") == std::string::npos) line(fmt::format("net \"{}\";", net_.name));
    notes(false);
    constants();
    colours();
    functions();
    for (const auto& [word, id] : {std::pair{"stop", net_.stop}, std::pair{"final", net_.final_marking}})
      if (id.valid()) line(fmt::format("{} when {};", word, ExprText(paths_, ModuleId(0), {}).text(id, ColourTable::kBool)));
    shared_modules();
    contents(ModuleId(0));
    fusions();
    notes(true);  // how it is drawn is of least interest to readers
    std::vector<std::size_t> written;
    written_in(0, written);
    if (!std::is_sorted(written.begin(), written.end())) order();
    return std::move(result_);
  }

 private:
  /// A statement, or the head of one with a block; `close_block` ends that.
  void line(const std::string& text) { result_.text += source::laid_out(text, depth_); }
  void open_block(const std::string& head) {
    line(head + " {");
    ++depth_;
  }
  void close_block() {
    --depth_;
    if (result_.text.ends_with("{\n")) {
      result_.text.back() = '}';
      result_.text += '\n';
    } else {
      line("}");
    }
  }

  void notes(bool drawings) {
    for (const auto& [what, text] : net_.notes) {
      const auto on = drawing::commented(what);
      if (on && comments_.placed(*on)) continue;
      if (drawing::is_drawing(what) == drawings && !drawing::is_inscription(what)) note(what, text);
    }
  }

  void comments(const std::vector<std::string>& all, std::string_view on = {}) {
    for (const std::string& text : all) note(drawing::comment_heading(on), text);
  }
  void comments(const std::string& name) { comments(comments_.take(name), name); }

  void note(std::string_view what, std::string_view text) {
    std::string lines = petriloom::quoted(what);
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      lines += " " + petriloom::quoted(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    line(fmt::format("note {} {};", lines, petriloom::quoted(text)));
  }

  void constants() {
    const ExprText exprs(paths_, ModuleId(0), {});
    for (const Constant& constant : net_.constants) {
      if (!is_written(constant)) continue;
      comments(constant.name);
      const ColourSetId type = net_.exprs[constant.value].type;
      line(fmt::format("const {} : {} = {};", name_text(constant.name), type_text(net_, type, constant.alias),
                       exprs.text(constant.value, type)));
    }
  }

  /// With their aliases, in order of declaration.
  void colours() {
    const auto colour = [this](const std::string& name, const std::string& text) {
      comments(name);
      line(fmt::format("colour {} = {};", name_text(name), text));
    };
    const std::vector<const ColourAlias*> aliases = declared_aliases(net_, functions_);
    auto alias = aliases.begin();
    for (std::size_t i = kBuiltIn; i <= net_.colours.size(); ++i) {
      for (; alias != aliases.end() && (*alias)->sets_then <= i; ++alias)
        colour((*alias)->name, type_text(net_, (*alias)->set, (*alias)->of));
      const ColourSetId id(i);
      if (i < net_.colours.size() && !net_.colours[id].name.empty()) colour(net_.colours[id].name, declared_text(paths_, id));
    }
  }

  /// By name: the reader numbers functions as they are first used.
  void functions() {
    for (const Function* function : functions_) {
      comments(function->name);
      this->function(*function);
    }
  }

  void function(const Function& function) {
    std::string parameters;
    const auto type = [&](ColourSetId set, std::size_t i) {
      return type_text(net_, set, function.aliases.empty() ? ColourAliasId() : function.aliases[i]);
    };
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      parameters += (i == 0 ? "" : ", ") + name_text(function.parameter_names[i]) + " : " + type(function.parameters[i], i);
    }
    const ExprText body(paths_, ModuleId(0), function.parameter_names, local_names(function));
    line(fmt::format("fun {}({}) : {} = {};", function_text(net_, function.name), parameters,
                     type(function.result, function.parameters.size()), body.text(function.body, function.result)));
  }

  /// The modules that several instances share, each once.
  void shared_modules() {
    for (std::size_t m = 1; m < net_.modules.size(); ++m) {
      const ModuleId id(m);
      if (!bodies_.shared(id) || bodies_.first(id) != id) continue;
      const Module& module = net_.modules[m];
      const std::string name = bodies_.name(id);
      const std::string kind = name == module.kind ? "" : " : " + name_text(module.kind);
      open_block(fmt::format("{}module {}{}", module.hardware ? "hardware " : "", name_text(name), kind));
      contents(id);
      close_block();
    }
  }

  void contents(ModuleId m) {
    const std::vector<Reference>& references = net_[m].references;
    const bool shared = bodies_.shared(m);
    if (shared) ports(m);
    for (const std::size_t i : contents_.places[m.index()]) place(net_.places[i], net_.places[i].at);
    for (const Reference& reference : references) {
      if (shared && bodies_.fused(m, reference)) place(net_[reference.place], reference.at);
    }
    for (const Reference& reference : references) {
      if (!shared || !(modules::is_port(reference) || bodies_.fused(m, reference))) this->reference(m, reference);
    }
    for (const modules::Contents::Step& step : contents_.steps(m.index())) {
      if (!step.module) {
        transition(net_.transitions[step.index]);
      } else if (bodies_.shared(ModuleId(step.index))) {
        instance(ModuleId(step.index));
      } else {
        scope(step.index);
      }
    }
    for (const std::size_t i : contents_.measures[m.index()]) line(measure_text(paths_, net_.measures[i]));
    for (const std::size_t i : contents_.properties[m.index()]) property(net_.properties[i]);
  }

  /// Together, as their names stand under each other.
  void ports(ModuleId m) {
    constexpr std::array<std::string_view, 3> kDirections{"in", "out", "inout"};
    std::string text;
    for (const Reference& each : net_[m].references) {
      if (!modules::is_port(each)) continue;
      const Place& place = net_[each.place];
      text +=
          fmt::format("port {} {} : {}{};\n", kDirections[number(direction_in_text(paths_, contents_, m, each))],
                      name_text(each.name), place.fluid ? "fluid" : type_text(net_, place.colour, each.alias), position(each.at));
    }
    if (!text.empty()) line(text);
  }

  void instance(ModuleId m) {
    std::string bindings;
    for (const Reference& reference : net_[m].references) {
      if (modules::is_port(reference))
        bindings += fmt::format(" {} = {};", name_text(reference.name), paths_.place_alone(net_[m].parent, reference.place));
    }
    line(fmt::format("instance {} : {}{}", name_text(net_[m].name), name_text(bodies_.name(m)),
                     bindings.empty() ? ";" : " {" + bindings + " }"));
  }

  /// The places that instances of one module have in common: the text of the module declares each,
  /// and here they become one.
  void fusions() {
    std::map<PlaceId, std::string> fused;
    for (std::size_t m = 1; m < net_.modules.size(); ++m) {
      if (!bodies_.shared(ModuleId(m))) continue;
      for (const Reference& reference : net_.modules[m].references) {
        if (bodies_.fused(ModuleId(m), reference))
          fused[reference.place] += ", " + paths_.of(ModuleId(), ModuleId(m), reference.name);
      }
    }
    for (const auto& [place, others] : fused) line(fmt::format("fuse {}{};", paths_.of(ModuleId(), place), others));
  }

  /// The transitions in the order in which they stand in the text.
  void written_in(std::size_t module, std::vector<std::size_t>& written) const {
    for (const modules::Contents::Step& step : contents_.steps(module)) {
      if (step.module) {
        written_in(step.index, written);
      } else {
        written.push_back(step.index);
      }
    }
  }

  /// The rows of the indices of a module, as far as a measure needs them; null if nothing depends
  /// on them.
  const std::vector<std::vector<Word>>* rows(std::size_t module) const {
    for (const std::size_t i : contents_.measures[module]) {
      const Measure& measure = net_.measures[i];
      if (measure.keys.size() == net_.modules[module].indices.size() && !measure.keys.empty()) return &measure.members;
    }
    return nullptr;
  }

  /// The order of the transitions decides ties; where the text has another one, as with expanded
  /// arrays, it is said at the end.
  void order() {
    std::string text = "order ";
    for (std::size_t i = 0; i < net_.transitions.size(); ++i) {
      text += (i == 0 ? "" : ", ") + paths_.of(ModuleId(), TransitionId(i));
    }
    line(text + ";");
  }

  void scope(std::size_t i) {
    const Module& module = net_.modules[i];
    const Module& parent = net_[module.parent];
    const std::size_t open = module.name.find('[');
    const bool element = open != std::string::npos && open > 0 && module.name.back() == ']';
    std::string head = "scope " + name_text(element ? module.name.substr(0, open) : module.name);
    if (element) head += element_index(module.name.substr(open));
    if (!module.kind.empty()) head += " : " + name_text(module.kind);
    if (module.hardware) head += " hardware";
    if (module.indices.size() > parent.indices.size()) {
      std::string binders;
      for (std::size_t k = parent.indices.size(); k < module.indices.size(); ++k) {
        binders += (binders.empty() ? "" : ", ") + binder_text(net_, module.index_names[k], module.indices[k]);
      }
      const std::vector<std::vector<Word>>* const known = rows(i);
      const std::string where = known == nullptr ? "" : rows_text(net_, *known, module.indices, module.index_names);
      head += fmt::format(" folded [{}{}]", binders, where);
    }
    open_block(head);
    contents(ModuleId(i));
    close_block();
  }

  /// "[3]" stays; "[north]" is written with its colour set, which the reader needs.
  std::string element_index(const std::string& text) const {
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t close = std::min(text.find(']', at), text.size() - 1);
      const std::string index = text.substr(at + 1, close - at - 1);
      all += (all.empty() ? "" : ", ") + label_text(index);
      at = close + 1;
    }
    return "[" + all + "]";
  }

  std::string label_text(const std::string& index) const {
    for (std::size_t i = 0; i < net_.colours.size(); ++i) {
      const ColourSet& set = net_.colours[ColourSetId(i)];
      const auto found = std::find(set.labels.begin(), set.labels.end(), index);
      if (found != set.labels.end()) return name_text(set.name) + "." + name_text(index);
    }
    return index;
  }

  void place(const Place& place, const Position& at) {
    std::string text = fmt::format("place {} : {}{}", name_text(place.name),
                                   place.fluid ? "fluid" : type_text(net_, place.colour, place.alias), position(at));
    if (place.level != 0) text += " = " + real_text(place.level);
    line(text + marking_text(paths_, place) + ";");
  }

  static std::string position(const Position& at) { return at.known ? fmt::format(" at ({}, {})", at.x, at.y) : ""; }

  void reference(ModuleId m, const Reference& reference) {
    constexpr std::array<std::string_view, 4> kKinds{"in ", "out ", "inout ", ""};
    const ModuleId home = bodies_.home(m);
    const ModuleId of = net_[reference.place].module;
    // In a shared text: not by its own name, which the module may call the place by elsewhere.
    const bool itself = m == home && !inside(net_, of, home) && modules::reference_to(net_, m, reference.place) == &reference;
    line(fmt::format("alias {}{}{} = {};", kKinds[number(reference.kind)], name_text(reference.name), position(reference.at),
                     paths_.of(home.index() == 0 || itself ? ModuleId() : m, reference.place)));
  }

  void transition(const Transition& transition) {
    open_block(fmt::format("transition {}{}", name_text(transition.name), position(transition.at)));
    comments(comments_.take(transition, "transition"));
    const std::vector<std::string> names = variable_names(net_, transition);
    for (std::uint32_t slot = transition.folded; slot < transition.binding_size; ++slot) {
      line(fmt::format("var {} : {};", name_text(names[slot]),
                       type_text(net_, transition.variables[slot].colour, transition.variables[slot].alias)));
    }
    const ExprText exprs(paths_, transition.module, names, local_names(transition));
    const auto comments_on = [&](std::string_view part) { comments(comments_.take(transition, part)); };
    comments_on("draw");
    for (const Draw& draw : transition.draws) line(draw_text(draw, names[draw.slot], exprs));
    comments_on("guard");
    for (const ExprId guard : transition.guards) line(fmt::format("guard {};", exprs.text(guard, ColourTable::kBool)));
    for (std::size_t k = 0; k < transition.arcs.size(); ++k) {
      comments_on(drawing::arc_part(k));
      line(arc_text(paths_, transition, transition.arcs[k], exprs) + ";");
    }
    for (const Arc& use : transition.uses) line(arc_text(paths_, transition, use, exprs, "uses") + ";");
    if (transition.priority.valid()) line(fmt::format("priority {};", exprs.text(transition.priority, ColourTable::kInt)));
    if (transition.order.valid()) line(fmt::format("order by {};", exprs.text(transition.order, ColourTable::kReal)));
    if (transition.weight.valid()) line(fmt::format("weight {};", exprs.text(transition.weight, ColourTable::kReal)));
    if (transition.timing != Timing::immediate) line(time_text(net_, transition, exprs));
    if (transition.at_most.valid()) line(fmt::format("at most {};", exprs.text(transition.at_most, ColourTable::kReal)));
    if (transition.servers != 0) line(fmt::format("servers {};", transition.servers));
    if (transition.memory != Memory::enabling) line(fmt::format("memory {};", kMemories[number(transition.memory)]));
    if (transition.fair_with.valid()) line(fmt::format("fair with {};", name_text(net_[transition.fair_with].name)));
    comments_on("delay");
    if (transition.delay.valid()) line(fmt::format("delay {};", exprs.text(transition.delay, ColourTable::kReal)));
    close_block();
  }

  void property(const Property& property) {
    const bool whole = bodies_.home(property.module).index() == 0;
    const std::string name = whole ? "\"" + property.name + "\"" : name_text(modules::local_name(net_, property));
    std::string text = fmt::format("property {} : {}", name, kProperties[number(property.kind)]);
    if (property.formula.valid()) text += " " + formula_text(paths_, property.formula, property.module);
    line(text + ";");
  }

  const Net& net_;
  WriteResult result_;
  std::size_t depth_ = 0;
  modules::Contents contents_;
  modules::Bodies bodies_;
  Paths paths_;
  std::vector<const Function*> functions_;
  PlacedComments comments_;
};

}  // namespace
}  // namespace loom

WriteResult write_loom(const Net& net, const WriteOptions&) {
  const std::optional<Net> renamed = loom::with_free_constants(net);
  WriteResult result = loom::NetWriter(renamed ? *renamed : net).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
