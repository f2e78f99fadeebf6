// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/spellings.h"

#include <algorithm>
#include <array>

namespace petriloom::loom {

namespace {

struct Habit {
  std::string_view written;
  std::string_view help;
};

// What the parser gets stuck at, `written` in whole or in its last letter.
constexpr std::array kSigns = {
    Habit{"==", "equality is written `=`"},
    Habit{"&&", "`and` is written `&`"},
    Habit{"||", "`or` is written `|`"},
    Habit{"<>", "`x <> y` is written `x != y`, and `<>P` is written `F P`"},
    Habit{"[]", "`[]P` is written `G P`"},
    Habit{":=", "a value is given with `=`"},
    Habit{"::", "a list with x in front is written `([x] ++ l)`"},
    Habit{"~", "`not` is written `!`"},
};

// Words that begin what stands at the place.
constexpr std::array kFirstWords = {
    Habit{"rate", "a rate is written `time exponential(2);`"},
    Habit{"timeout", "a time to wait is written `time deterministic(3 s);`"},
    Habit{"input", "what is taken is written `in P;`"},
    Habit{"output", "what is put is written `out P;`"},
    Habit{"inhibitor", "a place that must be empty is written `inhibit P;`"},
    Habit{"if", "a condition is written `guard x > 3;`"},
    Habit{"when", "a condition is written `guard x > 3;`"},
    Habit{"function", "a function is written `fun f(x : int) : int = x + 1;`"},
    Habit{"def", "a function is written `fun f(x : int) : int = x + 1;`"},
    Habit{"type", "a colour set is written `colour C = int with 0..3;`"},
    Habit{"enum", "names are listed by `colour C = enum { a, b };`"},
    Habit{"exponential", "a distribution is written `time exponential(2);`"},
    Habit{"deterministic", "a distribution is written `time deterministic(3 s);`"},
    Habit{"uniform", "a distribution is written `time uniform(1 s, 2 s);`"},
};

// Words that stand before the place.
constexpr std::array kWordsBefore = {
    Habit{"not", "`not x` is written `!x`"},
    Habit{"and", "`x and y` is written `x & y`"},
    Habit{"or", "`x or y` is written `x | y`"},
    Habit{"time", "a time is written `time deterministic(3 s);`, or `delay 3 s;` for what is put"},
    Habit{"always", "`always P` is written `G P`"},
    Habit{"eventually", "`eventually P` is written `F P`"},
};

// Functions that others have.
constexpr std::array kFunctions = {
    Habit{"len", "how long a list is says `length(l)`"},
    Habit{"size", "how long a list is says `length(l)`"},
    Habit{"count", "how many tokens a place has says `tokens(P)`, how long a list is `length(l)`"},
    Habit{"first", "the first element of a list is `head(l)`"},
    Habit{"push", "a list with one more element is `(l ++ [x])` or `([x] ++ l)`"},
    Habit{"cons", "a list with x in front is `([x] ++ l)`"},
    Habit{"int", "an int of a real is `floor(x)`, `ceil(x)` or `round(x)`"},
};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && letter(text[end])) ++end;
  return text.substr(at, end - at);
}

/// The word, or the two signs, that end before `at`, blanks in between.
std::string_view before(std::string_view text, std::size_t at, bool signs) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  std::size_t begin = at;
  if (signs) {
    begin -= std::min<std::size_t>(at, 2);
  } else {
    while (begin > 0 && letter(text[begin - 1])) --begin;
  }
  return text.substr(begin, at - begin);
}

template <std::size_t N>
std::string_view help_for(const std::array<Habit, N>& habits, std::string_view written) {
  for (const Habit& each : habits) {
    if (each.written == written) return each.help;
  }
  return {};
}

/// The first word of the statement that `at` stands in.
std::string_view statement_word(std::string_view text, std::size_t at) {
  std::size_t begin = text.substr(0, at).find_last_of(";{}");
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  while (begin < at && !letter(text[begin])) ++begin;
  return word_at(text, begin);
}

std::string_view arrow(std::string_view text, std::size_t at) {
  const std::string_view word = statement_word(text, at);
  if (word == "property" || word == "guard" || word == "stop" || word == "const") return "`x -> y` is written `x => y`";
  return "arcs stand in the braces of a transition: `in P : x; out Q : x;`";
}

std::string_view of_signs(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::string_view around = at > 0 ? text.substr(at - 1, 2) : std::string_view();
  const bool property = statement_word(text, at) == "property";
  for (const Habit& each : kSigns) {
    if (each.written == "[]" && !property) continue;
    if (around == each.written || rest.starts_with(each.written)) return each.help;
  }
  if (property && before(text, at, true) == "[]") return help_for(kSigns, "[]");
  std::size_t next = at;
  while (next < text.size() && (letter(text[next]) || text[next] == ' ')) ++next;
  if (around == "->" || text.substr(next, 2) == "->") return arrow(text, at);
  return {};
}

}  // namespace

std::string other_spelling(std::string_view text, std::size_t at) {
  const std::string_view word = word_at(text, at);
  const std::string_view last = before(text, at, false);
  if (const std::string_view help = of_signs(text, at); !help.empty()) return std::string(help);
  if (const std::string_view help = help_for(kWordsBefore, last); !help.empty()) return std::string(help);
  const std::string_view begins = statement_word(text, at);
  if (begins.data() == word.data() || begins.empty()) {
    if (const std::string_view help = help_for(kFirstWords, word); !help.empty()) return std::string(help);
  }
  const std::size_t colon = text.substr(0, at).rfind(':');
  const bool without_type = colon == std::string_view::npos || colon < text.substr(0, at).rfind("place");
  if (begins == "place" && without_type && at < text.size() && (text[at] == ';' || text[at] == '=')) {
    return "tokens without a colour are of `unit`: `place P : unit;`";
  }
  constexpr std::array<std::string_view, 7> kArcs = {"in", "out", "read", "inhibit", "reset", "equal", "uses"};
  const bool arc = std::find(kArcs.begin(), kArcs.end(), begins) != kArcs.end();
  if (arc && at < text.size() && text[at] == ',') {
    return "components are put in parentheses, `(x, y)`, tokens are joined by `++`, and each place has an arc of its own";
  }
  if (word == "with") return "a record is written with all its fields: `{a = 1, b = r.b}`";
  if ((begins == "colour" || begins == "color") && last.empty() && at < text.size()) {
    if (text[at] == '{') return "names are listed by `enum { a, b }`";
    if (text[at] >= '0' && text[at] <= '9') return "numbers are `int with 0..3`";
  }
  return {};
}

std::string other_spelling(std::string_view function) {
  const std::string_view word = help_for(kWordsBefore, function);
  return std::string(word.empty() ? help_for(kFunctions, function) : word);
}

}  // namespace petriloom::loom
