// SPDX-License-Identifier: Apache-2.0
// Clusters that are a torus, a fat tree or a dragonfly, with the links and ways that SimGrid gives
// them (its documentation, "Platform description", cluster).
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "generator/platform/platform_builder.h"

namespace petriloom {
namespace {

using Numbers = std::vector<int>;

std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// "3,2;1" as {{3, 2}, {1}}; empty if it is anything else.
std::vector<Numbers> parameters(std::string_view text) {
  std::vector<Numbers> lists{{}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(",;", begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const auto number = parse_number<int>(word);
    if (!number || *number < 1 || *number > static_cast<int>(kMostPlatformHosts)) return {};
    lists.back().push_back(*number);
    if (end < text.size() && text[end] == ';') lists.emplace_back();
    begin = end + 1;
  }
  return lists;
}

double product(const Numbers& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 1.0, std::multiplies<>()); }

/// Links of a cluster, each in both directions.
class Shaper {
 public:
  Shaper(PlatformBuilder& builder, const ClusterTag& tag) : builder_(builder), tag_(tag), shape_(builder.zone().shape) {}

  void link(int cables = 1) {
    const double bandwidth = tag_.bandwidth * cables;
    const int up = builder_.add_own_link(tag_.id, bandwidth, tag_.latency, tag_.policy != LinkPolicy::fat);
    shape_.up.push_back(up);
    shape_.down.push_back(tag_.policy == LinkPolicy::split ? builder_.add_own_link(tag_.id, bandwidth, tag_.latency) : up);
  }
  void limit(double switches) {
    const double all = switches + static_cast<double>(tag_.radicals.size());
    for (double i = 0; tag_.limiter && i < all; ++i) shape_.limiters.push_back(builder_.add_own_link(tag_.id, *tag_.limiter, 0));
  }
  /// Whether hosts and links are as many as there should be.
  bool fits(double hosts, double links) {
    if (hosts != static_cast<double>(tag_.radicals.size())) {
      builder_.error(tag_.where, fmt::format("{} has {} places for the {} hosts of its radical", quote(tag_.parameters), hosts,
                                             tag_.radicals.size()));
      return false;
    }
    if (2 * links <= static_cast<double>(kMostPlatformLinks)) return true;
    builder_.error(tag_.where, fmt::format("{} has more than {} links", quote(tag_.parameters), kMostPlatformLinks / 2));
    return false;
  }

