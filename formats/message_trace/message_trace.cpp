// SPDX-License-Identifier: Apache-2.0
#include "formats/message_trace/message_trace.h"

#include "engine/text/parse_number.h"
#include "formats/message_trace/read_goal.h"
#include "formats/message_trace/read_time_independent.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

TraceFormat trace_format(std::string_view text) {
  LineScan scan(text, FileId());
  for (std::string_view line; scan.next(line);) {
    const std::vector<PlacedWord> words = scan.words(line);
    if (words.empty() || words.front().text.starts_with('#')) continue;
    const std::string_view first = words.front().text;
    if (first == "num_ranks" || first.starts_with("/*") || first.starts_with("//")) return TraceFormat::goal;
    if (words.size() > 1 && parse_number<std::uint32_t>(first)) return TraceFormat::time_independent;
    return TraceFormat::list;
  }
  return TraceFormat::list;
}

std::vector<ListedFile> listed_files(FileId file, const Sources& sources) {
  std::vector<ListedFile> all;
  LineScan scan(sources.text(file), file);
  for (std::string_view line; scan.next(line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    const std::size_t end = line.find_last_not_of(" \t") + 1;
    all.push_back({std::string(line.substr(begin, end - begin)), scan.where(begin + 1)});
  }
  return all;
}

std::optional<MessageTrace> read_message_trace(std::span<const FileId> files, const Sources& sources, Diagnostics& diagnostics) {
  // What was wrong before is no fault of the trace.
  Diagnostics said;
  const bool goal = files.size() == 1 && trace_format(sources.text(files.front())) == TraceFormat::goal;
  std::optional<MessageTrace> trace = goal ? read_goal(files.front(), sources, said) : read_time_independent(files, sources, said);
  diagnostics.append(said);
  return trace;
}

}  // namespace petriloom
