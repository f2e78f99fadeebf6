// SPDX-License-Identifier: Apache-2.0
#include "formats/common/output_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace petriloom {

void OutputStream::Buffer::attach(int file) {
  file_ = file;
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

/// Writes what is buffered. After an error nothing is written any more.
bool OutputStream::Buffer::empty() {
  const auto count = pptr() - pbase();
  if (error_ == 0 && count > 0) {
    if (!write_all(file_, {pbase(), static_cast<std::size_t>(count)})) error_ = errno;
    written_ += count;
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return error_ == 0;
}

OutputStream::Buffer::int_type OutputStream::Buffer::overflow(int_type next) {
  if (file_ < 0 || !empty()) return traits_type::eof();
  if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
  *pptr() = traits_type::to_char_type(next);
  pbump(1);
  return next;
}

/// Tells where the stream is; other distances are not needed.
OutputStream::Buffer::pos_type OutputStream::Buffer::seekoff(off_type offset, std::ios_base::seekdir from,
                                                             std::ios_base::openmode) {
  if (offset != 0 || from != std::ios_base::cur || error_ != 0) return off_type(-1);
  return written_ + (pptr() - pbase());
}

OutputStream::Buffer::pos_type OutputStream::Buffer::seekpos(pos_type position, std::ios_base::openmode) {
  if (file_ < 0 || !empty()) return off_type(-1);
  const off_type there = ::lseek(file_, off_type(position), SEEK_SET);
  if (there >= 0) written_ = there;
  return there;
}

int OutputStream::Buffer::close() {
  if (file_ < 0) return error_;
  empty();
  if (::close(file_) != 0 && error_ == 0) error_ = errno;
  file_ = -1;
  return error_;
}

int OutputStream::open(const std::string& path, Begin begin, const OutputTarget& target) {
  int file = -1;
  if (begin == Begin::in_place) {
    file = open_in_place(target);
  } else {
    constexpr mode_t kRights = 0666;
    const int how = begin == Begin::anew ? O_CREAT | O_TRUNC : 0;
    file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | how, kRights);
  }
  if (file < 0) return errno;
  buffer_.attach(file);
  return 0;
}

int OutputStream::close() { return buffer_.close(); }

}  // namespace petriloom
