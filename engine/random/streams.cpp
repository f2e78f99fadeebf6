// SPDX-License-Identifier: Apache-2.0
#include "engine/random/streams.h"

namespace petriloom {

namespace {

constexpr int kNumbersLog = 24;  // of one draw: 2^24, and 2^40 draws of a transition

// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), then mixed as in SplitMix64 (G. Steele, D. Lea, C.
// Flood, 2014).
std::uint64_t stream_seed(std::uint64_t seed, std::string_view use, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::string_view text : {use, std::string_view(" "), name}) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  hash = (hash ^ hash >> 30U) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ hash >> 27U) * 0x94d049bb133111ebU;
  return seed ^ hash ^ hash >> 31U;
}

}  // namespace

TransitionStreams::TransitionStreams(const Net& net, std::uint64_t seed, std::uint64_t replication, bool antithetic)
    : net_(net),
      seed_(seed),
      random_(random_of_run(seed, replication, antithetic)),
      durations_(net.transitions.size()),
      firings_(net.transitions.size()) {}

void TransitionStreams::begin(std::vector<Instances>& streams, std::string_view use, TransitionId id,
                              std::span<const Word> binding) {
  const Transition& transition = net_[id];
  const auto indices = binding.first(std::min<std::size_t>(transition.folded, binding.size()));
  const auto [at, made] = streams[id.index()].try_emplace({indices.begin(), indices.end()});
  Stream& stream = at->second;
  if (made) stream.seed = stream_seed(seed_, use, indexed_path(net_, transition.module, transition.name, indices));
  random_.restart(stream.seed, stream.begun++ << kNumbersLog);
}

}  // namespace petriloom