 private:
  PlatformBuilder& builder_;
  const ClusterTag& tag_;
  ClusterShape& shape_;
};

/// Switches of a level of a fat tree, counted from the hosts, which are level 0.
double level_size(const ClusterShape& shape, std::size_t level) {
  double size = 1;
  for (std::size_t j = 0; j < shape.sizes.size(); ++j) size *= j < level ? shape.parents[j] : shape.sizes[j];
  return size;
}

bool add_torus(Shaper& shaper, ClusterShape& shape, const std::vector<Numbers>& lists) {
  shape.sizes = lists.front();
  const double hosts = product(shape.sizes);
  if (!shaper.fits(hosts, hosts * static_cast<double>(shape.sizes.size()))) return false;
  for (double i = 0; i < hosts * static_cast<double>(shape.sizes.size()); ++i) shaper.link();
  shaper.limit(0);
  return true;
}

bool add_fat_tree(Shaper& shaper, ClusterShape& shape, const std::vector<Numbers>& lists) {
  shape.sizes = lists[1];
  shape.parents = lists[2];
  shape.cables = lists[3];
  double links = 0;
  double switches = 0;
  for (std::size_t level = 0; level < shape.sizes.size(); ++level) {
    links += level_size(shape, level) * shape.parents[level] * shape.cables[level];
    switches += level_size(shape, level + 1);
  }
  if (!shaper.fits(product(shape.sizes), std::max(links, switches))) return false;
  for (double i = 0; i < links; ++i) shaper.link();
  shaper.limit(switches);
  return true;
}

/// Where the links of a dragonfly begin: of hosts, then within a chassis, within a group, between
/// groups.
struct DragonflyLinks {
  explicit DragonflyLinks(const ClusterShape& shape)
      : groups(shape.sizes[0]), chassis(shape.sizes[1]), routers(shape.sizes[2]), nodes(shape.sizes[3]) {}
  [[nodiscard]] double count() const { return black(groups, 0, 1, 0) + pairs(groups); }
  /// The link of a pair i < j of so many, counted on.
  [[nodiscard]] static double pair(double i, double j, double of) { return i * of - i * (i + 1) / 2 + j - i - 1; }
  [[nodiscard]] static double pairs(double of) { return of * (of - 1) / 2; }
  [[nodiscard]] double hosts() const { return double{1} * groups * chassis * routers * nodes; }
  [[nodiscard]] double green(double of_chassis, int i, int j) const {
    return hosts() + of_chassis * pairs(routers) + pair(i, j, routers);
  }
  [[nodiscard]] double black(double group, int i, int j, int router) const {
    return green(double{1} * groups * chassis, 0, 1) + (group * pairs(chassis) + pair(i, j, chassis)) * routers + router;
  }
  [[nodiscard]] double blue(int i, int j) const { return black(groups, 0, 1, 0) + pair(i, j, groups); }
  int groups, chassis, routers, nodes;
};

bool add_dragonfly(PlatformBuilder& builder, Shaper& shaper, const ClusterTag& tag, const std::vector<Numbers>& lists) {
  ClusterShape& shape = builder.zone().shape;
  shape.sizes = {lists[0][0], lists[1][0], lists[2][0], lists[3][0]};
  shape.cables = {lists[0][1], lists[1][1], lists[2][1]};
  const DragonflyLinks links(shape);
  if (links.groups > links.routers) {
    builder.error(
        tag.where,
        fmt::format("a dragonfly of {} groups needs as many routers in a chassis at least, not {}", links.groups, links.routers),
        "router i of the first chassis has the link to group i");
    return false;
  }
  if (!shaper.fits(links.hosts(), links.count())) return false;
  const double green = links.green(0, 0, 1);
  const double black = links.black(0, 0, 1, 0);
  const double blue = links.black(links.groups, 0, 1, 0);
  for (double i = 0; i < links.count(); ++i)
    shaper.link(i < green ? 1 : i < black ? shape.cables[2] : i < blue ? shape.cables[1] : shape.cables[0]);
  shaper.limit(links.hosts() / links.nodes);
  return true;
}

/// A way through a cluster, link by link.
struct Way {
  explicit Way(const ClusterShape& of) : shape(of) {}
  void limiter(double number) {
    if (!shape.limiters.empty()) links.push_back(shape.limiters[static_cast<std::size_t>(number)]);
  }
  void up(double number) { links.push_back(shape.up[static_cast<std::size_t>(number)]); }
  void down(double number) { links.push_back(shape.down[static_cast<std::size_t>(number)]); }
  /// A link of a pair, which goes up from the lower.
  void across(double number, bool rising) { rising ? up(number) : down(number); }
  const ClusterShape& shape;
  std::vector<int> links;
};

/// Dimension by dimension, each the shorter way round.
void torus_way(Way& way, int from, int to) {
  const Numbers& sizes = way.shape.sizes;
  const int count = static_cast<int>(sizes.size());
  int node = from;
  int step = 1;
  for (int d = 0; d < count; ++d) {
    const int size = sizes[at(d)];
    const int begin = from / step % size;
    const int end = to / step % size;
    const bool rising = (end > begin && end <= begin + size / 2) || (begin > size / 2 && (begin + size / 2) % size >= end);
    while (node / step % size != end) {
      const int here = node / step % size;
      const int next = node + ((here + (rising ? 1 : size - 1)) % size - here) * step;
      way.limiter(node);
      if (rising) {
        way.up(double{1} * node * count + d);
      } else {
        way.down(double{1} * next * count + d);
      }
      node = next;
    }
    step *= size;
  }
  way.limiter(to);
}

/// A host or switch of a fat tree.
struct TreeNode {
  std::size_t level = 0;
  Numbers label;

