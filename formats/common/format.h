// SPDX-License-Identifier: Apache-2.0
// The table of formats, and reading and writing a net by the ending of a file name.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/net.h"
#include "formats/common/features.h"

namespace petriloom {

/// Whether arrays of instances become colours (net language only).
enum class Fold : std::uint8_t { automatic, always, never };

struct ReadOptions {
  /// Folders for imports of the net language, after the importing file's own.
  std::vector<std::string> search_path;
  Fold fold = Fold::automatic;
  std::string scenario;  ///< the scenario to choose among those the file declares; empty: none
  /// Values for constants and parameters of the net, by their paths, as text of the net language
  /// (`3 us`). An empty text leaves the value as it is; ReadResult::constants then tells it.
  std::map<std::string, std::string> constants;
  /// Leave time out where the net has no counterpart of it (tina).
  bool untimed = false;
  /// Stand for what imported files hold, by absolute path: files being edited.
  std::map<std::string, std::string> texts;
  /// Leave out what reads and writes files and sockets where nothing depends on it (cpn).
  bool ignore_io = false;
  std::uint64_t most_bytes = std::uint64_t{1} << 30;  ///< of one input file
  /// Endings of files that are read elsewhere, as descriptions are: named beside those of formats.
  std::vector<std::string> other_endings;
};

struct ReadResult {
  std::optional<Net> net;            ///< absent if there are errors
  std::shared_ptr<Sources> sources;  ///< for printing the diagnostics
  Diagnostics diagnostics;
  /// Values of those named in ReadOptions::constants that are one real number.
  std::map<std::string, double> constants = {};
};

/// Where the parts of a picture stand.
enum class Layout : std::uint8_t {
  automatic,  ///< as the author of the net drew it, if the net says so, else found by Graphviz
  author,
  graphviz,
};

struct WriteOptions {
  bool untimed = false;  ///< leave time out knowingly where the format cannot carry it
  /// Leave out what the format cannot carry, with a warning for each thing, instead of refusing.
  bool allow_lossy = false;
  int depth = -1;                     ///< pictures: levels of modules to show; -1: all
  Layout layout = Layout::automatic;  ///< of pictures
};

/// A second file that belongs to a written one: the name of the first with another ending.
struct Companion {
  std::string ending;  ///< ".def"
  std::string text;
};

struct WriteResult {
  std::string text;  ///< the file, bytes
  /// What the format cannot carry, with locations; then `text` is empty.
  Diagnostics diagnostics;
  std::vector<Companion> companions;  ///< files that belong to it, for formats of several files
};

/// How a writer says that its format cannot carry something: an error, or with `allow_lossy` a
/// warning that begins with "left out: ". `help` says what would have been carried.
void report_loss(const WriteOptions& options, Diagnostics& diagnostics, const Location& where, std::string what,
                 std::string help = {});
/// The priority of a transition; one that depends on the binding is reported as lost (report_loss),
/// and then it is 0.
std::int64_t written_priority(const Net& net, const Transition& transition, const WriteOptions& options, Diagnostics& diagnostics);

/// The endings of the files of a format: one or two.
class Endings {
 public:
  constexpr Endings() = default;
  // NOLINT(google-explicit-constructor): rows of the table.
  constexpr Endings(const char* first, const char* second = "") : all_{first, second}, size_(second[0] == '\0' ? 1 : 2) {}
  [[nodiscard]] constexpr const std::string_view* begin() const { return all_.data(); }
  [[nodiscard]] constexpr const std::string_view* end() const { return all_.data() + size_; }
  [[nodiscard]] constexpr std::string_view front() const { return all_[0]; }

 private:
  std::array<std::string_view, 2> all_{};
  std::size_t size_ = 0;
};

/// A row of the table of formats (formats/registry/table.cpp): all that the rest of the program
/// knows of a format.
struct Format {
  std::string_view name;  ///< "pnml"
  Endings endings;        ///< ".pnml"
  std::string_view description;
  /// One line: what it can carry.
  std::string_view carries;
  /// May be null.
  ReadResult (*read)(const std::string& path, std::string text, const ReadOptions& options);
  /// May be null.
  WriteResult (*write)(const Net& net, const WriteOptions& options);
  /// What reading gives.
  Supports reads{};
  /// What writing keeps.
  Supports writes{};
  /// Whether a text looks like this format; for endings that several share.
  bool (*recognise)(std::string_view text) = nullptr;
  /// What is written is to be looked at: it need not hold all of the net.
  bool picture = false;
};

/// The ending of a file name with its dot; empty if it has none.
std::string ending_of(std::string_view file_name);
/// The name of the companion of `path`: its ending replaced.
std::string companion_path(const std::string& path, std::string_view ending);

}  // namespace petriloom
