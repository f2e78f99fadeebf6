// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/run/trace_chrome.h"
#include "engine/run/trace_csv.h"

namespace petriloom::cli {

TraceFile::TraceFile(std::string path, std::ios::openmode mode) : path_(std::move(path)), file_(temporary(), mode) {}

TraceFile::~TraceFile() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;  // nothing more can be done about it
  std::filesystem::remove(temporary(), ignored);
}

std::string TraceFile::close() {
  const bool written = file_.good();
  file_.close();
  std::error_code error;
  if (written && file_) std::filesystem::rename(temporary(), path_, error);
  if (written && file_ && !error) return {};
  const std::string why = error ? error.message() : std::strerror(errno);
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
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".json")) {
    problem = fmt::format("--trace: '{}' ends in neither .csv nor .json", path);
    return nullptr;
  }
  std::unique_ptr<TraceFile> trace(new TraceFile(path, mode));
  if (!trace->file_.is_open()) {
    problem = fmt::format("{}: cannot be written: {}", path, std::strerror(errno));
    return nullptr;
  }
  if (csv) {
    trace->sink_ = std::make_unique<CsvTrace>(net, trace->file_);
  } else {
    trace->sink_ = std::make_unique<ChromeTrace>(net, trace->file_);
  }
  return trace;
}

}  // namespace petriloom::cli
