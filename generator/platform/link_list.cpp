// SPDX-License-Identifier: Apache-2.0
#include "generator/platform/link_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <queue>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "formats/common/csv.h"
#include "generator/description/quantity.h"
#include "generator/platform/route_builder.h"

namespace petriloom {
namespace {

constexpr std::array<std::string_view, 5> kColumns{"from", "to", "bandwidth", "latency", "sharing"};
constexpr std::array<std::string_view, 4> kSharing{"duplex", "shared", "simplex", "fat"};
constexpr std::size_t kMostListed = 1'000'000;

/// A link seen from the point to which it leads, as ways are found from their ends.
struct Arrow {
  int from = 0;
  int link = 0;
};

class LinkList {
 public:
  LinkList(FileId file, std::size_t nodes, const Sources& sources, Diagnostics& diagnostics)
      : file_(file), nodes_(nodes), csv_(sources, file, diagnostics), diagnostics_(diagnostics), into_(nodes) {}

  std::optional<RouteTables> tables() {
    const std::size_t errors = diagnostics_.error_count();
    std::vector<CsvCell> row;
    if (!read_head(row)) return std::nullopt;
    while (csv_.next(row)) read_row(row);
    if (diagnostics_.error_count() != errors) return std::nullopt;
    return with_routes();
  }

 private:
  void error(const Location& where, const std::string& message, const std::string& help = {}) {
    diagnostics_.error(where, message, help);
  }

  bool read_head(std::vector<CsvCell>& row) {
    if (!csv_.next(row)) {
      error({file_, 0, 0}, "this list of links is empty", "its first line is: from,to,bandwidth,latency");
      return false;
    }
    columns_.fill(row.size());
    bool sound = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto known = std::find(kColumns.begin(), kColumns.end(), row[i].text);
      if (known != kColumns.end()) columns_[static_cast<std::size_t>(known - kColumns.begin())] = i;
      sound = sound && known != kColumns.end();
      if (known == kColumns.end())
        error(row[i].where, fmt::format("a list of links has no column {}", quote(row[i].text)),
              "from, to, bandwidth, latency, sharing");
    }
    for (std::size_t i = 0; i < 4; ++i) {
      if (columns_[i] < row.size()) continue;
      error(row.front().where, fmt::format("this list of links has no column '{}'", kColumns[i]));
      sound = false;
    }
    width_ = row.size();
    return sound;
  }

  /// A node or a switch.
  int point(const CsvCell& cell) {
    if (const auto number = parse_number<std::uint64_t>(cell.text)) {
      if (*number < nodes_) return static_cast<int>(*number);
      error(cell.where, fmt::format("there is no node {}", cell.text),
            fmt::format("nodes have the numbers 0 to {}, switches other names", nodes_ - 1));
      return -1;
    }
    if (cell.text.empty()) {
      error(cell.where, "expected the number of a node or the name of a switch");
      return -1;
    }
    const auto [found, added] = switches_.emplace(cell.text, static_cast<int>(into_.size()));
    if (added) into_.emplace_back();
    return found->second;
  }

  double quantity(const CsvCell& cell, Dimension dimension, double least) {
    const auto value = parse_quantity(cell.text, dimension);
    if (const auto* wrong = std::get_if<QuantityError>(&value)) {
      error(cell.where, wrong->message, wrong->help);
    } else if (const double number = std::get<double>(value); number >= least && number <= 1e18) {
      return number;
    } else {
      error(cell.where, fmt::format("expected {} from {} to 1e18, found {}", dimension_name(dimension), least, quote(cell.text)));
    }
    return 1;
  }

  void read_row(const std::vector<CsvCell>& row) {
    if (row.size() != width_) {
      error(row.front().where, fmt::format("expected {} cells, found {}", width_, row.size()));
      return;
    }
    const int from = point(row[columns_[0]]);
    const int to = point(row[columns_[1]]);
    const double bandwidth = quantity(row[columns_[2]], Dimension::byte_rate, 1);
    const double latency = quantity(row[columns_[3]], Dimension::time, 0);
    std::string_view sharing = columns_[4] < row.size() ? std::string_view(row[columns_[4]].text) : kSharing[0];
    if (std::find(kSharing.begin(), kSharing.end(), sharing) == kSharing.end())
      error(row[columns_[4]].where, fmt::format("there is no way {} of sharing a link", quote(sharing)),
            "duplex, shared, simplex or fat");
    if (from < 0 || to < 0) return;
    if (from == to) {
      error(row[columns_[1]].where, "a link leads from one point to another");
    } else if (links_.size() + 2 > 2 * kMostListed) {
      error(row.front().where, fmt::format("a list has at most {} links", kMostListed));
    } else {
      const auto add = [&] {
        links_.push_back({"", bandwidth, latency, sharing != "fat"});
        return static_cast<int>(links_.size()) - 1;
      };
      const int there = add();
      into_[static_cast<std::size_t>(to)].push_back({from, there});
      if (sharing == "simplex") return;
      into_[static_cast<std::size_t>(from)].push_back({to, sharing == "duplex" ? add() : there});
    }
  }

