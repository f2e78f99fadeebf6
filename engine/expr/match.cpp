// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/match.h"

#include <algorithm>

namespace petriloom {

namespace {

bool numeric(const ColourSet& set) {
  return set.kind == ColourKind::integer || set.kind == ColourKind::range || set.kind == ColourKind::real;
}

// Whether matching can go through a conversion: what was converted is known from the result.
bool can_undo(const ColourTable& colours, ColourSetId result, ColourSetId original) {
  return colours.converts(result, original) || (numeric(colours[result]) && numeric(colours[original]));
}

// Elements that a pattern names at one end of a list or string: of a list literal or of a constant.
struct Elements {
  std::vector<ExprId> patterns;
  std::vector<Word> words;
  ColourSetId of;  // the words'
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(patterns.size() + words.size()); }
};

std::optional<Elements> elements_of(const Net& net, ExprId expr, ColourSetId type) {
  const Expr* node = &net.exprs[expr];
  while (node->op == Op::convert && can_undo(net.colours, type, net.exprs[net.exprs.children_at(node->first)[0]].type)) {
    node = &net.exprs[net.exprs.children_at(node->first)[0]];
  }
  Elements elements;
  if (node->op == Op::list) {
    elements.patterns.assign(net.exprs.children_at(node->first), net.exprs.children_at(node->first) + node->count);
    return elements;
  }
  if (node->op != Op::literal) return std::nullopt;
  const std::span<const Word> words = net.pool.view(node->payload);
  elements.words.assign(words.begin(), words.end());
  elements.of = node->type == ColourTable::kString ? ColourTable::kInt : net.colours[node->type].components[0];
  return elements;
}

class Taker {
 public:
  Taker(const Net& net, std::size_t binding_size, ColourPattern& pattern) : net_(net), limit_(binding_size), pattern_(pattern) {}

  void take(ExprId expr, ColourSetId type) {
    const Expr& node = net_.exprs[expr];
    const auto children = net_.exprs.children(expr);
    const ColourSet& set = net_.colours[type];
    if (node.op == Op::wildcard) {
      pattern_.wildcards = true;
    } else if (set.kind == ColourKind::subset && pattern_node(net_, expr) && node.op != Op::convert) {
      within({PartStep::Kind::base, type}, expr, set.components[0]);
    } else if (node.op == Op::convert && can_undo(net_.colours, type, net_.exprs[children[0]].type)) {
      take(children[0], type);
    } else if (node.op == Op::colour_at && node.type == type && is_variable(children[0])) {
      take(children[0], ColourTable::kInt);  // a colour's word is its number
    } else if (node.op == Op::tuple && set.composite()) {
      for (std::uint32_t k = 0; k < children.size(); ++k)
        within({PartStep::Kind::component, type, k}, children[k], set.components[k]);
    } else if (node.op == Op::inject && node.type == type) {
      const auto variant = static_cast<std::uint32_t>(node.payload);
      shape({PartStep::Kind::variant, type}, ColourTable::kInt, node.payload);
      within({PartStep::Kind::content, type, variant}, children[0], set.components[variant]);
    } else if (node.op == Op::list && set.kind == ColourKind::list) {
      shape({PartStep::Kind::length, type}, ColourTable::kInt, static_cast<Word>(children.size()));
      take_elements(*elements_of(net_, expr, type), PartStep::Kind::front, type);
    } else if (node.op != Op::concat || !take_ends(children, type)) {
      add_leaf(expr, node, type);
    }
  }

 private:
  void within(const PartStep& step, ExprId expr, ColourSetId type) {
    path_.push_back(step);
    take(expr, type);
    path_.pop_back();
  }

  // `[x, y] ++ rest` or `rest ++ [x, y]`; false if neither side has a known number of elements.
  bool take_ends(std::span<const ExprId> children, ColourSetId type) {
    const std::optional<Elements> front = elements_of(net_, children[0], type);
    const std::optional<Elements> back = front ? std::nullopt : elements_of(net_, children[1], type);
    if (!front && !back) return false;
    const Elements& known = front ? *front : *back;
    shape({PartStep::Kind::at_least, type, known.size()}, ColourTable::kBool, 1);
    take_elements(known, front ? PartStep::Kind::front : PartStep::Kind::back, type);
    within({PartStep::Kind::rest, type, front ? known.size() : 0, front ? 0 : known.size()}, children[front ? 1 : 0], type);
    return true;
  }

