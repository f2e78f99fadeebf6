// SPDX-License-Identifier: Apache-2.0
#include "generator/hwloc/hardware_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "engine/text/wording.h"
#include "generator/hwloc/topology.h"
#include "generator/yaml/named_file.h"

namespace petriloom {
namespace {

constexpr std::string_view kTopologyEnding = ".xml";
constexpr NamedFile kTopologyFile{"a topology",
                                  "the name of a topology of hwloc",
                                  "for example 'hwloc: node.xml'",
                                  "`lstopo FILE.xml` writes one",
                                  {&kTopologyEnding, 1}};

/// What a topology says, under the keys of a kind of node.
YamlNode keys_of(const HwlocTopology& topology, bool cores_are_said, Diagnostics& diagnostics) {
  YamlNode keys = map_node(topology.where);
  const HwlocTopology::Package& first = topology.packages.front();
  const auto other = std::find_if(topology.packages.begin(), topology.packages.end(),
                                  [&first](const HwlocTopology::Package& package) { return package.cores != first.cores; });
  if (other != topology.packages.end() && !cores_are_said) {
    diagnostics.error(other->where,
                      fmt::format("this package has {}, the first has {}: sockets of a node are alike here",
                                  counted(other->cores, "core"), counted(first.cores, "core")),
                      "say 'sockets' and 'cores_per_socket' beside 'hwloc'");
  }
  add_entry(keys, "sockets", scalar_node(std::to_string(topology.packages.size()), topology.where));
  add_entry(keys, "cores_per_socket", scalar_node(std::to_string(first.cores), first.where));
  if (topology.clock) add_entry(keys, "frequency", scalar_node(fmt::format("{} Hz", topology.clock->hertz), topology.clock->where));
  const Location gpus_where = topology.gpus.empty() ? topology.where : topology.gpus.front();
  YamlNode gpus = map_node(gpus_where);
  add_entry(gpus, "processors", scalar_node(std::to_string(topology.gpus.size()), gpus_where));
  add_entry(keys, "gpus", std::move(gpus));
  return keys;
}

/// The topology that a node names; absent without one, or after an error.
std::optional<HwlocTopology> topology_of(const YamlNode& node, Sources& sources, Diagnostics& diagnostics) {
  const YamlNode* name = node.find("hwloc");
  if (name == nullptr) return std::nullopt;
  const std::optional<FileId> file = load_named_file(*name, kTopologyFile, sources, diagnostics);
  return file ? read_hwloc(*file, sources, diagnostics) : std::nullopt;
}

/// Of a node that runs tasks: its GPUs are cards, each of which takes a core, and the other cores
/// compute.
void merge_workers(YamlNode& node, Sources& sources, Diagnostics& diagnostics) {
  const YamlNode* const name = node.find("hwloc");
  if (name == nullptr) return;
  const std::optional<HwlocTopology> topology = topology_of(node, sources, diagnostics);
  YamlNode keys = map_node(name->where);
  if (!topology) {
    // So that nothing is missed but what is told.
    add_entry(keys, "cores", scalar_node("1", name->where));
    return merge_missing(node, keys);
  }
  const YamlNode* said = node.find("cards");
  const auto gpus = static_cast<int>(topology->gpus.size());
  if (said == nullptr)
    add_entry(keys, "cards", scalar_node(std::to_string(gpus), gpus == 0 ? topology->where : topology->gpus.front()));
  // What is no number is told where it is read.
  const int cards = said == nullptr ? gpus : parse_number<int>(said->text).value_or(0);
  int cores = 0;
  for (const HwlocTopology::Package& package : topology->packages) cores += package.cores;
  const YamlNode* const said_cores = node.find("cores");
  const int computing = said_cores == nullptr ? 0 : parse_number<int>(said_cores->text).value_or(0);
  if (cards + computing > cores || (said_cores == nullptr && cards == cores))
    diagnostics.warning(
        name->where,
        fmt::format("{} has {}, and {} cards take one each{}", quote_path(name->text), counted(cores, "core"), cards,
                    said_cores == nullptr ? ": none is left that computes" : fmt::format(", beside {} that compute", computing)),
        "'cards' and 'cores' say how many of both are used");
  add_entry(keys, "cores", scalar_node(std::to_string(std::max(0, cores - std::max(0, cards))), topology->where));
  merge_missing(node, keys);
}

void merge_topology(YamlNode& node, Sources& sources, Diagnostics& diagnostics) {
  const std::optional<HwlocTopology> topology = topology_of(node, sources, diagnostics);
  if (!topology) return;
  const YamlNode* gpus = node.find("gpus");
  if (gpus != nullptr && gpus->kind == YamlNode::Kind::map && gpus->find("processors") == nullptr && topology->gpus.empty())
    diagnostics.warning(gpus->where, fmt::format("{} knows of no GPU, so the node has none", quote_path(node.find("hwloc")->text)),
                        "give 'processors', or a file that lists devices: `lstopo --whole-io FILE.xml`");
  const bool cores_are_said = node.find("sockets") != nullptr && node.find("cores_per_socket") != nullptr;
  merge_missing(node, keys_of(*topology, cores_are_said, diagnostics));
}

}  // namespace

void merge_hardware_files(YamlNode& root, Sources& sources, Diagnostics& diagnostics) {
  YamlNode* machine = root.find("machine");
  if (machine == nullptr) return;
  if (YamlNode* node = machine->find("node")) merge_workers(*node, sources, diagnostics);
  if (YamlNode* kinds = machine->find("kinds")) {
    for (YamlEntry& entry : kinds->entries) merge_topology(entry.value, sources, diagnostics);
  }
  if (YamlNode* nodes = machine->find("nodes")) {
    for (YamlNode& item : nodes->items) merge_topology(item, sources, diagnostics);
  }
}

}  // namespace petriloom
