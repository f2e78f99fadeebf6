// SPDX-License-Identifier: Apache-2.0
// What the parts of a description must have in common.
#pragma once

#include "generator/model/cost.h"
#include "generator/reader/reader.h"

namespace petriloom {

/// The sections that were read without an error; only these are compared.
struct Sound {
  bool machine = false;
  bool application = false;
  bool mapping = false;
  bool costs = false;
};

/// Reports what no section can tell alone: the grid against the nodes, the blocks against the
/// nodes, the halo against the block, the cost model against the units and clocks there are, the
/// policy against the files in `nets`, which are net_folders of the description.
void check_description(Reader& reader, const Description& description, const std::vector<std::string>& nets, const Sound& sound,
                       CostEvaluator& costs);

/// In check_network.cpp: switches and places against the nodes.
void check_network(Reader& reader, const Machine& machine);

/// In check_network.cpp: how many switches a network has; nothing of a topology of one's own.
std::optional<double> switches_of(const Network& network, std::size_t nodes);

/// Where files are that a description chooses by name: in `below` of the folders of nets, those
/// that declare the module; empty: whatever they declare.
struct ChosenFrom {
  std::string below;
  std::string module;
};

/// Reports a name that is none of the files there, so that adding one needs no change here. `what`
/// names such a thing in the message; `besides` are right and no files.
void check_chosen(Reader& reader, std::string_view what, const Located<std::string>& name, const std::vector<ChosenFrom>& from,
                  const std::vector<std::string>& nets, const std::set<std::string>& besides = {});

/// Reports a topology or a way of sharing links that there is no file of.
void check_network_files(Reader& reader, const Network& network, const std::vector<std::string>& nets);

}  // namespace petriloom
