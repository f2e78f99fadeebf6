// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "cli/interrupts.h"
#include "formats/format.h"

namespace petriloom::cli {

bool write_output(const std::string& path, const std::string& bytes, Session& session) {
  if (path == "-") {
    print(bytes);
    return true;
  }
  // A file is written quickly, and not left under another name; a pipe or a device may keep one waiting.
  std::optional<NotNow> whole;
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found) whole.emplace();
  const std::string problem = write_file(path, bytes);
  if (!problem.empty()) session.status.error(problem);
  return problem.empty();
}

bool make_folder(const std::string& path, Session& session) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error) && !error) error = std::make_error_code(std::errc::not_a_directory);
  if (error) session.status.error(fmt::format("{}: the folder cannot be made: {}", path, error.message()));
  return !error;
}

}  // namespace petriloom::cli
