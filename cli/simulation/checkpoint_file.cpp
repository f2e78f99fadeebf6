// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/checkpoint_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/state/run_state_text.h"
#include "formats/common/output_stream.h"

namespace petriloom::cli {

namespace {

/// Waits until what was written to a file, or to the entries of a folder, will outlast a loss of
/// power.
bool make_durable(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0;
  return ::close(file) == 0 && done;
}

/// Replaces a file as a whole; what went wrong, if anything.
std::string replace_whole(const OutputTarget& target, const std::string& text) {
  const std::string temporary = target.path + ".tmp";
  OutputStream out;
  int error = out.open(temporary, Begin::anew, target);
  if (error == 0) {
    out << text;
    error = out.close();
  }
  if (error == 0 && !make_durable(temporary, O_RDONLY)) error = errno;
  if (error == 0) error = replace_target(temporary, target);
  if (error != 0) return std::strerror(error);
  const std::filesystem::path folder = std::filesystem::path(target.path).parent_path();
  // Some file systems cannot, and need not.
  make_durable(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  return {};
}

/// The bytes of a file; empty, with `problem` set, if it cannot be read.
std::optional<std::string> bytes_of(const std::string& path, std::string& problem) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  if (in) text << in.rdbuf();
  if (in && !in.bad()) return text.str();
  problem = std::strerror(errno);
  return std::nullopt;
}

}  // namespace

CheckpointFile::CheckpointFile(std::string path, double every, Session& session) : path_(std::move(path)), session_(session) {
  options_.every = every;
}

bool CheckpointFile::open(const Net& net, std::vector<std::pair<std::string, std::string>> settings, bool worker) {
  options_.settings = std::move(settings);
  if (path_.empty() || worker) return true;
  target_ = output_target(path_);
  if (!target_.problem.empty() || !target_.replaced) {
    session_.status.error(target_.problem.empty() ? fmt::format("{}: a checkpoint is a regular file", path_)
                                                  : fmt::format("--checkpoint: {}", target_.problem));
    return false;
  }
  std::string problem;
  if (target_.rights) {
    const std::optional<std::string> text = bytes_of(path_, problem);
    if (text) resumed_ = read_checkpoint(net, *text, options_.settings, problem);
    if (!resumed_) {
      session_.status.error(fmt::format("{}: cannot be gone on with: {}", path_, problem));
      return false;
    }
    options_.resume = &*resumed_;
    session_.status.note(fmt::format("going on from {}: {} of the runs finished, {} begun", path_, resumed_->finished.size(),
                                     resumed_->running.size()));
  }
  write(write_checkpoint(net, resumed_ ? *resumed_ : Checkpoint{options_.settings, {}, {}}));
  options_.write = [this](const std::string& text) { write(text); };
  return !failed_;
}

void CheckpointFile::write(const std::string& text) {
  if (held_ && held_()) return;
  const std::string problem = replace_whole(target_, text);
  if (problem.empty() || failed_) return;
  failed_ = true;
  session_.status.error(fmt::format("{}: cannot be written: {}", path_, problem));
}

void CheckpointFile::remove() {
  if (path_.empty()) return;
  std::error_code error;
  std::filesystem::remove(target_.path, error);  // a link to it stays
  if (error) session_.status.error(fmt::format("{}: cannot be removed: {}", path_, error.message()));
}

void CheckpointFile::keep() {
  if (!path_.empty()) session_.status.note(fmt::format("the same command goes on from {}", path_));
}

bool read_state_file(const std::string& path, const Net& net, std::optional<RunState>& state, Session& session) {
  if (path.empty()) return true;
  std::string problem;
  if (const auto text = bytes_of(path, problem)) state = read_run_state(net, *text, problem);
  if (!state) session.status.error(fmt::format("{}: {}", path, problem));
  return state.has_value();
}

}  // namespace petriloom::cli
