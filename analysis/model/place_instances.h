// SPDX-License-Identifier: Apache-2.0
// The places of the instances that a folded place stands for.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// The indices of folded instances that a colour of a place begins with; none if the place is of no
/// folded instance.
std::vector<Word> instance_indices(const Net& net, const WordPool& pool, PlaceId place, Word colour);

/// Numbers `node[3].P` of a folded place `node.P`, in the order in which tokens of them turn up.
class PlaceInstances {
 public:
  /// Kept by reference.
  PlaceInstances(const Net& net, const WordPool& pool) : net_(net), pool_(pool), colours_(net.places.size()) {}

  /// The number of the one that a token of this colour is in. The place must be folded.
  std::size_t number(PlaceId place, Word colour);
  [[nodiscard]] std::size_t size() const { return instances_.size(); }
  [[nodiscard]] PlaceId place(std::size_t number) const { return instances_[number]->first.first; }
  /// "node[3].P".
  [[nodiscard]] std::string name(std::size_t number) const;

 private:
  using Known = std::map<std::pair<PlaceId, std::vector<Word>>, std::size_t>;
  const Net& net_;
  const WordPool& pool_;
  std::vector<std::unordered_map<Word, std::size_t>> colours_;  // by place
  Known known_;
  std::vector<Known::const_iterator> instances_;
};

}  // namespace petriloom
