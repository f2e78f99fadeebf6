// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/frames.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "cli/shell/interrupts.h"
#include "cli/shell/standard_streams.h"

namespace petriloom::cli {

namespace {

constexpr int kLook = 500;  // ms between looks at whether the program is interrupted

bool ready(int descriptor, int wait) {
  pollfd asked{descriptor, POLLIN, 0};
  return ::poll(&asked, 1, wait) > 0;
}

/// The number of a Content-Length header; false if the line is another header, or wrong.
bool content_length(std::string line, std::uint64_t& length) {
  constexpr std::string_view kName = "content-length:";
  std::transform(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(std::min(line.size(), kName.size())), line.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (!line.starts_with(kName)) return false;
  const std::size_t start = line.find_first_not_of(" \t", kName.size());
  if (start == std::string::npos) return false;
  const std::size_t last = line.find_last_not_of(" \t") + 1;
  const auto [end, error] = std::from_chars(line.data() + start, line.data() + last, length);
  return error == std::errc() && end == line.data() + last;
}

}  // namespace

bool FrameReader::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  while (!ready(descriptor_, kLook)) {
    if (interrupted()) return false;
  }
  std::array<char, 1 << 16> block{};
  const ssize_t count = ::read(descriptor_, block.data(), block.size());
  if (count < 0) return errno == EINTR && !interrupted();
  buffer_.append(block.data(), static_cast<std::size_t>(count));
  return count > 0;
}

bool FrameReader::waiting() const { return at_ < buffer_.size() || ready(descriptor_, 0); }

/// One line without its end; of a line that is too long only the beginning is kept.
bool FrameReader::header_line(std::string& line) {
  line.clear();
  for (;;) {
    const std::size_t end = buffer_.find('\n', at_);
    const std::size_t count = (end == std::string::npos ? buffer_.size() : end) - at_;
    line.append(buffer_, at_, std::min(count, kMostHeader - std::min(line.size(), kMostHeader)));
    at_ += count;
    if (end != std::string::npos) {
      ++at_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return true;
    }
    if (!fill()) return false;
  }
}

bool FrameReader::take(std::uint64_t count, std::string* into) {
  while (count > 0) {
    const std::uint64_t here = std::min<std::uint64_t>(count, buffer_.size() - at_);
    if (into != nullptr) into->append(buffer_, at_, here);
    at_ += here;
    count -= here;
    if (count > 0 && !fill()) return false;
  }
  return true;
}

FrameReader::Outcome FrameReader::next(std::string& content) {
  content.clear();
  std::string line;
  std::uint64_t length = 0;
  bool known = false;
  bool any = false;
  for (;;) {
    if (!header_line(line)) return Outcome::ended;
    if (line.empty() && any) break;
    if (line.empty()) continue;  // between messages
    any = true;
    known = content_length(line, length) || known;
  }
  if (!known) {
    content = "a message without Content-Length";
    return Outcome::malformed;
  }
  const bool large = length > kMostBytes;
  if (!take(length, large ? nullptr : &content)) return Outcome::ended;
  if (large) content = "a message of more than " + std::to_string(kMostBytes) + " bytes";
  return large ? Outcome::malformed : Outcome::message;
}

void write_frame(const std::string& content) {
  const std::string header = "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n";
  print(header + content);
  flush_results();
}

}  // namespace petriloom::cli
