// SPDX-License-Identifier: Apache-2.0
// Copies of the component subnets with one seeded fault each.
#pragma once

#include <filesystem>
#include <string>

#include "formats/common/format.h"

namespace petriloom {

/// A copy of nets/ and templates/ in a folder of its own, removed at the end.
class SeededNets {
 public:
  SeededNets();
  ~SeededNets();
  SeededNets(const SeededNets&) = delete;
  SeededNets& operator=(const SeededNets&) = delete;

  /// Replaces the one occurrence of `before` after the text `section` in nets/`file`; the 1-based
  /// line at which the replaced text starts. Throws if `section` or `before` is not there, so that
  /// a fault cannot silently be none.
  std::uint32_t replace(const std::string& file, const std::string& section, const std::string& before, const std::string& after);

  /// The net of templates/`description` made with the copied subnets.
  [[nodiscard]] ReadResult generate(const std::string& description, Fold fold = Fold::automatic) const;

  /// The net of tests/nets/`net`, which imports the copied subnets.
  [[nodiscard]] ReadResult read(const std::string& net) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace petriloom
