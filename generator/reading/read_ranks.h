// SPDX-License-Identifier: Apache-2.0
// A description whose application is a program of ranks.
#pragma once

#include "generator/reading/reader.h"

namespace petriloom {

/// Whether a description has such an application: its `kind` is "ranks".
bool describes_ranks(const YamlNode& root);

/// Reads all its sections.
void read_rank_description(Reader& reader, const YamlNode& root, const std::vector<std::string>& search_path,
                           Description& description);

/// In read_rank_steps.cpp: the list `steps` of a program of so many ranks on this domain, which is
/// that of one point if the description has none.
std::vector<RankStep> read_rank_steps(Reader& reader, const YamlNode& node, int ranks, const RankDomain* domain);

}  // namespace petriloom
