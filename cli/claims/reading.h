// SPDX-License-Identifier: Apache-2.0
// What the readers of the sections of claims.yaml share.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cli/claims/claims.h"
#include "generator/reader/reader.h"

namespace petriloom::cli::claims {

/// A section being read, with the sections before it, which it may name.
template <class T>
struct Draft {
  const Claims* claims = nullptr;
  T read{};
};

/// The items of a list, or the value itself if it is none.
std::vector<const YamlNode*> items_of(const YamlNode& node);
/// The position of the axis that a value names; nothing, and reported, if it names none.
std::optional<std::size_t> axis_of(Reader& reader, const YamlNode& node, const Claims& claims);
/// The same of a list of names, or of one.
std::vector<std::size_t> axes_of(Reader& reader, const YamlNode& node, const Claims& claims);
/// The position of a value on an axis; nothing, and reported, if it has none such.
std::optional<std::size_t> value_of(Reader& reader, const std::string& text, const Location& where, const Axis& axis);
/// A share in per cent, as "5 %"; 0 after an error.
double read_share(Reader& reader, const YamlNode& node);
/// A number as it was printed; nothing after an error.
std::optional<Printed> read_printed(Reader& reader, const YamlNode& node);
/// The text of a scalar that says something, with its place.
Text read_text(Reader& reader, const YamlNode& node, std::string_view what);
/// Values of constants and keys.
std::map<std::string, Text> read_set(Reader& reader, const YamlNode& node);

/// Section `runs`, in cli/claims/read_runs.cpp.
void read_runs(Reader& reader, const YamlNode& node, Claims& claims);
/// Section `claims`, in cli/claims/read_claim.cpp.
void read_all_claims(Reader& reader, const YamlNode& node, Claims& claims);

}  // namespace petriloom::cli::claims
