// SPDX-License-Identifier: Apache-2.0
// The options of every command that reads a net: which of the nets that a file describes is meant.
#pragma once

#include "cli/load/load.h"
#include "cli/shell/options.h"

namespace petriloom::cli {

struct NetOptions {
  std::size_t fold = 0;  ///< position in `fold_names`
  std::string scenario;  ///< empty: none
  bool ignore_io = false;
  std::vector<std::string> settings;  ///< NAME=VALUE each
  std::vector<std::string> measures;  ///< NAME=EXPR each

  /// Adds --fold, --scenario (with this text), --set and --ignore-io.
  void add_to(OptionParser& parser, std::string_view about_scenario = "the scenario of the net to take (net language)");
  /// Adds --fold and --set alone, for descriptions.
  void add_fold_and_set_to(OptionParser& parser);
  /// Adds --measure, for commands that take measures.
  void add_measures_to(OptionParser& parser);
  /// How to load the net; nothing, and reported, if one of the settings has no name or value or is
  /// given twice.
  [[nodiscard]] std::optional<LoadOptions> load(Session& session) const;
};

}  // namespace petriloom::cli
