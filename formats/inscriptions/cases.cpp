// SPDX-License-Identifier: Apache-2.0
// `case`: patterns that take colours apart and bind names.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/inscriptions/coverage.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// A name that a pattern binds, and the part of the subject that it stands for.
struct Bound {
  const Node* name;
  ExprId value;
};

/// One arm: what must hold for it, and what its pattern binds.
class Arm {
 public:
  Arm(Context& context, Env& env) : context_(context), env_(env) {}

  Shape match(const Node& pattern, ExprId subject) {
    const ColourSetId type = context_.expr().type(subject);
    const ColourSet set = context_.colours()[type];
    if (pattern.kind == Kind::name) return name(pattern, subject);
    if (pattern.kind == Kind::tuple && set.composite()) return tuple(pattern, subject, set);
    if (pattern.kind == Kind::tuple && pattern.children.empty() && set.kind == ColourKind::unit) return {};
    if (pattern.kind == Kind::record && set.kind == ColourKind::record) return record(pattern, subject, set);
    if (pattern.kind == Kind::call && set.kind == ColourKind::union_) return variant(pattern, subject, set);
    const bool joined = pattern.kind == Kind::binary && pattern.text == "++";
    if ((pattern.kind == Kind::list || joined) && set.kind == ColourKind::list) return list(pattern, subject);
    if (joined && set.kind == ColourKind::string) return list(pattern, subject);
    return value(pattern, subject);
  }

  std::vector<ExprId> tests;  ///< in the order in which they must be made
  std::vector<Bound> bound;
  bool failed = false;

 private:
  Shape fail(const Node& node, std::string message, std::string help = {}) {
    context_.diagnostics().error(node.where, std::move(message), std::move(help));
    failed = true;
    Shape shape;
    shape.kind = Shape::Kind::other;
    return shape;
  }

  void test(ExprId condition) {
    failed = failed || !condition.valid();
    if (condition.valid() && context_.expr().constant(condition) != Word{1}) tests.push_back(condition);
  }

  Shape name(const Node& pattern, ExprId subject) {
    if (pattern.text == "_") return {};
    if (compared_in_pattern(context_, *env_.scope, pattern.text, context_.expr().type(subject))) return value(pattern, subject);
    const bool twice =
        std::any_of(bound.begin(), bound.end(), [&pattern](const Bound& each) { return each.name->text == pattern.text; });
    if (twice) return fail(pattern, fmt::format("`{}` is bound twice in one pattern", pattern.text));
    bound.push_back({&pattern, subject});
    return {};
  }

  /// Anything that is no pattern is computed and compared.
  Shape value(const Node& pattern, ExprId subject) {
    const ColourSetId type = context_.expr().type(subject);
    const ExprId wanted = elaborate(context_, env_, pattern, type);
    if (!wanted.valid()) {
      failed = true;
      return {};
    }
    test(context_.expr().binary(Op::equal, subject, wanted, pattern.where));
    if (failed) return {};
    Shape shape;
    shape.kind = Shape::Kind::other;
    const ColourSetId given = context_.expr().type(wanted);
    const std::optional<Word> constant = context_.expr().constant(wanted);
    if (!constant || !context_.colours().converts(given, type)) return shape;
    const std::optional<Word> word = context_.colours().convert(given, type, *constant, context_.net().pool);
    if (!word) return shape;
    shape.kind = Shape::Kind::word;
    shape.word = *word;
    if (context_.colours()[type].kind == ColourKind::union_) {
      shape.kind = Shape::Kind::variant;
      shape.number = context_.colours().variant_of(type, *word, context_.net().pool);
    }
    return shape;
  }

  Shape tuple(const Node& pattern, ExprId subject, const ColourSet& set) {
    if (set.components.size() != pattern.children.size()) {
      return fail(pattern, fmt::format("a pattern of {} components for {}, which has {}", pattern.children.size(),
                                       context_.colours().describe(context_.expr().type(subject)), set.components.size()));
    }
    Shape shape;
    shape.kind = Shape::Kind::parts;
    for (std::size_t k = 0; k < set.components.size(); ++k)
      shape.parts.push_back(match(pattern.children[k], context_.expr().project(subject, k, pattern.where)));
    return shape;
  }

