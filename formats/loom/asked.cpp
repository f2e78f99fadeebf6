// SPDX-License-Identifier: Apache-2.0
// What a person asks of a net that runs: expressions about its marking, and tokens to put.
#include "formats/elaboration/elaborate.h"
#include "formats/elaboration/names_of_net.h"
#include "formats/loom/loom.h"
#include "formats/syntax/parse.h"

namespace petriloom {
namespace {

/// A context that holds a copy of a net with its names.
class NetContext {
 public:
  NetContext(const Net& net, const std::shared_ptr<Sources>& sources, FileId file)
      : context("", sources, options_, origins_, file) {
    context.net() = net;
    context.net().sources = sources;
    loom::enter_names(context);
    env.scope = &context.scopes.front();
    env.frame = &frame;
  }

 private:
  const ReadOptions options_;
  const LineOrigins origins_;

 public:
  loom::Context context;
  loom::Frame frame;
  loom::Env env;
};

/// The indices of the folded instance that a path names, in front of the colours of its place.
std::optional<std::vector<Word>> indices_of(NetContext& asked, const loom::PlaceUse& use, Location where) {
  std::vector<Word> indices;
  if (use.wraps.size() > 1) {
    asked.context.diagnostics().error(where, "the place is named through several ports", "name the place itself");
    return std::nullopt;
  }
  for (const loom::Wrap& wrap : use.wraps) {
    for (const ExprId index : wrap.indices) {
      const std::optional<Word> word = loom::evaluate(asked.context, index, {}, asked.frame.slots.size());
      if (!word) return std::nullopt;
      indices.push_back(*word);
    }
  }
  return indices;
}

std::optional<GivenTokens> given_tokens(NetContext& asked, const loom::Node& node) {
  const std::optional<loom::PlaceUse> use = loom::follow_place(asked.context, asked.env, node.children[0]);
  if (!use) return std::nullopt;
  const std::optional<std::vector<Word>> indices = indices_of(asked, *use, node.where);
  if (!indices) return std::nullopt;
  const auto tokens = loom::tokens_of_terms(asked.context, *asked.env.scope, use->inner, node.children[1]);
  if (!tokens) return std::nullopt;
  GivenTokens given{use->place, {}, *indices, {}};
  Net& net = asked.context.net();
  const bool unit = !use->wraps.empty() && use->wraps.front().unit;
  for (const auto& [token, count] : *tokens) {
    std::vector<Word> parts = *indices;
    if (!unit) parts.push_back(token.first);
    const Word colour = parts.size() == 1 ? parts.front() : net.colours.compose(net[use->place].colour, parts, net.pool);
    given.tokens.push_back({colour, count, token.second});
  }
  given.pool = std::move(net.pool);
  return given;
}

}  // namespace

Asked<StateExpression> read_state_expression(const Net& net, const std::string& name, const std::string& text) {
  Asked<StateExpression> result{std::nullopt, loom::copy_of_sources(net), {}};
  const FileId file = result.sources->add(name, text);
  const std::optional<loom::Node> tree = loom::parse_expression(*result.sources, file, result.diagnostics);
  if (!tree) return result;
  NetContext asked(net, result.sources, file);
  asked.env.state = true;
  const ExprId value = loom::elaborate(asked.context, asked.env, *tree);
  result.diagnostics.append(asked.context.diagnostics());
  if (!value.valid() || result.diagnostics.has_errors()) return result;
  const ColourSetId type = asked.context.expr().type(value);
  const auto slots = static_cast<std::uint32_t>(asked.frame.slots.size());
  result.value = StateExpression{std::move(asked.context.net()), value, type, slots};
  return result;
}

Asked<GivenTokens> read_given_tokens(const Net& net, const std::string& name, const std::string& text) {
  Asked<GivenTokens> result{std::nullopt, loom::copy_of_sources(net), {}};
  const FileId file = result.sources->add(name, text);
  const std::optional<loom::Node> tree = loom::parse_marking(*result.sources, file, result.diagnostics);
  if (!tree) return result;
  NetContext asked(net, result.sources, file);
  result.value = given_tokens(asked, *tree);
  result.diagnostics.append(asked.context.diagnostics());
  if (result.diagnostics.has_errors()) result.value.reset();
  return result;
}

}  // namespace petriloom
