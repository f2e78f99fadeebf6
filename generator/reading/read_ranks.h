// SPDX-License-Identifier: Apache-2.0
// A description whose application is a program of ranks.
#pragma once

#include "generator/jobs/job_nodes.h"
#include "generator/model/cost.h"
#include "generator/reader/reader.h"

namespace petriloom {

/// Whether a description has such an application: its `kind` is "ranks".
bool describes_ranks(const YamlNode& root);

/// Reads all its sections. `nets`: net_folders of the description.
void read_rank_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& nets, Sources& sources,
                           Diagnostics& diagnostics, Description& description);

/// In read_rank_steps.cpp: the list `steps` of a program of so many ranks (0: that could not be
/// read) on this domain, which is that of one point if the description has none.
std::vector<RankStep> read_rank_steps(Reader& reader, const YamlNode& node, int ranks, const RankDomain* domain);

/// In read_rank_jobs.cpp: the keys `ranks_per_node` and `order`.
Located<int> read_ranks_per_node(Reader& reader, const YamlNode& node);
Located<bool> read_rank_order(Reader& reader, const YamlNode& node);
/// In read_rank_jobs.cpp: whether there can be so many ranks; reports it if not.
bool check_number_of_ranks(Reader& reader, std::size_t ranks, const Location& where);
/// In read_rank_jobs.cpp: what the ranks of a job, whose nodes are known, divide (null: nothing),
/// and their steps, which are added to those of the system. False if the domain was wrong.
bool read_rank_program(Reader& reader, const YamlNode* domain, const YamlNode& steps, RankJob& job, RankSystem& system);
/// In read_rank_jobs.cpp: the list `jobs` on a machine of so many nodes. What a job does not say is
/// as in `otherwise`.
void read_rank_jobs(Reader& reader, const YamlNode& node, const RankJob& otherwise, const RankPlacement& placement,
                    std::size_t nodes, RankSystem& system);

/// In read_rank_farm.cpp: the tasks of a program of a master and workers, for so many ranks.
void read_rank_farm(Reader& reader, const YamlNode& node, int ranks, RankSystem& system);
/// In read_rank_farm.cpp: the file system that steps write to, if they do.
void check_storage(Reader& reader, Machine& machine, const RankSystem& system);

/// The keys of an application that has a trace.
struct RankTraceDraft {
  const YamlNode* file = nullptr;
  const YamlNode* sizes = nullptr;
  std::optional<Located<double>> unit, eager, buffered;
};

/// In read_rank_trace.cpp: the file of a trace and those that it lists, for as many ranks at most.
/// What is read is added to `sources`.
void read_rank_trace(Reader& reader, const RankTraceDraft& draft, std::size_t most_ranks, Sources& sources,
                     Diagnostics& diagnostics, RankSystem& system);

/// In read_gpus.cpp: the GPUs of nodes against the steps that use them.
void check_rank_gpus(Reader& reader, const Machine& machine, const RankSystem& system);

/// In read_core_power.cpp: what the machine draws, if that is told, and the clock of each step.
void settle_rank_power(Reader& reader, CostEvaluator& costs, const Machine& machine, RankSystem& system);

}  // namespace petriloom
