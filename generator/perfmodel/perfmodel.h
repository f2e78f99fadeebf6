// SPDX-License-Identifier: Apache-2.0
// The performance models of StarPU for one machine, as its files hold them: what the bus between
// the memories does, and how long codelets took. Format: StarPU 1.4, core/perfmodel, files
// perfmodel_bus.c and perfmodel_history.c, version 45.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// Kinds of devices by their numbers in the files.
enum class DeviceKind : std::uint8_t { cpu = 0, cuda = 1, opencl = 2, mic = 3, fpga = 4, mpi = 5, tcpip = 6, hip = 7 };

/// Memories and what is between them. Memory 0 is the host's, then come those of the CUDA devices,
/// then those of the OpenCL devices. What was not measured is not a number.
struct BusModel {
  int cpus = 0;
  int cuda = 0;
  int opencl = 0;
  std::vector<std::vector<double>> bandwidth;  ///< B/s, from the row to the column
  std::vector<std::vector<double>> latency;    ///< s
  std::vector<std::vector<int>> affinity;      ///< of each GPU the CPUs, nearest first
};

/// What was measured of one footprint of data.
struct HistoryEntry {
  std::uint32_t footprint = 0;
  double bytes = 0;
  double flop = 0;       ///< 0: not told
  double mean = 0;       ///< s
  double deviation = 0;  ///< s
  std::int64_t samples = 0;
};

/// Parameters of regressions over the size; not a number where there are none.
struct RegressionModel {
  double alpha = 0, beta = 0;        ///< time = alpha * size^beta
  double a = 0, b = 0, c = 0;        ///< time = a * size^b + c
  double samples = 0;                ///< of the former
  double least = 0, most = 0;        ///< bytes
  std::vector<double> coefficients;  ///< of a multiple regression, the constant first
};

/// One implementation of a codelet on devices of one kind.
struct CodeletModel {
  DeviceKind device = DeviceKind::cpu;
  int number = 0;  ///< of the device
  int cores = 1;
  int implementation = 0;
  RegressionModel regression;
  std::vector<HistoryEntry> history;
};

struct Codelet {
  std::string name;
  std::vector<CodeletModel> models;
  Location where;  ///< the file
};

/// A folder of performance models and a machine in it. `asked` is where both are asked for.
struct PerformanceModels {
  std::string folder;
  std::string host;
  Location asked;
};

/// Reads HOST.bandwidth, .latency, .config and .affinity in FOLDER/bus, FOLDER itself or
/// FOLDER/custom_bus. Nothing if something is wrong, which is reported at its place.
std::optional<BusModel> read_bus(const PerformanceModels& models, Sources& sources, Diagnostics& diagnostics);

/// Reads NAME.HOST in FOLDER/codelets/45 or FOLDER/codelets. A file that holds nothing but the name
/// of another one there stands for that.
std::optional<Codelet> read_codelet(const PerformanceModels& models, const std::string& name, Sources& sources,
                                    Diagnostics& diagnostics);

/// Whether `read_codelet` finds a file of this codelet.
bool has_codelet(const PerformanceModels& models, const std::string& name);

/// The mean of what a codelet took on a device for data of so many bytes, in s: of its fastest
/// implementation. Nothing if that was not measured.
std::optional<double> measured_time(const Codelet& codelet, DeviceKind device, int number, double bytes);

/// The sizes in bytes that were measured on a device, ascending.
std::vector<double> measured_sizes(const Codelet& codelet, DeviceKind device, int number);

}  // namespace petriloom
