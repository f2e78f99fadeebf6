// SPDX-License-Identifier: Apache-2.0
// Runs with time, found again among those of a model in which instants keep their order.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "analysis/urgent/urgent_model.h"
#include "engine/trace/sink.h"

namespace petriloom::test {

using StateSet = std::set<std::vector<std::uint8_t>>;

class Edges final : public SuccessorSink {
 public:
  void edge(Label label, StateBytes target) override { found.emplace_back(label, std::vector(target.begin(), target.end())); }
  std::vector<std::pair<Label, std::vector<std::uint8_t>>> found;
};

/// How much was followed.
struct Followed {
  std::size_t runs = 0, firings = 0, ends = 0, refused = 0;
};

/// Runs a net with the seed `number` for a while: each firing must be one of the model of the net;
/// of bindings the reals are not compared, which may be times. `ends`: where it ends, too, as long
/// as no duration is endless.
void follow(const Net& net, std::uint64_t number, bool ends, Followed& followed);

}  // namespace petriloom::test
