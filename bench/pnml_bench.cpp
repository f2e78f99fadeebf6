// SPDX-License-Identifier: Apache-2.0
// Reading a PNML file of 100 MB, and `xmllint --noout` on the same file.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "formats/pnml/pnml.h"

namespace petriloom {
namespace {

constexpr std::size_t kBytes = 100'000'000;

// A chain of stations: a place with tokens and a position, a transition, and three arcs, one of
// them with a weight.
std::string stations(std::size_t bytes) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
      "<net id=\"stations\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n<page id=\"page\">\n";
  text.reserve(bytes + 10'000);
  for (std::size_t k = 0; text.size() < bytes; ++k) {
    text += fmt::format(
        "  <place id=\"station_{0}\">\n    <name>\n      <text>station_{0}</text>\n    </name>\n    <graphics>\n"
        "      <position x=\"{1}\" y=\"{2}\"/>\n    </graphics>\n    <initialMarking>\n      <text>{3}</text>\n    "
        "</initialMarking>\n"
        "  </place>\n  <transition id=\"move_{0}\">\n    <name>\n      <text>move_{0}</text>\n    </name>\n  </transition>\n"
        "  <arc id=\"in_{0}\" source=\"station_{0}\" target=\"move_{0}\"/>\n"
        "  <arc id=\"out_{0}\" source=\"move_{0}\" target=\"station_{4}\">\n    <inscription>\n      <text>2</text>\n"
        "    </inscription>\n  </arc>\n  <arc id=\"back_{0}\" source=\"move_{0}\" target=\"station_{5}\"/>\n",
        k, k % 1000, k / 1000, k % 4 + 1, k / 2, k / 3);
  }
  return text + "</page>\n</net>\n</pnml>\n";
}

double peak_mebibytes(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void xmllint(benchmark::State& state) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("petriloom-bench-{}.pnml", ::getpid());
  std::ofstream(file, std::ios::binary) << stations(kBytes);
  for (auto _ : state) {
    if (std::system(("xmllint --noout " + file.string()).c_str()) != 0) state.SkipWithError("xmllint failed");
  }
  std::filesystem::remove(file);
  state.counters["peak MiB"] = peak_mebibytes(RUSAGE_CHILDREN);
}

void read(benchmark::State& state) {
  std::string text = stations(kBytes);
  const double before = peak_mebibytes(RUSAGE_SELF);
  for (auto _ : state) {
    const ReadResult result = read_pnml("stations.pnml", std::move(text), {});
    if (!result.net) state.SkipWithError("not read");
    state.counters["places"] = result.net ? static_cast<double>(result.net->places.size()) : 0;
  }
  state.counters["peak MiB"] = peak_mebibytes(RUSAGE_SELF);
  state.counters["of it the text MiB"] = before;
}

BENCHMARK(xmllint)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);
BENCHMARK(read)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

}  // namespace
}  // namespace petriloom
