// SPDX-License-Identifier: Apache-2.0
// Properties and their formulas.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

struct FormulaWord {
  std::string_view word;
  FormulaOp op;
  bool linear = false;     ///< belongs to LTL
  bool branching = false;  ///< belongs to CTL
};

constexpr std::array kBefore = {
    FormulaWord{"!", FormulaOp::not_},
    FormulaWord{"X", FormulaOp::next, true},
    FormulaWord{"F", FormulaOp::finally, true},
    FormulaWord{"G", FormulaOp::globally, true},
    FormulaWord{"AX", FormulaOp::ax, false, true},
    FormulaWord{"EX", FormulaOp::ex, false, true},
    FormulaWord{"AF", FormulaOp::af, false, true},
    FormulaWord{"EF", FormulaOp::ef, false, true},
    FormulaWord{"AG", FormulaOp::ag, false, true},
    FormulaWord{"EG", FormulaOp::eg, false, true},
};
constexpr std::array kBetween = {
    FormulaWord{"&", FormulaOp::and_},
    FormulaWord{"|", FormulaOp::or_},
    FormulaWord{"=>", FormulaOp::implies},
    FormulaWord{"<=>", FormulaOp::iff},
    FormulaWord{"U", FormulaOp::until, true},
    FormulaWord{"R", FormulaOp::release, true},
    FormulaWord{"W", FormulaOp::weak_until, true},
};

struct KindWord {
  std::string_view word;
  PropertyKind kind;
};
constexpr std::array kKinds = {
    KindWord{"invariant", PropertyKind::invariant},
    KindWord{"ltl", PropertyKind::ltl},
    KindWord{"ctl", PropertyKind::ctl},
    KindWord{"bounded", PropertyKind::bounded},
    KindWord{"deadlock_free", PropertyKind::deadlock_free},
    KindWord{"live", PropertyKind::live},
    KindWord{"quasi_live", PropertyKind::quasi_live},
    KindWord{"reversible", PropertyKind::reversible},
};

template <std::size_t N>
const FormulaWord* word_of(const std::array<FormulaWord, N>& words, const Node& node) {
  for (const FormulaWord& each : words) {
    if (each.word == node.text) return &each;
  }
  return nullptr;
}

bool temporal(const Node& node) {
  if (node.kind == Kind::quantified) return true;
  const FormulaWord* const word = node.kind == Kind::unary    ? word_of(kBefore, node)
                                  : node.kind == Kind::binary ? word_of(kBetween, node)
                                                              : nullptr;
  if (word != nullptr && (word->linear || word->branching)) return true;
  return std::any_of(node.children.begin(), node.children.end(), [](const Node& child) { return temporal(child); });
}

class FormulaMaker {
 public:
  FormulaMaker(Context& context, Env& env, PropertyKind kind) : context_(context), env_(env), kind_(kind) {}

  FormulaId make(const Node& node) {
    if (!temporal(node)) return atom(node);
    Formula formula;
    formula.where = node.where;
    if (node.kind == Kind::quantified) return quantified(node);
    if (node.kind == Kind::unary) {
      const FormulaWord* const word = word_of(kBefore, node);
      if (word == nullptr) return fail(node, "a temporal operator cannot stand under an arithmetic one");
      if (!belongs(node, *word)) return {};
      formula.op = word->op;
      formula.left = make(node.children[0]);
      return formula.left.valid() ? context_.builder.add(formula) : FormulaId{};
    }
    const FormulaWord* const word = node.kind == Kind::binary ? word_of(kBetween, node) : nullptr;
    if (word == nullptr) return fail(node, "a temporal operator cannot stand inside this expression");
    if (!belongs(node, *word)) return {};
    if (kind_ == PropertyKind::ctl && word->linear)
      return fail(node, fmt::format("`{}` without a path quantifier", node.text), "CTL has A[f U g] and E[f U g]");
    formula.op = word->op;
    formula.left = make(node.children[0]);
    formula.right = make(node.children[1]);
    return formula.left.valid() && formula.right.valid() ? context_.builder.add(formula) : FormulaId{};
  }

 private:
  FormulaId fail(const Node& node, std::string message, std::string help = {}) {
    context_.diagnostics().error(node.where, std::move(message), std::move(help));
    return {};
  }

