// SPDX-License-Identifier: Apache-2.0
#include "cli/load/run_section.h"

#include <algorithm>

namespace petriloom::cli {

std::optional<Description> read_again(const std::string& path, const LoadOptions& options, Session& session,
                                      std::shared_ptr<Sources>& sources) {
  DescriptionResult result = read_description(shown_path(path), session.roots, description_input(path, options, session));
  sources = result.sources;
  return std::move(result.description);
}

void apply_run_section(const Description& description, SimulationOptions& options) {
  if (description.run.until.value > 0) options.until = description.run.until.value;
  options.replications = static_cast<std::uint64_t>(std::max(1, description.run.replications.value));
}

void apply_run_section(const std::string& path, const LoadOptions& load, SimulationOptions& options, Session& session) {
  std::shared_ptr<Sources> sources;
  if (const auto description = read_again(path, load, session, sources)) apply_run_section(*description, options);
}

}  // namespace petriloom::cli
