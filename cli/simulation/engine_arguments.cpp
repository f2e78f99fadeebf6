// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/engine_arguments.h"

#include <fmt/format.h>

#include "engine/text/parse_number.h"

namespace petriloom::cli {

void EngineArguments::add_to(OptionParser& parser) {
  parser.choice("--engine", {"fastest", "coloured", "counts"}, engine,
                "what runs the net (docs/engine.md); does not change the result; counts is an error where a net has none");
  parser.flag("--explain", explain, "say which engine ran the net, and why");
  parser.text("--tolerance", "SHARE", tolerance,
              "of nets with fluid places: relative local error of levels (docs/fluid.md); default 1e-8");
}

bool EngineArguments::read(SimulationOptions& simulation, Session& session) const {
  simulation.engine = static_cast<Engine>(engine);
  simulation.engine_or_none = simulation.engine == Engine::counts;
  if (tolerance.empty()) return true;
  const double value = parse_number<double>(tolerance).value_or(0);
  simulation.tolerance = value;
  if (value >= 1e-13 && value <= 0.1) return true;
  session.status.error(
      fmt::format("petriloom simulate: --tolerance: '{}' is not a share from 1e-13 to 0.1, as in --tolerance 1e-6", tolerance));
  return false;
}

void EngineArguments::tell_without_levels(Session& session) const {
  if (!tolerance.empty())
    session.status.note("petriloom simulate: note: --tolerance is of levels, and the net has no fluid places: it changes nothing");
}

void EngineArguments::tell(const SimulationResult& result, Session& session) const {
  if (explain && !result.engine.empty()) session.status.note("run " + result.engine);
}

}  // namespace petriloom::cli
