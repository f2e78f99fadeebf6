// SPDX-License-Identifier: Apache-2.0
// Size, time and memory of unfolding nets from files, each in a process of its own: the table of
// bench/unfolding.md. For each NET of the Model Checking Contest whose -PT- twin is in the folder
// beside it, the sizes are compared with the twin's.
//
//   unfold_models NET...
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "engine/unfold/unfold.h"
#include "formats/registry/table.h"

namespace petriloom {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Of this process, s: what a busy machine does not change.
double processor_time() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Size {
  std::size_t places = 0, transitions = 0, arcs = 0;
  friend bool operator==(const Size&, const Size&) = default;
};

Size size_of(const Net& net) {
  Size size{net.places.size(), net.transitions.size(), 0};
  for (const Transition& transition : net.transitions) size.arcs += transition.arcs.size();
  return size;
}

std::optional<Size> twin_of(const std::string& file) {
  std::string twin = file;
  const std::size_t at = twin.find("-COL-");
  if (at == std::string::npos) return std::nullopt;
  twin.replace(at, 5, "-PT-");
  if (!std::filesystem::exists(twin)) return std::nullopt;
  const ReadResult read = read_net(twin, "", {});
  return read.net ? std::optional(size_of(*read.net)) : std::nullopt;
}

struct Mode {
  const char* name;
  bool rows;
  UnfoldOptions options;
};

int one(const std::string& file, const Mode& mode) {
  const ReadResult read = read_net(file, "", {});
  if (!read.net) {
    fmt::print(stderr, "{}", read.diagnostics.format(*read.sources));
    return 1;
  }
  const double begin = now();
  const double processor_begin = processor_time();
  Size size;
  Diagnostics diagnostics;
  if (mode.rows) {
    const UnfoldedRows made = unfold_rows(*read.net, mode.options);
    diagnostics = made.diagnostics;
    if (made.rows) size = {made.rows->places(), made.rows->transitions, made.rows->arcs()};
  } else {
    const Unfolding made = unfold(*read.net, mode.options);
    diagnostics = made.diagnostics;
    if (made.net) size = size_of(*made.net);
  }
  const double seconds = now() - begin;
  const double processor = processor_time() - processor_begin;
  if (diagnostics.has_errors()) fmt::print(stderr, "{}", diagnostics.format(*read.sources));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::filesystem::path path(file);
  const std::string name = path.stem() == "model" ? path.parent_path().filename().string() : path.stem().string();
  const long mebibytes = usage.ru_maxrss / 1024;
  const std::optional<Size> twin = mode.rows ? twin_of(file) : std::nullopt;
  const std::string compared = !twin           ? ""
                               : *twin == size ? "equal"
                                               : fmt::format("{} / {} / {}", twin->places, twin->transitions, twin->arcs);
  fmt::print("| {} | {} | {} | {} | {} | {:.2f} | {:.2f} | {} | {} |\n", name, mode.name, size.places, size.transitions, size.arcs,
             seconds, processor, mebibytes, compared);
  std::fflush(stdout);
  return diagnostics.has_errors() ? 1 : 0;
}

int run(const std::vector<std::string>& files) {
  fmt::print(
      "| net | result | places | transitions | arcs | s | CPU s | MiB | -PT- twin |\n|---|---|---|---|---|---|---|---|---|\n");
  UnfoldOptions reduced;
  reduced.drop_constant_places = true;
  reduced.merge_alike = true;
  const Mode modes[] = {{"rows", true, {}}, {"net", false, {}}, {"rows, reduced", true, reduced}};
  int worst = 0;
  for (const std::string& file : files) {
    for (const Mode& mode : modes) {
      std::fflush(stdout);
      const pid_t child = fork();
      if (child == 0) _exit(one(file, mode));
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) {
        worst = 1;
        fmt::print("| {} | {} | failed with status {} |\n", file, mode.name, status);
      }
    }
  }
  return worst;
}

}  // namespace
}  // namespace petriloom

int main(int argc, char** argv) { return petriloom::run({argv + 1, argv + argc}); }
