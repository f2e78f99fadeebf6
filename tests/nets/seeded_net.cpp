// SPDX-License-Identifier: Apache-2.0
#include "tests/nets/seeded_net.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "formats/loom/loom.h"
#include "generator/assembly/generate.h"

namespace petriloom {

namespace fs = std::filesystem;

Verdicts verdicts(const VerifyResult& result) {
  Verdicts found;
  for (const PropertyResult& property : result.properties) {
    EXPECT_TRUE(property.verdict == Verdict::holds || property.verdict == Verdict::refuted) << property.name;
    (property.verdict == Verdict::holds ? found.hold : found.refuted).insert(property.name);
  }
  return found;
}

std::set<std::string> task_policies() {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(PETRILOOM_ROOT) / "nets/tasks/policy")) {
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find("\nmodule POLICY") != std::string::npos) names.insert(entry.path().stem().string());
  }
  return names;
}

double mean_of(const SimulationResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.measures, name, &MeasureResult::name);
  if (found != result.measures.end()) return found->value.mean;
  ADD_FAILURE() << "no measure " << name;
  return -1;
}

bool is_refuted(const Net& net, const std::string& name) {
  VerifyOptions options;
  options.urgent = true;
  options.standard = false;
  for (std::size_t k = 0; k < net.properties.size(); ++k) {
    if (net.properties[k].name == name) options.properties.push_back(PropertyId(k));
  }
  EXPECT_EQ(options.properties.size(), 1U) << name;
  return !options.properties.empty() && verdicts(verify(net, options)).refuted.contains(name);
}

LoadedRun run_with_loads(const ReadResult& read) {
  if (!read.net) {
    ADD_FAILURE() << read.diagnostics.format(*read.sources);
    return {};
  }
  LoadRecorder recorder(*read.net);
  SimulationOptions options;
  options.trace = &recorder;
  SimulationResult result = simulate(*read.net, options);
  for (const Diagnostic& message : result.diagnostics.list()) ADD_FAILURE() << message.message;
  return {recorder.take(), std::move(result)};
}

SeededNets::SeededNets() {
  for (const char* part : {"nets", "templates"}) {
    fs::copy(fs::path(PETRILOOM_ROOT) / part, folder_.path() / part, fs::copy_options::recursive);
  }
}

std::uint32_t SeededNets::replace(const std::string& file, const std::string& section, const std::string& before,
                                  const std::string& after) {
  const fs::path path = folder_.path() / "nets" / file;
  std::ostringstream read;
  read << std::ifstream(path).rdbuf();
  std::string text = read.str();
  const std::size_t from = text.find(section);
  if (from == std::string::npos) throw std::runtime_error(file + " has no '" + section + "'");
  const std::size_t at = text.find(before, from);
  if (at == std::string::npos) throw std::runtime_error(file + " has no '" + before + "' after '" + section + "'");
  text.replace(at, before.size(), after);
  std::ofstream(path, std::ios::trunc) << text;
  return 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

ReadResult SeededNets::generate(const std::string& description, Fold fold, std::vector<DescriptionSetting> settings) const {
  GenerateOptions options;
  options.search_path = {folder_.path().string()};
  options.fold = fold;
  options.input = {std::move(settings), {}};
  return petriloom::generate((folder_.path() / "templates" / description).string(), options);
}

ReadResult SeededNets::read(const std::string& net, std::map<std::string, std::string> constants) const {
  const fs::path path = fs::path(PETRILOOM_ROOT) / net;
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return read_text(net, text.str(), std::move(constants));
}

ReadResult SeededNets::read_text(const std::string& net, const std::string& text,
                                 std::map<std::string, std::string> constants) const {
  ReadOptions options;
  options.search_path = {folder_.file("nets")};
  options.constants = std::move(constants);
  return read_loom((fs::path(PETRILOOM_ROOT) / net).string(), text, options);
}

}  // namespace petriloom
