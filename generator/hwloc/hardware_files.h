// SPDX-License-Identifier: Apache-2.0
// Files of other tools that say what hardware a node has.
#pragma once

#include "generator/yaml/yaml_tree.h"

namespace petriloom {

/// Adds to each kind of node and each group of nodes that has the key `hwloc` what the topology of
/// that name says: sockets, cores_per_socket, frequency, gpus; to a node that runs tasks its cards,
/// and as cores those that are left when each card has one. What the description says itself stays.
/// The file is looked up beside the file in which its name stands, in a setting from the current
/// folder; its name ends in .xml. Sockets with different numbers of cores are an error, unless the
/// description says both numbers.
void merge_hardware_files(YamlNode& root, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
