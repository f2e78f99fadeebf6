// SPDX-License-Identifier: Apache-2.0
#include "generator/generate.h"

namespace petriloom {

namespace {

std::vector<std::string> each_with(const std::vector<std::string>& folders, const std::string& below) {
  std::vector<std::string> result;
  for (const std::string& folder : folders) result.push_back(folder + "/" + below);
  return result;
}

}  // namespace

ReadResult generate(const std::string& path, const GenerateOptions& options) {
  DescriptionResult described = read_description(path, options.search_path);
  ReadResult result;
  result.sources = described.sources;
  result.diagnostics.append(described.diagnostics);
  if (!described.description) return result;

  const Assembly assembly = assemble(*described.description, *described.sources, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  ReadOptions read;
  read.search_path = each_with(options.search_path, "nets");
  read.fold = options.fold;
  ReadResult net = read_loom(path + ".loom", assembly.text, read, described.sources, assembly.origins);
  result.diagnostics.append(net.diagnostics);
  result.net = std::move(net.net);
  if (result.net) result.net->name = described.description->name;
  return result;
}

}  // namespace petriloom
