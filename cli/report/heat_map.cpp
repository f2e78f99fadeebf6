// SPDX-License-Identifier: Apache-2.0
#include "cli/report/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "cli/report/page.h"
#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

constexpr double kHeatWidth = 1100;   // px
constexpr double kLevelHeight = 130;  // between points and the switches above them
constexpr double kCell = 12;
constexpr std::size_t kMostPoints = 600;
constexpr std::size_t kMostLabels = 64;

/// From pale blue by yellow to red.
std::string heat_colour(double share) {
  constexpr std::array<std::array<double, 3>, 3> kStops{{{214, 226, 240}, {244, 196, 72}, {190, 18, 40}}};
  const double at = 2 * std::clamp(share, 0.0, 1.0);
  const std::size_t low = at < 1 ? 0 : 1;
  const double part = at - static_cast<double>(low);
  const auto mixed = [&](std::size_t k) { return std::lround(kStops[low][k] * (1 - part) + kStops[low + 1][k] * part); };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

std::string load_title(const CapacityLoad& load) {
  return fmt::format("<title>{}: {:.4g} %</title>", escaped_html(load.name), 100 * load.share);
}

struct Spot {
  double x = 0, y = 0;
};

/// Where points of a network are drawn: who sends and receives below, switches above them, by how
/// far they are; all on a circle, if there are no switches.
class Places {
 public:
  explicit Places(const NetworkPicture& network) : network_(network), spots_(network.points.size()) {
    find_levels();
    if (levels_.size() == 1) {
      circle();
    } else {
      rows();
    }
  }
  [[nodiscard]] const Spot& operator[](std::size_t point) const { return spots_[point]; }
  [[nodiscard]] double height() const { return height_; }

 private:
  void find_levels() {
    std::vector<std::vector<std::size_t>> beside(network_.points.size());
    for (const NetworkEdge& edge : network_.edges) {
      beside[edge.from].push_back(edge.to);
      beside[edge.to].push_back(edge.from);
    }
    std::vector<bool> seen(network_.points.size());
    levels_.emplace_back();
    for (std::size_t p = 0; p < network_.points.size(); ++p) {
      if (network_.points[p].empty()) continue;
      levels_.back().push_back(p);
      seen[p] = true;
    }
    while (true) {
      // A switch stands above the middle of what it joins.
      std::vector<std::pair<double, std::size_t>> next;
      const std::vector<std::size_t>& below = levels_.back();
      std::vector<std::pair<double, double>> sums(network_.points.size());
      for (std::size_t k = 0; k < below.size(); ++k) {
        for (const std::size_t up : beside[below[k]]) {
          if (seen[up]) continue;
          sums[up].first += (static_cast<double>(k) + 0.5) / static_cast<double>(below.size());
          sums[up].second += 1;
        }
      }
      for (std::size_t p = 0; p < sums.size(); ++p) {
        if (sums[p].second > 0) next.emplace_back(sums[p].first / sums[p].second, p);
      }
      if (next.empty()) return;
      std::stable_sort(next.begin(), next.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      levels_.emplace_back();
      for (const auto& [middle, p] : next) {
        levels_.back().push_back(p);
        seen[p] = true;
      }
    }
  }

  void circle() {
    constexpr double kRadius = 300;
    height_ = 2 * kRadius + 60;
    const auto& all = levels_.front();
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(all.size());
      spots_[all[k]] = {kHeatWidth / 2 + kRadius * std::sin(angle), height_ / 2 - kRadius * std::cos(angle)};
    }
  }

  void rows() {
    height_ = kLevelHeight * static_cast<double>(levels_.size() - 1) + 60;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const double each = kHeatWidth / static_cast<double>(levels_[level].size());
      for (std::size_t k = 0; k < levels_[level].size(); ++k)
        spots_[levels_[level][k]] = {each * (static_cast<double>(k) + 0.5),
                                     height_ - 30 - kLevelHeight * static_cast<double>(level)};
    }
  }

  const NetworkPicture& network_;
  std::vector<std::vector<std::size_t>> levels_;
  std::vector<Spot> spots_;
  double height_ = 0;
};

