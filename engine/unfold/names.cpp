// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/net/index_text.h"

namespace petriloom {

namespace {

constexpr std::string_view kJoin = "__";

// Whether labels can be told apart from the joins around them.
bool clear_labels(const std::vector<std::string>& labels) {
  return std::none_of(labels.begin(), labels.end(), [](const std::string& label) {
    return label.empty() || label.front() == '_' || label.back() == '_' || label.find(kJoin) != std::string::npos;
  });
}

std::string number(Word value) {
  // Not by negation, which the least integer does not survive.
  std::string text = std::to_string(value);
  if (text[0] == '-') text[0] = 'm';
  return text;
}

std::string real_number(double value) {
  std::string text;
  for (const char c : fmt::format("{}", value)) {
    if (c == '-')
      text += 'm';
    else if (c == '.')
      text += 'p';
    else if (c != '+')
      text += c;
  }
  return text;
}

// A string of letters and digits stands for itself; any other one is `S` and its bytes in
// hexadecimal digits.
std::string string_identifier(const std::string& bytes) {
  const bool clear = !bytes.empty() && std::isalpha(static_cast<unsigned char>(bytes[0])) != 0 && bytes[0] != 'S' &&
                     std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) { return c < 128 && std::isalnum(c) != 0; });
  if (clear) return bytes;
  std::string text = "S";
  for (const char c : bytes) text += fmt::format("{:02X}", static_cast<unsigned char>(c));
  return text;
}

void append_part(std::string& text, const std::string& part) {
  if (!text.empty() && !part.empty()) text += kJoin;
  text += part;
}

}  // namespace

ClearLabels::ClearLabels(const ColourTable& colours) {
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const ColourSet& set = colours[ColourSetId(k)];
    clear_.push_back(clear_labels(set.kind == ColourKind::enumeration ? set.labels : set.fields) ? 1 : 0);
  }
}

std::string identifier_of(const ColourTable& colours, ColourSetId id, Word colour, const WordPool& pool, const ClearLabels& clear) {
  const ColourSet& set = colours[id];
  switch (set.kind) {
    case ColourKind::unit:
      return {};
    case ColourKind::boolean:
      return colour != 0 ? "true" : "false";
    case ColourKind::integer:
    case ColourKind::range:
      return number(colour);
    case ColourKind::real:
      return real_number(real_of_word(colour));
    case ColourKind::enumeration:
      return clear.of(id) ? set.labels[static_cast<std::size_t>(colour)] : fmt::format("e{}", colour);
    case ColourKind::index:
      return set.index_name + number(colour);
    case ColourKind::product:
    case ColourKind::record: {
      std::string text;
      for (std::size_t k = 0; k < set.components.size(); ++k) {
        const std::string part = identifier_of(colours, set.components[k], colours.component(id, colour, k, pool), pool, clear);
        append_part(text, part);
      }
      return text;
    }
    case ColourKind::list: {
      const std::vector<Word> elements(pool.view(colour).begin(), pool.view(colour).end());
      std::string text = fmt::format("L{}", elements.size());
      for (const Word element : elements) {
        const std::string part = identifier_of(colours, set.components[0], element, pool, clear);
        if (!part.empty()) text += fmt::format("{}{}", kJoin, part);
      }
      return text;
    }
    case ColourKind::string:
      return string_identifier(text_of(colour, pool));
    case ColourKind::union_: {
      const std::size_t variant = colours.variant_of(id, colour, pool);
      std::string text = clear.of(id) ? set.fields[variant] : fmt::format("v{}", variant);
      append_part(text, identifier_of(colours, set.components[variant], colours.content_of(id, colour, pool), pool, clear));
      return text;
    }
    case ColourKind::subset:
      return identifier_of(colours, set.components[0], set.members[static_cast<std::size_t>(colour)], pool, clear);
  }
  return {};
}

std::vector<Word> place_indices(const Net& net, PlaceId id, Word colour, const WordPool& pool) {
  const Place& place = net[id];
  if (place.folded == 0) return {};
  if (!net.colours[place.colour].composite()) return {colour};
  std::vector<Word> indices;
  for (std::size_t k = 0; k < place.folded; ++k) indices.push_back(net.colours.component(place.colour, colour, k, pool));
  return indices;
}

