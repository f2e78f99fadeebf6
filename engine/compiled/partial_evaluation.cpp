// SPDX-License-Identifier: Apache-2.0
// Codes whose frame stays the same, reduced to what the numbers of tokens decide (partial
// evaluation: N. Jones, C. Gomard, P. Sestoft, "Partial evaluation and automatic program
// generation", 1993). The program is run once with numbers of tokens that are not known; what comes
// of known values is computed, and what comes of others is written down, in the same order, so that
// the value is the same to the last bit.
#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <iterator>
#include <limits>

#include "engine/compiled/code.h"

namespace petriloom {

class PartialEvaluation {
 public:
  using Opcode = Instruction::Opcode;
  PartialEvaluation(const Code& code, Evaluator& evaluator, std::span<const Word> frame, const IndexTable& indices,
                    std::vector<CountedTokens>& counted)
      : code_(code),
        evaluator_(evaluator),
        frame_(frame.begin(), frame.end()),
        frame_nodes_(frame.size(), kKnown),
        indices_(indices),
        counted_(counted) {}

  /// False if there is none.
  bool make(Code& made) {
    if (code_.program_.empty()) return false;  // compiled with calls
    for (next_ = 0; next_ < code_.program_.size();) {
      if (!step(code_.program_[next_]) || nodes_.size() > kMostNodes) return false;
    }
    made.kind_ = Code::Kind::program;
    if (!write(*top_, *top_node(), made.program_) || most_ > ThreadedCode::kStack) return false;
    return made.threaded_ = ThreadedCode(made.program_), true;
  }

 private:
  static constexpr std::size_t kMostNodes = 1000;  // also of instructions
  static constexpr std::size_t kKnown = std::numeric_limits<std::size_t>::max();
  /// A value that is not known: what makes it of others, each a node or a known word.
  struct Node {
    Instruction in;
    std::size_t operands = 0;
    std::size_t nodes[2] = {kKnown, kKnown};
    Word words[2] = {0, 0};
  };

  // Beside each word on the stack stands its node.
  [[nodiscard]] std::size_t* top_node() { return stack_nodes_ + (top_ - stack_); }
  [[nodiscard]] bool known(std::size_t below = 0) { return top_node()[-static_cast<std::ptrdiff_t>(below)] == kKnown; }

  // Replaces the operands on top by what the instruction makes of them.
  void add_node(const Instruction& in, std::size_t operands) {
    ++next_;
    Node node{in, operands, {}, {}};
    top_ -= operands;
    for (std::size_t k = 0; k < operands; ++k) {
      node.nodes[k] = top_node()[k + 1];
      node.words[k] = top_[k + 1];
    }
    ++top_;
    *top_ = 0;
    *top_node() = nodes_.size();
    nodes_.push_back(node);
  }

  void add_count(const CountedTokens& tokens) {
    const auto at = static_cast<std::size_t>(std::find(counted_.begin(), counted_.end(), tokens) - counted_.begin());
    if (at == counted_.size()) counted_.push_back(tokens);
    add_node({Opcode::load, Op::variable, static_cast<std::uint32_t>(at), 0, 0}, 0);
  }

  bool carry_out() { return code_.threaded_.carry_out(next_, top_, {evaluator_, frame_, nullptr, nullptr, stack_}); }

  // Of what is known, the step is carried out.
  bool step(const Instruction& in) {
    switch (in.opcode) {
      case Opcode::load:
        if (!carry_out()) return false;
        *top_node() = frame_nodes_[in.slot];
        return true;
      case Opcode::store:
        frame_nodes_[in.slot] = *top_node();
        break;
      case Opcode::evaluate:
        if (!computes(ExprId(in.slot))) return false;
        break;
      case Opcode::tokens_all:
      case Opcode::tokens_of:
      case Opcode::tokens_group:
        return count(in);
      case Opcode::next_item:
        if (!known() || !known(2)) return false;
        frame_nodes_[in.slot] = kKnown;
        break;
      case Opcode::end_items:
        top_node()[-2] = top_node()[-1];
        break;
      case Opcode::add_item:
        return add_item(in);
      case Opcode::check:
      case Opcode::to_real:
      case Opcode::to_whole:
      case Opcode::integer:
      case Opcode::real:
        if (all_known(operands(in))) break;
        add_node(in, operands(in));
        return true;
      default:
        if (!all_known(operands(in))) return false;
    }
    if (!carry_out()) return false;
    if (leaves_value(in.opcode)) *top_node() = kKnown;
    return true;
  }

  // Whether what is on top after a step is what the step made of known values.
  static bool leaves_value(Opcode opcode) {
    return opcode != Opcode::store && opcode != Opcode::jump && opcode != Opcode::jump_if_false && opcode != Opcode::next_item &&
           opcode != Opcode::end_items;
  }

