// SPDX-License-Identifier: Apache-2.0
// References by the names that code and inscriptions have for them, before their types are known.
#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "formats/typing/environment.h"

namespace petriloom::cpn {

/// Names of references that expressions assign or read, also through functions.
class NamedReferences {
 public:
  explicit NamedReferences(const ml::Environment& environment) : environment_(environment) {}

  /// Adds those of an expression.
  void add(const ml::Expr& expr) {
    if (expr.kind == ml::ExprKind::infix && expr.name == ":=" && expr.parts[0]->kind == ml::ExprKind::name)
      assigned.insert(expr.parts[0]->name);
    if (expr.kind == ml::ExprKind::apply && expr.parts[0]->kind == ml::ExprKind::name &&
        expr.parts[1]->kind == ml::ExprKind::name) {
      const std::string& function = expr.parts[0]->name;
      if (function == "inc" || function == "dec") assigned.insert(expr.parts[1]->name);
      if (function == "!") read.insert(expr.parts[1]->name);
    }
    if (expr.kind == ml::ExprKind::name) {
      const std::uint32_t id = environment_.find(expr.name);
      if (id != 0 && environment_.binder(id).kind == ml::BinderKind::function && seen_.insert(id).second) {
        for (const ml::Clause& clause : environment_.binder(id).function->clauses) add(*clause.body);
      }
    }
    ml::any_inside(expr, [this](const ml::Expr& inner) {
      add(inner);
      return false;
    });
  }

  std::set<std::string> assigned, read;

 private:
  const ml::Environment& environment_;
  std::set<std::uint32_t> seen_;
};

/// What code needs to know of references for what it puts into others that are asked for: what they
/// are given, and what decides whether they are given it.
class NeededReferences {
 public:
  NeededReferences(const ml::Environment& environment, std::set<std::string>& asked) : environment_(environment), asked_(asked) {}

  /// Adds the names of those that this code needs to those that are asked for.
  void add(const ml::Expr& code) {
    functions_.clear();
    step(code);
  }

 private:
  [[nodiscard]] bool assigns(const ml::Expr& expr) const {
    NamedReferences names(environment_);
    names.add(expr);
    return std::any_of(names.assigned.begin(), names.assigned.end(),
                       [this](const std::string& name) { return asked_.contains(name); });
  }
  void reads(const ml::Expr& expr) {
    NamedReferences names(environment_);
    names.add(expr);
    asked_.insert(names.read.begin(), names.read.end());
  }
  void step(const ml::Expr& expr) {
    if (!assigns(expr)) return;
    switch (expr.kind) {
      case ml::ExprKind::sequence:
      case ml::ExprKind::typed:
        break;
      case ml::ExprKind::branch:
      case ml::ExprKind::choice:
        reads(*expr.parts[0]);
        break;
      case ml::ExprKind::block:
        for (const ml::Declaration* declaration : expr.declarations)
          if (declaration->value && !assigns(*declaration->value)) reads(*declaration->value);
        break;
      case ml::ExprKind::apply:
        if (const ml::Function* const function = function_of(*expr.parts[0])) {
          reads(*expr.parts[1]);
          if (!functions_.insert(function).second) return;
          for (const ml::Clause& clause : function->clauses) step(*clause.body);
          return;
        }
        [[fallthrough]];
      default:
        reads(expr);
        return;
    }
    ml::any_inside(expr, [this](const ml::Expr& inner) {
      step(inner);
      return false;
    });
  }
  [[nodiscard]] const ml::Function* function_of(const ml::Expr& expr) const {
    const std::uint32_t id = expr.kind == ml::ExprKind::name ? environment_.find(expr.name) : 0;
    return id != 0 && environment_.binder(id).kind == ml::BinderKind::function ? environment_.binder(id).function : nullptr;
  }

  const ml::Environment& environment_;
  std::set<std::string>& asked_;
  std::set<const ml::Function*> functions_;
};

}  // namespace petriloom::cpn
