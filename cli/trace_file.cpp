// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/run/trace_chrome.h"
#include "engine/run/trace_csv.h"

namespace petriloom::cli {

TraceFile::TraceFile(std::string path) : path_(std::move(path)), file_(temporary(), std::ios::binary | std::ios::trunc) {}

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
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".json")) {
    problem = fmt::format("--trace: '{}' ends in neither .csv nor .json", path);
    return nullptr;
  }
  std::unique_ptr<TraceFile> trace(new TraceFile(path));
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
