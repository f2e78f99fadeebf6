// SPDX-License-Identifier: Apache-2.0
// Results that are kept between comparisons, a file for each net with its settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/comparison/answer.h"

namespace petriloom::cli::claims {

/// What a result belongs to, as text: the program, the net by the hashes of its parts, and how it
/// is asked. Equal texts give equal results.
std::string cache_key(const Net& net, const Asking& asking);

class Cache {
 public:
  /// A folder, which is there; empty: nothing is kept.
  explicit Cache(std::string folder) : folder_(std::move(folder)) {}
  /// What was kept under a key; nothing if there is nothing, or a file that is none of ours.
  [[nodiscard]] std::optional<std::vector<FigureValue>> find(const std::string& key) const;
  /// Keeps it. An error is returned as text, empty if all went well.
  [[nodiscard]] std::string keep(const std::string& key, const std::vector<FigureValue>& figures) const;

 private:
  [[nodiscard]] std::string file_of(const std::string& key) const;
  std::string folder_;
};

}  // namespace petriloom::cli::claims
