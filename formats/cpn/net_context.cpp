// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn/net_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "formats/ml/parser.h"
#include "formats/translation/library.h"

namespace petriloom::cpn {

NetContext::NetContext(const Document& of, NetBuilder& into, Diagnostics& messages, UseFiles used)
    : document(of),
      builder(into),
      diagnostics(messages),
      files(std::move(used)),
      inference(arena, ml::library(), of.real_time),
      translator(into, inference, messages) {}

ml::Expr* NetContext::parsed(const Text& text) { return ml::Parser(text, arena, diagnostics).whole_expression(); }

std::string NetContext::unique(ModuleId module, const std::string& name, const std::string& id) {
  std::string base = net_name(name);
  if (base.empty()) base = id;
  std::string result = base;
  // Two parts of a page may have one name in CPN Tools.
  while (names_[{module.index(), result}]++ > 0) result = fmt::format("{} {}", base, names_[{module.index(), base}]++);
  return result;
}

std::string net_name(const std::string& text) {
  const std::string line = one_line(text);
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\''; };
  if (std::all_of(line.begin(), line.end(), plain)) return line;
  std::string name;
  for (const char c : line) {
    if (c == '\'') {
      name += "\u2019";
    } else {
      name += c;
    }
  }
  return name;
}

std::string one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) result += c;
    if (blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace petriloom::cpn
