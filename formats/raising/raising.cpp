// SPDX-License-Identifier: Apache-2.0
#include "formats/raising/raising.h"

#include <algorithm>
#include <array>

#include "engine/text/last_part.h"

namespace petriloom::cpn {

namespace {

// A step of a fold that has come to an end without an exception.
constexpr std::int64_t kStopped = -1;

// The exception in a message: "raised: S.Full: no room" or "the list is shorter (Subscript)".
std::string exception_in(std::string_view message) {
  constexpr std::string_view kRaised = "raised: ";
  if (message.starts_with(kRaised)) {
    message.remove_prefix(kRaised.size());
    return std::string(message.substr(0, message.find(':')));
  }
  const std::size_t open = message.rfind('(');
  const bool named = open != std::string_view::npos && message.ends_with(')');
  return named ? std::string(message.substr(open + 1, message.size() - open - 2)) : std::string();
}

// Whether an operation may raise an exception itself, whatever its operands do.
bool raises(const Net& net, ExprId id) {
  const Expr& node = net.exprs[id];
  switch (node.op) {
    case Op::head:
    case Op::tail:
    case Op::element:
      return true;
    case Op::divide:
    case Op::modulo: {
      if (net.colours[node.type].kind == ColourKind::real) return false;
      const Expr& divisor = net.exprs[net.exprs.children(id)[1]];
      return divisor.op != Op::literal || divisor.payload == 0 || divisor.named;
    }
    default:
      return false;
  }
}

}  // namespace

/// Expressions of one frame.
class RaisingFrame {
 public:
  RaisingFrame(Raising& raising, const Raising::NewSlot& slot) : raising_(raising), slot_(slot) {}

  ExprId code(ExprId id);

 private:
  struct Parts {
    Expr node;
    std::vector<ExprId> children;
  };
  ExprId made(ExprId id, const Parts& of);
  ExprId all(const Parts& of);
  ExprId itself(ExprId id, const Parts& of);
  ExprId choice(const Parts& of);
  ExprId binding(const Parts& of);
  ExprId called(const Parts& of);
  ExprId through_list(const Parts& of);
  ExprId folded(const Parts& of);
  ExprId first(ExprId a, ExprId b, const Location& where);
  [[nodiscard]] bool none(ExprId id) const { return raising_.builder_.expr().constant(id) == Word{0}; }
  ExprId number(std::int64_t value, const Location& where) { return e().integer(value, where); }
  ExprId below(ExprId a, ExprId b, const Location& where) { return e().binary(Op::less, a, b, where); }
  ExprId is_none(ExprId id, const Location& where) { return e().binary(Op::equal, id, number(0, where), where); }
  ExprBuilder& e() { return raising_.builder_.expr(); }
  Net& net() { return raising_.builder_.net(); }

