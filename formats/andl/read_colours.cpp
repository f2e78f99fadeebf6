// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/eval.h"
#include "formats/andl/reader.h"

namespace petriloom::andl {

namespace {

constexpr std::int64_t kMostLabels = 1 << 20;

bool mentions(const Term& term, std::string_view name) {
  return (term.kind == TermKind::name && term.text == name) ||
         std::any_of(term.children.begin(), term.children.end(), [&](const Term& child) { return mentions(child, name); });
}

bool numeric(const Term& term) { return term.kind != TermKind::name && term.kind != TermKind::text; }

class ColourSetReader {
 public:
  explicit ColourSetReader(Reading& in) : in_(in), scope_(in.scope), builder_(in.builder) {}
  void colour_sets();

 private:
  void colour_items(const ColourSetLine& line);
  void labels(const ColourSetLine& line);
  void subset(const ColourSetLine& line);

  Reading& in_;
  Scope& scope_;
  NetBuilder& builder_;
};

void ColourSetReader::colour_sets() {
  for (const ColourSetLine& line : in_.document.colour_sets) {
    if (scope_.colour_sets.count(line.name) > 0) {
      in_.error(line.where, fmt::format("there is another colour set '{}'", line.name));
      continue;
    }
    ColourTable& table = builder_.net().colours;
    const std::string name(line.name);
    switch (line.kind) {
      case ColourSetLine::Kind::items:
        colour_items(line);
        break;
      case ColourSetLine::Kind::subset:
        subset(line);
        break;
      case ColourSetLine::Kind::same:
        scope_.colour_sets[line.name] = scope_.colour_set(line.components.front(), line.where);
        break;
      case ColourSetLine::Kind::product: {
        std::vector<ColourSetId> components;
        for (const std::string_view component : line.components) {
          components.push_back(scope_.colour_set(component, line.where));
          if (!components.back().valid()) break;
        }
        const bool known = components.back().valid();
        scope_.colour_sets[line.name] = !known                   ? ColourSetId()
                                        : components.size() == 1 ? components.front()
                                                                 : table.add_product(name, std::move(components), line.where);
        break;
      }
    }
  }
}

// `{dot}` are tokens without colour; a range or list of numbers is a range or a part of one;
// anything else enumerates names.
void ColourSetReader::colour_items(const ColourSetLine& line) {
  const ColourItem& first = line.items.front();
  if (line.items.size() == 1 && first.bounds.size() == 1 && first.bounds[0].text == "dot") {
    scope_.colour_sets[line.name] = ColourTable::kUnit;
    return;
  }
  scope_.colour_sets[line.name] = ColourSetId();
  const bool numbers = std::all_of(line.items.begin(), line.items.end(), [this](const ColourItem& item) {
    return item.index.empty() &&
           (item.bounds.size() == 2 || numeric(item.bounds[0]) || scope_.constants.count(item.bounds[0].text) > 0);
  });
  if (!numbers) {
    labels(line);
    return;
  }
  std::vector<Word> members;
  for (const ColourItem& item : line.items) {
    const auto low = scope_.integer(item.bounds.front(), "a colour");
    const auto high = item.bounds.size() == 1 ? low : scope_.integer(item.bounds.back(), "a colour");
    if (!low || !high) return;
    if (*low > *high) {
      in_.error(item.where, fmt::format("the range {}..{} is empty", *low, *high));
      return;
    }
    ColourTable& table = builder_.net().colours;
    if (line.items.size() == 1) {
      scope_.colour_sets[line.name] = table.add_range(std::string(line.name), *low, *high, line.where);
      return;
    }
    if (*high - *low >= kMostLabels || static_cast<std::int64_t>(members.size()) + *high - *low >= kMostLabels) {
      in_.error(item.where, fmt::format("more than {} colours in a list", kMostLabels));
      return;
    }
    for (Word word = *low; word <= *high; ++word) members.push_back(word);
  }
  std::sort(members.begin(), members.end());
  ColourTable& table = builder_.net().colours;
  const bool gapless = members.back() - members.front() + 1 == static_cast<Word>(members.size());
  if (std::adjacent_find(members.begin(), members.end()) != members.end()) {
    in_.error(line.where, fmt::format("the colour set '{}' has a colour twice", line.name));
  } else if (gapless) {
    scope_.colour_sets[line.name] = table.add_range(std::string(line.name), members.front(), members.back(), line.where);
  } else {
    const ColourSetId base = table.add_range({}, members.front(), members.back(), line.where);
    scope_.colour_sets[line.name] = builder_.net().colours.add_subset(std::string(line.name), base, std::move(members), line.where);
  }
}

void ColourSetReader::labels(const ColourSetLine& line) {
  std::vector<std::string> all;
  for (const ColourItem& item : line.items) {
    if (item.index.empty() && item.bounds.size() == 1) {
      all.push_back(in_.original(item.bounds[0].text));
      continue;
    }
    const auto low = scope_.integer(item.bounds.front(), "an index");
    const auto high = item.bounds.size() == 1 ? low : scope_.integer(item.bounds.back(), "an index");
    if (!low || !high) return;
    if (*high - *low >= kMostLabels || *low > *high) {
      in_.error(item.where, fmt::format("the range {}..{} is empty or too large", *low, *high));
      return;
    }
    for (std::int64_t k = *low; k <= *high; ++k) all.push_back(fmt::format("{}{}{}", item.index, item.index.empty() ? "" : "_", k));
  }
  std::vector<std::string> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    in_.error(line.where, fmt::format("the colour set '{}' has a colour twice", line.name));
    return;
  }
  const ColourSetId set = builder_.net().colours.add_enumeration(std::string(line.name), all, line.where);
  scope_.colour_sets[line.name] = set;
  std::size_t word = 0;
  for (const ColourItem& item : line.items) {
    if (item.index.empty() && item.bounds.size() == 1) {
      scope_.colours[item.bounds[0].text].emplace_back(set, static_cast<Word>(word++));
      continue;
    }
    // Written out the names have no text of their own in the file; the set keeps them.
    for (; word < all.size() && all[word].starts_with(item.index); ++word) {
      scope_.written_out.push_back(all[word]);
      scope_.colours[scope_.written_out.back()].emplace_back(set, static_cast<Word>(word));
    }
  }
}

// `Base[predicate]`: the colours of which the predicate holds. A variable of the base's colour set
// stands for the colour, and those of the components of a product, in order, for these.
void ColourSetReader::subset(const ColourSetLine& line) {
  scope_.colour_sets[line.name] = ColourSetId();
  const ColourSetId base = scope_.colour_set(line.components.front(), line.where);
  if (!base.valid()) return;
  Net& net = builder_.net();
  const std::uint64_t size = net.colours[base].size();
  if (size == 0 || size > Reading::kMostTried) {
    in_.error(line.where, fmt::format("the colour set '{}' is too large for a subset of it", line.components.front()));
    return;
  }
  const ExprId colour = builder_.expr().variable(base, 0, line.where);
  std::vector<bool> taken(net.colours[base].components.size());
  for (const VariableLine& variable : in_.document.variables) {
    const auto set = scope_.colour_sets.find(variable.colour);
    if (set == scope_.colour_sets.end() || !mentions(line.predicate.front(), variable.name)) continue;
    if (set->second == base) scope_.bound[variable.name] = colour;
    if (!net.colours[base].composite()) continue;
    for (std::size_t k = 0; k < taken.size(); ++k) {
      if (taken[k] || net.colours[base].components[k] != set->second) continue;
      taken[k] = true;
      scope_.bound[variable.name] = builder_.expr().project(colour, k, line.where);
      break;
    }
  }
  std::vector<Variable> frame{{"colour", base}};
  scope_.frame = &frame;
  const ExprId predicate = scope_.condition(line.predicate.front());
  scope_.frame = nullptr;
  scope_.bound.clear();
  const ExprId condition = predicate.valid() ? builder_.expr().convert(predicate, ColourTable::kBool, line.where) : ExprId();
  if (!condition.valid()) return;
  std::vector<Word> members;
  Evaluator evaluator(net, net.pool);
  std::vector<Word> words(frame.size());
  try {
    for (Word word = net.colours[base].low; word <= net.colours[base].high; ++word) {
      words[0] = word;
      if (evaluator.eval(condition, words) != 0) members.push_back(word);
    }
  } catch (const EvalError& error) {
    in_.error(line.where, error.what());
    return;
  }
  if (members.empty()) {
    in_.error(line.where, fmt::format("the colour set '{}' is empty", line.name));
    return;
  }
  scope_.colour_sets[line.name] = builder_.net().colours.add_subset(std::string(line.name), base, std::move(members), line.where);
}

}  // namespace

void read_colour_sets(Reading& in) { ColourSetReader(in).colour_sets(); }

}  // namespace petriloom::andl
