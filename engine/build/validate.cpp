// SPDX-License-Identifier: Apache-2.0
#include "engine/build/validate.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "engine/text/wording.h"

namespace petriloom {

void validate(const Net& net, Diagnostics& diagnostics) {
  for (const auto rule : {check_names, check_initial_tokens, check_functions, check_arcs, check_bindings, check_places_of_state,
                          check_timing, check_draws, check_fluid, check_sharing, check_slots, check_measures, check_properties}) {
    rule(net, diagnostics);
  }
}

namespace {

template <class Part>
void unique_names(const Net& net, const std::vector<Part>& parts, std::string_view kind, Diagnostics& diagnostics) {
  std::set<std::pair<ModuleId, std::string_view>> seen;
  for (const Part& part : parts) {
    if (part.name.empty()) diagnostics.error(part.where, fmt::format("a {} without a name", kind));
    if (seen.emplace(part.module, part.name).second) continue;
    const std::string module = path(net, part.module);
    diagnostics.error(part.where,
                      fmt::format("there is already a {} '{}' in {}", kind, part.name, module.empty() ? "the net" : module),
                      "names of one kind must differ within a module");
  }
}

// A reference is a name of a place too.
void check_references(const Net& net, Diagnostics& diagnostics) {
  std::set<std::pair<ModuleId, std::string_view>> seen;
  for (const Place& place : net.places) seen.emplace(place.module, place.name);
  for (std::size_t m = 0; m < net.modules.size(); ++m) {
    for (const Reference& reference : net.modules[m].references) {
      if (reference.name.empty()) diagnostics.error(reference.where, "a reference to a place without a name");
      if (seen.emplace(ModuleId(m), reference.name).second) continue;
      const std::string module = path(net, ModuleId(m));
      diagnostics.error(reference.where,
                        fmt::format("there is already a place '{}' in {}", reference.name, module.empty() ? "the net" : module),
                        "a port or fusion place is a name of a place; these must differ within a module");
    }
  }
}

}  // namespace

void check_names(const Net& net, Diagnostics& diagnostics) {
  unique_names(net, net.places, "place", diagnostics);
  check_references(net, diagnostics);
  unique_names(net, net.transitions, "transition", diagnostics);
  unique_names(net, net.measures, "measure", diagnostics);
  unique_names(net, net.properties, "property", diagnostics);
  std::set<std::pair<ModuleId, std::string_view>> seen;
  for (std::size_t m = 1; m < net.modules.size(); ++m) {
    const Module& module = net.modules[m];
    if (seen.emplace(module.parent, module.name).second) continue;
    diagnostics.error(module.instance, fmt::format("there is already an instance '{}' here", module.name));
  }
}

void check_initial_tokens(const Net& net, Diagnostics& diagnostics) {
  for (const Place& place : net.places) {
    for (const InitialTokens& tokens : place.initial) {
      if (!net.colours.contains(place.colour, tokens.colour, net.pool)) {
        diagnostics.error(place.where, fmt::format("an initial token of place '{}' is not a colour of {}", place.name,
                                                   net.colours.describe(place.colour)));
      }
      if (tokens.count < 1) {
        diagnostics.error(place.where, fmt::format("place '{}' has {} initial tokens of a colour", place.name, tokens.count),
                          "at least 1");
      }
      if (!std::isfinite(tokens.available) || tokens.available < 0) {
        diagnostics.error(place.where,
                          fmt::format("an initial token of place '{}' is available at {} s", place.name, tokens.available),
                          "a finite time, at least 0");
      }
    }
  }
}

void check_functions(const Net& net, Diagnostics& diagnostics) {
  for (const Function& function : net.functions) {
    const Expr& body = net.exprs[function.body];
    if (function.parameter_names.size() != function.parameters.size() || function.slots < function.parameters.size()) {
      diagnostics.error(function.where, fmt::format("function '{}' has no room for its parameters", function.name));
    }
    if (!net.colours.same_words(body.type, function.result)) {
      diagnostics.error(function.where, fmt::format("function '{}' is to give {}, but its body is {}", function.name,
                                                    with_article(net.colours.describe(function.result)),
                                                    with_article(net.colours.describe(body.type))));
    }
    if (body.stateful()) {
      diagnostics.error(function.where, fmt::format("function '{}' looks at the marking or the time", function.name),
                        "functions depend on their arguments alone; pass what they need as an argument");
    }
    if (body.wildcards) diagnostics.error(function.where, fmt::format("a wildcard in function '{}'", function.name));
  }
}

}  // namespace petriloom
