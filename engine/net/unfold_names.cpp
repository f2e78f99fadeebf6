// SPDX-License-Identifier: Apache-2.0
#include "engine/net/unfold_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom {

namespace {

constexpr std::string_view kJoin = "__";

// Whether labels can be told apart from the joins around them.
bool clear_labels(const ColourSet& set) {
  return std::none_of(set.labels.begin(), set.labels.end(), [](const std::string& label) {
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

}  // namespace

std::string identifier_of(const ColourTable& colours, ColourSetId id, Word colour, const WordPool& pool) {
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
      return clear_labels(set) ? set.labels[static_cast<std::size_t>(colour)] : fmt::format("e{}", colour);
    case ColourKind::index:
      return set.index_name + number(colour);
    case ColourKind::product:
    case ColourKind::record: {
      std::string text;
      for (std::size_t k = 0; k < set.components.size(); ++k) {
        const std::string part = identifier_of(colours, set.components[k], colours.component(id, colour, k, pool), pool);
        if (!text.empty() && !part.empty()) text += kJoin;
        text += part;
      }
      return text;
    }
    case ColourKind::list: {
      const std::vector<Word> elements(pool.view(colour).begin(), pool.view(colour).end());
      std::string text = fmt::format("L{}", elements.size());
      for (const Word element : elements) {
        const std::string part = identifier_of(colours, set.components[0], element, pool);
        if (!part.empty()) text += fmt::format("{}{}", kJoin, part);
      }
      return text;
    }
    case ColourKind::string: {
      std::string text = "s";
      for (const Word byte : pool.view(colour)) text += fmt::format("{:02X}", byte);
      return text;
    }
    case ColourKind::union_: {
      const std::size_t variant = colours.variant_of(id, colour, pool);
      const std::string content = identifier_of(colours, set.components[variant], colours.content_of(id, colour, pool), pool);
      return fmt::format("v{}{}{}", variant, content.empty() ? "" : kJoin, content);
    }
    case ColourKind::subset:
      return identifier_of(colours, set.components[0], set.members[static_cast<std::size_t>(colour)], pool);
  }
  return {};
}

UnfoldedModules::UnfoldedModules(const Net& net, NetBuilder& builder) : net_(net), builder_(builder) {
  // The root may be there already.
  if (builder_.net().modules.empty())
    builder_.add(net.modules[0]);
  else
    builder_.net().modules[0] = net.modules[0];
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
  for (std::size_t k = net_[original.parent].indices.size(); k < depth; ++k) {
    const ColourSetId set = original.indices[k];
    const bool index = net_.colours[set].kind == ColourKind::index;
    made.name += "[" + (index ? std::to_string(indices[k]) : net_.colours.format(set, indices[k], net_.pool)) + "]";
  }
  const ModuleId id = builder_.add(std::move(made));
  made_[key] = id;
  return id;
}

std::string UnfoldedModules::free_name(ModuleId made, const std::string& name) {
  std::string free = name;
  for (std::size_t k = 2; !used_.emplace(made, free).second; ++k) free = fmt::format("{}_{}", name, k);
  return free;
}

}  // namespace petriloom
