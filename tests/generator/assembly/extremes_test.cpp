// SPDX-License-Identifier: Apache-2.0
// Every key with values that are wrong in most places: a net, or errors at their places that say
// what would be right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generator/assembly/generate.h"
#include "generator/yaml/yaml_tree.h"
#include "tests/generator/every_key.h"
#include "tests/sanitized.h"

namespace petriloom::extremes_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

struct Path {
  std::string text;
  std::string unit;  ///< of the value there, with the blank before it; empty if it has none
};

void add_paths(const YamlNode& node, const std::string& path, std::vector<Path>& paths) {
  const std::size_t unit = node.text.find_first_not_of("0123456789.");
  if (!path.empty()) paths.push_back({path, unit == 0 || unit == std::string::npos ? "" : node.text.substr(unit)});
  for (std::size_t k = 0; k < node.items.size(); ++k) add_paths(node.items[k], fmt::format("{}[{}]", path, k), paths);
  for (const YamlEntry& entry : node.entries) add_paths(entry.value, path.empty() ? entry.key : path + "." + entry.key, paths);
}

/// The paths of all keys and entries of lists.
std::vector<Path> all_paths() {
  Sources sources;
  Diagnostics wrong;
  const auto tree = parse_yaml(sources.add("every_key.yaml", test::every_key()), sources, YamlLimits{}, wrong);
  std::vector<Path> paths;
  if (tree) add_paths(*tree, "", paths);
  return paths;
}

std::vector<std::string> extremes_of(const Path& path) {
  std::vector<std::string> all{"~",
                               "''",
                               "x",
                               "true",
                               "[]",
                               "{}",
                               "[1]",
                               "{zz: 1}",
                               "[[1], 2]",
                               "[1, 2, 3]",
                               "[0, 6]",
                               "[-1, -6]",
                               "nan",
                               "inf",
                               "1e999",
                               "1.5",
                               "0x10",
                               "1_000",
                               "[2147483647, 2147483647]"};
  for (const char* number : {"0", "-1", "1e308", "-1e308", "1e-320", "2147483648", "9223372036854775808"}) {
    all.emplace_back(number);
    if (!path.unit.empty()) all.push_back(number + path.unit);
  }
  return all;
}

/// With a sanitizer half of the descriptions are read, and a tenth of the nets is made: the others
/// go through the same code.
void expect_told(const std::string& path, const std::string& value, std::size_t number) {
  if (test::sanitized() && number % 2 != 0) return;
  const DescriptionInput input{{{path, value}}, test::every_key()};
  const DescriptionResult read = read_description("every_key.yaml", {kRoot}, input);
  EXPECT_NE(read.description.has_value(), read.diagnostics.has_errors()) << path << " = " << value;
  for (const Diagnostic& one : read.diagnostics.list()) {
    const std::string said = fmt::format("{} = {}: {}", path, value, read.diagnostics.format(*read.sources));
    EXPECT_TRUE(one.where.known() && one.where.line > 0 && one.where.column > 0) << said;
    const bool tells = !one.help.empty() || one.message.find("expected") != std::string::npos ||
                       one.message.find("needs") != std::string::npos || one.message.find(" is a map of keys") != std::string::npos;
    EXPECT_TRUE(tells) << "what would be right? " << said;
  }
  if (read.description && (!test::sanitized() || number % 10 == 0)) {
    GenerateOptions options{{kRoot}, Fold::automatic, input};
    try {
      const ReadResult made = generate("every_key.yaml", options);
      EXPECT_NE(made.net.has_value(), made.diagnostics.has_errors()) << path << " = " << value;
    } catch (const std::logic_error& error) {
      ADD_FAILURE() << path << " = " << value << "\n" << error.what();
    }
  }
}

TEST(Extremes, AreTakenOrToldAtTheirPlaces) {
  const std::vector<Path> paths = all_paths();
  EXPECT_GT(paths.size(), 100U);
  std::size_t number = 0;
  for (const Path& path : paths) {
    for (const std::string& value : extremes_of(path)) expect_told(path.text, value, number++);
  }
}

std::string errors_with(const std::string& path, const std::string& value) {
  const DescriptionResult read = read_description("every_key.yaml", {kRoot}, {{{path, value}}, test::every_key()});
  std::string all;
  for (const Diagnostic& one : read.diagnostics.list()) {
    if (one.severity == Severity::error) all += fmt::format("{}: {} ({})\n", one.where.column, one.message, one.help);
  }
  return all;
}

TEST(Extremes, AreSaidOnce) {
  // What refers to something that is wrong itself is not wrong.
  EXPECT_EQ(errors_with("links.wire", "3"), "12: the link 'wire' is a map of keys, found '3' ()\n");
  EXPECT_EQ(errors_with("machine.kinds.k", "3"), "17: the kind of node 'k' is a map of keys, found '3' ()\n");
  EXPECT_EQ(errors_with("machine.kinds.k.bus", "3"), "21: 'bus' is a map of keys, found '3' ()\n");
  EXPECT_EQ(errors_with("run", "~"), "5: 'run' is a map of keys, found nothing ()\n");
  EXPECT_EQ(errors_with("run.until", "0 s"),
            "11: a simulation that ends at 0 s does nothing (a time above 0 s, or 'done': until the application is)\n");
  EXPECT_EQ(errors_with("machine.nodes[0].cout", "3"),
            "18: an entry of 'nodes' has no key 'cout' (did you mean 'count'? the keys are kind, count, hwloc, sockets, "
            "cores_per_socket, "
            "frequency, flop_per_cycle, frequencies, power, temperature, cache, memory, gpus, bus, nic)\n");
}

}  // namespace
}  // namespace petriloom::extremes_test