  // How many words on top an instruction makes one of, or looks at.
  static std::size_t operands(const Instruction& in) {
    switch (in.opcode) {
      case Opcode::push:
      case Opcode::jump:
        return 0;
      case Opcode::pack:
      case Opcode::element:
      case Opcode::position:
        return 2;
      case Opcode::gather:
      case Opcode::tokens_group:
        return in.slot;
      case Opcode::integer:
      case Opcode::real:
        return in.slot;
      default:
        return 1;
    }
  }

  [[nodiscard]] bool all_known(std::size_t on_top) {
    for (std::size_t k = 0; k < on_top; ++k) {
      if (!known(k)) return false;
    }
    return true;
  }

  // Whether Evaluator gives the value of an expression here, whatever the marking is.
  [[nodiscard]] bool computes(ExprId expr) const {
    return !evaluator_.net().exprs.looks(expr, look::state) &&
           std::all_of(frame_nodes_.begin(), frame_nodes_.end(), [](std::size_t node) { return node == kKnown; });
  }

  bool count(const Instruction& in) {
    if (in.opcode == Opcode::tokens_all) {
      add_count({CountedTokens::Kind::all, PlaceId(static_cast<std::size_t>(in.a)), {}, 0});
      return true;
    }
    if (!all_known(operands(in))) return false;
    top_ -= operands(in);
    if (in.opcode == Opcode::tokens_of) {
      add_count({CountedTokens::Kind::colour, PlaceId(static_cast<std::size_t>(in.a)), {}, top_[1]});
    } else {
      const IndexId index(static_cast<std::size_t>(in.a));
      const Word key = indices_[index].key([this](std::size_t k) { return top_[k + 1]; });
      add_count({CountedTokens::Kind::group, indices_[index].place, index, key});
    }
    return true;
  }

  // (list, total, number, term) on top.
  bool add_item(const Instruction& in) {
    if (known() && known(2)) return carry_out();
    const Word item = top_[-1];
    top_[-1] = *top_;
    top_node()[-1] = *top_node();
    --top_;
    add_node({in.a == 0 ? Opcode::integer : Opcode::real, Op::add, 2, 0, 0}, 2);
    *++top_ = item;
    *top_node() = kKnown;
    return true;
  }

  // A value that is used twice is computed twice. False if that becomes too long.
  bool write(Word word, std::size_t number, std::vector<Instruction>& program) {
    if (number == kKnown) {
      grow();
      program.push_back({Opcode::push, Op::literal, 0, word, 0});
      return true;
    }
    const Node& node = nodes_[number];
    for (std::size_t k = 0; k < node.operands; ++k) {
      if (!write(node.words[k], node.nodes[k], program)) return false;
    }
    node.operands == 0 ? grow() : void(depth_ -= node.operands - 1);
    program.push_back(node.in);
    return program.size() <= kMostNodes;
  }
  void grow() { most_ = std::max(most_, ++depth_); }

  const Code& code_;
  Evaluator& evaluator_;
  std::vector<Word> frame_;
  std::vector<std::size_t> frame_nodes_;
  const IndexTable& indices_;
  std::vector<CountedTokens>& counted_;
  std::vector<Node> nodes_;
  Word stack_[ThreadedCode::kStack + 1] = {};
  std::size_t stack_nodes_[ThreadedCode::kStack + 1] = {};
  Word* top_ = stack_;
  std::size_t next_ = 0;  // the instruction that comes next
  std::size_t depth_ = 0, most_ = 0;
};

std::optional<Code> Code::of_counts(Evaluator& evaluator, std::span<const Word> frame, const IndexTable& indices,
                                    std::vector<CountedTokens>& counted) const {
  Code made;
  counted.clear();
  if (kind_ != Kind::program) return std::nullopt;
  try {
    if (!PartialEvaluation(*this, evaluator, frame, indices, counted).make(made)) return std::nullopt;
  } catch (const EvalError&) {
    return std::nullopt;  // it fails in every marking, or in those in which it comes as far
  }
  return made;
}

bool Code::is_count() const {
  using Opcode = Instruction::Opcode;
  return program_.size() == 2 && program_[0].opcode == Opcode::load && program_[0].slot == 0 &&
         program_[1].opcode == Opcode::to_real;
}

std::size_t Code::program_hash() const {
  std::size_t hash = 0;
  for (const Instruction& in : program_) {
    boost::hash_combine(hash, static_cast<int>(in.opcode));
    boost::hash_combine(hash, static_cast<int>(in.op));
    boost::hash_combine(hash, in.slot);
    boost::hash_combine(hash, in.a);
    boost::hash_combine(hash, in.b);
  }
  return hash;
}

}  // namespace petriloom
