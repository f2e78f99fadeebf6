// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "engine/text/quote.h"
#include "formats/loom/module_parameters.h"
#include "formats/syntax/find_file.h"
#include "generator/assembly/chosen_modules.h"
#include "generator/assembly/graph_tables.h"
#include "generator/assembly/network_part.h"

namespace petriloom {

namespace {

/// Whether the net has too many instances if no array is folded; told here, where the nodes are
/// known.
void check_instances(const Description& description, bool small, Diagnostics& diagnostics) {
  // The node, memory, nic, dma, dsm, scheduler, charm, cpu_driver, app; of the task runtime instead
  // of two of these itself, its data, their memory, workers, policy, and the parts of that.
  const std::size_t of_every_node = small ? 9 : 14;
  std::size_t count = 0;
  for (const Node& node : description.machine.nodes) {
    // Caches and drivers come with each of these.
    const auto twice = static_cast<std::size_t>(node.kind.sockets.value) + static_cast<std::size_t>(node.kind.cards());
    count += of_every_node + 2 * twice + static_cast<std::size_t>(std::max(1, node.kind.buses()));
  }
  if (count <= kMostInstances) return;
  diagnostics.error(description.machine.nodes.front().where,
                    fmt::format("these nodes, not folded, are {} instances, and a net has at most {}", count, kMostInstances),
                    !small ? "with the policy static they are folded"
                           : "--fold auto makes one node of them, whose places carry the number of the node");
}

/// What the runtime of the nodes cannot do: the small one moves whole blocks, and nodes of the task
/// runtime are no array that is folded, as each has colour sets of its own.
void check_runtime(const Description& description, bool small, Fold fold, Diagnostics& diagnostics) {
  const Runtime& runtime = description.runtime;
  if (small && runtime.taken_back.value == TakenBack::borders) {
    diagnostics.error(runtime.taken_back.where,
                      fmt::format("with the policy {} the host takes back whole blocks", quote(runtime.policy.value)),
                      "borders alone are taken back with a policy of nets/tasks/policy, for example dmda");
  }
  if (!small && fold == Fold::always) {
    diagnostics.error(runtime.policy.where, fmt::format("nodes with the policy {} are not folded", quote(runtime.policy.value)),
                      "each has colour sets of its own; leave out --fold always");
  }
  if (!small || fold == Fold::never) check_instances(description, small, diagnostics);
}

/// Formulas stand in a line of the assembly with words around them. What is wrong with one by
/// itself is told before that.
void check_formulas(const Description& description, const Sources& sources, Diagnostics& diagnostics) {
  constexpr std::array kKinds{std::pair{"invariant", PropertyKind::invariant}, std::pair{"ltl", PropertyKind::ltl},
                              std::pair{"ctl", PropertyKind::ctl}};
  for (const DescribedProperty& property : description.properties) {
    const auto* const kind =
        std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& one) { return property.kind == one.first; });
    if (kind == kKinds.end()) continue;
    const Diagnostics mistakes = mistakes_of_formula(kind->second, property.formula);
    for (const Diagnostic& one : mistakes.list()) {
      diagnostics.error(pointed_into(sources, property.where, property.formula, one.where.column), one.message, one.help);
    }
  }
}

/// The same of what lengthens the work of ranks, which may be random; a number must be one that
/// work can take.
void check_factors(const Description& description, Sources& sources, Diagnostics& diagnostics) {
  if (!description.ranks) return;
  std::vector<Expression> factors;
  for (const RankStep& step : description.ranks->steps) factors.push_back(step.factor);
  if (description.ranks->farm) factors.push_back(description.ranks->farm->factor);
  for (const Expression& factor : factors) {
    if (factor.text.empty()) continue;
    const Diagnostics mistakes = mistakes_of_value({"factor", false, {}}, factor.text);
    for (const Diagnostic& one : mistakes.list())
      diagnostics.error(pointed_into(sources, factor.where, factor.text, one.where.column), one.message, one.help);
    Diagnostics unknown;
    const std::optional<double> value = evaluate_real(factor.text, {{"rank", 0}, {"task", 0}}, sources, unknown);
    if (!value || (std::isfinite(*value) && *value >= 0)) continue;
    diagnostics.error(factor.where, fmt::format("the factor {} is {} of the first rank", quote(factor.text), *value),
                      "what work takes is so many times as long: finite, and not negative");
  }
}

/// What was said about the net, with places in the assembly replaced by those of the description
/// that stand for them.
class Retold {
 public:
  Retold(const Assembly& assembly, FileId file, const Description& description, const Sources& sources)
      : assembly_(assembly), file_(file), description_(description), sources_(sources) {}

