// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/output.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/shell/interrupts.h"
#include "formats/common/output_file.h"

namespace petriloom::cli {

bool write_output(const std::string& path, const std::string& bytes, Session& session) {
  if (path == "-") {
    print(bytes);
    return true;
  }
  // A file is written quickly, and not left under another name; a pipe or a device may keep one
  // waiting.
  std::optional<NotNow> whole;
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found) whole.emplace();
  const std::string problem = write_file(path, bytes);
  if (!problem.empty()) session.status.error(problem);
  return problem.empty();
}

std::string file_obstacle(const std::string& path) {
  const auto cannot = [&](int error) { return fmt::format("cannot write '{}': {}", path, std::generic_category().message(error)); };
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0) {
    if (S_ISDIR(facts.st_mode)) return cannot(EISDIR);
    if (::access(path.c_str(), W_OK) == 0) return {};
    return cannot(errno);
  }
  const std::string above = std::filesystem::path(path).parent_path().string();
  const std::string folder = above.empty() ? "." : above;
  if (::stat(folder.c_str(), &facts) != 0) return cannot(errno);
  if (!S_ISDIR(facts.st_mode)) return cannot(ENOTDIR);
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string() : cannot(errno);
}

std::string folder_obstacle(const std::string& path) {
  const auto cannot = [&](int error) {
    return fmt::format("{}: the folder cannot be made: {}", path, std::generic_category().message(error));
  };
  struct stat facts {};
  std::filesystem::path folder = std::filesystem::path(path) / "";
  do {
    folder = folder.parent_path();
    if (folder.empty()) folder = ".";
    if (::stat(folder.c_str(), &facts) == 0) {
      if (!S_ISDIR(facts.st_mode)) return cannot(ENOTDIR);
      return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string() : cannot(errno);
    }
    if (errno != ENOENT) return cannot(errno);
  } while (folder != folder.parent_path());
  return cannot(ENOENT);
}

bool make_folder(const std::string& path, Session& session) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error) && !error) error = std::make_error_code(std::errc::not_a_directory);
  if (error) session.status.error(fmt::format("{}: the folder cannot be made: {}", path, error.message()));
  return !error;
}

}  // namespace petriloom::cli
