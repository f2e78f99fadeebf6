// SPDX-License-Identifier: Apache-2.0
// Messages as editors send them: headers with Content-Length, an empty line, and so many bytes.
#pragma once

#include <cstdint>
#include <string>

namespace petriloom::cli {

class FrameReader {
 public:
  /// Larger messages are read and thrown away; so are headers longer than kMostHeader.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  static constexpr std::size_t kMostHeader = 4096;

  /// Reads from a file descriptor, which stays the caller's.
  explicit FrameReader(int descriptor) : descriptor_(descriptor) {}

  enum class Outcome : std::uint8_t { message, malformed, ended };
  /// The next message, or what is wrong with it. Waits; ends with the input or when the program is
  /// interrupted.
  Outcome next(std::string& content);
  /// Whether more has come already.
  [[nodiscard]] bool waiting() const;

 private:
  bool fill();
  bool header_line(std::string& line);
  bool take(std::uint64_t count, std::string* into);

  int descriptor_;
  std::string buffer_;
  std::size_t at_ = 0;
};

/// Writes a message with its header to stdout.
void write_frame(const std::string& content);

}  // namespace petriloom::cli
