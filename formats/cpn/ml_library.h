// SPDX-License-Identifier: Apache-2.0
// The library functions of Standard ML and CPN ML that are read: their names, types and what they become.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/net/expr.h"

namespace petriloom::cpn::ml {

class Translator;
struct Value;
struct Expr;

/// What a call of a library function becomes. `arguments` are the curried ones; `at` is the call.
using Translate = Value (*)(Translator& translator, std::span<const Value> arguments, const Expr& at);

enum class Effect : std::uint8_t { none, random, time };

struct LibraryFunction {
  std::string_view name;
  std::string_view
      type;  ///< as Standard ML writes it; 'num is int or real (or text, for comparisons), 'time the type of the model's time
  std::size_t curried;  ///< arguments one after the other; 0: a value
  Translate translate;
  Effect effect = Effect::none;
};

/// The function of a name, infix operators among them, or null.
const LibraryFunction* find_library(std::string_view name);
/// All names, for proposals.
std::span<const LibraryFunction> library_lists();
std::span<const LibraryFunction> library_numbers();
std::span<const LibraryFunction> library_random();

/// Functions of a colour set, `C.all` and so on: the type has 'c for its colours.
const LibraryFunction* find_colour_function(std::string_view name);
std::span<const LibraryFunction> colour_functions();

}  // namespace petriloom::cpn::ml
