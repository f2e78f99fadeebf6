// SPDX-License-Identifier: Apache-2.0
#include "cli/explore/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/load/hashes.h"
#include "engine/text/wording.h"
#include "formats/common/output_file.h"

namespace petriloom::cli::explore {

namespace {

constexpr std::string_view kHead = "petriloom explore 1 ";
constexpr std::string_view kFile = "file ";
constexpr std::string_view kRow = "row ";

/// What a file holds, by its hash: "missing" if it cannot be read.
std::string state_of(const std::string& name) {
  const auto hash = hash_of_file(name);
  return hash ? fmt::format("{:016x}", *hash) : "missing";
}

}  // namespace

Journal::Journal(const std::string& output, const std::string& key, Session& session)
    : key_(output.empty() ? "" : fmt::format("{:016x}", hash_of(fmt::format("{:016x} {}", hash_of_program(), key)))),
      session_(session) {
  if (output.empty()) return;
  const OutputTarget target = output_target(output);
  // What is no regular file has nothing beside it.
  if (target.replaced && target.problem.empty()) path_ = target.path + ".partial";
}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

/// Why what was kept does not hold; else empty, and the rows. `end`: behind the last whole line.
std::string Journal::changed(std::string_view text, std::size_t& end, std::vector<Row>& rows) {
  end = 0;
  for (std::size_t line_end = text.find('\n'); line_end != std::string_view::npos; line_end = text.find('\n', end)) {
    const std::string_view line = text.substr(end, line_end - end);
    if (end == 0) {
      if (!line.starts_with(kHead)) return "it was not written by this program";
      if (line.substr(kHead.size()) != key_) return "the arguments or the program are others";
    } else if (line.starts_with(kFile)) {
      const std::size_t blank = line.find(' ', kFile.size());
      if (blank == std::string_view::npos) return {};
      const std::string name(line.substr(blank + 1));
      files_[name] = line.substr(kFile.size(), blank - kFile.size());
      if (state_of(name) != files_[name]) return fmt::format("{} has changed", name);
    } else {
      auto row = line.starts_with(kRow) ? read_row(line.substr(kRow.size())) : std::nullopt;
      if (!row) return {};  // the disk was full, or the power failed: what is before it holds
      rows.push_back(std::move(*row));
    }
    end = line_end + 1;
  }
  return {};
}

std::vector<Row> Journal::open() {
  if (path_.empty()) return {};
  std::ifstream in(path_, std::ios::binary);
  const std::string text = in ? std::string{std::istreambuf_iterator<char>(in), {}} : std::string();
  std::vector<Row> rows;
  std::size_t end = 0;
  const std::string why = changed(text, end, rows);
  if (!why.empty()) {
    session_.status.note(fmt::format("petriloom explore: {} is not gone on with: {}; all points are run", path_, why));
    end = 0;
  }
  if (end == 0) {
    rows.clear();
    files_.clear();
  }
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  const bool ready = file_ >= 0 && ::ftruncate(file_, static_cast<off_t>(end)) == 0 && ::lseek(file_, 0, SEEK_END) >= 0;
  if (!ready || (end == 0 && !append(std::string(kHead) + key_ + "\n"))) {
    session_.status.note(
        fmt::format("petriloom explore: {}: {}; what is found is not kept on the way", path_, std::strerror(errno)));
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }
  if (!rows.empty()) session_.status.note(fmt::format("going on from {}: {} done", path_, counted(rows.size(), "point")));
  return rows;
}

bool Journal::append(const std::string& lines) { return write_all(file_, lines); }

/// The line of a file that a row came of; empty if there is one.
std::string Journal::file_line(const std::string& name) {
  const auto [at, added] = files_.try_emplace(name);
  if (!added) return {};
  at->second = state_of(name);
  return fmt::format("{}{} {}\n", kFile, at->second, name);
}

void Journal::add(const Row& row) {
  if (file_ < 0) return;
  std::string lines;
  for (const std::string& name : row.files) lines += file_line(name);
  // In one piece, so that at most the last line is torn.
  if (append(fmt::format("{}{}{}\n", lines, kRow, write_row(row)))) return;
  session_.status.note(fmt::format("petriloom explore: {}: {}; what is found is not kept any more", path_, std::strerror(errno)));
  ::close(file_);
  file_ = -1;
}

void Journal::remove() {
  if (path_.empty()) return;
  std::error_code error;
  std::filesystem::remove(path_, error);
  if (error) session_.status.error(fmt::format("{}: cannot be removed: {}", path_, error.message()));
}

void Journal::keep() const {
  if (file_ >= 0) session_.status.note(fmt::format("the same command goes on from {}", path_));
}

}  // namespace petriloom::cli::explore
