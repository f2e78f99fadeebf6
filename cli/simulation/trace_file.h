// SPDX-License-Identifier: Apache-2.0
// Traces of a simulation in a file (docs/traces.md).
#pragma once

#include <memory>
#include <string>

#include "cli/shell/session.h"
#include "engine/trace/sqlite.h"
#include "formats/common/output_stream.h"

namespace petriloom::cli {

/// A trace that is written while the simulation runs, under a temporary name until it is complete;
/// into devices and pipes as it comes.
class TraceFile {
 public:
  /// Opens the trace; its ending says how it is written. The net must outlive it. `resumable`: it
  /// must be possible for another process to go on with it. Null, with `problem` set, if that
  /// cannot be.
  static std::unique_ptr<TraceFile> open(const std::string& path, const Net& net, bool resumable, std::string& problem);
  /// Goes on with a trace that another process left unfinished, up to where `state` (of
  /// TraceSink::save) was taken; empty: all of it. Null, with `problem` set, if that cannot be.
  static std::unique_ptr<TraceFile> resume(const std::string& path, const Net& net, const std::string& state, std::string& problem);
  /// Whether such a trace has got its name.
  static bool complete(const std::string& path);
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  /// Removes what was written unless it was closed.
  ~TraceFile();

  /// What the simulation reports to.
  [[nodiscard]] TraceSink* sink() { return sink_.get(); }
  /// Whether something of it could not be written. From any thread.
  [[nodiscard]] bool failed() const { return file_.error() != 0; }
  /// Leaves what is written so far to another process.
  void leave();
  /// Gives the file its name once the run is over. Returns what went wrong, if anything; what was
  /// written is left to another process then if it can be gone on with.
  std::string close();

 private:
  explicit TraceFile(const std::string& path) : path_(path), target_(output_target(path)) {}
  static std::unique_ptr<TraceFile> open(const std::string& path, const Net& net, Begin begin, bool resumable,
                                         std::string& problem);
  std::string make(const Net& net, std::size_t kind, Begin begin);
  std::string open_file(Begin begin);
  std::string open_database(const Net& net);
  [[nodiscard]] std::string temporary() const { return target_.path + ".tmp"; }
  void remove();

  std::string path_;
  OutputTarget target_;
  OutputStream file_;
  std::unique_ptr<TraceSink> sink_;
  const SqliteTrace* database_ = nullptr;  // the sink, if it writes the file itself
  bool resumable_ = false;
  bool open_ = false;
};

class CheckpointFile;

/// Opens the trace if one is asked for, where a checkpoint left it. False, and reported, if that
/// fails.
bool open_trace(const std::string& path, const Net& net, const CheckpointFile& checkpoint, std::unique_ptr<TraceFile>& trace,
                Session& session);
/// Ends the trace, or leaves it to another process if it is `kept` and whole so far; there may be
/// none. False, and reported, if it could not be written.
bool end_trace(TraceFile* trace, bool kept, Session& session);

}  // namespace petriloom::cli
