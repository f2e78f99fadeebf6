// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/chosen_modules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "engine/text/quote.h"
#include "formats/common/format.h"
#include "formats/common/input_file.h"
#include "formats/loom/module_parameters.h"

namespace petriloom {

namespace {

template <class Parameters>
auto named(const Parameters& all, std::string_view name) {
  return std::find_if(all.begin(), all.end(), [name](const auto& one) { return one.name == name; });
}

/// The text of the file of a module; empty if there is no file.
std::optional<std::string> text_of(const Component& chosen, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::string error;
    std::string text = read_file(folder + "/" + chosen.file + ".loom", ReadOptions().most_bytes, error);
    if (error.empty()) return text;
  }
  return std::nullopt;
}

/// Tells of a module that is chosen and lacks measures of which those of the system are made.
void check_measures(const Component& chosen, const std::string& text, Diagnostics& diagnostics) {
  const auto has = measures_of_module(text, chosen.module);
  if (!has) return;
  for (const std::string_view needed : chosen.measures) {
    if (std::find(has->begin(), has->end(), needed) != has->end()) continue;
    diagnostics.error(
        chosen.origin,
        fmt::format("the {} {} has no measure {}", chosen.chosen_by, quote(chosen_name(chosen)), quote(std::string(needed))),
        fmt::format("energies of the system are made of its measures {}", fmt::join(chosen.measures, ", ")));
  }
}

/// What a module that is chosen takes, against what there is for it.
class Chosen {
 public:
  Chosen(Component& component, std::vector<ModuleParameter> takes)
      : component_(component), takes_(std::move(takes)), of_machine_(component.parameters) {
    std::erase_if(component.parameters, [this](const auto& one) { return named(takes_, one.name) == takes_.end(); });
  }

  void check(const Sources& sources, Diagnostics& diagnostics) const {
    for (const GivenParameter& one : component_.given) {
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
      const bool given = named(component_.given, one.name) != component_.given.end();
      if (!one.must_be_given || given || of_machine(one.name)) continue;
      diagnostics.error(component_.origin, called("needs the parameter", one.name),
                        fmt::format("{}: {{name: {}, {}: VALUE}}", component_.chosen_by, chosen_name(component_), one.name));
    }
  }

 private:
  [[nodiscard]] std::string called(std::string_view what, const std::string& parameter) const {
    return fmt::format("the {} {} {} {}", component_.chosen_by, quote(chosen_name(component_)), what, quote(parameter));
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

  const Component& component_;
  std::vector<ModuleParameter> takes_;
  std::vector<Component::Parameter> of_machine_;
};

}  // namespace

void apply_chosen(std::vector<Component>& components, const std::vector<std::string>& folders, const Sources& sources,
                  Diagnostics& diagnostics) {
  for (Component& component : components) {
    if (component.chosen_by.empty()) continue;
    const std::optional<std::string> text = text_of(component, folders);
    if (!text) continue;
    Chosen(component, parameters_of_module(*text, component.module)).check(sources, diagnostics);
    check_measures(component, *text, diagnostics);
  }
}

bool is_there(const std::vector<std::string>& folders, const std::string& file) {
  return std::any_of(folders.begin(), folders.end(), [&file](const std::string& folder) {
    std::error_code absent;
    return std::filesystem::exists(folder + "/" + file + ".loom", absent);
  });
}

Location pointed_into(const Sources& sources, Location asked, const std::string& words, std::size_t column) {
  if (asked.column == 0) return asked;
  const std::size_t there = sources.line(asked.file, asked.line).find(words, asked.column - 1);
  if (there != std::string_view::npos && there <= asked.column) asked.column = static_cast<std::uint32_t>(there + column);
  return asked;
}

}  // namespace petriloom