  Raising& raising_;
  const Raising::NewSlot& slot_;
  std::map<ExprId, ExprId> known_;
};

// What comes first in the order of evaluation.
ExprId RaisingFrame::first(ExprId a, ExprId b, const Location& where) {
  if (!a.valid() || !b.valid()) return {};
  if (none(a)) return b;
  if (none(b)) return a;
  const std::uint32_t at = slot_(ColourTable::kInt);
  const ExprId named = e().variable(ColourTable::kInt, at, where);
  return e().let(at, a, e().if_(is_none(named, where), b, named, where), where);
}

ExprId RaisingFrame::code(ExprId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  if (const auto found = raising_.known_.find(id); found != raising_.known_.end()) return found->second;
  if (++raising_.work_ > Raising::kMostWork) {
    raising_.why_ = "too much is handled in this net";
    return {};
  }
  const auto children = net().exprs.children(id);
  const Parts of{net().exprs[id], {children.begin(), children.end()}};
  const ExprId result = made(id, of);
  known_[id] = result;
  return result;
}

ExprId RaisingFrame::made(ExprId id, const Parts& of) {
  switch (of.node.op) {
    case Op::let:
      return binding(of);
    case Op::if_:
    case Op::and_:
    case Op::or_:
      return choice(of);
    case Op::call:
      return called(of);
    case Op::fold:
      return folded(of);
    case Op::random:
      raising_.why_ = "a value that is drawn at random stands where exceptions are handled";
      return {};
    default:
      return goes_through_list(of.node.op) ? through_list(of) : first(all(of), itself(id, of), of.node.where);
  }
}

ExprId RaisingFrame::all(const Parts& of) {
  ExprId result = number(0, of.node.where);
  for (const ExprId child : of.children) result = first(result, code(child), of.node.where);
  return result;
}

ExprId RaisingFrame::itself(ExprId id, const Parts& of) {
  const Location& where = of.node.where;
  const ExprId zero = number(0, where);
  if (!raises(net(), id)) return zero;
  if (of.node.op == Op::divide || of.node.op == Op::modulo)
    return e().if_(is_none(of.children[1], where), number(raising_.number("Div"), where), zero, where);
  const ExprId length = e().list_op(Op::length, std::array{of.children[0]}, where);
  if (of.node.op == Op::element) {
    const ExprId within =
        e().binary(Op::and_, e().binary(Op::less_equal, zero, of.children[1], where), below(of.children[1], length, where), where);
    return e().if_(within, zero, number(raising_.number("Subscript"), where), where);
  }
  // What stands for a value that ML does not have says why.
  const bool says = of.node.op == Op::head && of.node.payload != 0;
  const std::string name = says ? exception_in(text_of(of.node.payload, net().pool)) : "Empty";
  return e().if_(is_none(length, where), number(raising_.number(name), where), zero, where);
}

// The right side is evaluated only if the left one says so.
ExprId RaisingFrame::choice(const Parts& of) {
  const Location& where = of.node.where;
  const ExprId zero = number(0, where);
  const bool both = of.node.op == Op::if_;
  const ExprId yes = of.node.op == Op::or_ ? zero : code(of.children[1]);
  const ExprId no = of.node.op == Op::and_ ? zero : code(of.children[both ? 2 : 1]);
  if (!yes.valid() || !no.valid()) return {};
  const ExprId chosen = none(yes) && none(no) ? zero : e().if_(of.children[0], yes, no, where);
  return first(code(of.children[0]), chosen, where);
}

ExprId RaisingFrame::binding(const Parts& of) {
  const ExprId body = code(of.children[1]);
  if (!body.valid()) return {};
  const auto slot = static_cast<std::uint32_t>(of.node.payload);
  const ExprId inside = none(body) ? body : e().let(slot, of.children[0], body, of.node.where);
  return first(code(of.children[0]), inside, of.node.where);
}

ExprId RaisingFrame::called(const Parts& of) {
  const FunctionId function(static_cast<std::size_t>(of.node.payload));
  if (!net().functions[function.index()].body.valid() && !raising_.functions_.contains(function)) {
    raising_.why_ = "a function handles what it raises itself when it calls itself";
    return {};
  }
  const FunctionId raising = raising_.function(function);
  if (!raising_.why_.empty()) return {};
  const ExprId own = raising.valid() ? e().call(raising, of.children, of.node.where) : number(0, of.node.where);
  return first(all(of), own, of.node.where);
}

// Goes through the list up to the element for which the body raises something.
ExprId RaisingFrame::through_list(const Parts& of) {
  const Location& where = of.node.where;
  const ExprId list = of.children[0];
  const ExprId body = code(of.children[1]);
  if (!body.valid()) return {};
  if (none(body)) return code(list);
  const ExprId zero = number(0, where);
  ExprId after = zero;
  if (of.node.op == Op::exists) after = e().if_(of.children[1], number(kStopped, where), zero, where);
  if (of.node.op == Op::forall) after = e().if_(of.children[1], zero, number(kStopped, where), where);
  const ColourSetId element = net().colours[e().type(list)].components[0];
  const std::uint32_t at = slot_(ColourTable::kInt);
  slot_(element);
  const ExprId step =
      e().let(static_cast<std::uint32_t>(of.node.payload), e().variable(element, at + 1, where), first(body, after, where), where);
  const ExprId so_far = e().variable(ColourTable::kInt, at, where);
  const ExprId whole = e().fold(at, list, zero, e().if_(is_none(so_far, where), step, so_far, where), where);
  return first(code(list), e().binary(Op::maximum, whole, zero, where), where);
}

// The same with what was folded so far beside it.
ExprId RaisingFrame::folded(const Parts& of) {
  const Location& where = of.node.where;
  const ExprId list = of.children[0];
  const ExprId start = of.children[1];
  const ExprId body = code(of.children[2]);
  if (!body.valid()) return {};
  const ExprId before = first(code(list), code(start), where);
  if (none(body)) return before;
  const ExprId zero = number(0, where);
  const ColourSetId value = e().type(start);
  const ExprId begin = e().tuple(std::array{zero, start}, where);
  const ColourSetId pair = e().type(begin);
  const std::uint32_t at = slot_(pair);
  const ColourSetId element = net().colours[e().type(list)].components[0];
  slot_(element);
  const ExprId so_far = e().variable(pair, at, where);
  const ExprId sum = e().project(so_far, 1, where);
  const std::uint32_t known = slot_(ColourTable::kInt);
  const ExprId now = e().variable(ColourTable::kInt, known, where);
  const ExprId next = e().if_(is_none(now, where), e().tuple(pair, std::array{zero, of.children[2]}, where),
                              e().tuple(pair, std::array{now, sum}, where), where);
  const auto slot = static_cast<std::uint32_t>(of.node.payload);
  ExprId step = e().let(known, body, next, where);
  step = e().let(slot + 1, e().variable(element, at + 1, where), step, where);
  step = e().let(slot, e().convert(sum, value, where), step, where);
  step = e().if_(is_none(e().project(so_far, 0, where), where), step, so_far, where);
  return first(before, e().project(e().fold(at, list, begin, step, where), 0, where), where);
}

ExprId Raising::code(ExprId expr, const NewSlot& slot) {
  why_.clear();
  const ExprId result = RaisingFrame(*this, slot).code(expr);
  // It raises nothing itself.
  if (result.valid()) know(result, builder_.expr().integer(0, builder_.net().exprs[result].where));
  return result;
}

std::int64_t Raising::number(std::string_view exception) {
  exception = last_part(exception);
  const auto found = std::find(names_.begin(), names_.end(), exception);
  const auto at = found - names_.begin();
  if (found == names_.end()) names_.emplace_back(exception);
  return at + 1;
}

bool Raising::may_raise(ExprId expr, std::set<FunctionId>& seen) {
  const Net& net = builder_.net();
  bool result = false;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    const FunctionId called(static_cast<std::size_t>(node.payload));
    result = result || node.op == Op::random || raises(net, id) ||
             (node.op == Op::call && seen.insert(called).second && may_raise(net.functions[called.index()].body, seen));
    return !result;
  });
  return result;
}