  [[nodiscard]] double position(const ClusterShape& shape) const {
    double position = 0;
    for (std::size_t j = label.size(); j-- > 0;) position = position * (j < level ? shape.parents[j] : shape.sizes[j]) + label[j];
    return position;
  }
  /// Its number among all, level by level.
  [[nodiscard]] double number(const ClusterShape& shape) const {
    double before = 0;
    for (std::size_t i = 0; i < level; ++i) before += level_size(shape, i);
    return before + position(shape);
  }
  /// The link at a port up from it.
  [[nodiscard]] double link(const ClusterShape& shape, int port) const {
    double before = 0;
    for (std::size_t i = 0; i < level; ++i) before += level_size(shape, i) * shape.parents[i] * shape.cables[i];
    return before + position(shape) * shape.parents[level] * shape.cables[level] + port;
  }
};

TreeNode leaf(const ClusterShape& shape, int host) {
  TreeNode node;
  for (const int size : shape.sizes) {
    node.label.push_back(host % size);
    host /= size;
  }
  return node;
}

/// d-mod-k (E. Zahavi, 2010): the receiver says which way up; the sender, which cable down.
void fat_tree_way(Way& way, int from, int to) {
  const ClusterShape& shape = way.shape;
  TreeNode node = leaf(shape, from);
  const TreeNode end = leaf(shape, to);
  const auto above = [&end](const TreeNode& root) {
    return root.level > 0 && std::equal(root.label.begin() + static_cast<std::ptrdiff_t>(root.level), root.label.end(),
                                        end.label.begin() + static_cast<std::ptrdiff_t>(root.level));
  };
  int divided = to;
  while (!above(node)) {
    const int port = divided % (shape.parents[node.level] * shape.cables[node.level]);
    way.limiter(node.number(shape));
    way.up(node.link(shape, port));
    divided /= shape.parents[node.level];
    node.label[node.level] = port % shape.parents[node.level];
    ++node.level;
  }
  while (node.level > 0) {
    const std::size_t below = node.level - 1;
    const int cable = from % shape.cables[below];
    TreeNode next = node;
    next.level = below;
    next.label[below] = end.label[below];
    way.down(next.link(shape, node.label[below] + cable * shape.parents[below]));
    way.limiter(node.number(shape));
    node = std::move(next);
  }
  way.limiter(to);
}

/// Within a chassis, to the first chassis of the group, and over the one link between two groups.
void dragonfly_way(Way& way, int from, int to) {
  const DragonflyLinks links(way.shape);
  struct Router {
    int group, chassis, router;
  };
  const auto router_of = [&links](int host) {
    const int number = host / links.nodes;
    return Router{number / links.routers / links.chassis, number / links.routers % links.chassis, number % links.routers};
  };
  const auto limiter_of = [&links](const Router& one) {
    return links.hosts() + (double{1} * one.group * links.chassis + one.chassis) * links.routers + one.router;
  };
  Router here = router_of(from);
  const Router end = router_of(to);
  const auto go_router = [&](int router) {
    if (here.router == router) return;
    way.limiter(limiter_of(here));
    way.across(links.green(double{1} * here.group * links.chassis + here.chassis, std::min(here.router, router),
                           std::max(here.router, router)),
               here.router < router);
    here.router = router;
  };
  const auto go_chassis = [&](int chassis) {
    if (here.chassis == chassis) return;
    way.limiter(limiter_of(here));
    way.across(links.black(here.group, std::min(here.chassis, chassis), std::max(here.chassis, chassis), here.router),
               here.chassis < chassis);
    here.chassis = chassis;
  };
  way.limiter(from);
  way.up(from);
  if (here.group != end.group) {
    go_router(end.group);
    go_chassis(0);
    way.across(links.blue(std::min(here.group, end.group), std::max(here.group, end.group)), here.group < end.group);
    way.limiter(limiter_of(here));
    here = {end.group, 0, here.group};
  }
  go_router(end.router);
  go_chassis(end.chassis);
  way.limiter(limiter_of(end));
  way.down(to);
  way.limiter(to);
}

}  // namespace

bool add_shape(PlatformBuilder& builder, const ClusterTag& tag) {
  const std::vector<Numbers> lists = parameters(tag.parameters);
  const auto sizes = [&lists](std::initializer_list<std::size_t> wanted) {
    return std::equal(lists.begin(), lists.end(), wanted.begin(), wanted.end(),
                      [](const Numbers& list, std::size_t size) { return list.size() == size; });
  };
  Shaper shaper(builder, tag);
  PlatformZone& zone = builder.zone();
  if (zone.routing == Routing::torus && lists.size() == 1 && !lists.front().empty()) return add_torus(shaper, zone.shape, lists);
  if (zone.routing == Routing::fat_tree && !lists.empty() && lists.front().size() == 1) {
    const auto levels = static_cast<std::size_t>(lists.front().front());
    if (sizes({1, levels, levels, levels})) return add_fat_tree(shaper, zone.shape, lists);
  }
  if (zone.routing == Routing::dragonfly && sizes({2, 2, 2, 1})) return add_dragonfly(builder, shaper, tag, lists);
  builder.error(tag.where, fmt::format("{} are no parameters of the topology {}", quote(tag.parameters), tag.topology),
                zone.routing == Routing::torus ? "for example 4,4,2"
                : zone.routing == Routing::fat_tree
                    ? "for example 2;4,4;1,2;1,2: levels; children, parents and cables of each"
                    : "for example 3,4;4,3;5,1;2: groups, chassis and routers with their links; nodes");
  return false;
}

std::vector<int> shape_route(const PlatformZone& zone, int from, int to) {
  Way way(zone.shape);
  if (zone.routing == Routing::torus) torus_way(way, from, to);
  if (zone.routing == Routing::fat_tree) fat_tree_way(way, from, to);
  if (zone.routing == Routing::dragonfly) dragonfly_way(way, from, to);
  return std::move(way.links);
}

}  // namespace petriloom
