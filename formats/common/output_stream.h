// SPDX-License-Identifier: Apache-2.0
// A file that is written piece by piece, and knows what went wrong first.
#pragma once

#include <array>
#include <atomic>
#include <ostream>
#include <streambuf>
#include <string>

#include "formats/common/output_file.h"

namespace petriloom {

/// How a file is opened.
enum class Begin : std::uint8_t {
  anew,      ///< empty
  there,     ///< with what is in it
  in_place,  ///< a device or a pipe, or a regular file that no other one can replace
};

/// A stream to a file. What is written after an error is lost.
class OutputStream : public std::ostream {
 public:
  OutputStream() : std::ostream(&buffer_) {}
  /// Opens `path`, or with Begin::in_place what `target` says. Returns an errno, or 0.
  int open(const std::string& path, Begin begin, const OutputTarget& target);
  /// Writes what is buffered and closes. Returns the first error of all, an errno, or 0.
  int close();
  /// The first error so far, an errno, or 0. From any thread.
  [[nodiscard]] int error() const { return buffer_.error(); }

 private:
  class Buffer final : public std::streambuf {
   public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() override { close(); }
    void attach(int file);
    int close();
    [[nodiscard]] int error() const { return error_; }

   protected:
    int_type overflow(int_type next) override;
    int sync() override { return empty() ? 0 : -1; }
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode mode) override;
    pos_type seekpos(pos_type position, std::ios_base::openmode mode) override;

   private:
    bool empty();
    int file_ = -1;
    off_type written_ = 0;  // position of the file, without what is buffered
    std::atomic<int> error_ = 0;
    std::array<char, 1 << 16> bytes_{};
  };
  Buffer buffer_;
};

}  // namespace petriloom
