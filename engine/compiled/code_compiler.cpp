// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/code_compiler.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/compiled/loop_compiler.h"

namespace petriloom {

namespace {

bool integer_op(Op op) {
  return compares(op) || op == Op::not_ || (op >= Op::negate && op <= Op::modulo) || (op >= Op::minimum && op <= Op::absolute);
}
bool real_op(Op op) {
  return compares(op) || (op >= Op::negate && op <= Op::divide) || (op >= Op::minimum && op <= Op::absolute) || op == Op::sqrt ||
         op == Op::exp || op == Op::log;
}

}  // namespace

bool simple_finite(const ColourSet& set) {
  return set.finite && !set.composite() && set.kind != ColourKind::union_ && set.kind != ColourKind::subset;
}

bool integral(const ColourSet& set) { return set.kind == ColourKind::integer || simple_finite(set); }

void CodeCompiler::compile(ExprId root) {
  code_.expr_ = root;
  if (!root.valid()) return;
  if (const Expr* const same = same_for_all(root)) {
    code_.kind_ = Code::Kind::constant;
    code_.base_ = same->payload;
    return;
  }
  if (linear(root, 1)) {
    finish_linear();
    return;
  }
  code_.summands_.clear();
  code_.base_ = 0;
  code_.kind_ = Code::Kind::slow;
  // A program that gives up is evaluated from the start again, which would draw again.
  if (net_.exprs.looks(root, look::random)) return;
  code_.value_held_ = held_.value && compiles_calls_;
  emit(root, code_.value_held_ ? Lists::held : Lists::lasting);
  const bool useful = (code_.program_.size() > 1 || code_.program_[0].opcode != Opcode::evaluate) && most_ <= ThreadedCode::kStack;
  code_.kind_ = useful ? Code::Kind::program : Code::Kind::slow;
  if (compiles_calls_) code_.kept_by_ = MemoTable::kept_by(net_, root);
  // A list that is held has a handle of its own each time.
  const auto is_held = [this](std::uint32_t slot) {
    return std::find(held_.variables.begin(), held_.variables.end(), slot) != held_.variables.end();
  };
  if (std::any_of(code_.kept_by_.begin(), code_.kept_by_.end(), is_held)) code_.kept_by_.clear();
  if (!code_.kept_by_.empty()) code_.kind_ = Code::Kind::kept;
  if (!useful) return code_.program_.clear();
  code_.makes_lists_ = std::any_of(code_.program_.begin(), code_.program_.end(), [](const Instruction& in) {
    return in.opcode == Opcode::begin_list ||
           ((in.opcode == Opcode::join || in.opcode == Opcode::gather) && in.b == Instruction::kHeld);
  });
  if (compiles_calls_) {
    code_.threaded_ = ThreadedCode(code_.program_);
    code_.program_ = {};
  } else {
    code_.threaded_ = ThreadedCode::one_by_one(code_.program_);  // for what is evaluated in part
  }
  if (!totals_.empty()) code_.totals_ = std::make_shared<const std::vector<KeptTotal>>(std::move(totals_));
}

// The literal that an expression is, or a function of variables whatever they are; null if it is
// none.
const Expr* CodeCompiler::same_for_all(ExprId id) const {
  const Expr& node = net_.exprs[id];
  if (node.op == Op::literal) return &node;
  if (node.op != Op::call || !compiles_calls_) return nullptr;
  const ExprId body = net_.functions[static_cast<std::size_t>(node.payload)].body;
  if (!body.valid() || net_.exprs[body].op != Op::literal || net_.exprs[body].type != node.type) return nullptr;
  const auto arguments = net_.exprs.children(id);
  const auto never_fails = [this](ExprId argument) {
    return net_.exprs[argument].op == Op::literal || net_.exprs[argument].op == Op::variable;
  };
  return std::all_of(arguments.begin(), arguments.end(), never_fails) ? &net_.exprs[body] : nullptr;
}

bool CodeCompiler::linear(ExprId id, Word factor) {
  const Expr& node = net_.exprs[id];
  const ColourSet& type = net_.colours[node.type];
  const auto children = net_.exprs.children(id);
  switch (node.op) {
    case Op::literal:
      if (!type.finite && type.kind != ColourKind::integer) return false;
      code_.base_ += factor * node.payload;
      return true;
    case Op::variable:
      if (factor != 1 && !type.finite && type.kind != ColourKind::integer) return false;
      code_.summands_.push_back({static_cast<std::uint32_t>(node.payload), factor});
      return true;
    case Op::convert:
      return net_.colours.same_words(net_.exprs[children[0]].type, node.type) && linear(children[0], factor);
    case Op::tuple: {
      if (!type.packed()) return false;
      for (std::size_t k = 0; k < children.size(); ++k) {
        const Word weight = factor * type.radix[k];
        code_.base_ -= weight * net_.colours[type.components[k]].low;
        if (!linear(children[k], weight)) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

void CodeCompiler::finish_linear() {
  if (code_.summands_.empty()) {
    code_.kind_ = Code::Kind::constant;
  } else if (code_.summands_.size() == 1 && code_.base_ == 0 && code_.summands_[0].factor == 1) {
    code_.kind_ = Code::Kind::variable;
    code_.slot_ = code_.summands_[0].slot;
  } else {
    code_.kind_ = Code::Kind::linear;
  }
}

std::size_t CodeCompiler::put(Instruction instruction, int grows) {
  depth_ += static_cast<std::size_t>(grows + 1);  // grows >= -1
  depth_ -= 1;
  most_ = std::max(most_, depth_);
  code_.program_.push_back(instruction);
  return code_.program_.size() - 1;
}

void CodeCompiler::slow(ExprId id) {
  const Expr& node = net_.exprs[id];
  if (compiles_calls_ && Evaluator::applies(node.op)) {
    for (const ExprId child : net_.exprs.children(id)) emit(child);
    return put_apply(id);
  }
  // Evaluator knows no variables on the stack.
  failed_ = failed_ || scope_ != nullptr;
  put(Instruction{Opcode::evaluate, Op::literal, static_cast<std::uint32_t>(id.index()), 0, 0}, 1);
}

// The operation of an expression, to its operands on top.
void CodeCompiler::put_apply(ExprId id) {
  const Expr& node = net_.exprs[id];
  put(Instruction{Opcode::apply, node.op, static_cast<std::uint32_t>(id.index()), node.count, 0}, 1);
  depth_ -= node.count;
}

void CodeCompiler::put_load(std::uint32_t place) {
  const bool local = (place & Instruction::kLocal) != 0;
  put(Instruction{local ? Opcode::load_local : Opcode::load, Op::variable, place & ~Instruction::kLocal, 0, 0}, 1);
}

void CodeCompiler::emit(ExprId id, Lists lists) {
  if (failed_) return put(Opcode::push, 0, 0, 1);
  const Expr& node = net_.exprs[id];
  const auto children = net_.exprs.children(id);
  switch (node.op) {
    case Op::literal:
      return put(Opcode::push, node.payload, 0, 1);
    case Op::variable:
      return emit_variable(static_cast<std::uint32_t>(node.payload));
    case Op::now:
      return compiles_calls_ ? put(Opcode::now, 0, 0, 1) : slow(id);
    case Op::call:
      return emit_call(id, lists);
    case Op::let:
      return emit_let(id, lists);
    case Op::if_:
      emit_branch(children[0], children[1], children[2], 0, {}, lists);
      return;
    case Op::and_:
      emit_branch(children[0], children[1], ExprId{}, 0);
      return;
    case Op::or_:
      emit_or(children[0], children[1]);
      return;
    case Op::tuple:
      return emit_tuple(children, net_.colours[node.type]);
    case Op::project:
      emit_project(id);
      return;
    case Op::convert:
      return emit_convert(id, lists);
    case Op::tokens:
      return emit_tokens(id);
    default:
      return emit_rarer(id, lists);
  }
}

void CodeCompiler::emit_rarer(ExprId id, Lists lists) {
  const auto children = net_.exprs.children(id);
  switch (net_.exprs[id].op) {
    case Op::list:
      if (children.empty()) return slow(id);
      for (const ExprId child : children) emit(child);
      return put_gather(children.size(), lists);
    case Op::concat:
      return emit_join(id, net_.exprs[id].type, lists);
    case Op::length:
    case Op::head:
    case Op::tail:
    case Op::element:
      return emit_sequence(id);
    case Op::contains:
    case Op::position:
      return emit_position(id);
    case Op::inject:
    case Op::variant:
    case Op::content:
      return emit_union(id);
    case Op::map:
    case Op::filter:
    case Op::forall:
    case Op::exists:
    case Op::sum:
    case Op::argmin:
    case Op::least:
    case Op::greatest:
    case Op::sort:
      return LoopCompiler(*this, id, lists).emit();
    case Op::successor:
    case Op::predecessor:
      return emit_neighbour(id);
    default:
      return emit_operation(id);
  }
}

void CodeCompiler::emit_neighbour(ExprId id) {
  const Expr& node = net_.exprs[id];
  const ColourSet& set = net_.colours[node.type];
  emit(net_.exprs.children(id)[0]);
  put(node.op == Op::successor ? Opcode::cycle_up : Opcode::cycle_down, set.low, set.high);
}

void CodeCompiler::emit_branch(ExprId condition, ExprId then, ExprId otherwise, Word other, ColourSetId as, Lists lists) {
  const auto emit_value = [&](ExprId id) { as.valid() ? emit_as(id, as, lists) : emit(id, lists); };
  emit(condition);
  const std::size_t to_else = put(Instruction{Opcode::jump_if_false, Op::if_, 0, 0, 0}, -1);
  emit_value(then);
  const std::size_t to_end = put(Instruction{Opcode::jump, Op::if_, 0, 0, 0}, -1);
  land(to_else);
  otherwise.valid() ? emit_value(otherwise) : put(Opcode::push, other, 0, 1);
  land(to_end);
}

void CodeCompiler::emit_or(ExprId left, ExprId right) {
  emit(left);
  const std::size_t to_right = put(Instruction{Opcode::jump_if_false, Op::if_, 0, 0, 0}, -1);
  put(Opcode::push, 1, 0, 1);
  const std::size_t to_end = put(Instruction{Opcode::jump, Op::if_, 0, 0, 0}, -1);
  land(to_right);
  emit(right);
  land(to_end);
}

void CodeCompiler::emit_tuple(std::span<const ExprId> children, const ColourSet& type) {
  if (type.packed()) put(Opcode::push, 0, 0, 1);
  for (std::size_t k = 0; k < children.size(); ++k) {
    emit_as(children[k], type.components[k]);
    if (type.packed()) put(Opcode::pack, net_.colours[type.components[k]].low, type.radix[k], -1);
  }
  if (!type.packed()) put_gather(children.size(), Lists::lasting);
}

void CodeCompiler::emit_project(ExprId id) {
  const ExprId child = net_.exprs.children(id)[0];
  const ColourSet& type = net_.colours[net_.exprs[child].type];
  const auto k = static_cast<std::size_t>(net_.exprs[id].payload);
  emit(child);
  if (!type.packed()) return put(Opcode::part, static_cast<Word>(k));
  const ColourSet& component = net_.colours[type.components[k]];
  put(Opcode::unpack, type.radix[k], static_cast<Word>(component.size()));
  if (component.low != 0) put(Opcode::shift, component.low);
}

void CodeCompiler::emit_tokens(ExprId id) {
  const auto children = net_.exprs.children(id);
  const PlaceId place(static_cast<std::size_t>(net_.exprs[id].payload));
  const auto place_word = static_cast<Word>(place.index());
  if (counting_ == nullptr) return slow(id);
  if (children.empty()) return put(Opcode::tokens_all, place_word, 0, 1);
  const Pattern pattern = take_apart(net_, children[0], net_[place].colour, std::numeric_limits<std::size_t>::max());
  if (!pattern.wildcards) {
    emit(children[0]);
    return put(Opcode::tokens_of, place_word);
  }
  if (pattern.parts.empty()) return put(Opcode::tokens_all, place_word, 0, 1);
  // Of one whole number whatever it is there is a group, or none; of several those have that fit.
  const auto whole = [&](const PatternPart& part) {
    return pattern.parts.size() == 1 && part.steps.empty() && net_.colours[part.leaf].kind == ColourKind::integer &&
           net_.colours.same_words(part.type, part.leaf);
  };
  for (const PatternPart& part : pattern.parts) {
    if ((!part.can_be_key() && !whole(part)) || part.turn != 0) return slow(id);
  }
  std::vector<std::uint32_t> key(pattern.parts.size());
  std::iota(key.begin(), key.end(), 0U);
  const IndexId index = index_on(net_.colours, place, true, pattern, key, *counting_);
  if (!(*counting_)[index].exact()) return slow(id);
  for (const PatternPart& part : pattern.parts) emit_part(part);
  const auto count = static_cast<std::uint32_t>(pattern.parts.size());
  put(Instruction{Opcode::tokens_group, Op::tokens, count, static_cast<Word>(index.index()), 0}, 0);
  depth_ -= count - 1;
}

void CodeCompiler::emit_part(const PatternPart& part) {
  if (part.kind == PatternPart::Kind::variable) {
    put(Instruction{Opcode::load, Op::variable, part.slot, 0, 0}, 1);
  } else if (part.kind == PatternPart::Kind::constant) {
    put(Opcode::push, part.word, 0, 1);
  } else {
    emit(part.code.expr());
  }
}

// Whether equal words of both are equal numbers, or equal colours of one set.
bool CodeCompiler::same_numbers(ColourSetId a, ColourSetId b) const {
  const auto whole = [this](ColourSetId id) {
    return net_.colours[id].kind == ColourKind::integer || net_.colours[id].kind == ColourKind::range;
  };
  return a == b || (whole(a) && whole(b));
}

void CodeCompiler::emit_operation(ExprId id) {
  const Expr& node = net_.exprs[id];
  const auto children = net_.exprs.children(id);
  if (children.empty() || children.size() > 2) return slow(id);
  const ColourSetId operand = net_.exprs[children[0]].type;
  const ColourSet& type = net_.colours[operand];
  if (children.size() == 2 && !same_numbers(operand, net_.exprs[children[1]].type)) return slow(id);
  const bool real = type.kind == ColourKind::real;
  if (node.op == Op::index_of || node.op == Op::colour_at) return emit_ordinal(id);
  if (node.op == Op::floor || node.op == Op::ceil || node.op == Op::round) {
    emit(children[0]);
    put(Instruction{Opcode::to_whole, node.op, static_cast<std::uint32_t>(node.op), 0, 0}, 0);
    return;
  }
  const bool equality = node.op == Op::equal || node.op == Op::not_equal;
  // Equal colours have equal words, but for NaN.
  if (!real && !integral(type) && !equality) return slow(id);
  if (!(real ? real_op(node.op) : integer_op(node.op))) return slow(id);
  for (const ExprId child : children) emit(child);
  put(Instruction{real ? Opcode::real : Opcode::integer, node.op, node.count, 0, 0}, children.size() == 2 ? -1 : 0);
}

void CodeCompiler::emit_ordinal(ExprId id) {
  const Expr& node = net_.exprs[id];
  const ExprId child = net_.exprs.children(id)[0];
  const ColourSet& set = net_.colours[node.op == Op::index_of ? net_.exprs[child].type : node.type];
  if (set.kind != ColourKind::index && set.kind != ColourKind::enumeration) return slow(id);
  emit(child);
  if (node.op == Op::colour_at) put(Opcode::check, set.low, set.high);
}

Code::Code(const Net& net, ExprId expr, IndexTable* counting, Calls calls, HeldLists held) {
  CodeCompiler(net, *this, counting, calls, held).compile(expr);
}

}  // namespace petriloom
