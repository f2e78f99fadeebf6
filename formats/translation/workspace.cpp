// SPDX-License-Identifier: Apache-2.0
#include "formats/translation/workspace.h"

#include <fmt/format.h>

namespace petriloom::cpn::ml {

Value Workspace::fail(const Location& where, std::string message, std::string help) {
  if (told_.insert(where).second) diagnostics_.error(where, std::move(message), std::move(help));
  return {};
}

void Workspace::warn_once(const Location& where, std::string message) {
  if (told_.insert(where).second) diagnostics_.warning(where, std::move(message));
}

bool Workspace::spend(const Location& where) {
  if (++work_ <= kMostWork) return true;
  if (work_ == kMostWork + 1) diagnostics_.error(where, "the functions of this net are too large when they are written out");
  return false;
}

Workspace::Level::Level(Workspace& work, const Location& where, std::string too_deep)
    : work_(work), allowed_(++work.inside_ <= kMostInside) {
  if (allowed_) return;
  if (too_deep.empty()) {
    too_deep = fmt::format("functions call each other more than {} deep while they are written out", kMostInside);
  }
  work.fail(where, std::move(too_deep));
}

std::uint32_t Workspace::slot(const std::string& name, ColourSetId colour) {
  now_.slots.push_back({name, colour});
  return static_cast<std::uint32_t>(now_.slots.size() - 1);
}

std::uint32_t Workspace::slot(ColourSetId colour) {
  const std::uint32_t made = slot(fmt::format("v{}", now_.slots.size()), colour);
  now_.unnamed.insert(made);
  return made;
}

void Workspace::name(const Value& value, const std::string& name) {
  if (value.kind != ValueKind::expr || net().exprs[value.expr].op != Op::variable) return;
  const auto slot = static_cast<std::uint32_t>(net().exprs[value.expr].payload);
  if (now_.unnamed.erase(slot) > 0) now_.slots[slot].name = name;
}

Type* Workspace::meant(Type* type) { return now_.types ? inference_.types().substitute(type, *now_.types) : type; }

ExprId Workspace::naming(const std::function<ExprId()>& make) {
  Names names;
  Names* const before = std::exchange(names_, &names);
  ExprId result = make();
  names_ = before;
  for (std::size_t k = names.given.size(); k-- > 0 && result.valid();) {
    const auto& [slot, value] = names.given[k];
    result = e().let(slot, value, result, net().exprs[value].where);
  }
  return result;
}

std::vector<Workspace::Given> Workspace::naming_drawn(const std::function<void()>& make) {
  Names names;
  names.drawn_only = true;
  Names* const before = std::exchange(names_, &names);
  make();
  names_ = before;
  return std::move(names.given);
}

Value Workspace::named(const Value& value, const Location& where) {
  if (value.kind == ValueKind::tuple || value.kind == ValueKind::record) {
    Value result = value;
    for (Value& part : result.parts) part = named(part, where);
    return result;
  }
  if (value.kind != ValueKind::expr || !names_) return value;
  const ExprArena& exprs = net().exprs;
  if (names_->drawn_only && !exprs[value.expr].random()) return value;
  ExprId inner = value.expr;
  while (exprs[inner].op == Op::project) inner = exprs.children(inner)[0];
  if (exprs[inner].op == Op::variable || exprs[inner].op == Op::literal) return value;
  if (write_out && !exprs[value.expr].random() && exprs[value.expr].op != Op::call) return value;
  const std::uint32_t at = slot(e().type(value.expr));
  names_->given.emplace_back(at, value.expr);
  return e().variable(e().type(value.expr), at, where);
}

}  // namespace petriloom::cpn::ml
