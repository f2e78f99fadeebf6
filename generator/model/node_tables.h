// SPDX-License-Identifier: Apache-2.0
// The figures of each node that the component subnets take as parameters, computed from the
// description.
#pragma once

#include <string>
#include <vector>

#include "generator/description/description.h"

namespace petriloom {

/// One parameter that may differ from node to node: its value for each node, written in the net
/// language.
struct NodeTable {
  std::string name;               ///< of the function over Node that the assembly declares
  std::string type;               ///< "int", "real", "list of real" ...
  std::string comment;            ///< meaning and unit
  std::vector<std::string> rows;  ///< one for each node
};

/// What of the machine is common to all nodes: the sizes of the index sets.
struct Sizes {
  int nodes = 0;
  int sockets = 0;  ///< most in one node
  int buses = 0;    ///< most in one node
  int cards = 0;    ///< most in one node
  int blocks = 0;   ///< CPU blocks in the largest task
  int phases = 0;
};

/// The sizes of the index sets that the nodes of a description need.
Sizes sizes(const Description& description);

/// The nodes with which node `n` exchanges ghost zones: its neighbours in the grid of subdomains,
/// each once, ascending.
std::vector<int> neighbours(const Application& application, int n);

/// The tasks of one node in an iteration: single blocks for the cores, larger ones for the cards
/// (facts: NBO).
struct StaticShare {
  int core_tasks = 0;
  std::vector<int> card_tasks;  ///< CPU blocks of each
};

/// Splits `blocks` CPU blocks: each round fills every core that drives no card with one block and
/// every card with a GPU block for each of its processors; what remains goes to the cores first.
StaticShare static_share(const NodeKind& kind, int gpu_block, int blocks);

/// All tables. Cost expressions are evaluated at the clocks of each node; their errors go to
/// `diagnostics`.
std::vector<NodeTable> node_tables(const Description& description, const Sizes& sizes, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