  /// Fields that are left out match anything.
  Shape record(const Node& pattern, ExprId subject, const ColourSet& set) {
    Shape shape;
    shape.kind = Shape::Kind::parts;
    shape.parts.resize(set.fields.size());
    std::vector<bool> given(set.fields.size());
    for (const Node& field : pattern.children) {
      const auto found = std::find(set.fields.begin(), set.fields.end(), field.text);
      if (found == set.fields.end()) {
        return fail(field,
                    fmt::format("{} has no field `{}`", context_.colours().describe(context_.expr().type(subject)), field.text),
                    suggest(field.text, set.fields));
      }
      const auto k = static_cast<std::size_t>(found - set.fields.begin());
      if (given[k]) return fail(field, fmt::format("the field `{}` is given twice", field.text));
      given[k] = true;
      shape.parts[k] = match(field.children[0], context_.expr().project(subject, k, field.where));
    }
    return shape;
  }

  Shape variant(const Node& pattern, ExprId subject, const ColourSet& set) {
    const auto found = std::find(set.fields.begin(), set.fields.end(), pattern.text);
    if (found == set.fields.end()) {
      return fail(pattern,
                  fmt::format("{} has no variant `{}`", context_.colours().describe(context_.expr().type(subject)), pattern.text),
                  suggest(pattern.text, set.fields));
    }
    ExprBuilder& expr = context_.expr();
    const auto k = static_cast<std::size_t>(found - set.fields.begin());
    if (set.components[k] == ColourTable::kUnit && pattern.children.empty()) {
      return fail(pattern, fmt::format("the variant `{0}` holds nothing", pattern.text), fmt::format("write `{}`", pattern.text));
    }
    test(expr.binary(Op::equal, expr.variant(subject, pattern.where), expr.integer(static_cast<std::int64_t>(k), pattern.where),
                     pattern.where));
    Shape shape;
    shape.kind = Shape::Kind::variant;
    shape.number = k;
    const ExprId content = expr.content(subject, k, pattern.where);
    if (!content.valid() || pattern.children.empty()) return fail(pattern, fmt::format("what `{}` holds is missing", pattern.text));
    shape.parts.push_back(pattern.children.size() == 1 ? match(pattern.children[0], content) : match(several(pattern), content));
    return shape;
  }

  /// `Data(n, s)` stands for `Data((n, s))`.
  const Node& several(const Node& pattern) {
    return context_.made.emplace_back(Node{Kind::tuple, pattern.where, {}, pattern.children});
  }

  /// `[x, y]`, `[x] ++ rest`, `rest ++ [x]`, `"text" ++ rest`: at most one part is not of a known
  /// length.
  Shape list(const Node& pattern, ExprId subject) {
    std::vector<const Node*> parts;
    const Node* left = &pattern;
    for (; left->kind == Kind::binary && left->text == "++"; left = left->children.data()) parts.push_back(&left->children[1]);
    parts.push_back(left);
    std::reverse(parts.begin(), parts.end());
    const Node* rest = nullptr;
    std::int64_t before = 0;
    std::int64_t after = 0;
    for (const Node* part : parts) {
      const std::optional<std::int64_t> length = known_length(*part);
      if (failed) return {};
      if (!length && rest != nullptr)
        return fail(*part, "only one part of this pattern can be of any length", "the others: `[x, y]`");
      if (!length) rest = part;
      if (length) (rest == nullptr ? before : after) += *length;
    }
    return list(parts, rest, before, after, subject);
  }

  Shape list(const std::vector<const Node*>& parts, const Node* rest, std::int64_t before, std::int64_t after, ExprId subject) {
    ExprBuilder& expr = context_.expr();
    const Location where = parts.front()->where;
    const ExprId length = expr.list_op(Op::length, std::array{subject}, where);
    const Op op = rest == nullptr ? Op::equal : Op::greater_equal;
    if (rest == nullptr || before + after > 0) test(expr.binary(op, length, expr.integer(before + after, where), where));
    Shape shape;
    shape.kind = context_.colours()[expr.type(subject)].kind == ColourKind::list ? Shape::Kind::list : Shape::Kind::other;
    shape.number = static_cast<std::size_t>(before);
    shape.open = rest != nullptr;
    std::int64_t at = 0;
    bool from_end = false;
    const auto position = [&](std::int64_t offset) {
      if (!from_end) return expr.integer(at + offset, where);
      return expr.binary(Op::subtract, length, expr.integer(after - at - offset, where), where);
    };
    for (const Node* part : parts) {
      if (part == rest) {
        const ExprId count = expr.binary(Op::subtract, length, expr.integer(before + after, where), where);
        const Shape inner = match(*part, expr.list_op(Op::slice, std::array{subject, position(0), count}, part->where));
        if (!inner.irrefutable()) shape.kind = Shape::Kind::other;
        at = 0;
        from_end = true;
      } else if (part->kind == Kind::list) {
        for (const Node& element : part->children) {
          shape.parts.push_back(match(element, expr.list_op(Op::element, std::array{subject, position(0)}, element.where)));
          ++at;
        }
      } else {
        const std::int64_t size = known_length(*part).value_or(0);
        value(*part, expr.list_op(Op::slice, std::array{subject, position(0), expr.integer(size, where)}, part->where));
        at += size;
      }
    }
    return shape;
  }