  void take_elements(const Elements& elements, PartStep::Kind from, ColourSetId type) {
    const ColourSetId element = type == ColourTable::kString ? ColourTable::kInt : net_.colours[type].components[0];
    for (std::uint32_t k = 0; k < elements.size(); ++k) {
      path_.push_back({from, type, from == PartStep::Kind::front ? k : elements.size() - 1 - k});
      if (elements.patterns.empty()) {
        add_constant(path(), elements.words[k], elements.of, element);
      } else {
        take(elements.patterns[k], element);
      }
      path_.pop_back();
    }
  }

  // The way to the part. Ends cut off one after the other are cut off at once, so that no list in
  // between is made.
  [[nodiscard]] std::vector<PartStep> path() const {
    std::vector<PartStep> result;
    for (PartStep step : path_) {
      if (!result.empty() && result.back().kind == PartStep::Kind::rest) {
        const PartStep cut = result.back();
        const bool at_least = step.kind == PartStep::Kind::at_least;
        step.first += (step.kind == PartStep::Kind::back ? cut.last : cut.first) + (at_least ? cut.last : 0);
        if (step.kind == PartStep::Kind::rest) step.last += cut.last;
        result.pop_back();
      }
      result.push_back(step);
    }
    return result;
  }

  void shape(PartStep step, ColourSetId type, Word word) {
    // The length of what is left after ends were cut off is known from that of the whole.
    if (step.kind == PartStep::Kind::length && !path_.empty() && path_.back().kind == PartStep::Kind::rest) {
      const PartStep cut = path().back();
      std::vector<PartStep> whole = path();
      whole.back() = step;
      return add_constant(std::move(whole), word + cut.first + cut.last, type, type);
    }
    path_.push_back(step);
    add_constant(path(), word, type, type);
    path_.pop_back();
  }

  void add_constant(std::vector<PartStep> path, Word word, ColourSetId of, ColourSetId type) {
    ColourPart part;
    part.path = std::move(path);
    part.type = type;
    part.leaf = of;
    part.word = word;
    pattern_.parts.push_back(std::move(part));
  }

  [[nodiscard]] bool own_variable(const Expr& node) const {
    return node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < limit_;
  }

  // Whether it is a variable, perhaps as a colour of another set.
  [[nodiscard]] bool is_variable(ExprId expr) const {
    while (net_.exprs[expr].op == Op::convert) expr = net_.exprs.children(expr)[0];
    return own_variable(net_.exprs[expr]);
  }

  // The variable of succ(x), pred(succ(x)) ..., and how far it is turned. Nothing may have to be
  // converted on the way.
  [[nodiscard]] const Expr* turned_variable(const Expr& node, ColourSetId type, int& turn) const {
    const Expr* inner = &node;
    while (inner->op == Op::successor || inner->op == Op::predecessor) {
      if (inner->type != type || !net_.colours[type].finite) return nullptr;
      turn += inner->op == Op::successor ? 1 : -1;
      inner = &net_.exprs[net_.exprs.children_at(inner->first)[0]];
    }
    return own_variable(*inner) && (turn == 0 || inner->type == type) ? inner : nullptr;
  }

  void add_leaf(ExprId expr, const Expr& node, ColourSetId type) {
    if (node.op == Op::literal) return add_constant(path(), node.payload, node.type, type);
    ColourPart part;
    part.path = path();
    part.type = type;
    part.leaf = node.type;
    if (const Expr* variable = turned_variable(node, type, part.turn)) {
      part.kind = ColourPart::Kind::variable;
      part.slot = static_cast<std::uint32_t>(variable->payload);
    } else {
      part.turn = 0;
      part.kind = ColourPart::Kind::computed;
      part.expr = expr;
      part.needs = free_variables(net_, expr, limit_);
    }
    pattern_.parts.push_back(std::move(part));
  }

  const Net& net_;
  std::size_t limit_;
  ColourPattern& pattern_;
  std::vector<PartStep> path_;
};

// An element of a list or string, or a part of one.
std::optional<Word> sequence_part(const PartStep& step, Word sequence, WordPool& pool) {
  const std::span<const Word> words = pool.view(sequence);
  if (step.kind == PartStep::Kind::rest) {
    if (words.size() < std::size_t{step.first} + step.last) return std::nullopt;
    return pool.intern(words.subspan(step.first, words.size() - step.first - step.last));
  }
  if (step.first >= words.size()) return std::nullopt;
  return step.kind == PartStep::Kind::front ? words[step.first] : words[words.size() - 1 - step.first];
}

}  // namespace

bool ColourPart::certain() const {
  return std::all_of(path.begin(), path.end(), [](const PartStep& step) { return step.certain(); });
}

bool ColourPattern::binds(std::uint32_t slot) const {
  return std::any_of(parts.begin(), parts.end(),
                     [slot](const ColourPart& part) { return part.kind == ColourPart::Kind::variable && part.slot == slot; });
}