  void tell(const Diagnostics& said) {
    for (const Diagnostic& one : said.list()) tell(one);
    // What is wrong in the files that the description chose may leave the text around them wrong.
    if (!theirs_.has_errors()) theirs_.append(own_);
  }
  [[nodiscard]] const Diagnostics& about_description() const { return theirs_; }

 private:
  void tell(const Diagnostic& one) {
    const bool ours = one.where.file == file_ && one.where.line > 0;
    const Location where = ours ? origin(one.where) : one.where;
    const bool asked = assembly_.quoted.contains(one.where.line);
    if (one.severity != Severity::error) {
      theirs_.warning(where, one.message, one.help);
    } else if (ours && !asked) {
      own_.error(where, one.message,
                 fmt::format("line {} of the net that is made of this and of files with nets: {}", one.where.line,
                             quote(sources_.line(file_, one.where.line))));
    } else {
      theirs_.error(where, one.message, one.help);
    }
  }

  /// The place in the description that asked for a place in the assembly, or for the nearest line
  /// above it that has one.
  [[nodiscard]] Location origin(const Location& made) const {
    const auto above = assembly_.origins.upper_bound(made.line);
    if (above == assembly_.origins.begin()) return description_.where;
    const Location asked = std::prev(above)->second;
    const auto quoted = assembly_.quoted.find(made.line);
    if (quoted == assembly_.quoted.end() || quoted->second.empty()) return asked;
    const std::size_t begin = sources_.line(file_, made.line).rfind(quoted->second);
    if (begin == std::string_view::npos || made.column <= begin) return asked;
    return pointed_into(sources_, asked, quoted->second, made.column - begin);
  }

  const Assembly& assembly_;
  FileId file_;
  const Description& description_;
  const Sources& sources_;
  Diagnostics own_;     ///< errors in text that is made, by files that do not go with it
  Diagnostics theirs_;  ///< all others, and warnings
};

}  // namespace

ReadResult net_of_description(const Description& description, const std::string& path, const GenerateOptions& options,
                              const std::shared_ptr<Sources>& sources) {
  ReadResult result;
  result.sources = sources;
  check_formulas(description, *sources, result.diagnostics);
  check_factors(description, *sources, result.diagnostics);
  const std::string name = path + ".loom";
  ReadOptions read;
  const std::vector<std::string> folders = net_folders(path, options.search_path);
  read.search_path.assign(folders.begin() + 1, folders.end());
  std::vector<Component> components;
  std::optional<TaskConstant> kinds;
  if (description.tasks) {
    kinds = kinds_in_table(*description.tasks, name, read, *sources);
    check_table_files(*description.tasks, name, read, *sources, result.diagnostics);
    components.push_back(policy_of_tasks(description));
  } else if (description.ranks) {
    components.push_back(network_part(description.machine.network, static_cast<int>(description.machine.nodes.size())));
  } else {
    const bool small = is_there(folders, "policy/" + description.runtime.policy.value);
    check_runtime(description, small, options.fold, result.diagnostics);
    components = components_of_node(description, sizes(description), small ? NodeRuntime::small : NodeRuntime::tasks);
  }
  apply_chosen(components, folders, *sources, result.diagnostics);
  const Assembly assembly = description.tasks   ? assemble_tasks(description, kinds, components.front(), result.diagnostics)
                            : description.ranks ? assemble_ranks(description, components.front())
                                                : assemble(description, components, *sources, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  read.fold = options.fold;
  std::map<std::string, std::string> tables = network_tables(description.machine.network);
  if (description.tasks) tables.insert(description.tasks->tables.begin(), description.tasks->tables.end());
  if (description.ranks && description.ranks->trace)
    tables.insert(description.ranks->trace->tables.begin(), description.ranks->trace->tables.end());
  for (const auto& [table, text] : tables)
    read.texts[loom::file_identity((std::filesystem::path(name).parent_path() / table).string())] = text;
  ReadResult net = read_loom(name, assembly.text, read, sources, assembly.origins);
  Retold retold(assembly, sources->add(name, assembly.text), description, *sources);
  retold.tell(net.diagnostics);
  result.diagnostics.append(retold.about_description());
  result.net = std::move(net.net);
  if (result.net) result.net->name = description.name;
  return result;
}

ReadResult generate(const std::string& path, const GenerateOptions& options, std::optional<Description>* told) {
  DescriptionResult described = read_description(path, options.search_path, options.input);
  ReadResult result;
  result.sources = described.sources;
  result.diagnostics.append(described.diagnostics);
  if (!described.description) return result;
  const Description& description = *described.description;
  ReadResult net = net_of_description(description, path, options, described.sources);
  result.diagnostics.append(net.diagnostics);
  result.net = std::move(net.net);
  if (told != nullptr) *told = std::move(described.description);
  return result;
}

}  // namespace petriloom
