// SPDX-License-Identifier: Apache-2.0
// Temporal formulas as text of the net language.
#include <fmt/format.h>

#include <array>

#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

struct FormulaText {
  FormulaOp op;
  std::string_view text;
};
constexpr std::array kPrefixes = {
    FormulaText{FormulaOp::not_, "!"},     FormulaText{FormulaOp::next, "X"}, FormulaText{FormulaOp::finally, "F"},
    FormulaText{FormulaOp::globally, "G"}, FormulaText{FormulaOp::ax, "AX"},  FormulaText{FormulaOp::ex, "EX"},
    FormulaText{FormulaOp::af, "AF"},      FormulaText{FormulaOp::ef, "EF"},  FormulaText{FormulaOp::ag, "AG"},
    FormulaText{FormulaOp::eg, "EG"},
};
constexpr std::array kBinaryFormulas = {
    FormulaText{FormulaOp::and_, "&"},       FormulaText{FormulaOp::or_, "|"},   FormulaText{FormulaOp::implies, "=>"},
    FormulaText{FormulaOp::iff, "<=>"},      FormulaText{FormulaOp::until, "U"}, FormulaText{FormulaOp::release, "R"},
    FormulaText{FormulaOp::weak_until, "W"},
};

}  // namespace

std::string formula_text(const Paths& paths, FormulaId id, ModuleId module) {
  const Formula& node = paths.net()[id];
  if (node.op == FormulaOp::atom) return "(" + ExprText(paths, module, {}).text(node.atom, ColourTable::kBool) + ")";
  if (node.op == FormulaOp::true_) return "true";
  if (node.op == FormulaOp::false_) return "false";
  for (const FormulaText& each : kPrefixes) {
    if (each.op == node.op) return fmt::format("({} {})", each.text, formula_text(paths, node.left, module));
  }
  for (const FormulaText& each : kBinaryFormulas) {
    if (each.op == node.op)
      return fmt::format("({} {} {})", formula_text(paths, node.left, module), each.text, formula_text(paths, node.right, module));
  }
  return fmt::format("{}[{} U {}]", node.op == FormulaOp::au ? "A" : "E", formula_text(paths, node.left, module),
                     formula_text(paths, node.right, module));
}

}  // namespace petriloom::loom
