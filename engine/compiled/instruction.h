// SPDX-License-Identifier: Apache-2.0
// The instructions that expressions are compiled to. Only engine/compiled asks for them.
#pragma once

#include "engine/expr/number.h"

namespace petriloom {

/// One instruction of the stack machine; operands lie on the stack.
struct Instruction {
  enum class Opcode : std::uint8_t {
    push,  ///< a
    load,
    store,       ///< variable `slot`, which is a word of the stack if it has the bit kLocal
    load_local,  ///< word `slot` of the stack, where variables of functions are
    drop,        ///< the `slot` words under the top go
    jump,
    jump_if_false,  ///< to instruction `slot`
    evaluate,       ///< expression `slot`, by Evaluator
    apply,          ///< the operation of expression `slot` to the `a` words on top, by Evaluator
    call,           ///< the function that expression `slot` calls, of `a` words on top
    /// The same if its value is kept, which takes the place of the words; then to instruction b.
    /// Else the steps left are put on top.
    recall,
    /// (`a` words, steps left, value) on top: what `recall` of expression `slot` will find. If b is
    /// kHeld, the value may be a list that is held.
    keep,
    now,
    pack,      ///< x := x + (top - a) * b
    unpack,    ///< top := top / a % b
    shift,     ///< top := top + a
    part,      ///< top := component a of the sequence behind the handle
    length,    ///< number of elements behind the handle
    element,   ///< element `top` of the list under it
    tail,      ///< without its first element
    join,      ///< of the list on top and the one under it, in this order
    position,  ///< of the word on top in the list under it; -1: it is not there
    content,   ///< what a union behind a handle holds, if it is of variant a
    gather,    ///< the handle of the `slot` words on top; of tuples and unions, too
    // Loops have (list, result, number of the next element) on top. Variable `slot`, a word of
    // the stack if it has the bit kLocal, := the next element, or to instruction a if there is
    // none.
    next_item,
    next_integer,   ///< the same; the number itself, up to that which stands for the list
    next_colour,    ///< the same; b + number, while that is less than what stands for the list
    next_token,     ///< the same; the colours that are in place b, in any order
    next_in_group,  ///< the same; those in the group of index b whose key stands for the list
    next_sorted,    ///< the same; word `number` of Evaluator's scratch, before word `list` of it
    /// Term on top of that; result := result + term, of reals if a is not 0.
    add_item,
    add_tokens,  ///< the same for as many tokens as place a has of the colour; gives up if large
    /// Truth value on top of that; if it is a, result := 1, and if b is not 0 the loop ends.
    any_item,
    /// Under a loop (best element, whether there is one), result the key of the best; on top of
    /// it (element, key), which become the best if the key is less; greater if `slot` has the bit
    /// kGreatest. a is the colour set of the key, b that of elements if they are in no order.
    best_item,
    append_token,  ///< the token of the loop goes into scratch, as often as place a has it
    /// (list, begin of scratch, number) on top, of tokens of colour set a: what is in scratch is
    /// put in their order.
    sort_tokens,
    /// The same becomes (begin of scratch, its end, result, begin), a loop through what is there;
    /// the result is 0, or the begin of a list if a is not 0.
    begin_sorted,
    end_sorted,   ///< (begin of scratch, value) on top; leaves the value
    begin_list,   ///< Evaluator's scratch begins a list
    append_item,  ///< (element) on top of a loop goes into scratch
    end_list,     ///< (list, begin of scratch, number) on top; leaves the list made
    /// The same of pairs (element, key of colour set a); leaves the elements in order of keys.
    end_sort,
    end_items,  ///< (list, result, number) on top; leaves the result
    end_best,   ///< leaves the best, or its key if a is not 0; gives up if there is none
    check,      ///< a <= top <= b
    cycle_up,
    cycle_down,  ///< within a..b
    to_real,
    to_whole,      ///< floor, ceil or round, as operation `slot` says; gives up if it does not fit
    tokens_all,    ///< number of tokens in place a
    tokens_of,     ///< number of tokens of colour `top` in place a
    tokens_group,  ///< number of tokens in a group of index a, whose key has `slot` parts
    group_key,     ///< the key of a group of index a, of `slot` parts
    /// The key of a group on top: replaced by total a of the group, and on to instruction `slot`;
    /// dropped, if it is not kept.
    kept_total,
    integer,
    real,  ///< apply `op` to `slot` integers or reals
  };
  static constexpr Word kHeld = 1;  ///< b of what makes a list: it is held for a while
  static constexpr std::uint32_t kLocal = 1U << 31U;
  static constexpr std::uint32_t kGreatest = 1;  ///< best_item
  static constexpr std::uint32_t kUnordered = 2;
  static constexpr std::uint32_t kElement = 4;  ///< the best is an element, else a key

  Opcode opcode = Opcode::push;
  Op op = Op::literal;
  std::uint32_t slot = 0;
  Word a = 0, b = 0;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

}  // namespace petriloom
