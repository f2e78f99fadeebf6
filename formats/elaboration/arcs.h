// SPDX-License-Identifier: Apache-2.0
// The arcs of a transition as it is made. Part of transitions.cpp.
#pragma once

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {

struct ArcWord;

/// Makes the arcs of one transition, term by term.
class ArcMaker {
 public:
  /// `scope` is that of the instance, `env` of the transition. All must outlive this.
  ArcMaker(Context& context, Scope& scope, Env& env, Transition& made) : context_(context), scope_(scope), env_(env), made_(made) {}

  /// What an input arc takes must be known: each `_` in its pattern, and each field that is left
  /// out, gets a slot as a variable without a name. Before all else that takes slots.
  void name_wildcards(const std::vector<const Node*>& items);
  /// Adds the terms of an arc to the transition (of `uses` to what it uses), or a guard if it says
  /// no more than one. Reports what is wrong.
  void add(const Node& arc);
  /// Whether the arcs added ask for a token in a place of the instance itself, so that there is no
  /// binding for an instance that does not exist.
  [[nodiscard]] bool need_own_token() const { return need_own_token_; }

 private:
  bool direction_allows(const Node& node, const ArcWord& word);
  void whole(const ArcWord& word, const PlaceUse& use, const Node& node);
  void term(const ArcWord& word, const PlaceUse& use, const Node& node);
  void collect(const ArcWord& word, const PlaceUse& use, const Node& node);
  bool collected(Collect& collect, const PlaceUse& use, const Node& name);
  void reset_such(const PlaceUse& use, const Node& node);
  void amount(Arc& made, const Node& node);
  bool count_alone(Arc& made, const PlaceUse& use, const Node& node);
  ExprId of_marking(const Node& node, ColourSetId type);
  ExprId when(const Node& node);
  ExprId inner_value(const PlaceUse& use, const Node& node, bool wildcards, std::vector<std::uint32_t>* fresh);
  ExprId value(const ArcWord& word, const PlaceUse& use, const Node& node);
  ExprId pattern(const PlaceUse& use, const Node& node);
  ExprId list_value(const PlaceUse& use, const Node& node);
  ExprId for_each(const PlaceUse& use, ExprId list, Location where);
  void uses(const Arc& made);
  void finish(const Arc& made, const PlaceUse& use);
  [[nodiscard]] bool of_own_instance(const PlaceUse& use);

  Context& context_;
  Scope& scope_;
  Env& env_;
  Transition& made_;
  std::vector<std::uint32_t> fresh_;
  bool need_own_token_ = false;
};

}  // namespace petriloom::loom
