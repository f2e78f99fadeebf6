// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/threaded_code.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "engine/compiled/handlers.h"

namespace petriloom {
namespace {

using Opcode = Instruction::Opcode;

class Threaded : public testing::Test {
 protected:
  static Instruction in(Opcode opcode, std::uint32_t slot = 0, Word a = 0, Word b = 0) { return {opcode, Op::literal, slot, a, b}; }
  static Instruction push(Word word) { return in(Opcode::push, 0, word); }
  static Instruction operation(Opcode kind, Op op) { return {kind, op, 2, 0, 0}; }

  static std::optional<Word> run(const ThreadedCode& code, Evaluator& evaluator, std::span<Word> frame) {
    Word result = 0;
    if (!code.run(evaluator, frame, nullptr, nullptr, result)) return std::nullopt;
    return result;
  }
  /// The value of a program; that runs of its instructions are one step must not show.
  std::optional<Word> value(const std::vector<Instruction>& program) {
    std::vector<Word> together = frame;
    std::vector<Word> alone = frame;
    const std::optional<Word> result = run(ThreadedCode(program), evaluator, together);
    EXPECT_EQ(run(ThreadedCode::one_by_one(program), evaluator, alone), result);
    EXPECT_EQ(together, alone);
    return result;
  }
  static std::size_t steps(const std::vector<Instruction>& program) { return ThreadedCode(program).steps() - 1; }

  Net net;
  Evaluator evaluator{net, net.pool};
  std::vector<Word> frame = {7, -3, word_of_real(2.5), word_of_real(-0.5)};
};

TEST_F(Threaded, OperationsGiveTheSameWhereverTheirSecondOperandIs) {
  const Word least = std::numeric_limits<Word>::min();
  const Word most = std::numeric_limits<Word>::max();
  const Word nan = word_of_real(std::numeric_limits<double>::quiet_NaN());
  const std::vector<std::pair<Opcode, std::vector<Word>>> kinds = {
      {Opcode::integer, {0, 1, -1, 7, -3, least, most}},
      {Opcode::real, {0, word_of_real(1), word_of_real(-0.5), word_of_real(1e308), nan}}};
  for (const auto& [kind, words] : kinds) {
    for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal, Op::add, Op::subtract,
                        Op::multiply, Op::divide, Op::modulo, Op::minimum, Op::maximum}) {
      for (const Word first : words) {
        for (const Word second : words) {
          frame = {second};
          const Instruction apply = operation(kind, op);
          const std::optional<Word> expected = value({push(first), push(second), in(Opcode::shift, 0, 0), apply});
          EXPECT_EQ(value({push(first), push(second), apply}), expected);
          EXPECT_EQ(value({push(first), in(Opcode::load, 0), apply}), expected);
          EXPECT_EQ(value({push(second), push(first), in(Opcode::load_local, 1), apply}), expected);
        }
      }
    }
  }
}

// An operand, the operation on it, and the jump on what comes of it are one step.
TEST_F(Threaded, BranchesAsTheComparisonSays) {
  for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    for (const Word first : {6, 7, 8}) {
      const std::vector<Instruction> branch = {push(first),
                                               in(Opcode::load, 0),
                                               operation(Opcode::integer, op),
                                               in(Opcode::jump_if_false, 6),
                                               push(1),
                                               in(Opcode::jump, 7),
                                               push(0)};
      EXPECT_EQ(value(branch), value({push(first), in(Opcode::load, 0), operation(Opcode::integer, op)}));
      EXPECT_EQ(steps(branch), 5);
    }
  }
}

TEST_F(Threaded, KeepsApartWhatIsJumpedBetween) {
  // 0 or 1, by what is on the stack, less 7 or less 5: the operation is landed on.
  const auto program = [this](Word condition) {
    return std::vector<Instruction>{push(1),
                                    push(condition),
                                    in(Opcode::jump_if_false, 5),
                                    push(5),
                                    in(Opcode::jump, 6),
                                    push(7),
                                    operation(Opcode::integer, Op::subtract)};
  };
  EXPECT_EQ(value(program(1)), -4);
  EXPECT_EQ(value(program(0)), -6);
  EXPECT_EQ(steps(program(1)), 7);
  // The jump after a comparison is landed on: it goes by a value that has been pushed.
  const auto other = [this](Word condition) {
    return std::vector<Instruction>{push(condition),
                                    in(Opcode::jump_if_false, 4),
                                    push(0),
                                    in(Opcode::jump, 7),
                                    push(3),
                                    push(2),
                                    operation(Opcode::integer, Op::less),
                                    in(Opcode::jump_if_false, 10),
                                    push(10),
                                    in(Opcode::jump, 11),
                                    push(20)};
  };
  EXPECT_EQ(value(other(0)), 20);
  EXPECT_EQ(value(other(1)), 20);
}

// The step that an instruction is says which comes next.
TEST_F(Threaded, CarriesOutOneStepAfterTheOther) {
  const std::vector<Instruction> program = {in(Opcode::load, 0), in(Opcode::jump_if_false, 4), push(1), in(Opcode::jump, 5),
                                            push(2)};
  const ThreadedCode code = ThreadedCode::one_by_one(program);
  Word stack[ThreadedCode::kStack + 1];
  Word* top = stack;
  std::vector<std::size_t> way;
  for (std::size_t number = 0; number < program.size();) {
    way.push_back(number);
    ASSERT_TRUE(code.carry_out(number, top, {evaluator, frame, nullptr, nullptr, stack}));
  }
  EXPECT_EQ(way, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(*top, 1);
}

TEST_F(Threaded, EachInstructionHasAHandler) {
  for (int opcode = 0; opcode <= static_cast<int>(Opcode::real); ++opcode) {
    for (const std::uint32_t operands : {1U, 2U}) {
      const Handlers handlers = handlers_of({static_cast<Opcode>(opcode), Op::add, operands, 0, 0});
      EXPECT_NE(handlers.alone, nullptr) << opcode;
      EXPECT_NE(handlers.in_program, nullptr) << opcode;
    }
  }
}

// Steps that call each other must not stay on the stack: it holds some hundred thousand calls.
TEST_F(Threaded, GoesThroughLongLoopsInLittleRoom) {
  constexpr Word kRounds = 1'000'000;
  const std::vector<Instruction> program = {push(kRounds),
                                            push(0),
                                            push(0),
                                            in(Opcode::next_colour, 0, 9),
                                            in(Opcode::load, 0),
                                            push(2),
                                            operation(Opcode::integer, Op::multiply),
                                            in(Opcode::add_item),
                                            in(Opcode::jump, 3),
                                            in(Opcode::end_items)};
  EXPECT_EQ(value(program), kRounds * (kRounds - 1));
}

TEST_F(Threaded, FindsPositionsInLists) {
  const Word list = net.pool.intern(std::array<Word, 4>{4, 9, 4, 1});
  EXPECT_EQ(value({push(list), push(4), in(Opcode::position)}), 0);
  EXPECT_EQ(value({push(list), push(1), in(Opcode::position)}), 3);
  EXPECT_EQ(value({push(list), push(5), in(Opcode::position)}), -1);
  EXPECT_EQ(value({push(net.pool.intern({})), push(5), in(Opcode::position)}), -1);
}

}  // namespace
}  // namespace petriloom
