// SPDX-License-Identifier: Apache-2.0
#include "engine/state/fingerprint.h"

#include <bit>

namespace petriloom {

namespace {

/// FNV-1a over words, with the finaliser of MurmurHash3 (A. Appleby) after each.
class Digest {
 public:
  template <class Number>
  requires(std::is_integral_v<Number> || std::is_enum_v<Number>) void add(Number number) {
    value_ = (value_ ^ static_cast<std::uint64_t>(number)) * 0x100000001b3ULL;
    value_ ^= value_ >> 33U;
    value_ *= 0xff51afd7ed558ccdULL;
    value_ ^= value_ >> 29U;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  template <class Tag>
  void add(Id<Tag> id) {
    add(id.valid() ? id.index() + 1 : std::size_t{0});
  }
  template <class Item>
  void add(const std::vector<Item>& items) {
    add(items.size());
    for (const Item& item : items) add(item);
  }
  void add(const Variable& variable) {
    add(variable.name);
    add(variable.colour);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

void add_colours(const Net& net, Digest& digest) {
  for (std::size_t k = 0; k < net.colours.size(); ++k) {
    const ColourSet& set = net.colours[ColourSetId(k)];
    digest.add(set.name);
    digest.add(set.kind);
    digest.add(set.low);
    digest.add(set.high);
    digest.add(set.labels);
    digest.add(set.index_name);
    digest.add(set.components);
    digest.add(set.fields);
    digest.add(set.members);
  }
}

void add_expressions(const Net& net, Digest& digest) {
  for (std::size_t k = 0; k < net.exprs.size(); ++k) {
    const Expr& node = net.exprs[ExprId(k)];
    digest.add(node.op);
    digest.add(node.type);
    digest.add(node.payload);
    for (const ExprId child : net.exprs.children(ExprId(k))) digest.add(child);
  }
  for (const Function& function : net.functions) {
    digest.add(function.name);
    digest.add(function.parameters);
    digest.add(function.result);
    digest.add(function.body);
  }
  for (std::size_t handle = 0; handle < net.pool.size(); ++handle) {
    const std::span<const Word> words = net.pool.view(static_cast<Word>(handle));
    digest.add(words.size());
    for (const Word word : words) digest.add(word);
  }
}

void add_places(const Net& net, Digest& digest) {
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    digest.add(path(net, PlaceId(p)));
    digest.add(net.places[p].colour);
    digest.add(net.places[p].folded);
  }
}

void add_marking(const Net& net, Digest& digest) {
  for (const Place& place : net.places) {
    digest.add(place.initial.size());
    for (const InitialTokens& tokens : place.initial) {
      digest.add(tokens.colour);
      digest.add(tokens.count);
      digest.add(tokens.available);
    }
  }
}

void add_arc(const Arc& arc, Digest& digest) {
  digest.add(arc.place);
  digest.add(arc.kind);
  for (const ExprId part : {arc.count, arc.value, arc.condition, arc.delay}) digest.add(part);
  digest.add(arc.each);
  if (arc.such.valid()) digest.add(arc.such);
  if (!arc.collect) return;
  for (const ExprId part : {arc.collect->pattern, arc.collect->count, arc.collect->seen}) digest.add(part);
  digest.add(arc.collect->list);
}

void add_transitions(const Net& net, Digest& digest) {
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    digest.add(path(net, TransitionId(t)));
    digest.add(transition.variables);
    digest.add(transition.binding_size);
    for (const Draw& draw : transition.draws) {
      digest.add(draw.slot);
      digest.add(draw.value);
    }
    digest.add(transition.folded);
    digest.add(transition.guards);
    digest.add(transition.timing);
    for (const ExprId part : {transition.priority, transition.weight, transition.a, transition.b, transition.delay})
      digest.add(part);
    if (transition.order.valid()) digest.add(transition.order);  // states are older than orders
    for (const ExprId time : transition.times) digest.add(time);
    digest.add(transition.servers);
    digest.add(transition.memory);
    for (const Arc& arc : transition.arcs) add_arc(arc, digest);
    if (!shares(transition)) continue;  // and older than sharing
    for (const Arc& use : transition.uses) add_arc(use, digest);
    digest.add(transition.at_most);
  }
}

void add_measured(const MeasuredFirings& of, Digest& digest) {
  digest.add(of.transition);
  digest.add(of.condition);
  digest.add(of.value);
}

void add_measures(const Net& net, Digest& digest) {
  for (const Measure& measure : net.measures) {
    digest.add(measure.name);
    digest.add(measure.module);
    digest.add(measure.kind);
    digest.add(measure.firings.empty() ? TransitionId() : measure.firings[0].transition);
    digest.add(measure.until.empty() ? TransitionId() : measure.until[0].transition);
    digest.add(measure.keys);
    digest.add(measure.firings.empty() ? measure.condition : measure.firings[0].condition);
    digest.add(measure.firings.empty() ? measure.value : measure.firings[0].value);
    digest.add(measure.derived ? derived_text(net, measure, *measure.derived) : "");
    digest.add(measure.members);
    // States are older than measures of several transitions.
    for (std::size_t k = 1; k < measure.firings.size(); ++k) add_measured(measure.firings[k], digest);
    for (std::size_t k = 0; k < measure.until.size(); ++k) {
      if (k > 0 || measure.until[k].condition.valid()) add_measured(measure.until[k], digest);
    }
  }
  digest.add(net.stop);
}

}  // namespace

Fingerprint fingerprint(const Net& net) {
  constexpr std::array<void (*)(const Net&, Digest&), kNetParts.size()> kParts{add_colours, add_expressions, add_places,
                                                                               add_marking, add_transitions, add_measures};
  Fingerprint result{};
  for (std::size_t k = 0; k < kParts.size(); ++k) {
    Digest digest;
    kParts[k](net, digest);
    result[k] = digest.value();
  }
  return result;
}

std::string differing_parts(const Fingerprint& a, const Fingerprint& b) {
  std::string names;
  for (std::size_t k = 0; k < kNetParts.size(); ++k) {
    if (a[k] == b[k]) continue;
    if (!names.empty()) names += ", ";
    names += kNetParts[k];
  }
  return names;
}

}  // namespace petriloom