  /// From each of `points` the first step of the way to `end`, or -1.
  void ways_to(int end, const std::vector<int>& points, RouteBuilder& out, std::vector<int>& first) {
    struct Reached {
      int links;
      double latency;
      int point;
      bool operator>(const Reached& other) const {
        return std::tie(links, latency, point) > std::tie(other.links, other.latency, other.point);
      }
    };
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    std::vector<std::pair<int, double>> best(into_.size(), {1 << 30, 0});
    first.assign(into_.size(), -1);
    std::vector<bool> done(into_.size());
    first[static_cast<std::size_t>(end)] = 0;
    best[static_cast<std::size_t>(end)] = {0, 0};
    open.push({0, 0, end});
    std::vector<Arrow> by(into_.size());
    while (!open.empty()) {
      const Reached here = open.top();
      open.pop();
      const auto number = static_cast<std::size_t>(here.point);
      if (done[number]) continue;
      done[number] = true;
      for (const Arrow& arrow : into_[number]) {
        const auto next = static_cast<std::size_t>(arrow.from);
        const std::pair<int, double> reached{here.links + 1, here.latency + links_[static_cast<std::size_t>(arrow.link)].latency};
        if (reached >= best[next]) continue;
        best[next] = reached;
        by[next] = {here.point, arrow.link};
        open.push({reached.first, reached.second, arrow.from});
      }
    }
    // Only the ways from `points` are wanted: what they go over is reached before them.
    std::vector<std::size_t> way;
    for (const int point : points) {
      for (auto here = static_cast<std::size_t>(point); done[here] && first[here] < 0;) {
        way.push_back(here);
        here = static_cast<std::size_t>(by[here].from);
      }
      for (; !way.empty(); way.pop_back()) {
        const Arrow& arrow = by[way.back()];
        first[way.back()] = out.step(arrow.link, first[static_cast<std::size_t>(arrow.from)]);
      }
    }
  }

  /// Where the ways of a node begin: at the switch that its only link leads to, else at itself.
  /// Nodes of one switch are reached alike.
  void place_nodes(RouteBuilder& out, std::vector<int>& points) {
    std::vector<int> leading(nodes_, 0);
    std::vector<Arrow> away(nodes_);
    for (std::size_t to = 0; to < into_.size(); ++to) {
      for (const Arrow& arrow : into_[to]) {
        const auto from = static_cast<std::size_t>(arrow.from);
        if (from >= nodes_) continue;
        ++leading[from];
        away[from] = {static_cast<int>(to), arrow.link};
      }
    }
    std::unordered_map<int, int> numbers;
    for (std::size_t node = 0; node < nodes_; ++node) {
      const bool leaf = into_[node].size() == 1 && leading[node] == 1 && away[node].from == into_[node].front().from &&
                        away[node].from >= static_cast<int>(nodes_);
      const int point = leaf ? away[node].from : static_cast<int>(node);
      const auto [number, added] = numbers.emplace(point, static_cast<int>(points.size()));
      if (added) points.push_back(point);
      out.tables.places.push_back(
          leaf ? RouteTables::Place{number->second, out.step(away[node].link, 0), out.step(into_[node].front().link, 0)}
               : RouteTables::Place{number->second, 0, 0});
    }
  }

  std::optional<RouteTables> with_routes() {
    RouteBuilder out(links_);
    std::vector<int> points;
    place_nodes(out, points);
    if (points.size() > kMostRoutePoints) {
      error({file_, 0, 0},
            fmt::format("routes between {} nodes and switches of nodes are more than fit into tables", points.size()),
            fmt::format("at most {}; nodes with one link each to a switch count as that", kMostRoutePoints));
      return std::nullopt;
    }
    out.tables.points = static_cast<int>(points.size());
    out.tables.routes.assign(points.size() * points.size(), 0);
    std::vector<int> first;
    for (std::size_t to = 0; to < points.size(); ++to) {
      ways_to(points[to], points, out, first);
      for (std::size_t from = 0; from < points.size(); ++from) {
        const int step = first[static_cast<std::size_t>(points[from])];
        out.tables.routes[from * points.size() + to] = step;
        if (step >= 0) continue;
        error({file_, 0, 0}, fmt::format("no links lead from node {} to node {}", node_at(out, from), node_at(out, to)));
        return std::nullopt;
      }
      if (out.tables.steps.size() > kMostRouteSteps) {
        error({file_, 0, 0}, fmt::format("the routes between {} nodes have more than {} steps", nodes_, kMostRouteSteps),
              "fewer nodes or switches");
        return std::nullopt;
      }
    }
    return std::move(out.tables);
  }

  /// The first node at a point.
  static std::size_t node_at(const RouteBuilder& out, std::size_t point) {
    const auto& places = out.tables.places;
    return static_cast<std::size_t>(
        std::find_if(places.begin(), places.end(),
                     [point](const RouteTables::Place& one) { return one.point == static_cast<int>(point); }) -
        places.begin());
  }

  FileId file_;
  std::size_t nodes_;
  CsvReader csv_;
  Diagnostics& diagnostics_;
  std::array<std::size_t, kColumns.size()> columns_{};  // where each stands; behind the last: nowhere
  std::size_t width_ = 0;
  std::unordered_map<std::string, int> switches_;
  std::vector<PlatformLink> links_;
  std::vector<std::vector<Arrow>> into_;  // of each point: nodes, then switches
};

}  // namespace

std::optional<RouteTables> link_list_tables(FileId file, std::size_t nodes, const Sources& sources, Diagnostics& diagnostics) {
  return LinkList(file, nodes, sources, diagnostics).tables();
}

}  // namespace petriloom
