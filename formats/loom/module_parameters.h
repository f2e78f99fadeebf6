// SPDX-License-Identifier: Apache-2.0
// What a module takes and measures, as its text declares it, and values for that as texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A parameter of a module.
struct ModuleParameter {
  std::string name;
  bool must_be_given = false;  ///< it has no default
  /// Of the number that is its default; empty if that has none. Nothing if the default is no
  /// number, or 0 without a unit, which may be of any.
  std::optional<std::string> unit;
};

/// The parameters of the module `module` of a text of the net language, in their order. Empty if it
/// declares no such module. What is wrong with the text is not told here.
std::vector<ModuleParameter> parameters_of_module(const std::string& text, std::string_view module);

/// The measures that the module `module` of a text declares. Empty if they cannot be told, as there
/// is no such module, or as it imports some.
std::optional<std::vector<std::string>> measures_of_module(const std::string& text, std::string_view module);

/// What is wrong with a value for a parameter, at its lines and columns: the syntax of an
/// expression, and a unit that is missing, of another dimension than the default's, or one where
/// that has none. Its type is not looked at.
Diagnostics mistakes_of_value(const ModuleParameter& parameter, const std::string& value);

}  // namespace petriloom
