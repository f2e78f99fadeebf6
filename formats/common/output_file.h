// SPDX-License-Identifier: Apache-2.0
// Writing files: whole or not at all where a file can be replaced, in place where it cannot
// (devices, pipes), through links.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace petriloom {

/// Where the bytes of an output go.
struct OutputTarget {
  /// With symbolic links followed, also a link to what is not there yet.
  std::string path;
  /// By a finished file of another name; else what is there is written into.
  bool replaced = true;
  /// Of this process, for names such as /dev/stdout: written to where it stands.
  int descriptor = -1;
  std::optional<mode_t> rights;  ///< of the file that is replaced; none: it is new
  std::string problem;           ///< why nothing can be written there, as a message; else empty
};

/// Looks at a path and writes nothing. A regular file and one that is not there are replaced;
/// devices, pipes and descriptors of this process are written into. A folder and a file without the
/// right to write it are problems.
OutputTarget output_target(const std::string& path);

/// Gives a finished file, which lies in the folder of the target, the owner, rights and name of the
/// target. Where the name cannot be taken over (a file that is mounted, a folder of somebody else),
/// what has it is overwritten. Returns an errno, or 0; after an error the temporary file is still
/// there.
int replace_target(const std::string& temporary, const OutputTarget& target);

/// Opens what is written into for writing, emptied if it is a regular file; -1 and errno if that
/// fails.
int open_in_place(const OutputTarget& target);

/// Writes all bytes; false and errno if that fails.
bool write_all(int file, std::string_view bytes);

/// Writes a file. An error is returned as text, empty if all went well.
std::string write_file(const std::string& path, std::string_view bytes);

/// "cannot write 'PATH': REASON".
std::string write_problem(const std::string& path, int error);

}  // namespace petriloom