  std::optional<std::int64_t> known_length(const Node& part) {
    if (part.kind == Kind::list) return static_cast<std::int64_t>(part.children.size());
    if (part.kind != Kind::string) return std::nullopt;
    const ExprId text = elaborate_string(context_, part);
    failed = failed || !text.valid();
    if (!text.valid()) return std::nullopt;
    return static_cast<std::int64_t>(context_.net().pool.view(*context_.expr().constant(text)).size());
  }

  Context& context_;
  Env& env_;
};

struct MadeArm {
  ExprId condition;  ///< invalid: always
  ExprId body;
};

std::optional<MadeArm> make_arm(Context& context, Env& env, const Node& node, ExprId subject, ColourSetId expected, Shape& shape) {
  ExprBuilder& expr = context.expr();
  Arm arm(context, env);
  shape = arm.match(node.children[0], subject);
  if (arm.failed) shape.kind = Shape::Kind::other;
  if (arm.failed) return std::nullopt;
  std::vector<std::uint32_t> slots;
  for (const Bound& each : arm.bound) {
    const ColourSetId type = expr.type(each.value);
    slots.push_back(new_slot(env, each.name->text, type));
    env.locals.push_back({each.name->text, type, slots.back(), {}});
  }
  MadeArm made;
  made.body = elaborate(context, env, node.children[1], expected);
  env.locals.resize(env.locals.size() - arm.bound.size());
  for (std::size_t i = slots.size(); i-- > 0 && made.body.valid();)
    made.body = expr.let(slots[i], arm.bound[i].value, made.body, arm.bound[i].name->where);
  if (!made.body.valid()) return std::nullopt;
  for (const ExprId test : arm.tests)
    made.condition = made.condition.valid() ? expr.binary(Op::and_, made.condition, test, node.where) : test;
  return made;
}

}  // namespace

bool compared_in_pattern(Context& context, const Scope& scope, std::string_view name, ColourSetId type) {
  if (name == "true" || name == "false") return true;
  Symbol* const symbol = find(scope, NameSpace::value, name);
  if (symbol == nullptr || symbol->kind != NameKind::label) return false;
  const ColourSetId base = context.colours().base_of(type);
  const auto of_base = [&context, base](Symbol& label) { return resolve_label(context, label) && label.type == base; };
  return of_base(*symbol) || std::any_of(symbol->same.begin(), symbol->same.end(), [&](Symbol* other) { return of_base(*other); });
}

ExprId elaborate_case(Context& context, Env& env, const Node& node, ColourSetId expected) {
  ExprBuilder& expr = context.expr();
  const ExprId value = elaborate(context, env, node.children[0]);
  if (!value.valid()) return {};
  const ColourSetId type = expr.type(value);
  const std::uint32_t slot = new_slot(env, "", type);
  std::vector<MadeArm> arms;
  std::vector<Shape> shapes;
  bool failed = false;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& arm = node.children[i];
    if (!shapes.empty() && shapes.back().irrefutable()) {
      const Node& before = node.children[i - 1].children[0];
      const bool name = before.kind == Kind::name && before.text != "_";
      context.diagnostics().error(arm.where, "this arm is never reached: the one before it matches everything",
                                  name ? fmt::format("`{}` is bound there, not compared; compare with `if`", before.text) : "");
      return {};
    }
    const std::optional<MadeArm> made =
        make_arm(context, env, arm, expr.variable(type, slot, arm.where), expected, shapes.emplace_back());
    failed = failed || !made;
    if (!made) continue;
    if (!expected.valid()) expected = expr.type(made->body);
    arms.push_back(*made);
  }
  if (failed) return {};
  if (!covers(context.colours(), type, shapes)) {
    context.diagnostics().error(node.where, "not every colour has an arm in this case", "end it with `| _ => ...`");
    return {};
  }
  const bool rest = std::any_of(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.irrefutable(); });
  if (!rest) expr.fix(type);  // with more colours there would be some without an arm
  ExprId chosen = arms.back().body;
  for (auto arm = arms.rbegin() + 1; arm != arms.rend() && chosen.valid(); ++arm) {
    chosen = arm->condition.valid() ? expr.if_(arm->condition, arm->body, chosen, node.where) : arm->body;
  }
  return chosen.valid() ? expr.let(slot, value, chosen, node.where) : ExprId{};
}

}  // namespace petriloom::loom
