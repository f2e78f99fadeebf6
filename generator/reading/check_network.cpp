// SPDX-License-Identifier: Apache-2.0
// What a network must have in common with the nodes that it joins.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "generator/reading/check.h"

namespace petriloom {
namespace {

constexpr std::int64_t kMostPlaces = 1'073'741'824;  // as nets/network/*.loom

/// A parameter of whole numbers of a topology, and whether their product is of its places.
struct Counts {
  std::string_view topology;
  std::string_view parameter;
  bool of_places;
};

constexpr auto kCounts = std::to_array<Counts>({
    {"torus", "dimensions", true},
    {"fat_tree", "children", true},
    {"fat_tree", "parents", false},
    {"dragonfly", "groups", true},
    {"dragonfly", "routers", true},
    {"dragonfly", "nodes", true},
});

using Numbers = std::vector<std::int64_t>;

/// "[4, 4]", or "4" alone; empty if it is anything else.
Numbers whole_numbers(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  Numbers numbers;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    std::string_view item = text.substr(0, comma);
    if (more) text.remove_prefix(comma + 1);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    const auto number = parse_number<std::int64_t>(item);
    if (!number || *number < 1 || *number > kMostPlaces) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

/// "fat_tree" as descriptions write it.
std::string words(std::string_view file) {
  std::string text(file);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void check_places(Reader& reader, const Network& network, std::size_t nodes) {
  Numbers factors;
  Location where;
  std::map<std::string_view, std::size_t> levels;
  std::size_t wanted = 0;
  std::size_t found = 0;
  for (const Counts& one : kCounts) {
    if (one.topology != network.topology.value) continue;
    wanted += one.of_places ? 1 : 0;
    const auto given = std::find_if(network.parameters.begin(), network.parameters.end(),
                                    [&one](const GivenParameter& parameter) { return parameter.name == one.parameter; });
    if (given == network.parameters.end()) continue;
    const Numbers numbers = whole_numbers(given->value);
    if (numbers.empty()) {
      reader.error(given->where, fmt::format("expected whole numbers from 1 for the {} of a {}, found {}", one.parameter,
                                             words(one.topology), quote(given->value)));
      continue;
    }
    levels[one.parameter] = numbers.size();
    if (!one.of_places) continue;
    ++found;
    where = given->where;
    factors.insert(factors.end(), numbers.begin(), numbers.end());
  }
  if (levels.contains("children") && levels.contains("parents") && levels["children"] != levels["parents"]) {
    reader.error(network.topology.where, fmt::format("a fat tree needs as many 'parents' as 'children', found {} and {}",
                                                     levels["parents"], levels["children"]));
  }
  if (wanted == 0 || found < wanted) return;  // what it must be given and is not is said where its file is read
  const std::string called = words(network.topology.value);
  double places = 1;
  for (const std::int64_t factor : factors) places *= static_cast<double>(factor);
  if (places < static_cast<double>(nodes)) {
    reader.error(
        where,
        fmt::format("a {} of {} has {} places, and the machine has {} nodes", called, fmt::join(factors, " x "), places, nodes),
        "as many places as nodes at least");
  } else if (places > static_cast<double>(kMostPlaces)) {
    reader.error(where, fmt::format("a {} of {} has more than {} places", called, fmt::join(factors, " x "), kMostPlaces),
                 "as many places as nodes are enough");
  }
}

void check_hypercube(Reader& reader, const Network& network, std::size_t nodes) {
  for (const GivenParameter& one : network.parameters) {
    if (one.name == "dimensions")
      reader.error(one.name_where, "the dimensions of a hypercube follow from the nodes",
                   "leave them out, or choose the topology torus");
  }
  if (std::has_single_bit(nodes)) return;
  reader.error(network.topology.where, fmt::format("a hypercube joins a power of two, and the machine has {} nodes", nodes),
               fmt::format("{} or {} nodes, or another topology", std::bit_floor(nodes), std::bit_ceil(nodes)));
}

void check_switches(Reader& reader, const Network& network, std::size_t nodes) {
  if (static_cast<std::size_t>(network.leaf_switches.value) <= nodes) return;
  reader.error(network.leaf_switches.where,
               fmt::format("there are {} leaf switches, and the machine has {} nodes", network.leaf_switches.value, nodes),
               fmt::format("from 1 to {}", nodes));
}

Numbers numbers_given(const Network& network, std::string_view parameter) {
  for (const GivenParameter& one : network.parameters) {
    if (one.name == parameter) return whole_numbers(one.value);
  }
  return {};
}

/// Of a level there are as many as below all switches above it, times the ways up to it (XGFT,
/// S. Ohring et al., 1995).
double switches_of_tree(const Numbers& children, const Numbers& parents) {
  double all = 0;
  for (std::size_t level = 0; level < std::min(children.size(), parents.size()); ++level) {
    double switches = 1;
    for (std::size_t k = level + 1; k < children.size(); ++k) switches *= static_cast<double>(children[k]);
    for (std::size_t k = 0; k <= level; ++k) switches *= static_cast<double>(parents[k]);
    all += switches;
  }
  return all;
}

}  // namespace

std::optional<double> switches_of(const Network& network, std::size_t nodes) {
  const std::string& topology = network.topology.value;
  if (counts_switches(network)) {
    const int leaves = network.leaf_switches.value;
    return leaves + (leaves > 1 ? network.spine_switches.value : 0);
  }
  if (topology == kFatTree) return switches_of_tree(numbers_given(network, "children"), numbers_given(network, "parents"));
  if (topology == kHypercube) return static_cast<double>(nodes);
  double places = 1;
  const bool torus = topology == "torus";
  if (!torus && topology != "dragonfly") return std::nullopt;
  for (const std::string_view factor :
       torus ? std::vector<std::string_view>{"dimensions"} : std::vector<std::string_view>{"groups", "routers"}) {
    for (const std::int64_t number : numbers_given(network, factor)) places *= static_cast<double>(number);
  }
  return places;
}

void check_network(Reader& reader, const Machine& machine) {
  const std::size_t nodes = machine.nodes.size();
  check_switches(reader, machine.network, nodes);
  if (machine.network.topology.value == kHypercube) {
    check_hypercube(reader, machine.network, nodes);
  } else {
    check_places(reader, machine.network, nodes);
  }
}

}  // namespace petriloom
