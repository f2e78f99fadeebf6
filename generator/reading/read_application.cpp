// SPDX-License-Identifier: Apache-2.0
// The sections `runtime`, `application`, `mapping`, `run` and `properties`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/text/quote.h"

#include "generator/reading/sections.h"

namespace petriloom {
namespace {

constexpr int kMostPoints = 1 << 20;  // along a side of a block
constexpr int kMostGrid = 100'000;
constexpr Range<double> kLongTime{0, 1e9};
constexpr Range<double> kPointBytes{0, 1e9};
constexpr std::array<std::string_view, 2> kTakenBack{"blocks", "borders"};    // as TakenBack
constexpr std::array<std::string_view, 2> kApplications{"stencil", "ranks"};  // the second is read elsewhere
constexpr std::array<std::string_view, 2> kDistributions{"nbo", "blocks"};

constexpr auto kRuntimeKeys = std::to_array<Key<Runtime>>({
    {"policy", read_policy, "static"},
    {"scheduling_time",
     [](Reader& r, const YamlNode& n, Runtime& t) { t.scheduling_time = r.quantity(n, Dimension::time, kLongTime); }, "0 s"},
    {"driver_time", [](Reader& r, const YamlNode& n, Runtime& t) { t.driver_time = r.quantity(n, Dimension::time, kLongTime); },
     "0 s"},
    {"taken_back",
     [](Reader& r, const YamlNode& n, Runtime& t) {
       const Located<int> number = r.choice(n, kTakenBack);
       t.taken_back = {static_cast<TakenBack>(number.value), number.where};
     },
     "blocks"},
});

/// Two whole numbers in a list.
void read_pair(Reader& reader, const YamlNode& node, std::string_view what, int most, Located<int>& first, Located<int>& second) {
  first = second = {1, node.where};
  if (!reader.is_list(node, what)) return;
  if (node.items.size() != 2) {
    reader.error(node.where, fmt::format("expected {}, found a list of {}", what, node.items.size()));
    return;
  }
  first = reader.integer(node.items[0], {1, most});
  second = reader.integer(node.items[1], {1, most});
}

constexpr auto kHaloKeys = std::to_array<Key<Application>>({
    {"width",
     [](Reader& r, const YamlNode& n, Application& a) {
       a.halo_width = r.integer(n, {0, kMostPoints});
     },
     nullptr},
    {"bytes_per_point",
     [](Reader& r, const YamlNode& n, Application& a) { a.point_bytes = r.quantity(n, Dimension::bytes, kPointBytes); }, nullptr},
});

constexpr auto kApplicationKeys = std::to_array<Key<Application>>({
    {"kind", [](Reader& r, const YamlNode& n, Application&) { r.choice(n, kApplications); }, "stencil"},
    {"grid",
     [](Reader& r, const YamlNode& n, Application& a) {
       read_pair(r, n, "[columns, rows]", kMostGrid, a.grid_columns, a.grid_rows);
     },
     nullptr},
    {"periodic", [](Reader& r, const YamlNode& n, Application& a) { a.periodic = r.boolean(n); }, "false"},
    {"iterations",
     [](Reader& r, const YamlNode& n, Application& a) {
       a.iterations = r.integer(n, {1, kMostIterations});
     },
     "1"},
    {"block",
     [](Reader& r, const YamlNode& n, Application& a) {
       read_pair(r, n, "[rows, columns]", kMostPoints, a.block_rows, a.block_columns);
     },
     nullptr},
    {"gpu_block",
     [](Reader& r, const YamlNode& n, Application& a) {
       a.gpu_block_factor = r.integer(n, {1, 4096});
     },
     "8"},
    {"halo", [](Reader& r, const YamlNode& n, Application& a) { read_keys<Application>(r, n, "'halo'", kHaloKeys, a); }, nullptr},
    {"restart", [](Reader& r, const YamlNode& n, Application& a) { a.restart = r.boolean(n); }, "false"},
});

void read_blocks(Reader& reader, const YamlNode& node, MappingDraft& draft) {
  if (!reader.is_list(node, "a list of the blocks of each node")) return;
  draft.listed = Located<int>{static_cast<int>(node.items.size()), node.where};
  for (const YamlNode& item : node.items) draft.mapping.blocks.push_back(reader.integer(item, {0, kMostBlocks}));
}

constexpr auto kMappingKeys = std::to_array<Key<MappingDraft>>({
    {"distribution", [](Reader& r, const YamlNode& n, MappingDraft& d) { d.distribution = r.choice(n, kDistributions); }, "nbo"},
    {"rounds",
     [](Reader& r, const YamlNode& n, MappingDraft& d) {
       d.rounds = r.integer(n, {1, 10'000});
     },
     ""},
    {"blocks", read_blocks, ""},
    {"cost_model", [](Reader& r, const YamlNode& n, MappingDraft& d) { d.mapping.cost_model = r.word(n); }, nullptr},
});

constexpr const char* kUntilHelp = "a time above 0 s, or 'done': until the application is";

constexpr auto kRunKeys = std::to_array<Key<RunSection>>({
    {"replications",
     [](Reader& r, const YamlNode& n, RunSection& s) {
       s.replications = r.integer(n, {1, 1'000'000});
     },
     "1"},
    {"until",
     [](Reader& r, const YamlNode& n, RunSection& s) {
       s.until = {0, n.where};
       if (n.kind == YamlNode::Kind::scalar && n.text == "done") return;
       const std::size_t errors = r.errors();
       s.until = r.quantity(n, Dimension::time, kLongTime);
       if (r.errors() == errors && s.until.value == 0) r.error(n.where, "a simulation that ends at 0 s does nothing", kUntilHelp);
     },
     "done"},
});

constexpr auto kFormulaKinds = std::to_array<std::string_view>({"invariant", "ltl", "ctl"});
constexpr auto kPlainKinds = std::to_array<std::string_view>({"bounded", "deadlock_free", "live", "quasi_live", "reversible"});

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A property is a map of `name` and one key that is its kind.
std::optional<DescribedProperty> read_property(Reader& reader, const YamlNode& written) {
  if (!reader.is_map(written, "a property")) return std::nullopt;
  std::vector<std::string> valid{"name"};
  valid.insert(valid.end(), kFormulaKinds.begin(), kFormulaKinds.end());
  valid.insert(valid.end(), kPlainKinds.begin(), kPlainKinds.end());
  reader.check_known(written, "a property", valid);
  const YamlNode node = reader.corrected(written);
  DescribedProperty property;
  property.where = node.where;
  std::size_t kinds = 0;
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == "name") {
      property.name = reader.identifier(entry.value);
    } else if (contains(kFormulaKinds, entry.key)) {
      ++kinds;
      property.kind = entry.key;
      const std::string* text = reader.scalar(entry.value, "a formula");
      property.formula = text == nullptr ? "" : *text;
      // It becomes one line of the assembly.
      std::replace(property.formula.begin(), property.formula.end(), '\n', ' ');
      property.where = entry.value.where;
    } else if (contains(kPlainKinds, entry.key)) {
      ++kinds;
      property.kind = entry.key;
      const std::size_t errors = reader.errors();
      if (!reader.boolean(entry.value).value && reader.errors() == errors) {
        reader.error(entry.value.where, fmt::format("'{}' is asked for by 'true'", entry.key), "leave the property out otherwise");
      }
    }
  }
  if (node.find("name") == nullptr) reader.error(node.where, "a property needs the key 'name'");
  if (kinds != 1) {
    reader.error(node.where, fmt::format("a property needs one kind, found {}", kinds),
                 "invariant, ltl or ctl with a formula; or bounded, deadlock_free, live, quasi_live or reversible with 'true'");
    return std::nullopt;
  }
  return property;
}

}  // namespace

void read_policy(Reader& reader, const YamlNode& node, Runtime& runtime) {
  reader.module(node, "policy", runtime.policy, runtime.policy_parameters);
}

void read_runtime(Reader& reader, const YamlNode& node, Runtime& runtime) {
  read_keys<Runtime>(reader, node, "'runtime'", kRuntimeKeys, runtime);
}

bool is_of_a_kind(Reader& reader, const YamlNode& root) {
  const YamlNode* const application = root.kind == YamlNode::Kind::map ? root.find("application") : nullptr;
  if (application == nullptr || application->kind != YamlNode::Kind::map) return true;
  const std::size_t errors = reader.errors();
  if (const YamlNode* const kind = application->find("kind")) {
    reader.choice(*kind, kApplications);
  } else {
    constexpr std::array<std::string_view, 5> kOfRanks{"steps", "jobs", "tasks", "trace", "ranks_per_node"};
    for (const YamlEntry& entry : application->entries) {
      if (std::find(kOfRanks.begin(), kOfRanks.end(), entry.key) == kOfRanks.end()) continue;
      reader.error(entry.where, fmt::format("'{}' is of 'kind: ranks', and the application does not say its kind", entry.key),
                   "kind: ranks beside it");
      break;
    }
  }
  return reader.errors() == errors;
}

void read_application(Reader& reader, const YamlNode& node, Application& application) {
  read_keys<Application>(reader, node, "'application'", kApplicationKeys, application);
}

void read_mapping(Reader& reader, const YamlNode& node, MappingDraft& draft) {
  if (!read_keys<MappingDraft>(reader, node, "'mapping'", kMappingKeys, draft)) return;
  if (!reader.readable(draft.distribution.where)) return;
  const bool by_list = draft.distribution.value == 1;
  if (by_list && !draft.listed) reader.error(draft.distribution.where, "the distribution 'blocks' needs the key 'blocks'");
  if (by_list && draft.rounds) reader.error(draft.rounds->where, "'rounds' belongs to the distribution 'nbo'");
  if (!by_list && draft.listed) reader.error(draft.listed->where, "'blocks' needs 'distribution: blocks'");
}

void read_run(Reader& reader, const YamlNode& node, RunSection& run) {
  read_keys<RunSection>(reader, node, "'run'", kRunKeys, run);
}

void read_properties(Reader& reader, const YamlNode& node, std::vector<DescribedProperty>& properties) {
  if (!reader.is_list(node, "a list of properties")) return;
  std::set<std::string> names;
  for (const YamlNode& item : node.items) {
    std::optional<DescribedProperty> property = read_property(reader, item);
    if (!property) continue;
    if (!names.insert(property->name).second) {
      reader.error(item.where, fmt::format("there are two properties named {}", quote(property->name)));
    }
    properties.push_back(std::move(*property));
  }
}

}  // namespace petriloom
