// SPDX-License-Identifier: Apache-2.0
// Options about what runs a net, which change no result.
#pragma once

#include <string>

#include "cli/shell/options.h"
#include "cli/shell/session.h"
#include "engine/simulate/simulate.h"

namespace petriloom::cli {

struct EngineArguments {
  std::size_t engine = 0;  ///< as Engine
  bool explain = false;
  std::string tolerance;

  /// Declares --engine, --explain and --tolerance.
  void add_to(OptionParser& parser);
  /// Takes them over. False, and reported, if one is wrong.
  bool read(SimulationOptions& simulation, Session& session) const;
  /// Says which of them change nothing for a net without fluid places.
  void tell_without_levels(Session& session) const;
  /// Says which engine ran, if that is asked for.
  void tell(const SimulationResult& result, Session& session) const;
};

}  // namespace petriloom::cli
