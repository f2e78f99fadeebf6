// SPDX-License-Identifier: Apache-2.0
// Traces of a simulation as CSV or JSON.
#pragma once

#include <memory>
#include <string>

#include "engine/run/simulate.h"

namespace petriloom::cli {

/// A trace that is written while the simulation runs, under a temporary name until it is complete.
class TraceFile : public TraceSink {
 public:
  /// Opens the trace; its ending, .csv or .json, says how it is written. The net must outlive it.
  static std::unique_ptr<TraceFile> open(const std::string& path, const Net& net, std::string& problem);
  /// Gives the file its name once the run is over. Returns what went wrong, if anything.
  virtual std::string close() = 0;
};

}  // namespace petriloom::cli
