// SPDX-License-Identifier: Apache-2.0
#include "generator/reading/read_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/text/quote.h"
#include "generator/hwloc/hardware_files.h"
#include "generator/reading/check.h"
#include "generator/reading/network_files.h"
#include "generator/reading/read_ranks.h"
#include "generator/reading/read_tasks.h"
#include "generator/reading/sections.h"
#include "generator/yaml/include.h"
#include "generator/yaml/settings.h"

namespace petriloom {
namespace {

/// Everything that the sections say.
struct Draft {
  Description description;
  std::vector<CostModel> models;
  MappingDraft mapping;
  Sound sound;
};

/// Whether `read` went through without an error.
template <class Read>
bool soundly(Reader& reader, const Read& read) {
  const std::size_t before = reader.errors();
  read();
  return reader.errors() == before;
}

constexpr auto kSections = std::to_array<Key<Draft>>({
    {"name", [](Reader& r, const YamlNode& n, Draft& d) { d.description.name = r.word(n).value; }, ""},
    // Replaced by what it includes before the sections are read.
    {"include", [](Reader&, const YamlNode&, Draft&) {}, ""},
    {"links", [](Reader& r, const YamlNode& n, Draft&) { read_links(r, n, r.links); }, ""},
    {"costs", [](Reader& r, const YamlNode& n, Draft& d) { d.sound.costs = soundly(r, [&] { read_costs(r, n, d.models); }); },
     "{}"},
    {"machine",
     [](Reader& r, const YamlNode& n, Draft& d) {
       d.sound.machine = soundly(r, [&] { read_machine(r, n, d.description.machine); }) && !d.description.machine.nodes.empty();
     },
     nullptr},
    {"runtime", [](Reader& r, const YamlNode& n, Draft& d) { read_runtime(r, n, d.description.runtime); }, "{}"},
    {"application",
     [](Reader& r, const YamlNode& n, Draft& d) {
       d.sound.application = soundly(r, [&] { read_application(r, n, d.description.application); });
     },
     nullptr},
    {"mapping",
     [](Reader& r, const YamlNode& n, Draft& d) { d.sound.mapping = soundly(r, [&] { read_mapping(r, n, d.mapping); }); }, nullptr},
    {"run", [](Reader& r, const YamlNode& n, Draft& d) { read_run(r, n, d.description.run); }, "{}"},
    {"properties", [](Reader& r, const YamlNode& n, Draft& d) { read_properties(r, n, d.description.properties); }, ""},
});

/// Finds the cost model that the mapping names.
void choose_costs(Reader& reader, Draft& draft) {
  const Located<std::string>& wanted = draft.mapping.mapping.cost_model;
  reader.use(kCostModel, wanted.value);
  const auto model =
      std::find_if(draft.models.begin(), draft.models.end(), [&](const CostModel& m) { return m.name == wanted.value; });
  if (model != draft.models.end()) {
    draft.description.costs = *model;
    return;
  }
  draft.sound.costs = false;
  if (wanted.value.empty()) return;  // reported where it was read
  std::vector<std::string> names;
  for (const CostModel& known : draft.models) names.push_back(known.name);
  reader.error(wanted.where, fmt::format("there is no cost model {}", quote(wanted.value)),
               names.empty() ? "'costs' names none; include one" : suggest(wanted.value, names));
}

/// Gives every node the blocks that the mapping lists, or so many rounds of what fills it once.
void distribute(Reader& reader, Draft& draft) {
  Description& description = draft.description;
  description.mapping = draft.mapping.mapping;
  if (draft.mapping.listed) description.mapping.where = draft.mapping.listed->where;
  if (draft.mapping.distribution.value != 0 || draft.mapping.listed) return;
  const Located<int> rounds = draft.mapping.rounds.value_or(Located<int>{1, draft.mapping.distribution.where});
  description.mapping.where = rounds.where;
  for (const Node& node : description.machine.nodes) {
    const std::int64_t blocks = std::int64_t{rounds.value} * blocks_once(node.kind, description.application.gpu_block_factor.value);
    if (blocks > kMostBlocks) reader.error(rounds.where, fmt::format("a node has at most {} blocks", kMostBlocks));
    description.mapping.blocks.push_back({static_cast<int>(std::min<std::int64_t>(blocks, kMostBlocks)), rounds.where});
  }
}

}  // namespace

std::vector<std::string_view> description_sections() {
  std::vector<std::string_view> names;
  for (const Key<Draft>& key : kSections) names.push_back(key.name);
  return names;
}

std::vector<std::string> net_folders(const std::string& path, const std::vector<std::string>& search_path) {
  std::vector<std::string> folders{std::filesystem::path(path).parent_path().string()};
  if (folders.front().empty()) folders.front() = ".";
  for (const std::string& folder : search_path) folders.push_back(folder + "/nets");
  return folders;
}

DescriptionResult read_description(const std::string& path, const std::vector<std::string>& search_path,
                                   const DescriptionInput& input) {
  DescriptionResult result;
  result.sources = std::make_shared<Sources>();
  std::optional<YamlNode> root = read_with_includes(path, input.text, search_path, *result.sources, result.diagnostics);
  if (!root) return result;
  apply_settings(*root, input.settings, *result.sources, result.diagnostics);
  merge_hardware_files(*root, *result.sources, result.diagnostics);
  const NetworkFiles files = merge_network_files(*root, *result.sources, result.diagnostics);
  const std::vector<std::string> nets = net_folders(path, search_path);
  Reader reader(result.diagnostics);
  Draft draft;
  draft.description.where = root->where;
  draft.description.name = std::filesystem::path(path).stem().string();
  if (describes_tasks(*root)) {
    read_task_description(reader, *root, search_path, *result.sources, result.diagnostics, draft.description);
    check_chosen(reader, "scheduling policy", draft.description.runtime.policy, {{"tasks/policy", "POLICY"}}, nets);
  } else if (describes_ranks(*root)) {
    read_rank_description(reader, *root, nets, *result.sources, result.diagnostics, draft.description);
  } else if (is_of_a_kind(reader, *root)) {
    read_keys<Draft>(reader, *root, "a description", kSections, draft);
    choose_costs(reader, draft);
    distribute(reader, draft);
    CostEvaluator costs(*result.sources, result.diagnostics);
    check_description(reader, draft.description, nets, draft.sound, costs);
  }
  settle_network_files(reader, files, draft.description.machine, *result.sources, result.diagnostics);
  if (!result.diagnostics.has_errors()) reader.warn_of_unused(root->where.file);
  result.keys = reader.keys();
  if (!result.diagnostics.has_errors()) result.description = std::move(draft.description);
  return result;
}

}  // namespace petriloom
