// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/policy_parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/common/format.h"
#include "formats/common/input_file.h"
#include "formats/loom/module_parameters.h"
#include "generator/description/quantity.h"

namespace petriloom {

namespace {

template <class Parameters>
auto named(const Parameters& all, std::string_view name) {
  return std::find_if(all.begin(), all.end(), [name](const auto& one) { return one.name == name; });
}

/// The parameters that the file of a policy declares; empty if there is no file.
std::optional<std::vector<ModuleParameter>> declared(const Component& policy, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::string error;
    const std::string text = read_file(folder + "/" + policy.file + ".loom", ReadOptions().most_bytes, error);
    if (error.empty()) return parameters_of_module(text, policy.module);
  }
  return std::nullopt;
}

/// What one policy takes, against what there is for it.
class Policy {
 public:
  Policy(Component& component, const Runtime& runtime, std::vector<ModuleParameter> takes)
      : runtime_(runtime), takes_(std::move(takes)), of_machine_(component.parameters) {
    std::erase_if(component.parameters, [this](const auto& one) { return named(takes_, one.name) == takes_.end(); });
    component.given = runtime.policy_parameters;
  }

  void check(const Sources& sources, Diagnostics& diagnostics) const {
    for (const GivenParameter& one : runtime_.policy_parameters) {
      const auto parameter = named(takes_, one.name);
      if (parameter == takes_.end()) {
        diagnostics.error(one.name_where, called("has no parameter", one.name), choices(one.name));
      } else if (of_machine(one.name)) {
        diagnostics.error(one.name_where, called("gets from the machine its parameter", one.name), choices(one.name));
      } else {
        const Diagnostics mistakes = mistakes_of_value(*parameter, one.value);
        for (const Diagnostic& wrong : mistakes.list()) {
          diagnostics.error(pointed_into(sources, one.where, one.value, wrong.where.column), wrong.message, wrong.help);
        }
      }
    }
    for (const ModuleParameter& one : takes_) {
      const bool given = named(runtime_.policy_parameters, one.name) != runtime_.policy_parameters.end();
      if (!one.must_be_given || given || of_machine(one.name)) continue;
      diagnostics.error(runtime_.policy.where, called("needs the parameter", one.name),
                        fmt::format("policy: {{name: {}, {}: VALUE}}", runtime_.policy.value, one.name));
    }
  }

 private:
  [[nodiscard]] std::string called(std::string_view what, const std::string& parameter) const {
    return fmt::format("the policy {} {} {}", quote(runtime_.policy.value), what, quote(parameter));
  }

  [[nodiscard]] bool of_machine(const std::string& name) const { return named(of_machine_, name) != of_machine_.end(); }

  /// The parameters that a description may give.
  [[nodiscard]] std::string choices(const std::string& name) const {
    std::vector<std::string> names;
    for (const ModuleParameter& one : takes_) {
      if (!of_machine(one.name)) names.push_back(one.name);
    }
    return names.empty() ? "it takes none from a description" : suggest(name, names);
  }

  const Runtime& runtime_;
  std::vector<ModuleParameter> takes_;
  std::vector<Component::Parameter> of_machine_;
};

}  // namespace

void apply_policy(std::vector<Component>& components, const Runtime& runtime, const std::vector<std::string>& folders,
                  const Sources& sources, Diagnostics& diagnostics) {
  const auto chosen = std::find_if(components.begin(), components.end(), [](const Component& one) { return one.chosen; });
  std::optional<std::vector<ModuleParameter>> takes = declared(*chosen, folders);
  if (takes) Policy(*chosen, runtime, std::move(*takes)).check(sources, diagnostics);
}

Location pointed_into(const Sources& sources, Location asked, const std::string& words, std::size_t column) {
  if (asked.column == 0) return asked;
  const std::size_t there = sources.line(asked.file, asked.line).find(words, asked.column - 1);
  if (there != std::string_view::npos && there <= asked.column) asked.column = static_cast<std::uint32_t>(there + column);
  return asked;
}

}  // namespace petriloom
