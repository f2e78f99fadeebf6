// SPDX-License-Identifier: Apache-2.0
// A description whose machine is one node that runs tasks.
#pragma once

#include "generator/reader/reader.h"
#include "generator/tasks/task_applications.h"

namespace petriloom {

/// Whether a description has such a machine: its section `machine` has the key `node`.
bool describes_tasks(const YamlNode& root);

/// Reads all its sections. Performance models are looked up beside the file that names them, then
/// in `search_path`.
void read_task_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& search_path, Sources& sources,
                           Diagnostics& diagnostics, Description& description);

/// s, of a kernel or another piece of work.
inline constexpr Range<double> kKernelTime{0, 1e6};

/// In read_task_application.cpp: the times of kernels of the application on the workers of a node,
/// `kNoKernel` for `none`.
void read_kernels(Reader& reader, const YamlNode& node, const TaskApplication& application, TaskMachine& machine);

/// In read_task_application.cpp: the kind of the application and the keys of that kind, which
/// become constants of the net. A file that it names is added to `sources`.
void read_task_application(Reader& reader, const YamlNode& node, TaskSystem& system, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
