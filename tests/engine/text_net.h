// SPDX-License-Identifier: Apache-2.0
// Nets for tests, in the net language.
#pragma once

#include <stdexcept>
#include <string>

#include "formats/loom/loom.h"

namespace petriloom::test {

/// The net of a text; throws std::runtime_error with the diagnostics if it is wrong.
inline Net text_net(const std::string& text, Fold fold = Fold::automatic) {
  ReadOptions options;
  options.fold = fold;
  ReadResult read = read_loom("test.loom", text, options);
  if (!read.net) throw std::runtime_error(read.diagnostics.format(*read.sources) + text);
  return std::move(*read.net);
}

/// M/M/1 of utilisation 1/2.
inline constexpr const char* kQueue =
    "place SOURCE : unit = 1`(); place QUEUE : unit;\n"
    "transition arrive { in SOURCE; out SOURCE; out QUEUE; time exponential(0.5); }\n"
    "transition serve { in QUEUE; time exponential(1.0); servers 1; }\n"
    "measure customers = average tokens(QUEUE);\n"
    "measure served = count serve;\n"
    "measure stay \"s\" = delay arrive -> serve;\n"
    "measure little \"s\" = value customers / served;\n";

}  // namespace petriloom::test