std::string local_place_name(const Net& net, const UnfoldedParts& parts, std::size_t number, const ClearLabels& clear) {
  const auto [id, colour, total] = parts.places[number];
  const Place& place = net[id];
  const ColourSet& set = net.colours[place.colour];
  if (total) return place.name + "_total";
  // What of the colour is left for the name once the indices are in the path.
  std::string suffix;
  if (place.folded == 0) {
    suffix = identifier_of(net.colours, place.colour, colour, parts.pool, clear);
  } else if (set.composite()) {
    for (std::size_t k = place.folded; k < set.components.size(); ++k) {
      const Word part = net.colours.component(place.colour, colour, k, parts.pool);
      append_part(suffix, identifier_of(net.colours, set.components[k], part, parts.pool, clear));
    }
  }
  return suffix.empty() ? place.name : place.name + "_" + suffix;
}

std::string local_transition_name(const Net& net, const UnfoldedParts& parts, std::size_t number, const ClearLabels& clear) {
  const Transition& transition = net[parts.transitions[number].transition];
  const std::span<const Word> binding = parts.binding(net, number);
  std::string suffix;
  for (std::size_t k = transition.folded; k < binding.size(); ++k) {
    append_part(suffix, identifier_of(net.colours, transition.variables[k].colour, binding[k], parts.pool, clear));
  }
  return suffix.empty() ? transition.name : transition.name + "_" + suffix;
}

std::string unfolded_place_name(const Net& net, const UnfoldedParts& parts, std::size_t place) {
  const auto [id, colour, total] = parts.places[place];
  return indexed_path(net, net[id].module, local_place_name(net, parts, place, ClearLabels(net.colours)),
                      place_indices(net, id, colour, parts.pool));
}

std::string unfolded_transition_name(const Net& net, const UnfoldedParts& parts, std::size_t transition) {
  const Transition& original = net[parts.transitions[transition].transition];
  return indexed_path(net, original.module, local_transition_name(net, parts, transition, ClearLabels(net.colours)),
                      parts.binding(net, transition).first(original.folded));
}

UnfoldedModules::UnfoldedModules(const Net& net, NetBuilder& builder) : net_(net), builder_(builder) {
  // The root may be there already.
  if (builder_.net().modules.empty()) builder_.add(Module{});
  builder_.net().modules[0] = net.modules[0];
  builder_.net().modules[0].references.clear();
  made_[{ModuleId(0), {}}] = ModuleId(0);
  for (std::size_t m = 1; m < net.modules.size(); ++m) {
    if (net.modules[m].indices.empty()) of(ModuleId(m), {});
  }
}

ModuleId UnfoldedModules::of(ModuleId module, std::span<const Word> indices) {
  const Module& original = net_[module];
  const std::size_t depth = std::min(original.indices.size(), indices.size());
  const std::pair key(module, std::vector<Word>(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(depth)));
  if (const auto found = made_.find(key); found != made_.end()) return found->second;
  Module made = original;
  made.parent = of(original.parent, indices);
  made.indices.clear();
  made.index_names.clear();
  made.references.clear();
  for (std::size_t k = net_[original.parent].indices.size(); k < depth; ++k) {
    made.name += "[" + index_text(net_.colours, original.indices[k], indices[k], net_.pool) + "]";
  }
  const ModuleId id = builder_.add(std::move(made));
  made_[key] = id;
  return id;
}

std::vector<ModuleId> UnfoldedModules::instances(ModuleId module) const {
  std::vector<ModuleId> all;
  for (auto entry = made_.lower_bound({module, {}}); entry != made_.end() && entry->first.first == module; ++entry) {
    all.push_back(entry->second);
  }
  return all;
}

std::string UnfoldedModules::free_name(ModuleId made, const std::string& name) {
  const auto hash = [made](const std::string& text) {
    std::uint64_t h = 0xcbf29ce484222325U ^ (made.index() * 0x9e3779b97f4a7c15U);
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return h;
  };
  std::string free = name;
  for (std::size_t k = 2; !used_.insert(hash(free)).second; ++k) free = fmt::format("{}_{}", name, k);
  return free;
}

}  // namespace petriloom
