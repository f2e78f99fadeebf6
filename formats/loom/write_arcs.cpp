// SPDX-License-Identifier: Apache-2.0
// Arcs of transitions as text.
#include <fmt/format.h>

#include <array>

#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

constexpr std::array<std::string_view, 6> kArcs = {"in", "out", "read", "inhibit", "reset", "equal"};

/// A pattern for colours of a place as text, taken apart into what a path with indices says and
/// what stands behind it.
class Opened {
 public:
  Opened(const Net& net, const ExprText& exprs, ExprId pattern, ColourSetId type) : net_(net), exprs_(exprs) {
    parts_.push_back({pattern, 0, type});
  }

  /// The text of so many indices: "[n, 3]".
  std::string indices(std::size_t count) {
    if (parts_.size() == 1 && net_.colours[parts_[0].type].kind == ColourKind::product) split();
    std::string text;
    for (std::size_t k = 0; k < count; ++k) text += (k == 0 ? "[" : ", ") + this->text(parts_[k]);
    parts_.erase(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(count));
    return text + "]";
  }

  /// What is left.
  [[nodiscard]] std::string rest() const {
    if (parts_.size() == 1) return text(parts_[0]);
    std::string all;
    for (const Part& part : parts_) all += (all.empty() ? "(" : ", ") + text(part);
    return parts_.empty() ? "()" : all + ")";
  }

 private:
  struct Part {
    ExprId expr;  ///< invalid: a constant
    Word word = 0;
    ColourSetId type;
  };

  void split() {
    const Part whole = parts_[0];
    const std::vector<ColourSetId> types = net_.colours[whole.type].components;
    const bool constant = !whole.expr.valid() || net_.exprs[whole.expr].op == Op::literal;
    const Word word = whole.expr.valid() ? net_.exprs[whole.expr].payload : whole.word;
    parts_.clear();
    for (std::size_t k = 0; k < types.size(); ++k) {
      if (constant) {
        parts_.push_back({{}, net_.colours.component(whole.type, word, k, net_.pool), types[k]});
      } else {
        parts_.push_back({net_.exprs.children(whole.expr)[k], 0, types[k]});
      }
    }
  }

  [[nodiscard]] std::string text(const Part& part) const {
    return part.expr.valid() ? exprs_.term(part.expr, part.type) : colour_text(net_, part.type, part.word);
  }

  const Net& net_;
  const ExprText& exprs_;
  std::vector<Part> parts_;
};

// What stands before a backquote: in parentheses, unless it is a number.
std::string count_text(ExprId count, const ExprText& exprs) {
  const std::string text = exprs.text(count, ColourTable::kInt);
  return text.find_first_not_of("0123456789") == std::string::npos ? text : "(" + text + ")";
}

std::string when(const Arc& arc, const ExprText& exprs) {
  return arc.condition.valid() ? " when " + exprs.text(arc.condition, ColourTable::kBool) : "";
}

/// An arc that speaks of tokens as those see them who give some of their indices in the path.
std::string opened_text(const Net& net, const Arc& arc, const ExprText& exprs, std::string text) {
  Opened opened(net, exprs, arc.collect ? arc.collect->pattern : arc.value, net[arc.place].colour);
  for (const std::uint32_t count : arc.indices) text += opened.indices(count);
  if (arc.collect) {
    const Collect& collect = *arc.collect;
    const std::string count = collect.count.valid() ? count_text(collect.count, exprs) : "all";
    const std::string list = exprs.slot(static_cast<Word>(collect.list));
    return fmt::format("{} : collect {}`{} as {}{}", text, count, opened.rest(), list, when(arc, exprs));
  }
  // The condition begins with what is behind each layer of indices, if it looks at that.
  ExprId such = arc.such;
  Word token = static_cast<Word>(arc.token);
  for (std::size_t k = 0; k < arc.indices.size(); ++k) {
    ++token;
    if (net.exprs[such].op == Op::let && net.exprs[such].payload == token) such = net.exprs.children(such)[1];
  }
  return fmt::format("{} : {} where {}{}", text, exprs.slot(token), exprs.text(such, ColourTable::kBool), when(arc, exprs));
}

}  // namespace

std::string arc_text(const Paths& paths, const Transition& transition, const Arc& arc, const ExprText& exprs,
                     std::string_view word) {
  const Net& net = paths.net();
  const Place& place = net[arc.place];
  if (word.empty()) word = kArcs[static_cast<std::size_t>(arc.kind)];
  std::string text = fmt::format("{} {}", word, paths.place_alone(transition.module, arc.place));
  if (place.fluid) return text + (arc.count.valid() ? " : " + exprs.text(arc.count, ColourTable::kReal) : "") + when(arc, exprs);
  if (arc.collect || arc.such.valid()) return opened_text(net, arc, exprs, text);
  text += " : ";
  if (arc.each) text += "each ";
  if (arc.count.valid()) text += count_text(arc.count, exprs) + "`";
  text += exprs.term(arc.value, arc.each ? net.exprs[arc.value].type : place.colour) + when(arc, exprs);
  if (arc.delay.valid()) text += " @+ " + exprs.text(arc.delay, ColourTable::kReal);
  return text;
}

}  // namespace petriloom::loom
