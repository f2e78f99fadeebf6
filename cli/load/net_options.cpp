// SPDX-License-Identifier: Apache-2.0
#include "cli/load/net_options.h"

#include <fmt/format.h>

namespace petriloom::cli {

void NetOptions::add_to(OptionParser& parser, std::string_view about_scenario) {
  add_fold_and_set_to(parser);
  parser.text("--scenario", "NAME", scenario, about_scenario);
  parser.flag("--ignore-io", ignore_io,
              "leave out calls of files and sockets in a net of CPN Tools where nothing needs their values; each is told");
}

void NetOptions::add_fold_and_set_to(OptionParser& parser) {
  parser.choice("--fold", fold_names(), fold, "whether arrays of instances become colours");
  parser.texts("--set", "NAME=VALUE", settings,
               "another value for a constant of the net, or for a key of a description (machine.nodes[0].count=4); may be given "
               "several times");
}

void NetOptions::add_measures_to(OptionParser& parser) {
  parser.texts(
      "--measure", "NAME=EXPR", measures,
      "one more measure, as in the net language: 'load=tokens(A) + tokens(B)', the average of an expression, or 'done=count "
      "t'; may be given several times");
}

std::optional<LoadOptions> NetOptions::load(Session& session) const {
  LoadOptions options{"", fold_of(fold), false, scenario};
  options.measures = measures;
  options.ignore_io = ignore_io;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    const std::string name = setting.substr(0, equals);
    if (equals == 0 || equals == std::string::npos || equals + 1 == setting.size()) {
      session.status.error(
          fmt::format("--set: `{}` is not NAME=VALUE, such as rate=2.5 or delay=3us; of a description key.path=value", setting));
      return std::nullopt;
    }
    if (!options.constants.emplace(name, setting.substr(equals + 1)).second) {
      session.status.error(fmt::format("--set: `{}` is given twice", name));
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace petriloom::cli
