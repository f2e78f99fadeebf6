// SPDX-License-Identifier: Apache-2.0
// The parts that a node is made of: a row for each subnet, and the places that join them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generator/model/node_tables.h"

namespace petriloom {

/// An instance of the module of a subnet.
struct Component {
  /// A value for a parameter, in the net language; it may use the tables of the nodes
  /// (generator/model/node_tables.h).
  struct Parameter {
    std::string name;
    std::string value;
  };
  std::string name;    ///< of the instance, with its array
  std::string module;  ///< of which it is one
  std::string file;    ///< that declares the module: below nets/, without ".loom"
  Location origin;     ///< what of the description asks for it; of one that it chooses, where
  std::vector<Parameter> parameters;
  /// Port, and the place that it is bound to.
  std::vector<std::pair<std::string_view, std::string_view>> ports;
  /// Left out of machines without GPUs.
  bool of_cards = false;
  /// Stands in the module of the task runtime, which imports its file itself.
  bool of_task_runtime = false;
  /// The key of the description that chooses it by the name of its file, if one does.
  std::string_view chosen_by = {};
  /// By the description, behind `parameters`.
  std::vector<GivenParameter> given = {};
  /// Joins the nodes: stands outside of them.
  bool of_network = false;
  /// Ports that are not in `ports` are bound to the places of their names.
  bool by_name = false;
  /// Measures of its module that those of the system are made of.
  std::vector<std::string_view> measures = {};
};

/// What a card measures, of which the energy of its node is made.
inline constexpr std::array<std::string_view, 3> kMeasuresOfCards{"idle_energy", "first_phases", "last_phase"};

/// What decides where the tasks of a node run: the small configuration of the runtime with a
/// SCHEDULER of nets/policy, or the task runtime with a POLICY of nets/tasks/policy.
enum class NodeRuntime : std::uint8_t { small, tasks };

/// The parts of a node, in the order in which the reference system is put together
/// (docs/generator.md). Of those that the description chooses, `parameters` are those that they
/// may ask for. Last comes what joins the nodes.
std::vector<Component> components_of_node(const Description& description, const Sizes& size,
                                          NodeRuntime runtime = NodeRuntime::small);

/// The POLICY of the task runtime that a description chooses, as a part of it.
Component policy_of_tasks(const Description& description);

/// What the description calls a component that it chooses.
std::string chosen_name(const Component& component);

/// A place inside a node.
struct NodePlace {
  std::string_view declaration;  ///< "NAME : COLOUR"
  bool of_cards = false;         ///< left out of machines without GPUs
};

/// The places that join the parts of a node, in their order.
std::span<const NodePlace> places_of_node();

}  // namespace petriloom
