// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/names.h"

namespace petriloom {

std::string instance_name(const Net& net, TransitionId transition, std::span<const Word> binding) {
  std::string name = indexed_path(net, net[transition].module, "", binding.first(net[transition].folded));
  return name.empty() ? net.name : name;
}

std::string binding_text(const Net& net, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  const Transition& t = net[transition];
  std::string text;
  for (std::size_t slot = t.folded; slot < t.binding_size; ++slot) {
    if (!text.empty()) text += ", ";
    text += t.variables[slot].name + " = " + net.colours.format(t.variables[slot].colour, binding[slot], pool);
  }
  return text;
}

namespace {

/// The indices of folded instances that a token of a place carries.
std::vector<Word> carried_indices(const Net& net, PlaceId place, Word colour, const WordPool& pool) {
  const Place& p = net[place];
  std::vector<Word> indices;
  const bool alone = !net.colours[p.colour].composite();
  for (std::size_t k = 0; k < p.folded; ++k) indices.push_back(alone ? colour : net.colours.component(p.colour, colour, k, pool));
  return indices;
}

}  // namespace

std::string instance_name(const Net& net, PlaceId place, Word colour, const WordPool& pool) {
  std::string name = indexed_path(net, net[place].module, "", carried_indices(net, place, colour, pool));
  return name.empty() ? net.name : name;
}

std::string place_name(const Net& net, PlaceId place, Word colour, const WordPool& pool) {
  return indexed_path(net, net[place].module, net[place].name, carried_indices(net, place, colour, pool));
}

std::string inner_colour_text(const Net& net, PlaceId place, Word colour, const WordPool& pool) {
  const Place& p = net[place];
  const ColourSet& set = net.colours[p.colour];
  if (p.folded == 0) return p.colour == ColourTable::kUnit ? std::string() : net.colours.format(p.colour, colour, pool);
  if (!set.composite() || set.components.size() == p.folded) return {};
  return net.colours.format(set.components.back(), net.colours.component(p.colour, colour, p.folded, pool), pool);
}

std::string inner_colour_index(const Net& net, PlaceId place, Word colour, const WordPool& pool) {
  const std::string text = inner_colour_text(net, place, colour, pool);
  if (text.empty()) return {};
  return "[" + (text.starts_with('(') ? text.substr(1, text.size() - 2) : text) + "]";
}

}  // namespace petriloom