  bool belongs(const Node& node, const FormulaWord& word) {
    if (kind_ == PropertyKind::ltl && word.branching) fail(node, fmt::format("`{}` is an operator of CTL, not of LTL", node.text));
    if (kind_ == PropertyKind::ctl && word.linear) {
      fail(node, fmt::format("`{}` is an operator of LTL, not of CTL", node.text),
           fmt::format("write `A{0}` or `E{0}`", node.text));
    }
    return !(kind_ == PropertyKind::ltl && word.branching) && !(kind_ == PropertyKind::ctl && word.linear);
  }

  FormulaId quantified(const Node& node) {
    const Node& inside = node.children[0];
    if (kind_ == PropertyKind::ltl) return fail(node, "path quantifiers belong to CTL");
    if (inside.kind != Kind::binary || inside.text != "U") return fail(node, fmt::format("expected `{}[f U g]`", node.text));
    Formula formula;
    formula.where = node.where;
    formula.op = node.text == "A" ? FormulaOp::au : FormulaOp::eu;
    formula.left = make(inside.children[0]);
    formula.right = make(inside.children[1]);
    return formula.left.valid() && formula.right.valid() ? context_.builder.add(formula) : FormulaId{};
  }

  FormulaId atom(const Node& node) {
    Frame frame;
    Env env = env_;
    env.frame = &frame;
    env.state = true;
    Formula formula;
    formula.where = node.where;
    formula.op = FormulaOp::atom;
    formula.atom = elaborate_as(context_, env, node, ColourTable::kBool);
    formula.slots = static_cast<std::uint32_t>(frame.slots.size());
    return formula.atom.valid() ? context_.builder.add(formula) : FormulaId{};
  }

  Context& context_;
  Env& env_;
  PropertyKind kind_;
};

PropertyKind kind_named(const Node& node) {
  for (const KindWord& each : kKinds) {
    if (each.word == node.child(Kind::property_kind)->text) return each.kind;
  }
  return PropertyKind::invariant;
}

/// The name under which a property is known: the path of its module with the indices filled in, and
/// its own name.
std::string full_name(Context& context, const Scope& scope, std::string_view name, std::span<const Word> row) {
  return indexed_path(context.net(), scope.module, name, row);
}

void add_property(Context& context, Scope& scope, const Node& node, std::map<std::string, Location>& names) {
  Property property;
  property.kind = kind_named(node);
  property.module = scope.module;
  property.where = node.where;
  const Node* const formula = node.child(Kind::formula);
  if (formula != nullptr) property.text = formula->text;
  const std::vector<std::vector<Word>> none{{}};
  const bool family = formula != nullptr && !scope.written_out;
  for (const std::vector<Word>& row : family ? rows_of(context, scope) : none) {
    Property one = property;
    one.name = node.child(Kind::name) != nullptr ? std::string(node.text) : full_name(context, scope, node.text, row);
    const auto [before, is_new] = names.try_emplace(one.name, node.where);
    if (!is_new) {
      context.diagnostics().error(node.where, fmt::format("the property `{}` is declared twice", one.name),
                                  fmt::format("the first is at {}", context.net().sources->describe(before->second)));
      return;
    }
    if (formula != nullptr) {
      std::vector<ExprId> indices;
      for (std::size_t k = 0; k < row.size(); ++k)
        indices.push_back(context.expr().literal(scope.indices[k].type, row[k], node.where));
      Env env{&scope};
      if (family && !row.empty()) env.indices = &indices;
      one.formula = elaborate_formula(context, env, formula->children[0], one.kind);
      if (!one.formula.valid()) return;
    }
    context.builder.add(std::move(one));
  }
}

}  // namespace

FormulaId elaborate_formula(Context& context, Env& env, const Node& node, PropertyKind kind) {
  return FormulaMaker(context, env, kind).make(node);
}

void add_properties(Context& context) {
  std::map<std::string, Location> names;
  const std::size_t scopes = context.scopes.size();
  for (std::size_t i = 0; i < scopes; ++i) {
    Scope& scope = context.scopes[i];
    for (const Node* node : scope.body) {
      if (node->kind == Kind::property) in_instance(context, scope, [&] { add_property(context, scope, *node, names); });
    }
  }
}

}  // namespace petriloom::loom
