// SPDX-License-Identifier: Apache-2.0
#include "formats/common/names.h"

#include <cctype>

namespace petriloom {

std::string Identifiers::make(std::string_view name) {
  std::string identifier;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128;
    const bool allowed = plain || c == '_' || also_.find(c) != std::string::npos;
    // Several replaced characters in a row, as in `[3].`, become one; none at the end.
    if (allowed)
      identifier += c;
    else if (!identifier.empty() && identifier.back() != '_')
      identifier += '_';
  }
  while (!identifier.empty() && identifier.back() == '_' && name.back() != '_') identifier.pop_back();
  if (identifier.empty() || (std::isalpha(static_cast<unsigned char>(identifier[0])) == 0 && identifier[0] != '_')) {
    identifier.insert(0, "n");
  }
  std::string free = identifier;
  for (std::size_t k = 2; !used_.insert(free).second; ++k) free = identifier + "_" + std::to_string(k);
  return free;
}

std::optional<double> literal_real(const Net& net, ExprId expr, double otherwise) {
  if (!expr.valid()) return otherwise;
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return std::nullopt;
  return net.colours[node.type].kind == ColourKind::real ? real_of_word(node.payload) : static_cast<double>(node.payload);
}

std::optional<std::int64_t> literal_integer(const Net& net, ExprId expr, std::int64_t otherwise) {
  if (!expr.valid()) return otherwise;
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return std::nullopt;
  return node.payload;
}

}  // namespace petriloom
