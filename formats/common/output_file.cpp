// SPDX-License-Identifier: Apache-2.0
#include "formats/common/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/text/parse_number.h"

namespace petriloom {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // one after the other, as the system has it

/// The descriptor of this process that a link of the system stands for (/proc/self/fd/1, to which
/// /dev/stdout leads), or -1.
int own_descriptor(const fs::path& link) {
  std::error_code error;
  const std::string folder = fs::canonical(link.parent_path(), error).string();
  const std::string id = std::to_string(::getpid());
  if (error || (folder != "/proc/" + id + "/fd" && folder != "/proc/" + id + "/task/" + id + "/fd")) return -1;
  const std::string name = link.filename().string();
  return parse_number<int>(name).value_or(-1);
}

/// Whether a link belongs to an open file of any process: what it leads to may have no name.
bool of_open_file(const fs::path& link) {
  std::error_code error;
  const std::string folder = fs::canonical(link.parent_path(), error).string();
  return !error && folder.starts_with("/proc/") && folder.ends_with("/fd");
}

/// Follows links as far as there are any. Returns an errno, or 0.
int follow(OutputTarget& target) {
  for (int k = 0; k < kMostLinks; ++k) {
    struct stat facts {};
    if (::lstat(target.path.c_str(), &facts) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISLNK(facts.st_mode)) return 0;
    const fs::path link = fs::path(target.path);
    if (of_open_file(link)) {
      target.descriptor = own_descriptor(link);
      target.replaced = false;
      return 0;
    }
    std::array<char, PATH_MAX> text{};
    const ssize_t length = ::readlink(target.path.c_str(), text.data(), text.size());
    if (length < 0) return errno;
    target.path = (link.parent_path() / std::string(text.data(), static_cast<std::size_t>(length))).string();
  }
  return ELOOP;
}

/// The name that mkstemp completes: beside the file, and no longer than a name may be.
std::string temporary_pattern(const std::string& path) {
  constexpr std::string_view kRandom = ".XXXXXX";
  const fs::path whole(path);
  const std::string name = whole.filename().string().substr(0, NAME_MAX - kRandom.size());
  return (whole.parent_path() / (name + std::string(kRandom))).string();
}

/// The rights that any new file gets; mkstemp makes files private. Returns an errno, or 0.
int make_public(int file) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(file, 0666 & ~mask) != 0 ? errno : 0;
}

/// Closes a file; an errno: `error` if that is one, else that of closing.
int closed(int file, int error) { return ::close(file) != 0 && error == 0 ? errno : error; }

int sync_file(int file) { return ::fsync(file) != 0 && errno != EINVAL && errno != EROFS ? errno : 0; }

/// Writes over what is there. Returns an errno, or 0.
int write_in_place(const OutputTarget& target, std::string_view bytes) {
  const int file = open_in_place(target);
  if (file < 0) return errno;
  int error = write_all(file, bytes) ? 0 : errno;
  if (error == 0 && target.rights) error = sync_file(file);
  return closed(file, error);
}

/// Writes over a file the bytes of another one. Returns an errno, or 0.
int copy_in_place(const std::string& from, const OutputTarget& target) {
  const int source = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) return errno;
  const int file = open_in_place(target);
  if (file < 0) return closed(source, errno);
  std::array<char, 1 << 16> block{};
  int error = 0;
  for (ssize_t count = 1; count > 0 && error == 0;) {
    count = ::read(source, block.data(), block.size());
    if (count < 0 || !write_all(file, {block.data(), static_cast<std::size_t>(count)})) error = errno;
  }
  if (error == 0) error = sync_file(file);
  return closed(source, closed(file, error));
}

/// Gives a file owner and rights of the one that it replaces. Who may not give files away keeps
/// them. Returns an errno, or 0.
int take_over_rights(const std::string& temporary, const OutputTarget& target) {
  struct stat facts {};
  if (::stat(target.path.c_str(), &facts) != 0) return errno;
  const int file = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return errno;
  const bool given = ::fchown(file, facts.st_uid, facts.st_gid) == 0 || ::fchown(file, static_cast<uid_t>(-1), facts.st_gid) == 0;
  // The rights of a group that it does not have are nobody's.
  const mode_t rights = given ? *target.rights : *target.rights & ~static_cast<mode_t>(S_IRWXG);
  return closed(file, ::fchmod(file, rights) != 0 ? errno : 0);
}

/// Whether a name cannot be taken over, although what has it may be written to.
bool name_is_held(int error) { return error == EBUSY || error == EACCES || error == EPERM || error == EXDEV || error == EROFS; }

}  // namespace

std::string write_problem(const std::string& path, int error) {
  return fmt::format("cannot write '{}': {}", path, std::strerror(error));
}

OutputTarget output_target(const std::string& path) {
  OutputTarget target;
  target.path = path;
  int error = follow(target);
  struct stat facts {};
  if (error == 0 && target.replaced && ::stat(target.path.c_str(), &facts) == 0) {
    target.replaced = S_ISREG(facts.st_mode);
    if (target.replaced) target.rights = facts.st_mode & 0777;
    if (S_ISDIR(facts.st_mode)) error = EISDIR;
    if (error == 0 && ::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) error = errno;
  }
  if (error != 0) target.problem = write_problem(path, error);
  return target;
}

int open_in_place(const OutputTarget& target) {
  // A device that is a terminal does not become that of the program.
  const int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (target.rights ? O_TRUNC : 0);
  if (target.descriptor < 0) return ::open(target.path.c_str(), flags);
  // What was printed before stands before what follows.
  if (target.descriptor == STDOUT_FILENO) std::fflush(stdout);
  return ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written >= 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    if (written < 0 && errno != EINTR) return false;
  }
  return true;
}

int replace_target(const std::string& temporary, const OutputTarget& target) {
  int error = target.rights ? take_over_rights(temporary, target) : 0;
  if (error == 0 && ::rename(temporary.c_str(), target.path.c_str()) != 0) error = errno;
  if (error == 0 || !target.rights || !name_is_held(error)) return error;
  error = copy_in_place(temporary, target);
  if (error == 0) ::unlink(temporary.c_str());
  return error;
}

std::string write_file(const std::string& path, std::string_view bytes) {
  const OutputTarget target = output_target(path);
  if (!target.problem.empty()) return target.problem;
  std::string temporary = target.replaced ? temporary_pattern(target.path) : std::string();
  const int file = target.replaced ? ::mkostemp(temporary.data(), O_CLOEXEC) : -1;
  int error = target.replaced && file < 0 ? errno : 0;
  if (file >= 0) {
    error = write_all(file, bytes) ? 0 : errno;
    if (error == 0) error = make_public(file);
    if (error == 0) error = sync_file(file);
    error = closed(file, error);
    if (error == 0) error = replace_target(temporary, target);
    if (error != 0) ::unlink(temporary.c_str());
  } else if (!target.replaced || (target.rights && name_is_held(error))) {
    // A device or a pipe; or a file in a folder where nothing may be made.
    error = write_in_place(target, bytes);
  }
  return error == 0 ? std::string() : write_problem(path, error);
}

}  // namespace petriloom
