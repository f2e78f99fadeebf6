// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/fixity.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace petriloom::cpn::ml {

namespace {

struct BuiltIn {
  std::string_view sign;
  Fixity fixity;
};

constexpr BuiltIn left(std::string_view sign, int strength) { return {sign, {strength, false, false}}; }
constexpr BuiltIn right(std::string_view sign, int strength) { return {sign, {strength, true, false}}; }

// As in The Definition of Standard ML, appendix C; between those the operators of multisets, which
// bind weaker than all that makes colours: `2`x+1 ++ y @+ 3 +++ z` is ((2`(x+1) ++ y) @+ 3) +++ z;
// what compares multisets binds weaker than what makes them.
constexpr std::array kBuiltIns{
    left("before", 0), left(":=", 3),   left("o", 3),    left("+++", 6),  left("---", 6),  left("@+", 7),    left("@++", 7),
    left("@@+", 7),    left("++", 8),   left("--", 8),   left("**", 9),   left("%", 9),    left("//", 9),    right("`", 10),
    left("=", 14),     left("<>", 14),  left("<", 14),   left(">", 14),   left("<=", 14),  left(">=", 14),   left("==", 5),
    left("!=", 5),     left("<><>", 5), left("<<=", 5),  left(">>=", 5),  left("<<", 5),   left(">>", 5),    left("><", 14),
    left("<<==", 5),   left(">>==", 5), right("::", 15), right("@", 15),  right("^^", 15), left("+", 16),    left("-", 16),
    left("^", 16),     left("*", 17),   left("/", 17),   left("div", 17), left("mod", 17), left("quot", 17), left("rem", 17)};

// Where the strengths of Standard ML stand among those above.
int strength_here(int strength) { return strength < 4 ? strength : strength + 10; }

bool of_sign(char c) { return std::string_view("!%&$#+-/:<=>?@\\~`^|*").find(c) != std::string_view::npos; }
bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

const Fixity* Fixities::find(std::string_view name) const {
  if (const auto found = declared_.find(name); found != declared_.end())
    return found->second.strength < 0 ? nullptr : &found->second;
  const auto found = std::find_if(kBuiltIns.begin(), kBuiltIns.end(), [name](const BuiltIn& each) { return each.sign == name; });
  return found == kBuiltIns.end() ? nullptr : &found->fixity;
}

void Fixities::declare(const std::string& name, int strength, bool right) {
  // An operator that is there keeps what it means, with another strength.
  const Fixity* const before = find(name);
  declared_[name] = {strength_here(strength), right, !before || before->own};
}

void Fixities::redefine(const std::string& name) {
  if (const Fixity* const before = find(name)) declared_[name] = {before->strength, before->right, true};
}

void Fixities::note_signs(std::string_view text) {
  constexpr std::string_view kInfix = "infix";
  for (std::size_t at = text.find(kInfix); at != std::string_view::npos; at = text.find(kInfix, at)) {
    at += kInfix.size();
    if (at < text.size() && text[at] == 'r') ++at;
    while (at < text.size()) {
      const std::size_t begin = at;
      while (at < text.size() && blank(text[at])) ++at;
      const std::size_t word = at;
      if (at < text.size() && of_sign(text[at])) {
        while (at < text.size() && of_sign(text[at])) ++at;
        const std::string sign(text.substr(word, at - word));
        if (!Fixities().find(sign) && std::find(signs_.begin(), signs_.end(), sign) == signs_.end()) signs_.push_back(sign);
      } else {
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
      }
      if (at == begin || at == word) break;
    }
  }
  std::stable_sort(signs_.begin(), signs_.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

std::string_view Fixities::sign_at(std::string_view text) const {
  if (text.empty() || !of_sign(text[0])) return {};
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return !of_sign(c); });
  const std::string_view run = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  // As in Standard ML, signs in a row are one operator.
  return std::find(signs_.begin(), signs_.end(), run) == signs_.end() ? std::string_view() : run;
}

}  // namespace petriloom::cpn::ml
