// SPDX-License-Identifier: Apache-2.0
// Which colours of its base a subset has.
#include <fmt/format.h>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// The colours of a larger base are not looked through.
constexpr std::uint64_t kMostBase = std::uint64_t{1} << 22;

std::optional<std::vector<Word>> chosen(Context& context, Scope& scope, const Node& node, ColourSetId base) {
  Frame frame = index_frame(scope);
  bool uses_index = false;
  Env env{.scope = &scope, .frame = &frame, .uses_index = &uses_index};
  const std::uint32_t slot = new_slot(env, node.text, base);
  env.locals.push_back({node.text, base, slot, {}});
  const ExprId condition = elaborate_as(context, env, node.children[0], ColourTable::kBool);
  if (!condition.valid()) return std::nullopt;
  if (uses_index) {
    context.diagnostics().error(node.where, "a subset must be the same for all instances of a folded array",
                                "it depends on the index; read the net with --fold never");
    return std::nullopt;
  }
  const Word low = context.colours()[base].low;
  const Word high = context.colours()[base].high;
  RowEvaluation holds(context, condition, frame.slots.size());
  std::vector<Word> leading(std::size_t{slot} + 1);
  std::vector<Word> members;
  for (Word word = low; word <= high; ++word) {
    leading[slot] = word;
    const std::optional<Word> wanted = holds(leading);
    if (!wanted) return std::nullopt;
    if (*wanted != 0) members.push_back(word);
  }
  return members;
}

/// A number stands for the colour of that index, as in paths.
std::optional<Word> member(Context& context, Scope& scope, const Node& node, ColourSetId base) {
  const bool index = context.colours()[context.colours().base_of(base)].kind == ColourKind::index;
  if (!index || node.kind != Kind::number) return constant_value(context, scope, node, base, "a colour of a subset");
  Frame frame;
  Env env{&scope, &frame};
  const ExprId number = elaborate_as(context, env, node, ColourTable::kInt);
  if (!number.valid()) return std::nullopt;
  const ExprId colour = context.expr().colour_at(context.colours().base_of(base), number, node.where);
  return evaluate(context, colour.valid() ? context.expr().convert(colour, base, node.where) : ExprId{}, {}, 0);
}

std::optional<std::vector<Word>> listed(Context& context, Scope& scope, const Node& node, ColourSetId base) {
  std::vector<Word> members;
  std::set<Word> seen;
  for (const Node& child : node.children) {
    const std::optional<Word> word = member(context, scope, child, base);
    if (!word) return std::nullopt;
    if (!seen.insert(*word).second) {
      context.diagnostics().error(child.where,
                                  fmt::format("`{}` is there twice", context.colours().format(base, *word, context.net().pool)));
      return std::nullopt;
    }
    members.push_back(*word);
  }
  return members;
}

}  // namespace

std::optional<std::vector<Word>> subset_members(Context& context, Scope& scope, const Node& node, ColourSetId base) {
  if (!base.valid()) return std::nullopt;
  if (!context.colours()[base].finite) {
    context.diagnostics().error(node.where, fmt::format("a subset of {}, which is not finite", context.colours().describe(base)));
    return std::nullopt;
  }
  const Node& which = node.children[1];
  if (which.kind == Kind::suchthat && context.colours()[base].size() > kMostBase) {
    context.diagnostics().error(node.where, fmt::format("{} has more than {} colours: too many to look through",
                                                        context.colours().describe(base), kMostBase));
    return std::nullopt;
  }
  std::optional<std::vector<Word>> members =
      which.kind == Kind::members ? listed(context, scope, which, base) : chosen(context, scope, which, base);
  if (!members) return std::nullopt;
  if (members->empty()) context.diagnostics().error(node.where, "the subset is empty", "a colour set has at least one colour");
  if (members->size() > ColourTable::kMostMembers)
    context.diagnostics().error(node.where, fmt::format("a subset of more than {} colours", ColourTable::kMostMembers));
  if (members->empty() || members->size() > ColourTable::kMostMembers) return std::nullopt;
  return members;
}

}  // namespace petriloom::loom
