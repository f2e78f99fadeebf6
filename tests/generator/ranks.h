// SPDX-License-Identifier: Apache-2.0
// Programs of ranks whose keys are turned, and the times that they must take.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/format.h"

namespace petriloom::test {

/// Keys of a description and their values, as `--set` gives them.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The net of a description, or what is wrong in it; messages name it `path`.
ReadResult generated(const std::string& text, const Settings& settings, const std::string& path);
/// That of a program of ranks: the keys of its application, on what `machine` describes.
ReadResult generated_ranks(const std::string& machine, const std::string& application, const Settings& settings,
                           const std::string& path);

/// A program with some keys set, and how long it takes by hand.
struct RankKnob {
  const char* name;
  const char* application;
  Settings settings;
  double time;  ///< us
};
std::ostream& operator<<(std::ostream& out, const RankKnob& knob);

}  // namespace petriloom::test