FunctionId Raising::function(FunctionId of) {
  if (const auto found = functions_.find(of); found != functions_.end()) return found->second;
  std::set<FunctionId> seen{of};
  Net& net = builder_.net();
  if (!may_raise(net.functions[of.index()].body, seen)) return functions_[of] = FunctionId{};
  Function made;
  made.name = net.functions[of.index()].name + "_raises";
  const auto taken = [&] {
    return std::any_of(net.functions.begin(), net.functions.end(), [&](const Function& one) { return one.name == made.name; });
  };
  while (taken()) made.name += '_';
  made.parameters = net.functions[of.index()].parameters;
  made.parameter_names = net.functions[of.index()].parameter_names;
  made.result = ColourTable::kInt;
  made.where = net.functions[of.index()].where;
  const FunctionId id = builder_.add(std::move(made));
  functions_[of] = id;
  std::uint32_t slots = net.functions[of.index()].slots;
  const NewSlot slot = [&slots](ColourSetId) { return slots++; };
  const ExprId body = RaisingFrame(*this, slot).code(net.functions[of.index()].body);
  net.functions[id.index()].body = body;
  net.functions[id.index()].slots = slots;
  return id;
}

void Raising::forget(std::size_t before) {
  std::erase_if(functions_, [&](const auto& known) {
    return known.first.index() >= before || (known.second.valid() && known.second.index() >= before);
  });
}

}  // namespace petriloom::cpn
