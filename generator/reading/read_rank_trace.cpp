// SPDX-License-Identifier: Apache-2.0
// The trace of a program of ranks.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/wording.h"
#include "formats/message_trace/message_trace.h"
#include "generator/reading/read_ranks.h"
#include "generator/yaml/named_file.h"

namespace petriloom {
namespace {

constexpr double kGoalUnit = 1e-9;  // s
constexpr std::array<std::string_view, 4> kTraceEndings{".goal", ".txt", ".trace", ".ti"};
constexpr NamedFile kTraceFile{"a trace of messages", "the name of a trace of messages", "for example 'trace: tree.goal'",
                               "traces: GOAL, time-independent traces of SimGrid, or a file that lists those of the ranks",
                               kTraceEndings};

constexpr NamedFile kListedTrace{
    "the trace of a rank", "the name of a trace of a rank", "for example 'rank0.txt'",
    "names in a list are told from the folder of the list on, which need not be where SimGrid is started", kTraceEndings};

constexpr Range<double> kSizeBytes{0, 1e18};
constexpr Range<double> kSizeLatency{1, 1e6};  // the rest is added where a message begins
constexpr Range<double> kSizeBandwidth{1e-6, 1e6};
constexpr std::size_t kMostSizes = 1000;

constexpr auto kMessageSizeKeys = std::to_array<Key<RankMessageSize>>({
    {"from", [](Reader& r, const YamlNode& n, RankMessageSize& s) { s.bytes = r.quantity(n, Dimension::bytes, kSizeBytes).value; },
     nullptr},
    {"latency", [](Reader& r, const YamlNode& n, RankMessageSize& s) { s.latency = r.number(n, kSizeLatency).value; }, "1"},
    {"bandwidth", [](Reader& r, const YamlNode& n, RankMessageSize& s) { s.bandwidth = r.number(n, kSizeBandwidth).value; }, "1"},
});

std::vector<RankMessageSize> read_sizes(Reader& reader, const YamlNode& node) {
  std::vector<RankMessageSize> sizes;
  if (!reader.is_list(node, "a list of sizes of messages")) return sizes;
  if (node.items.size() > kMostSizes) reader.error(node.where, fmt::format("there are at most {} sizes", kMostSizes));
  for (const YamlNode& item : node.items) {
    RankMessageSize size;
    const std::size_t errors = reader.errors();
    const bool read = read_keys<RankMessageSize>(reader, item, "a size of messages", kMessageSizeKeys, size);
    if (!read || reader.errors() != errors) continue;
    if (!sizes.empty() && size.bytes <= sizes.back().bytes)
      reader.error(item.where, fmt::format("messages from {} B on stand behind those from {} B on", size.bytes, sizes.back().bytes),
                   "the smallest first, each once");
    sizes.push_back(size);
  }
  return sizes;
}

/// The file itself, or those that it lists; none after an error.
std::vector<FileId> trace_files(const YamlNode& name, Sources& sources, Diagnostics& diagnostics) {
  const std::optional<FileId> file = load_named_file(name, kTraceFile, sources, diagnostics);
  if (!file) return {};
  if (trace_format(sources.text(*file)) != TraceFormat::list) return {*file};
  std::vector<FileId> files;
  const std::vector<ListedFile> listed = listed_files(*file, sources);
  if (listed.empty()) diagnostics.error({*file, 0, 0}, "there is nothing in this trace", std::string(kTraceFile.absent));
  if (listed.size() > kMostTraceRanks) {
    diagnostics.error(listed[kMostTraceRanks].where, fmt::format("more than {} ranks", kMostTraceRanks));
    return {};
  }
  bool complete = true;
  for (const ListedFile& one : listed) {
    const std::optional<FileId> of_rank = load_named_file(scalar_node(one.name, one.where), kListedTrace, sources, diagnostics);
    complete = complete && of_rank;
    if (!of_rank) continue;
    const TraceFormat format = trace_format(sources.text(*of_rank));
    if (format == TraceFormat::list || (format == TraceFormat::goal && listed.size() > 1)) {
      diagnostics.error(one.where, "this is no time-independent trace of a rank");
      complete = false;
    }
    files.push_back(*of_rank);
  }
  return complete ? files : std::vector<FileId>{};
}

}  // namespace

void read_rank_trace(Reader& reader, const RankTraceDraft& draft, std::size_t most_ranks, Sources& sources,
                     Diagnostics& diagnostics, RankSystem& system) {
  std::vector<RankMessageSize> sizes;
  if (draft.sizes != nullptr) sizes = read_sizes(reader, *draft.sizes);
  const std::vector<FileId> files = trace_files(*draft.file, sources, diagnostics);
  if (files.empty()) return;
  const std::optional<MessageTrace> trace = read_message_trace(files, sources, diagnostics);
  if (!trace) return;
  const Location& where = draft.file->where;
  if (trace->ranks > most_ranks) {
    reader.error(where, fmt::format("the trace has {}, and the machine takes {}", counted(trace->ranks, "rank"), most_ranks),
                 "more nodes, or more ranks_per_node");
    return;
  }
  if (!trace->has_units && draft.unit)
    reader.error(draft.unit->where, "this trace says its work in flop", "'unit' is of GOAL, whose work is in units of time");
  RankTrace& program = system.trace.emplace();
  program.where = where;
  program.ranks = trace->ranks;
  program.unit = !trace->has_units ? 1 : draft.unit ? draft.unit->value : kGoalUnit;
  program.has_flop =
      std::any_of(trace->operations.begin(), trace->operations.end(), [](const TraceOperation& one) { return one.flop > 0; });
  program.eager = draft.eager.value_or(Located<double>{-1, where});
  program.buffered = draft.buffered.value_or(Located<double>{-1, where});
  program.sizes = std::move(sizes);
  TraceTables tables = trace_tables(*trace);
  // Looked up among these texts before any file.
  program.tables = {{"<trace>/operations.csv", std::move(tables.operations)},
                    {"<trace>/edges.csv", std::move(tables.edges)},
                    {"<trace>/messages.csv", std::move(tables.messages)}};
}

}  // namespace petriloom
