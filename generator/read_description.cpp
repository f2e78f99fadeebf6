// SPDX-License-Identifier: Apache-2.0
// Reads a description: the tree of the file and its includes, the sections, then what they must have in common.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "generator/check.h"
#include "generator/include.h"
#include "generator/reader.h"

namespace petriloom {
namespace {

constexpr std::int64_t kMostBlocks = 1'000'000'000;  // of one node

/// Everything that the sections say.
struct Draft {
  Description description;
  std::vector<CostModel> models;
  MappingDraft mapping;
};

constexpr auto kSections = std::to_array<Key<Draft>>({
    {"name", [](Reader& r, const YamlNode& n, Draft& d) { d.description.name = r.word(n).value; }, ""},
    {"links", [](Reader& r, const YamlNode& n, Draft&) { read_links(r, n, r.links); }, ""},
    {"costs", [](Reader& r, const YamlNode& n, Draft& d) { read_costs(r, n, d.models); }, "{}"},
    {"machine", [](Reader& r, const YamlNode& n, Draft& d) { read_machine(r, n, d.description.machine); }, nullptr},
    {"runtime", [](Reader& r, const YamlNode& n, Draft& d) { read_runtime(r, n, d.description.runtime); }, "{}"},
    {"application", [](Reader& r, const YamlNode& n, Draft& d) { read_application(r, n, d.description.application); }, nullptr},
    {"mapping", [](Reader& r, const YamlNode& n, Draft& d) { read_mapping(r, n, d.mapping); }, nullptr},
    {"run", [](Reader& r, const YamlNode& n, Draft& d) { read_run(r, n, d.description.run); }, "{}"},
    {"properties", [](Reader& r, const YamlNode& n, Draft& d) { read_properties(r, n, d.description.properties); }, ""},
});

/// Settles what one section leaves to another: the cost model that is named, and the blocks of each node.
void join(Reader& reader, Draft& draft) {
  Description& description = draft.description;
  description.mapping = draft.mapping.mapping;
  const Located<std::string>& wanted = description.mapping.cost_model;
  const auto model =
      std::find_if(draft.models.begin(), draft.models.end(), [&](const CostModel& m) { return m.name == wanted.value; });
  if (model != draft.models.end()) {
    description.costs = *model;
  } else if (!wanted.value.empty()) {
    std::vector<std::string> names;
    for (const CostModel& known : draft.models) names.push_back(known.name);
    reader.error(wanted.where, fmt::format("there is no cost model {}", quote(wanted.value)),
                 names.empty() ? "'costs' names none; include one" : suggest(wanted.value, names));
  }
  if (draft.mapping.distribution.value == 0 && !draft.mapping.listed) {
    const Located<int> rounds = draft.mapping.rounds.value_or(Located<int>{1, draft.mapping.distribution.where});
    for (const Node& node : description.machine.nodes) {
      const std::int64_t blocks =
          std::int64_t{rounds.value} * blocks_once(node.kind, description.application.gpu_block_factor.value);
      if (blocks > kMostBlocks) reader.error(rounds.where, fmt::format("a node has at most {} blocks", kMostBlocks));
      description.mapping.blocks.push_back({static_cast<int>(std::min(blocks, kMostBlocks)), rounds.where});
    }
  }
}

}  // namespace

DescriptionResult read_description(const std::string& path, const std::vector<std::string>& search_path) {
  DescriptionResult result;
  result.sources = std::make_shared<Sources>();
  const std::optional<YamlNode> root = read_with_includes(path, search_path, *result.sources, result.diagnostics);
  if (!root) return result;
  Reader reader(result.diagnostics);
  Draft draft;
  draft.description.where = root->where;
  draft.description.name = std::filesystem::path(path).stem().string();
  read_keys<Draft>(reader, *root, "a description", kSections, draft);
  join(reader, draft);
  CostEvaluator costs(*result.sources, result.diagnostics);
  check_description(reader, draft.description, search_path, costs);
  if (!result.diagnostics.has_errors()) result.description = std::move(draft.description);
  return result;
}

}  // namespace petriloom
