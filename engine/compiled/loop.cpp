// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/loop.h"

#include <algorithm>
#include <limits>

namespace petriloom {

namespace {

std::uint32_t variable(const Net& net, ExprId loop) { return static_cast<std::uint32_t>(net.exprs[loop].payload); }

// What a token was mapped to must not stand where the token does.
bool keeps_token(const Net& net, const Loop& loop) {
  for (std::size_t s = 1; s < loop.stages.size(); ++s) {
    if (loop.stages[s].slot == loop.stages[0].slot) return false;
  }
  return variable(net, loop.node) != loop.stages[0].slot;
}

}  // namespace

Loop loop_over(const Net& net, ExprId node, bool counting, Code::Calls calls) {
  Loop loop;
  loop.node = node;
  loop.list = net.exprs.children(node)[0];
  const Expr& whole = net.exprs[node];
  // What a filter asks is its last stage.
  if (counting && calls == Code::Calls::compiled)
    loop.tokens = token_stages(net, whole.op == Op::filter ? node : loop.list, std::numeric_limits<std::size_t>::max());
  if (loop.tokens) {
    loop.ordered = whole.op == Op::map || whole.op == Op::filter || (whole.op == Op::sum && whole.type == ColourTable::kReal);
    loop.stages = loop.tokens->stages;
    loop.maps = std::any_of(loop.stages.begin(), loop.stages.end(),
                            [&](const TokenStage& stage) { return net.exprs[stage.node].op == Op::map; });
    return loop;
  }
  const auto add = [&](ExprId filter) {
    loop.stages.push_back({filter, variable(net, filter), {net.exprs.children(filter)[1]}, 0});
  };
  if (whole.op == Op::filter) add(node);
  for (; calls == Code::Calls::compiled && net.exprs[loop.list].op == Op::filter; loop.list = net.exprs.children(loop.list)[0])
    add(loop.list);
  std::reverse(loop.stages.begin(), loop.stages.end());
  return loop;
}

bool compiles(const Net& net, const Loop& loop, Code::Calls calls) {
  const Expr& node = net.exprs[loop.node];
  if (calls == Code::Calls::evaluated) return node.op == Op::sum && !net.exprs.looks(loop.list, look::tokens);
  if (loop.tokens) return loop.ordered || !loop.maps || keeps_token(net, loop);
  const Op list = net.exprs[loop.list].op;
  return (list != Op::map && list != Op::token_list) || !net.exprs.looks(loop.list, look::tokens);
}

}  // namespace petriloom
