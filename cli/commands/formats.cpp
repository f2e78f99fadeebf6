// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/commands.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "formats/registry/feature_reports.h"
#include "formats/registry/table.h"

namespace petriloom::cli {

namespace {

nlohmann::ordered_json supports_json(const Supports& supports) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (std::size_t k = 0; k < kFeatures; ++k)
    all[std::string(name_of(static_cast<Feature>(k)))] = name_of(supports[static_cast<Feature>(k)]);
  return all;
}

std::string formats_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Format& format : formats()) {
    nlohmann::ordered_json row;
    row["name"] = format.name;
    row["endings"] = std::vector<std::string>(format.endings.begin(), format.endings.end());
    row["description"] = format.description;
    row["carries"] = format.carries;
    row["read"] = format.read != nullptr ? supports_json(format.reads) : nlohmann::ordered_json(nullptr);
    row["write"] = format.write != nullptr ? supports_json(format.writes) : nlohmann::ordered_json(nullptr);
    list.push_back(std::move(row));
  }
  nlohmann::ordered_json document;
  document["formats"] = std::move(list);
  return document.dump(2) + "\n";
}

}  // namespace

ExitCode run_formats(const Command& command, Arguments arguments, Session& session) {
  std::string json;
  OptionParser parser(command.name, command.summary, command.example);
  parser.text("--json", "FILE", json, "the table as JSON; - is stdout, instead of the text");
  parser.writes(json);
  if (const auto ended = parser.parse(arguments, session)) return *ended;
  if (!json.empty() && !write_output(json, formats_json(), session)) return ExitCode::wrong;
  if (json == "-") return ExitCode::done;

  Table table({"format", "endings", "read", "write", "what it is", "carries"});
  for (const Format& format : formats()) {
    table.add({std::string(format.name), fmt::format("{}", fmt::join(format.endings, " ")), format.read != nullptr ? "yes" : "no",
               format.write != nullptr ? "yes" : "no", std::string(format.description), std::string(format.carries)});
  }
  print(table.text(session.colour) + "\n" + features_text());
  return ExitCode::done;
}

}  // namespace petriloom::cli
