// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <fmt/format.h>

#include <filesystem>

#include "formats/format.h"

namespace petriloom::cli {

bool write_output(const std::string& path, const std::string& bytes, Session& session) {
  if (path == "-") {
    print(bytes);
    return true;
  }
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
