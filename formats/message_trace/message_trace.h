// SPDX-License-Identifier: Apache-2.0
// A trace of messages: what each rank of a program did, as operations that wait for each other.
// GOAL (T. Hoefler, C. Siebert, A. Lumsdaine, "Group Operation Assembly Language", 2009) and the
// time-independent traces of SimGrid (F. Desprez et al., 2011) become such a value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

enum class TraceDoing : std::uint8_t { work, send, receive, finish };

/// What a rank does. It may begin when all that it waits for has begun, or is done.
struct TraceOperation {
  TraceDoing doing = TraceDoing::work;
  std::uint32_t rank = 0;
  std::uint32_t core = 0;     ///< of the rank: its operations take turns
  std::uint32_t port = 0;     ///< of the interface
  double units = 0;           ///< of work: in units of time
  double flop = 0;            ///< of work
  std::uint32_t message = 0;  ///< that is sent or received
  std::uint32_t waits = 0;    ///< for how many edges
};

/// From `before`, when it has begun or is done, to `after`.
struct TraceEdge {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  bool begun = false;
};

/// Who meets whom: the n-th send from a rank to another with a tag is received by the n-th receive.
struct TraceMessage {
  std::uint32_t sender = 0;  ///< operations
  std::uint32_t receiver = 0;
  double bytes = 0;
};

/// Edges are in the order of `before`, those that are begun first.
struct MessageTrace {
  std::uint32_t ranks = 0;
  bool has_units = false;  ///< work is in units of time (GOAL), otherwise in flop
  std::vector<TraceOperation> operations;
  std::vector<TraceEdge> edges;
  std::vector<TraceMessage> messages;
};

/// A list of the net language has 2^20 elements at most.
inline constexpr std::size_t kMostTraceRows = 1'000'000;
inline constexpr std::uint32_t kMostTraceRanks = 1'000'000;

/// What a text is, by its beginning.
enum class TraceFormat : std::uint8_t { goal, time_independent, list };
TraceFormat trace_format(std::string_view text);

/// The files that a list names, with their places in it.
struct ListedFile {
  std::string name;
  Location where;
};
std::vector<ListedFile> listed_files(FileId file, const Sources& sources);

/// Reads GOAL, or time-independent traces: one file with all ranks, or one for each. What is wrong
/// goes to `diagnostics`, all of it, and then there is no trace.
std::optional<MessageTrace> read_message_trace(std::span<const FileId> files, const Sources& sources, Diagnostics& diagnostics);

/// The tables of nets/ranks/trace.loom as CSV texts.
struct TraceTables {
  std::string operations;
  std::string edges;
  std::string messages;
};
TraceTables trace_tables(const MessageTrace& trace);

}  // namespace petriloom
