// SPDX-License-Identifier: Apache-2.0
// The table of formats: which one a file has, and reading and writing files in it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/format.h"

namespace petriloom {

/// All formats, in order of name.
std::span<const Format> formats();
/// By name, or null.
const Format* find_format(std::string_view name);
/// By the ending of a file name, or null. Of formats that share an ending the first in order.
const Format* format_of(std::string_view file_name);
/// All formats with the ending of a file name.
std::vector<const Format*> formats_of(std::string_view file_name);
/// The one of `candidates` that can be read and recognises the text; with a single readable
/// candidate that one. Null if none or several do.
const Format* recognised(std::span<const Format* const> candidates, std::string_view text);

/// Reads a file; with an empty `format` by its ending. Never throws on bad input.
ReadResult read_net(const std::string& path, std::string_view format, const ReadOptions& options);
/// The same from a text that is there already, named `path` in messages; the format must be one
/// that is read.
ReadResult read_net_text(const std::string& path, std::string text, const Format& format, const ReadOptions& options);
/// The net in a format that is written. What stands beside the net and is not kept is told, too
/// (formats/registry/feature_reports.h).
WriteResult write_text(const Format& format, const Net& net, const WriteOptions& options);
/// Writes a file (formats/common/output_file.h). Errors of the file system are diagnostics.
Diagnostics write_net(const Net& net, const std::string& path, std::string_view format, const WriteOptions& options);

}  // namespace petriloom
