// SPDX-License-Identifier: Apache-2.0
// Traces of a simulation in a file (docs/traces.md).
#pragma once

#include <fstream>
#include <memory>
#include <string>

#include "engine/run/trace_sqlite.h"

namespace petriloom::cli {

/// A trace that is written while the simulation runs, under a temporary name until it is complete.
class TraceFile {
 public:
  /// Opens the trace; its ending says how it is written. The net must outlive it. Null, with `problem` set, if that cannot be.
  static std::unique_ptr<TraceFile> open(const std::string& path, const Net& net, std::string& problem);
  /// Goes on with a trace that another process left unfinished, up to where `state` (of TraceSink::save) was taken; empty: all of
  /// it. Null, with `problem` set, if that cannot be.
  static std::unique_ptr<TraceFile> resume(const std::string& path, const Net& net, const std::string& state, std::string& problem);
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  /// Removes what was written unless it was closed.
  ~TraceFile();

  /// What the simulation reports to.
  [[nodiscard]] TraceSink* sink() { return sink_.get(); }
  /// Whether another process can go on with it. To be called before the simulation.
  [[nodiscard]] bool resumable() { return sink_->save().has_value(); }
  /// Leaves what is written so far to another process.
  void leave();
  /// Gives the file its name once the run is over. Returns what went wrong, if anything.
  std::string close();

 private:
  explicit TraceFile(std::string path) : path_(std::move(path)) {}
  std::string make(const Net& net, std::size_t kind, std::ios::openmode mode);
  static std::unique_ptr<TraceFile> open(const std::string& path, const Net& net, std::ios::openmode mode, std::string& problem);
  [[nodiscard]] std::string temporary() const { return path_ + ".tmp"; }

  std::string path_;
  std::ofstream file_;
  std::unique_ptr<TraceSink> sink_;
  const SqliteTrace* database_ = nullptr;  // the sink, if it writes the file itself
  bool open_ = false;
};

}  // namespace petriloom::cli
