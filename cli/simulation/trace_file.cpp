// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/trace_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/simulation/checkpoint_file.h"
#include "engine/trace/chrome.h"
#include "engine/trace/csv.h"
#include "engine/trace/paje.h"

namespace petriloom::cli {

namespace {

using MakeSink = std::unique_ptr<TraceSink> (*)(const Net& net, std::ostream& out);

template <class Sink>
std::unique_ptr<TraceSink> make_sink(const Net& net, std::ostream& out) {
  return std::make_unique<Sink>(net, out);
}

struct TraceKind {
  std::string_view ending;
  MakeSink make;  ///< null: a database, which writes its file itself
};

constexpr std::array<TraceKind, 6> kKinds = {{{".csv", make_sink<CsvTrace>},
                                              {".json", make_sink<ChromeTrace>},
                                              {".paje", make_sink<PajeTrace>},
                                              {".trace", make_sink<PajeTrace>},
                                              {".sqlite", nullptr},
                                              {".db", nullptr}}};

}  // namespace

TraceFile::~TraceFile() {
  if (!open_) return;
  sink_.reset();
  file_.close();
  remove();
}

void TraceFile::remove() {
  std::error_code ignored;  // nothing more can be done about it
  if (target_.replaced) std::filesystem::remove(temporary(), ignored);
}

void TraceFile::leave() {
  file_.close();
  open_ = false;
}

std::string TraceFile::open_file(Begin begin) {
  if (!target_.replaced) begin = Begin::in_place;
  int error = file_.open(temporary(), begin, target_);
  if (error != 0 && begin == Begin::anew && target_.rights && !resumable_) {
    // In a folder where nothing may be made, a file that may be written is written over.
    target_.replaced = false;
    error = file_.open(temporary(), Begin::in_place, target_);
  }
  return error == 0 ? std::string() : std::strerror(error);
}

std::string TraceFile::open_database(const Net& net) {
  if (!target_.replaced) return "a database needs a regular file";
  std::error_code ignored;  // a file that cannot be removed is told by the database
  std::filesystem::remove(temporary(), ignored);
  auto database = std::make_unique<SqliteTrace>(net, temporary());
  database_ = database.get();
  sink_ = std::move(database);
  return {};
}

std::string TraceFile::make(const Net& net, std::size_t kind, Begin begin) {
  const bool database = kKinds[kind].make == nullptr;
  if (resumable_ && (database || !target_.replaced)) return "such a trace cannot be gone on with";
  std::string problem = database ? open_database(net) : open_file(begin);
  if (!problem.empty()) return problem;
  open_ = true;
  if (database) return database_->problem();
  sink_ = kKinds[kind].make(net, file_);
  return resumable_ && !sink_->save() ? "such a trace cannot be gone on with" : "";
}

std::string TraceFile::close() {
  std::string why;
  int error = 0;
  if (database_ != nullptr) {
    why = database_->problem();
    sink_.reset();
  } else {
    error = file_.close();
  }
  open_ = false;
  if (why.empty() && error == 0 && target_.replaced) error = replace_target(temporary(), target_);
  if (error != 0) why = std::strerror(error);
  if (why.empty()) return {};
  if (!resumable_) remove();
  return fmt::format("{}: cannot be written: {}", path_, why);
}

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, const Net& net, bool resumable, std::string& problem) {
  return open(path, net, Begin::anew, resumable, problem);
}

bool TraceFile::complete(const std::string& path) {
  const OutputTarget target = output_target(path);
  return target.rights && !std::filesystem::exists(target.path + ".tmp");
}

// What a trace begins with is written once more, over the same bytes.
std::unique_ptr<TraceFile> TraceFile::resume(const std::string& path, const Net& net, const std::string& state,
                                             std::string& problem) {
  std::unique_ptr<TraceFile> trace = open(path, net, Begin::there, true, problem);
  if (!trace) return nullptr;
  trace->file_.flush();
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(trace->temporary(), error);
  const std::uintmax_t wanted = state.empty() ? size : std::strtoull(state.c_str(), nullptr, 10);
  if (!error && size >= wanted) std::filesystem::resize_file(trace->temporary(), wanted, error);
  if (!error && size >= wanted) return trace;
  problem = fmt::format("{}: the trace cannot be gone on with: it is shorter than the checkpoint says", trace->temporary());
  trace->leave();
  return nullptr;
}

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, const Net& net, Begin begin, bool resumable,
                                           std::string& problem) {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if (!path.ends_with(kKinds[kind].ending)) continue;
    std::unique_ptr<TraceFile> trace(new TraceFile(path));
    trace->resumable_ = resumable;
    problem = trace->target_.problem;
    if (!problem.empty()) return nullptr;
    problem = trace->make(net, kind, begin);
    if (problem.empty()) return trace;
    problem = fmt::format("{}: cannot be written: {}", path, problem);
    return nullptr;
  }
  std::string endings;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    endings += fmt::format("{}{}", kind == 0 ? "" : kind + 1 == kKinds.size() ? " or " : ", ", kKinds[kind].ending);
  problem = fmt::format("--trace: '{}' does not end in {}", path, endings);
  return nullptr;
}

bool open_trace(const std::string& path, const Net& net, const CheckpointFile& checkpoint, std::unique_ptr<TraceFile>& trace,
                Session& session) {
  if (path.empty()) return true;
  std::string problem;
  const Checkpoint* resumed = checkpoint.resumed();
  const bool over = resumed != nullptr && resumed->finished.contains(0);
  if (over && TraceFile::complete(path)) return true;
  if (over) {
    trace = TraceFile::resume(path, net, "", problem);
  } else if (resumed != nullptr && resumed->running.contains(0)) {
    trace = TraceFile::resume(path, net, resumed->running.at(0).trace, problem);
  } else {
    trace = TraceFile::open(path, net, checkpoint.options() != nullptr, problem);
  }
  if (!trace) session.status.error("petriloom simulate: " + problem);
  return trace != nullptr;
}

bool end_trace(TraceFile* trace, bool kept, Session& session) {
  if (trace == nullptr) return true;
  if (kept && !trace->failed()) {
    trace->leave();
    return true;
  }
  const std::string problem = trace->close();
  if (!problem.empty()) session.status.error(problem);
  return problem.empty();
}

}  // namespace petriloom::cli
