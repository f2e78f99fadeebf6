// SPDX-License-Identifier: Apache-2.0
#include "formats/raising/carried.h"

#include <algorithm>
#include <array>

namespace petriloom::cpn {

void Carried::know(ExprId raise, std::string_view exception, ExprId value) { known_[raise] = {raising_.number(exception), value}; }

ExprId Carried::fail(const char* why) {
  if (why_.empty()) why_ = why;
  return {};
}

ExprId Carried::value(ExprId expr, std::string_view exception, const Raising::NewSlot& slot) {
  why_.clear();
  const ExprId result = in(expr, {raising_.number(exception), slot});
  return why_.empty() ? result : ExprId{};
}

ExprId Carried::some(ExprId expr, std::int64_t exception, std::set<FunctionId>& seen) {
  const Net& net = builder_.net();
  ExprId result;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    if (const auto found = known_.find(id); found != known_.end() && found->second.first == exception) {
      result = found->second.second;
      if (!result.valid()) fail("an exception is raised again that carries a value");
    }
    const Expr& node = net.exprs[id];
    const FunctionId called(static_cast<std::size_t>(node.payload));
    if (!result.valid() && node.op == Op::call && seen.insert(called).second && net.functions[called.index()].body.valid())
      result = some(net.functions[called.index()].body, exception, seen);
    return !result.valid();
  });
  return result;
}

ExprId Carried::some(ExprId expr, std::int64_t exception) {
  std::set<FunctionId> seen;
  return some(expr, exception, seen);
}

ExprId Carried::in(ExprId id, const Frame& frame) {
  if (const auto found = known_.find(id); found != known_.end() && found->second.first == frame.exception)
    return found->second.second;
  if (!some(id, frame.exception).valid()) return {};
  const Net& net = builder_.net();
  const Expr node = net.exprs[id];
  const auto view = net.exprs.children(id);
  const std::vector<ExprId> children(view.begin(), view.end());
  switch (node.op) {
    case Op::let: {
      ExprId body = in(children[1], frame);
      if (body.valid()) body = e().let(static_cast<std::uint32_t>(node.payload), children[0], body, node.where);
      return first({children[0]}, body, frame, node.where);
    }
    case Op::if_: {
      const ExprId yes = in(children[1], frame);
      const ExprId no = in(children[2], frame);
      const bool both = yes.valid() && no.valid();
      return first({children[0]}, both ? e().if_(children[0], yes, no, node.where) : yes.valid() ? yes : no, frame, node.where);
    }
    case Op::call:
      return called(id, frame);
    default:
      if (node.op == Op::fold || goes_through_list(node.op))
        return fail("an exception that carries a value leaves a list that is gone through");
      return first(children, {}, frame, node.where);
  }
}

// Of the child that raises something first; of none of them `last`.
ExprId Carried::first(const std::vector<ExprId>& children, ExprId last, const Frame& frame, const Location& where) {
  ExprId result = last;
  for (std::size_t k = children.size(); k-- > 0;) {
    const ExprId here = in(children[k], frame);
    if (!here.valid()) continue;
    if (!result.valid()) {
      result = here;
      continue;
    }
    const ExprId code = raising_.code(children[k], frame.slot);
    if (!code.valid()) return fail("what an exception carries is not known here");
    const ExprId is_none = e().binary(Op::equal, code, e().integer(0, where), where);
    result = e().if_(is_none, result, here, where);
  }
  return result;
}

ExprId Carried::called(ExprId id, const Frame& frame) {
  const Net& net = builder_.net();
  const FunctionId of(static_cast<std::size_t>(net.exprs[id].payload));
  const Location where = net.exprs[id].where;
  const auto view = net.exprs.children(id);
  const std::vector<ExprId> children(view.begin(), view.end());
  if (!net.functions[of.index()].body.valid()) return fail("a function handles what it raises itself when it calls itself");
  const ExprId one = some(net.functions[of.index()].body, frame.exception);
  ExprId own;
  if (one.valid()) {
    const FunctionId carries = function(of, frame.exception, e().type(one));
    if (carries.valid()) own = e().call(carries, children, where);
  }
  return first(children, own, frame, where);
}

FunctionId Carried::function(FunctionId of, std::int64_t exception, ColourSetId result) {
  if (const auto found = functions_.find({of, exception}); found != functions_.end()) return found->second;
  Net& net = builder_.net();
  Function made = net.functions[of.index()];
  made.name += "_carries";
  const auto taken = [&] {
    return std::any_of(net.functions.begin(), net.functions.end(), [&](const Function& one) { return one.name == made.name; });
  };
  while (taken()) made.name += '_';
  made.result = result;
  made.body = {};
  const FunctionId id = builder_.add(std::move(made));
  functions_[{of, exception}] = id;
  std::uint32_t slots = net.functions[of.index()].slots;
  const Raising::NewSlot slot = [&slots](ColourSetId) { return slots++; };
  const ExprId body = in(net.functions[of.index()].body, {exception, slot});
  net.functions[id.index()].body = body;
  net.functions[id.index()].slots = slots;
  return id;
}

void Carried::forget(std::size_t before) {
  std::erase_if(functions_, [&](const auto& made) { return made.first.first.index() >= before || made.second.index() >= before; });
}

}  // namespace petriloom::cpn
