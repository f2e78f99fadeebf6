// SPDX-License-Identifier: Apache-2.0
// Clusters: hosts that are alike, on a switch or backbone, or as a torus, fat tree or dragonfly.
#include <fmt/format.h>

#include <algorithm>

#include "generator/platform/platform_builder.h"

namespace petriloom {
namespace {

/// Each host by its own link to the middle, over a limiter before it and the backbone behind it.
void add_star(PlatformBuilder& builder, const ClusterTag& tag) {
  const bool has_backbone = tag.backbone_bandwidth && *tag.backbone_bandwidth > 0;
  int backbone = -1;
  if (has_backbone)
    backbone = builder
                   .add_link(tag.id + "_backbone", *tag.backbone_bandwidth, tag.backbone_latency,
                             tag.backbone_shared ? LinkPolicy::shared : LinkPolicy::fat, tag.where)
                   .up;
  for (const int radical : tag.radicals) {
    const int host = builder.add_host(fmt::format("{}{}{}", tag.prefix, radical, tag.suffix), tag.speed, tag.cores, tag.where);
    if (host < 0) continue;
    const std::string name = fmt::format("{}_link_{}", tag.id, radical);
    PlatformSpoke spoke;
    if (tag.limiter) spoke.up.push_back(builder.add_own_link(name + "_limiter", *tag.limiter, 0));
    const DuplexLink link = builder.add_link(name, tag.bandwidth, tag.latency, tag.policy, tag.where);
    spoke.up.push_back(link.up);
    if (has_backbone) spoke.up.push_back(backbone);
    spoke.down.assign(spoke.up.rbegin(), spoke.up.rend());
    std::replace(spoke.down.begin(), spoke.down.end(), link.up, link.down);
    builder.zone().spokes.emplace(host, std::move(spoke));
  }
}

void add_shaped(PlatformBuilder& builder, const ClusterTag& tag) {
  for (const int radical : tag.radicals)
    builder.add_host(fmt::format("{}{}{}", tag.prefix, radical, tag.suffix), tag.speed, tag.cores, tag.where);
  add_shape(builder, tag);
}

}  // namespace

void add_cluster(PlatformBuilder& builder, const ClusterTag& tag) {
  const Routing routing = tag.topology == "TORUS"       ? Routing::torus
                          : tag.topology == "FAT_TREE"  ? Routing::fat_tree
                          : tag.topology == "DRAGONFLY" ? Routing::dragonfly
                                                        : Routing::star;
  builder.open_zone(tag.id, routing, tag.where);
  if (routing == Routing::star) {
    add_star(builder, tag);
  } else {
    add_shaped(builder, tag);
  }
  const std::string router = tag.router.empty() ? fmt::format("{}{}_router{}", tag.prefix, tag.id, tag.suffix) : tag.router;
  builder.zone().gateway = builder.add_point(router, tag.where);
  if (tag.loopback_bandwidth && *tag.loopback_bandwidth > 0) builder.set_loopback(*tag.loopback_bandwidth, tag.loopback_latency);
  builder.close_zone();
}

}  // namespace petriloom
