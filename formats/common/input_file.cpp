// SPDX-License-Identifier: Apache-2.0
#include "formats/common/input_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "engine/text/byte_order_mark.h"

namespace petriloom {

namespace {

std::string system_error(std::string_view what, const std::string& path) {
  return fmt::format("{} '{}': {}", what, path, std::strerror(errno));
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most, std::string& error) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    error = system_error("cannot read", path);
    return {};
  }
  if (S_ISDIR(facts.st_mode)) {
    error = fmt::format("'{}' is a folder", path);
    return {};
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 14> block{};  // most files are small, and it is filled with zeros first
  while (stream && text.size() <= most) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.eof() && text.size() <= most) error = system_error("cannot read", path);
  if (text.size() > most) error = fmt::format("'{}' is larger than the limit of {} bytes", path, most);
  if (error.empty()) drop_byte_order_mark(text);
  return text;
}

}  // namespace petriloom
