// SPDX-License-Identifier: Apache-2.0
// The readers of the sections of a description.
#pragma once

#include "generator/reader/reader.h"

namespace petriloom {

/// What messages call that which is described under a name and referred to elsewhere.
constexpr std::string_view kLink = "link";
constexpr std::string_view kNodeKind = "kind of node";
constexpr std::string_view kCostModel = "cost model";

/// The readers of sections, in read_machine.cpp (links, machine), read_network.cpp,
/// read_costs.cpp and read_application.cpp (the rest).
void read_links(Reader& reader, const YamlNode& node, std::map<std::string, LogGp>& links);
LogGp read_log_gp(Reader& reader, const YamlNode& node);
void read_machine(Reader& reader, const YamlNode& node, Machine& machine);
/// In read_network.cpp. The network of a machine that has no such key is as if it had none of its
/// keys.
void read_network(Reader& reader, const YamlNode& node, Machine& machine);
void leave_out_network(const Location& where, Network& network);
/// In read_gpus.cpp: the key gpus of a kind of node.
void read_gpus(Reader& reader, const YamlNode& node, NodeKind& kind);
/// In read_core_power.cpp: the keys frequencies, power and temperature of a kind of node, and what
/// they must have in common.
void read_core_clocks(Reader& reader, const YamlNode& node, NodeKind& kind);
void read_core_power(Reader& reader, const YamlNode& node, NodeKind& kind);
void read_core_heating(Reader& reader, const YamlNode& node, NodeKind& kind);
void check_core_power(Reader& reader, const NodeKind& kind);
void read_costs(Reader& reader, const YamlNode& node, std::vector<CostModel>& models);
/// The name of a policy, or a map of its `name` and of values for its parameters, which its own
/// file declares.
void read_policy(Reader& reader, const YamlNode& node, Runtime& runtime);
void read_runtime(Reader& reader, const YamlNode& node, Runtime& runtime);
void read_application(Reader& reader, const YamlNode& node, Application& application);
/// False, and reported, if nobody knows of what kind the application is: what its keys and those of
/// the other sections mean follows from that.
bool is_of_a_kind(Reader& reader, const YamlNode& root);
/// How the blocks are given out; without `blocks` every node gets `rounds` times what fills it
/// once.
struct MappingDraft {
  Mapping mapping;
  Located<int> distribution;
  std::optional<Located<int>> rounds;
  std::optional<Located<int>> listed;  ///< where the list of blocks stands, and its length
};
void read_mapping(Reader& reader, const YamlNode& node, MappingDraft& draft);
void read_run(Reader& reader, const YamlNode& node, RunSection& run);
void read_properties(Reader& reader, const YamlNode& node, std::vector<DescribedProperty>& properties);

}  // namespace petriloom
