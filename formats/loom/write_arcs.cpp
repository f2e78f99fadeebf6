// SPDX-License-Identifier: Apache-2.0
// Arcs of transitions as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/text/real_text.h"
#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

constexpr std::array<std::string_view, 6> kArcs = {"in", "out", "read", "inhibit", "reset", "equal"};

/// A pattern for colours of a place as text, taken apart into what a path with indices says and
/// what stands behind it.
class Opened {
 public:
  Opened(const Net& net, const ExprText& exprs, ExprId pattern, ColourSetId type) : net_(net), exprs_(exprs) {
    parts_.push_back({pattern, 0, type, {}});
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
    std::string named;  ///< its text, if a named constant is taken apart
  };

  void split() {
    Part whole = parts_[0];
    if (whole.expr.valid()) whole.expr = as_written(net_, whole.expr);
    const bool apart = whole.expr.valid() && net_.exprs[whole.expr].op != Op::tuple && names_constants(net_, whole.expr);
    const std::string name = apart ? exprs_.text(whole.expr, {}, kSelected) : "";
    const std::vector<ColourSetId> types = net_.colours[whole.type].components;
    const bool constant = !whole.expr.valid() || net_.exprs[whole.expr].op == Op::literal;
    const Word word = whole.expr.valid() ? net_.exprs[whole.expr].payload : whole.word;
    parts_.clear();
    for (std::size_t k = 0; k < types.size(); ++k) {
      if (apart) {
        parts_.push_back({{}, 0, types[k], fmt::format("{}.{}", name, k + 1)});
      } else if (constant) {
        parts_.push_back({{}, net_.colours.component(whole.type, word, k, net_.pool), types[k], {}});
      } else {
        parts_.push_back({net_.exprs.children(whole.expr)[k], 0, types[k], {}});
      }
    }
  }

  [[nodiscard]] std::string text(const Part& part) const {
    if (!part.named.empty()) return part.named;
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

std::string marking_text(const Paths& paths, const Place& place) {
  const Net& net = paths.net();
  std::string text;
  const bool list = net.colours[place.colour].kind == ColourKind::list;
  if (names_constants(net, place)) {
    const ExprText exprs(paths, ModuleId(0), {});
    for (const WrittenTokens& term : place.written) {
      text += text.empty() ? " = " : " ++ ";
      if (term.each) text += "each ";
      const std::string count = exprs.text(term.count, ColourTable::kInt);
      const bool named = names_constants(net, term.count);
      if (named || count != "1" || list) text += named ? "(" + count + ")`" : count + "`";
      text += exprs.term(term.value, term.each ? net.exprs[term.value].type : place.colour);
      if (term.available.valid()) text += " @+ " + exprs.text(term.available, ColourTable::kReal);
    }
    return text;
  }
  // By meaning: the order of handles depends on what else was read.
  std::vector<InitialTokens> initial = place.initial;
  std::stable_sort(initial.begin(), initial.end(), [&](const InitialTokens& a, const InitialTokens& b) {
    return net.colours.compare(place.colour, a.colour, b.colour, net.pool) < 0;
  });
  for (const InitialTokens& tokens : initial) {
    text += text.empty() ? " = " : " ++ ";
    if (tokens.count != 1 || (list && initial.size() > 1)) text += fmt::format("{}`", tokens.count);
    text += colour_text(net, place.colour, tokens.colour);
    if (tokens.available != 0) text += " @+ " + real_text(tokens.available);
  }
  return text;
}

}  // namespace petriloom::loom
