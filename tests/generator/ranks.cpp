// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/ranks.h"

#include "generator/assembly/generate.h"

namespace petriloom::test {

ReadResult generated(const std::string& text, const Settings& settings, const std::string& path) {
  GenerateOptions options;
  options.search_path = {PETRILOOM_ROOT};
  for (const auto& [key, value] : settings) options.input.settings.push_back({key, value});
  options.input.text = text;
  return generate(path, options);
}

ReadResult generated_ranks(const std::string& machine, const std::string& application, const Settings& settings,
                           const std::string& path) {
  return generated(machine + "application: {kind: ranks, " + application + "}\n", settings, path);
}

std::ostream& operator<<(std::ostream& out, const RankKnob& knob) { return out << knob.name; }

}  // namespace petriloom::test
