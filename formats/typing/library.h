// SPDX-License-Identifier: Apache-2.0
// What library functions of Standard ML and CPN ML are: names, types and what they become.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace petriloom::cpn::ml {

class LibraryCall;  // formats/translation/library_call.h
struct Value;

/// What a call of a library function becomes.
using Translate = Value (*)(const LibraryCall& call);

enum class Effect : std::uint8_t { none, random, time, content };

struct LibraryFunction {
  std::string_view names;  ///< with blanks between them
  /// As Standard ML writes it; 'num is int or real (or text, for comparisons), 'time the type of
  /// the model's time.
  std::string_view type;
  std::size_t curried;  ///< arguments one after the other; 0: a value
  Translate translate;
  Effect effect = Effect::none;
};

/// What a text in ML may call without declaring it.
class Library {
 public:
  /// `functions`, and those of each colour set, `C.all` and so on, whose types have 'c for its
  /// colours.
  Library(std::vector<std::span<const LibraryFunction>> functions, std::span<const LibraryFunction> of_colour_sets)
      : functions_(std::move(functions)), of_colour_sets_(of_colour_sets) {}
  /// The function of a name, infix operators among them, or null.
  [[nodiscard]] const LibraryFunction* find(std::string_view name) const;
  [[nodiscard]] const LibraryFunction* find_of_colour_set(std::string_view name) const;

 private:
  std::vector<std::span<const LibraryFunction>> functions_;
  std::span<const LibraryFunction> of_colour_sets_;
};

}  // namespace petriloom::cpn::ml