ColourPattern colour_pattern(const Net& net, ExprId expr, ColourSetId type, std::size_t binding_size) {
  ColourPattern pattern;
  pattern.type = type;
  Taker(net, binding_size, pattern).take(expr, type);
  return pattern;
}

bool pattern_node(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  switch (node.op) {
    case Op::tuple:
    case Op::list:
    case Op::inject:
    case Op::convert:
      return true;
    case Op::concat: {
      const auto children = net.exprs.children(expr);
      return elements_of(net, children[0], node.type) || elements_of(net, children[1], node.type);
    }
    default:
      return false;
  }
}

std::optional<Word> step_word(const ColourTable& colours, const PartStep& step, Word colour, WordPool& pool) {
  switch (step.kind) {
    case PartStep::Kind::component:
      return colours.component(step.set, colour, step.first, pool);
    case PartStep::Kind::base:
      return colours[step.set].members[static_cast<std::size_t>(colour)];
    case PartStep::Kind::variant:
      return static_cast<Word>(colours.variant_of(step.set, colour, pool));
    case PartStep::Kind::length:
      return static_cast<Word>(pool.view(colour).size());
    case PartStep::Kind::at_least:
      return pool.view(colour).size() >= step.first ? 1 : 0;
    case PartStep::Kind::content:
      if (colours.variant_of(step.set, colour, pool) != step.first) return std::nullopt;
      return colours.content_of(step.set, colour, pool);
    default:
      return sequence_part(step, colour, pool);
  }
}

std::optional<Word> part_word(const ColourTable& colours, const ColourPart& part, Word colour, WordPool& pool) {
  std::optional<Word> word = colour;
  for (const PartStep& step : part.path) {
    word = step_word(colours, step, *word, pool);
    if (!word) break;
  }
  return word;
}

std::optional<Word> convert_back(const ColourTable& colours, ColourSetId from, ColourSetId to, Word word, WordPool& pool) {
  if (colours[from].kind == ColourKind::real && colours[to].kind != ColourKind::real && numeric(colours[to])) {
    const double value = real_of_word(word);
    constexpr double kSafe = 9.0e18;
    if (!(value >= -kSafe && value <= kSafe) || value != static_cast<double>(static_cast<Word>(value))) return std::nullopt;
    const Word whole = static_cast<Word>(value);
    return colours.contains(to, whole) ? std::optional<Word>(whole) : std::nullopt;
  }
  return colours.convert(from, to, word, pool);
}

std::optional<Word> leaf_word(const ColourTable& colours, const ColourPart& part, Word word, WordPool& pool) {
  if (part.turn != 0) return turned(colours[part.type], word, -part.turn);
  return part.type == part.leaf ? std::optional<Word>(word) : convert_back(colours, part.type, part.leaf, word, pool);
}

std::optional<Word> matched_word(const ColourTable& colours, const ColourPart& part, Word colour, WordPool& pool) {
  const std::optional<Word> word = part_word(colours, part, colour, pool);
  return word ? leaf_word(colours, part, *word, pool) : std::nullopt;
}

namespace {

// Whether its first operand is a list that an operation looks into. What is joined may be the value
// itself.
bool looks_into(Op op) {
  return op == Op::length || op == Op::head || op == Op::tail || op == Op::element || op == Op::contains || op == Op::position ||
         goes_through_list(op);
}

}  // namespace

std::vector<std::uint32_t> free_variables(const Net& net, ExprId expr, std::size_t limit) {
  std::vector<std::uint32_t> slots;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (node.op == Op::variable && static_cast<std::uint64_t>(node.payload) < limit) {
      slots.push_back(static_cast<std::uint32_t>(node.payload));
    }
    return true;
  });
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

bool only_looks_into(const Net& net, ExprId expr, std::uint32_t slot) {
  const Expr& node = net.exprs[expr];
  if (node.op == Op::variable) return node.payload != static_cast<Word>(slot);
  const auto children = net.exprs.children(expr);
  for (std::size_t k = 0; k < children.size(); ++k) {
    const bool looked_into = k == 0 && looks_into(node.op) && net.exprs[children[k]].op == Op::variable;
    if (!looked_into && !only_looks_into(net, children[k], slot)) return false;
  }
  return true;
}

std::vector<std::uint32_t> own_variables(const Net& net, ExprId expr) {
  std::vector<std::uint32_t> slots;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    const auto slot = static_cast<std::uint32_t>(node.payload);
    if (node.op == Op::let || goes_through_list(node.op)) slots.push_back(slot);
    if (node.op == Op::fold) slots.push_back(slot + 1);
    return true;
  });
  return slots;
}

}  // namespace petriloom
