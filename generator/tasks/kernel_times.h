// SPDX-License-Identifier: Apache-2.0
// How long the kernels of an application take on each worker of a node.
#pragma once

#include "generator/perfmodel/perfmodel.h"
#include "generator/tasks/task_applications.h"

namespace petriloom {

/// Lets a kernel that has no time yet take that of the kernel it is like, if that has one.
void use_time_of_like(const TaskKernel& kernel, TaskMachine& machine);

/// Fills links and kernels of a node that are not there yet from performance models: bandwidths and
/// latencies of its memories, and for each kernel of the application the mean that its codelet took
/// on core 0 and on each card; a kernel that is like another may have no codelet. Cards and cores
/// are given. What is missing there is reported where the models were asked for.
void apply_performance_models(const PerformanceModels& models, TaskSystem& system, Sources& sources, Diagnostics& diagnostics);

/// Takes the links of a node as they are from the platform file of the models; `variant` as
/// `read_platform` has it.
void apply_platform(const PerformanceModels& models, const std::string& variant, TaskMachine& machine, Sources& sources,
                    Diagnostics& diagnostics);

/// For each kernel the time on each worker in s: as the node says, or else flop over its rate. A
/// kernel of which neither is told is reported at the application.
std::vector<std::vector<double>> kernel_times(const TaskSystem& system, Diagnostics& diagnostics);

}  // namespace petriloom
