// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/plain_net.h"

#include <algorithm>
#include <map>

namespace petriloom {
namespace {

// The word of an optional expression that is a literal, `absent` if there is none; nothing if it is
// no literal.
std::optional<Word> literal(const Net& net, ExprId expr, Word absent) {
  if (!expr.valid()) return absent;
  if (net.exprs[expr].op != Op::literal) return std::nullopt;
  return net.exprs[expr].payload;
}

// The value cannot matter where there is one colour, but evaluating it could fail.
bool plain_value(const Net& net, const Arc& arc) {
  const Op op = net.exprs[arc.value].op;
  return op == Op::literal || op == Op::wildcard;
}

}  // namespace

std::optional<PlainNet::Rule> PlainNet::compile(const Net& net, const Transition& transition) {
  if (transition.binding_size > 0 || !transition.draws.empty()) return std::nullopt;
  Rule rule;
  for (const ExprId guard : transition.guards) {
    const auto value = literal(net, guard, 1);
    if (!value) return std::nullopt;
    if (*value == 0) rule.never = true;
  }
  std::map<PlaceId, std::int64_t> taken;
  std::map<PlaceId, std::int64_t> put;
  for (const Arc& arc : transition.arcs) {
    const auto count = literal(net, arc.count, 1);
    const auto condition = literal(net, arc.condition, 1);
    if (!count || !condition || arc.each || arc.kind == ArcKind::reset || !plain_value(net, arc)) return std::nullopt;
    if (*condition == 0 || (*count <= 0 && arc.kind != ArcKind::equal)) continue;
    switch (arc.kind) {
      case ArcKind::input:
        // More than a place can hold are never there.
        rule.never = __builtin_add_overflow(taken[arc.place], *count, &taken[arc.place]) || rule.never;
        break;
      case ArcKind::output:
        if (__builtin_add_overflow(put[arc.place], *count, &put[arc.place])) return std::nullopt;
        break;
      case ArcKind::read:
        rule.at_least.push_back({arc.place, *count});
        break;
      case ArcKind::inhibitor:
        rule.fewer_than.push_back({arc.place, *count});
        break;
      case ArcKind::equal:
        rule.exactly.push_back({arc.place, std::max<std::int64_t>(*count, 0)});
        break;
      case ArcKind::reset:
        break;
    }
  }
  for (const auto& [place, count] : taken) {
    rule.at_least.push_back({place, count});
    put[place] -= rule.never ? 0 : count;
  }
  for (const auto& [place, count] : put) {
    if (count != 0) rule.change.push_back({place, net.colours[net[place].colour].low, count});
  }
  return rule;
}

std::optional<PlainNet> PlainNet::compile(const Net& net) {
  PlainNet result;
  for (const Place& place : net.places) {
    if (net.colours[place.colour].size() != 1) return std::nullopt;
  }
  for (const Transition& transition : net.transitions) {
    auto rule = compile(net, transition);
    if (!rule) return std::nullopt;
    result.rules_.push_back(std::move(*rule));
  }
  result.counts_.assign(net.places.size(), 0);
  result.watch(net);
  return result;
}

// The place least often needed is likely to be marked least often; places marked at the start are
// resources and often marked.
void PlainNet::watch(const Net& net) {
  std::vector<std::size_t> needed(net.places.size(), 0);
  for (const Rule& rule : rules_) {
    for (const Need& need : rule.at_least) ++needed[need.place.index()];
  }
  watchers_.resize(net.places.size());
  for (std::size_t t = 0; t < rules_.size(); ++t) {
    const Rule& rule = rules_[t];
    if (rule.never) continue;
    if (rule.at_least.empty()) {
      always_.push_back(TransitionId(t));
      continue;
    }
    const auto rank = [&](const Need& need) { return std::pair(!net[need.place].initial.empty(), needed[need.place.index()]); };
    const auto best = std::min_element(rule.at_least.begin(), rule.at_least.end(),
                                       [&](const Need& a, const Need& b) { return rank(a) < rank(b); });
    watchers_[best->place.index()].push_back(TransitionId(t));
  }
}

void PlainNet::load(const std::vector<Tokens>& marking) {
  for (const PlaceId place : marked_) counts_[place.index()] = 0;
  marked_.clear();
  for (const Tokens& tokens : marking) {
    counts_[tokens.place.index()] = tokens.count;
    marked_.push_back(tokens.place);
  }
}

bool PlainNet::holds(const Rule& rule) const {
  return std::all_of(rule.at_least.begin(), rule.at_least.end(),
                     [&](const Need& need) { return counts_[need.place.index()] >= need.count; }) &&
         std::all_of(rule.fewer_than.begin(), rule.fewer_than.end(),
                     [&](const Need& need) { return counts_[need.place.index()] < need.count; }) &&
         std::all_of(rule.exactly.begin(), rule.exactly.end(),
                     [&](const Need& need) { return counts_[need.place.index()] == need.count; });
}

void PlainNet::enabled(std::vector<TransitionId>& out) {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  const auto look = [&](const std::vector<TransitionId>& candidates) {
    for (const TransitionId candidate : candidates) {
      if (holds(rules_[candidate.index()])) out.push_back(candidate);
    }
  };
  look(always_);
  for (const PlaceId place : marked_) look(watchers_[place.index()]);
  std::sort(out.begin() + begin, out.end());
}

}  // namespace petriloom
