// SPDX-License-Identifier: Apache-2.0
// How much shorter a run is if a part of the net is faster, found by simulating it again
// (docs/where_the_time_went.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/build/faster.h"
#include "engine/simulate/simulate.h"

namespace petriloom {

/// A part of a net that is to be faster.
struct FasterPart {
  TimedPart part;  ///< may have no firings
  /// That the firings are of, in place of the net itself; or that is faster as it is.
  std::optional<Net> net;
};

struct WhatIfRow {
  std::string name;
  bool faster = true;             ///< a part of the net was; else the net had other constants
  std::optional<double> of_path;  ///< s of the critical path that it took, if that is known
  Estimate time;                  ///< s: end of the run with it
  Estimate shorter;               ///< s
  bool stuck = false;             ///< some run with it has no end, so there is no time, and no gain
};

/// What runs of one variant warned of, or ended with; each message names the variant.
struct WhatIfMessages {
  Diagnostics diagnostics;
  std::shared_ptr<const Sources> sources;
};

struct WhatIf {
  double speed = 2;             ///< so many times as fast
  std::vector<WhatIfRow> rows;  ///< that with the largest gain first, stuck ones last
  std::vector<std::string> left_out;
  std::string why_not;                   ///< the end of a sentence, if there are no rows
  bool cancelled = false;                ///< those not simulated are among `left_out`
  std::vector<WhatIfMessages> messages;  ///< runs that ended with an error have no rows
  bool failed = false;                   ///< some run ended with an error
};

struct WhatIfOptions {
  double speed = 2;
  /// Of all runs together, by what the run itself took; those beyond are left out. 0: no limit.
  std::uint64_t most_firings = 0;
  std::function<void(const std::string& name)> begun;  ///< told of each part; may be empty
};

/// The parts of the net that take time: first those on the critical path, if it is known, by their
/// share of it.
std::vector<FasterPart> parts_of(const Net& net, const SimulationResult& result);

/// Simulates the net once more for each part, as it was for `result`: same options, same seed.
/// Gains of several runs are those of the means, with intervals as of independent runs.
WhatIf what_if(const Net& net, std::span<const FasterPart> parts, const SimulationOptions& options, const SimulationResult& result,
               const WhatIfOptions& of_what_if);

}  // namespace petriloom
