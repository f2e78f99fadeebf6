// SPDX-License-Identifier: Apache-2.0
// From description to net: the assembly in the order of the parts of the machine, then
// instantiation of the component subnets.
#pragma once

#include <map>

#include "formats/loom/loom.h"
#include "generator/assembly/components.h"
#include "generator/reading/read_description.h"

namespace petriloom {

/// The top level as net language, and for each of its lines the line of the description that asked
/// for it.
struct Assembly {
  std::string text;
  LineOrigins origins;
  /// Lines that hold words or choices of the description, and the words.
  std::map<std::uint32_t, std::string> quoted;
};

/// Writes the top level: index sets, tables of the nodes' figures, then instances of the subnets
/// joined by interface places, in the order of mapping.md section 2 (docs/generator.md).
/// `components` are the parts of a node. Cost expressions are evaluated into tables; `sources` is
/// for the locations of errors in them, which go to `diagnostics`.
Assembly assemble(const Description& description, const std::vector<Component>& components, Sources& sources,
                  Diagnostics& diagnostics);

/// The same of a node that runs tasks: the machine, the constants of its application, and of what
/// kinds its tasks are if a table says so, and the instance of the policy.
Assembly assemble_tasks(const Description& description, const std::optional<TaskConstant>& kinds, const Component& policy,
                        Diagnostics& diagnostics);

/// The same of ranks that go through a program: its steps, and the network of the nodes that they
/// are on.
Assembly assemble_ranks(const Description& description, const Component& network);

struct GenerateOptions {
  std::vector<std::string> search_path;  ///< folders that hold nets/ and templates/
  Fold fold = Fold::automatic;
  DescriptionInput input = {};
};

/// The net of a description that was read without errors. `path` is its file, which need not be
/// there: what it names is looked up beside it. Errors are told as by `generate`.
ReadResult net_of_description(const Description& description, const std::string& path, const GenerateOptions& options,
                              const std::shared_ptr<Sources>& sources);

/// Reads a description and makes its net. Errors in words of the description (formulas, the policy)
/// are at their place there; any other error in the assembly is one of the program itself and
/// thrown, with the line of the description that asked for it. What was read without errors is
/// left in `told`, if that is not null.
ReadResult generate(const std::string& path, const GenerateOptions& options, std::optional<Description>* told = nullptr);

}  // namespace petriloom