/// The two directions of a link beside each other; the most loaded ones on top.
std::string network_part(const CapacityLoads& loads, double top, double& bottom) {
  const NetworkPicture& network = loads.network;
  const Places places(network);
  std::vector<NetworkEdge> edges = network.edges;
  std::stable_sort(edges.begin(), edges.end(), [&](const NetworkEdge& a, const NetworkEdge& b) {
    return loads.loads[a.load].share < loads.loads[b.load].share;
  });
  std::string text;
  for (const NetworkEdge& edge : edges) {
    const Spot& a = places[edge.from];
    const Spot& b = places[edge.to];
    const double length = std::max(1.0, std::hypot(b.x - a.x, b.y - a.y));
    constexpr double kAside = 2.2;
    const double dx = -kAside * (b.y - a.y) / length;
    const double dy = kAside * (b.x - a.x) / length;
    const CapacityLoad& load = loads.loads[edge.load];
    text +=
        fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"3\">{}</line>\n",
                    a.x + dx, top + a.y + dy, b.x + dx, top + b.y + dy, heat_colour(load.share), load_title(load));
  }
  const auto named = static_cast<std::size_t>(
      std::count_if(network.points.begin(), network.points.end(), [](const std::string& name) { return !name.empty(); }));
  for (std::size_t p = 0; p < network.points.size(); ++p) {
    const std::string& name = network.points[p];
    const Spot& spot = places[p];
    text += name.empty() ? fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\" fill=\"#1b1f24\"/>\n",
                                       spot.x - 5, top + spot.y - 5)
                         : fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"#5b6570\"><title>{}</title></circle>\n",
                                       spot.x, top + spot.y, escaped_html(name));
    if (name.empty() || named > kMostLabels || named * (name.size() + 1) > 160) continue;
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", spot.x, top + spot.y + 20,
                        escaped_html(name));
  }
  bottom = top + places.height();
  return text;
}

/// A cell for each capacity, place by place.
std::string cells_part(const CapacityLoads& loads, double top, double& bottom) {
  constexpr auto kColumns = static_cast<std::size_t>(kHeatWidth / kCell);
  std::string text;
  double y = top;
  for (std::size_t k = 0; k < loads.loads.size();) {
    const std::string& place = loads.loads[k].place;
    text += fmt::format("<text x=\"0\" y=\"{:.1f}\">{}</text>\n", y + 11, escaped_html(place));
    y += 16;
    std::size_t column = 0;
    for (; k < loads.loads.size() && loads.loads[k].place == place; ++k, ++column) {
      if (column == kColumns) {
        column = 0;
        y += kCell;
      }
      text += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\">{}</rect>\n",
                          kCell * static_cast<double>(column), y, kCell - 1, kCell - 1, heat_colour(loads.loads[k].share),
                          load_title(loads.loads[k]));
    }
    y += kCell + 10;
  }
  bottom = y;
  return text;
}

std::string legend_part(double y) {
  std::string text = fmt::format("<text x=\"0\" y=\"{:.0f}\">load</text>\n", y + 10);
  constexpr std::size_t kSteps = 10;
  for (std::size_t k = 0; k <= kSteps; ++k) {
    const double share = static_cast<double>(k) / kSteps;
    const double x = 40 + 44 * static_cast<double>(k);
    text += fmt::format(
        "<rect x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"12\" height=\"12\" fill=\"{2}\"/><text x=\"{3:.0f}\" y=\"{4:.0f}\">{5:.0f} "
        "%</text>\n",
        x, y, heat_colour(share), x + 15, y + 10, 100 * share);
  }
  return text;
}

}  // namespace

std::string heat_map_svg(const CapacityLoads& loads, const std::string& title) {
  std::string text = fmt::format("<text x=\"0\" y=\"14\" font-size=\"14\">{}</text>\n", escaped_html(title)) + legend_part(26);
  double y = 56;
  const std::size_t points = loads.network.points.size();
  if (points > 0 && points <= kMostPoints && !loads.network.edges.empty()) text += network_part(loads, y, y);
  text += cells_part(loads, y + 10, y);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -6 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#1b1f24\" role=\"img\">\n"
             "<rect x=\"-10\" y=\"-6\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
             kHeatWidth + 20, y + 12) +
         text + "</svg>\n";
}

}  // namespace petriloom::cli
