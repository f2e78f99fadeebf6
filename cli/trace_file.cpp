// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/run/trace_chrome.h"
#include "engine/run/trace_csv.h"
#include "engine/run/trace_paje.h"

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
  std::error_code ignored;  // nothing more can be done about it
  std::filesystem::remove(temporary(), ignored);
}

void TraceFile::leave() {
  file_.close();
  open_ = false;
}

std::string TraceFile::make(const Net& net, std::size_t kind, std::ios::openmode mode) {
  if (kKinds[kind].make == nullptr) {
    if ((mode & std::ios::in) != 0) return "such a trace cannot be gone on with";
    std::error_code ignored;  // a file that cannot be removed is told by the database
    std::filesystem::remove(temporary(), ignored);
    auto database = std::make_unique<SqliteTrace>(net, temporary());
    open_ = true;
    database_ = database.get();
    sink_ = std::move(database);
    return database_->problem();
  }
  file_.open(temporary(), mode);
  if (!file_.is_open()) return std::strerror(errno);
  open_ = true;
  sink_ = kKinds[kind].make(net, file_);
  return {};
}

std::string TraceFile::close() {
  std::string why;
  if (database_ != nullptr) {
    why = database_->problem();
    sink_.reset();
  } else {
    file_.close();
    if (!file_) why = std::strerror(errno);
  }
  open_ = false;
  std::error_code error;
  if (why.empty()) std::filesystem::rename(temporary(), path_, error);
  if (why.empty() && !error) return {};
  if (error) why = error.message();
  std::filesystem::remove(temporary(), error);
  return fmt::format("{}: cannot be written: {}", path_, why);
}

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, const Net& net, std::string& problem) {
  return open(path, net, std::ios::binary | std::ios::out | std::ios::trunc, problem);
}

// What a trace begins with is written once more, over the same bytes.
std::unique_ptr<TraceFile> TraceFile::resume(const std::string& path, const Net& net, const std::string& state,
                                             std::string& problem) {
  std::unique_ptr<TraceFile> trace = open(path, net, std::ios::binary | std::ios::out | std::ios::in, problem);
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

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, const Net& net, std::ios::openmode mode, std::string& problem) {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if (!path.ends_with(kKinds[kind].ending)) continue;
    std::unique_ptr<TraceFile> trace(new TraceFile(path));
    problem = trace->make(net, kind, mode);
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

}  // namespace petriloom::cli
