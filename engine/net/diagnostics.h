// SPDX-License-Identifier: Apache-2.0
// Source locations, and the one shape that every error message has: file:line:column, what is
// wrong, what would be right.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/ids.h"

namespace petriloom {

/// A point in a source file. Line and column count from 1; line 0 means "the file as a whole".
struct Location {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  [[nodiscard]] bool known() const { return file.valid(); }
  friend auto operator<=>(const Location&, const Location&) = default;
};

/// The texts that locations point into. Shared by everything that was made from them, so that a
/// location stays printable.
class Sources {
 public:
  /// Registers a text under the name that messages show. Returns the same id again for the same
  /// name and text.
  FileId add(std::string name, std::string text);
  [[nodiscard]] const std::string& name(FileId file) const;
  [[nodiscard]] const std::string& text(FileId file) const;
  /// Number of files; their ids are 0 .. size - 1.
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  /// One line of a text without its line end; empty if there is no such line.
  [[nodiscard]] std::string_view line(FileId file, std::uint32_t number) const;
  /// "name:line:column", "name" for a whole file, or "(no location)".
  [[nodiscard]] std::string describe(const Location& where) const;
  /// Marks a text as made by the program: its name is no file, and these of its lines were asked
  /// for by places elsewhere.
  void set_origins(FileId file, std::map<std::uint32_t, Location> origins);
  [[nodiscard]] const std::map<std::uint32_t, Location>& origins(FileId file) const { return files_.at(file.index())->origins; }
  /// What asked for a place in a text that the program made: the origin of its line, or else of the
  /// nearest block around it. The place itself in any other text; unknown if nothing is known.
  [[nodiscard]] Location origin(const Location& where) const;
  /// Whether a text was made by the program, so that nobody can look into it.
  [[nodiscard]] bool made(FileId file) const;
  /// Marks a text as one of the library that nets share: what is wrong is rather elsewhere.
  void set_shared(FileId file) { files_.at(file.index())->shared = true; }
  [[nodiscard]] bool shared(FileId file) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::size_t> line_starts;
    bool made = false;
    bool shared = false;
    std::map<std::uint32_t, Location> origins;  // of lines
  };
  std::vector<std::unique_ptr<File>> files_;
};

enum class Severity : std::uint8_t { error, warning, note };

/// One message. `help` says what would have been accepted and may be empty.
struct Diagnostic {
  Severity severity = Severity::error;
  Location where;
  std::string message;
  std::string help;
};

/// A list of messages; readers collect all of them instead of stopping at the first.
class Diagnostics {
 public:
  /// More than this many errors are counted but not kept, so that hostile input cannot exhaust
  /// memory.
  static constexpr std::size_t kMostKept = 200;

  void error(const Location& where, std::string message, std::string help = {});
  void warning(const Location& where, std::string message, std::string help = {});
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& list() const { return list_; }
  /// All messages in order of location, each with its source line and a caret under the column.
  [[nodiscard]] std::string format(const Sources& sources) const;

 private:
  void keep(Diagnostic diagnostic);
  std::vector<Diagnostic> list_;
  std::size_t errors_ = 0;
};

/// The entry of `candidates` nearest to `word` in edit distance, for "did you mean"; empty if none
/// is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'x'?" if a candidate is near, else "one of: a, b, c" (shortened if long).
std::string suggest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace petriloom
