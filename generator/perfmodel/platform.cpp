// SPDX-License-Identifier: Apache-2.0
#include "generator/perfmodel/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "formats/xml/xml.h"
#include "generator/perfmodel/model_text.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

constexpr auto kPlatformFolders = std::to_array<std::string_view>({"bus", ".", "custom_bus"});

struct SimgridLink {
  double bandwidth = 0;
  double latency = 0;
};

struct SimgridUnit {
  std::string_view name;
  double factor;
};

constexpr auto kRateUnits = std::to_array<SimgridUnit>(
    {{"Bps", 1}, {"kBps", 1e3}, {"MBps", 1e6}, {"GBps", 1e9}, {"KiBps", 1024.0}, {"MiBps", 1048576.0}, {"GiBps", 1073741824.0}});
constexpr auto kDelayUnits = std::to_array<SimgridUnit>({{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}});

/// Reads links, and routes as lists of their names.
class PlatformHandler : public XmlHandler {
 public:
  explicit PlatformHandler(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override {
    if (elements_++ == 0 && name != "platform")
      diagnostics_.error(where, fmt::format("this is no platform of SimGrid: it begins with <{}>", name));
    if (name == "link") read_link(attributes, where);
    if (name == "route") route_ = {value(attributes, "src", where), value(attributes, "dst", where)};
    if (name == "link_ctn") read_step(attributes, where);
  }
  void text(std::string_view) override {}
  void end() override {}

  std::map<std::string, SimgridLink> links;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> routes;

 private:
  std::string value(std::span<const XmlAttribute> attributes, std::string_view name, const Location& where) {
    for (const XmlAttribute& one : attributes) {
      if (one.name == name) return std::string(one.value);
    }
    diagnostics_.error(where, fmt::format("the attribute '{}' is missing", name));
    return {};
  }

  double number(const std::string& text, std::span<const SimgridUnit> units, std::string_view what, double low,
                const Location& where) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit = error == std::errc{} ? std::string_view(end) : std::string_view();
    const auto known = std::find_if(units.begin(), units.end(), [unit](const SimgridUnit& one) { return one.name == unit; });
    if (known != units.end() && std::isfinite(number * known->factor) && number >= low) return number * known->factor;
    diagnostics_.error(where, fmt::format("expected {}, found '{}'", what, text.substr(0, 40)));
    return 1;
  }

  void read_link(std::span<const XmlAttribute> attributes, const Location& where) {
    const std::string id = value(attributes, "id", where);
    const double bandwidth = number(value(attributes, "bandwidth", where), kRateUnits, "a bandwidth, as 6e9Bps", 1, where);
    const double latency = number(value(attributes, "latency", where), kDelayUnits, "a latency, as 0.00001s", 0, where);
    if (!links.emplace(id, SimgridLink{bandwidth, latency}).second)
      diagnostics_.error(where, fmt::format("there are two links '{}'", id));
  }

  void read_step(std::span<const XmlAttribute> attributes, const Location& where) {
    const std::string id = value(attributes, "id", where);
    if (!links.contains(id)) diagnostics_.error(where, fmt::format("there is no link '{}' above", id));
    routes[route_].push_back(id);
  }

  Diagnostics& diagnostics_;
  std::pair<std::string, std::string> route_;
  std::size_t elements_ = 0;
};

std::string memory_name(std::size_t memory) { return memory == 0 ? "RAM" : fmt::format("CUDA{}", memory - 1); }

/// The names of the links between memories of the node, by pair.
using Routes = PlatformModel::Pairs<std::vector<std::string>>;

PlatformModel with_wires(const Routes& routes, const std::map<std::string, SimgridLink>& links) {
  std::map<std::string, int> pairs;  // that cross a link
  for (const auto& row : routes) {
    for (const std::vector<std::string>& route : row) {
      for (const std::string& link : std::set<std::string>(route.begin(), route.end())) ++pairs[link];
    }
  }
  PlatformModel model;
  std::map<std::string, int> numbers;
  for (const auto& [link, crossed] : pairs) {
    if (crossed < 2) continue;
    numbers[link] = static_cast<int>(model.wires.size());
    model.wires.push_back(links.at(link).bandwidth);
  }
  const std::size_t size = routes.size();
  model.bandwidth.assign(size, std::vector<double>(size, 0));
  model.latency.assign(size, std::vector<double>(size, 0));
  model.crossing.assign(size, std::vector<std::vector<int>>(size));
  for (std::size_t from = 0; from < size; ++from) {
    for (std::size_t to = 0; to < size; ++to) {
      double& own = model.bandwidth[from][to];
      for (const std::string& link : routes[from][to]) {
        const SimgridLink& one = links.at(link);
        model.latency[from][to] += one.latency;
        if (const auto number = numbers.find(link); number != numbers.end()) {
          model.crossing[from][to].push_back(number->second);
        } else {
          own = own == 0 ? one.bandwidth : std::min(own, one.bandwidth);
        }
      }
    }
  }
  return model;
}

}  // namespace

bool has_platform(const PerformanceModels& models, const std::string& variant) {
  return std::any_of(kPlatformFolders.begin(), kPlatformFolders.end(), [&](std::string_view folder) {
    std::error_code absent;
    return fs::exists(fs::path(models.folder) / folder / (models.host + variant + ".platform.v4.xml"), absent);
  });
}

std::optional<PlatformModel> read_platform(const PerformanceModels& models, const std::string& variant, int cards, Sources& sources,
                                           Diagnostics& diagnostics) {
  const auto file = open_model(models, kPlatformFolders, variant + ".platform.v4.xml", "links", sources, diagnostics);
  if (!file) return std::nullopt;
  Diagnostics own;
  PlatformHandler handler(own);
  const bool sound = parse_xml(sources, *file, handler, own);
  const auto memories = static_cast<std::size_t>(cards) + 1;
  Routes routes(memories, std::vector<std::vector<std::string>>(memories));
  for (std::size_t from = 0; sound && !own.has_errors() && from < memories; ++from) {
    for (std::size_t to = 0; to < memories; ++to) {
      if (from == to) continue;
      const auto found = handler.routes.find({memory_name(from), memory_name(to)});
      if (found != handler.routes.end()) {
        routes[from][to] = found->second;
      } else {
        own.error({*file, 0, 0}, fmt::format("there is no route from {} to {}", memory_name(from), memory_name(to)));
      }
    }
  }
  diagnostics.append(own);
  return own.has_errors() || !sound ? std::nullopt : std::optional(with_wires(routes, handler.links));
}

}  // namespace petriloom
