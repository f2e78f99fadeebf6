// SPDX-License-Identifier: Apache-2.0
// A transition that is being made, and the steps of that which stand in files of their own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "formats/cpn/pages.h"
#include "formats/ml/parser.h"

namespace petriloom::cpn {

/// A term of an inscription. With a `stamp` its tokens are ready at that time, a delay later.
struct Term {
  ExprId count, value, condition, delay, stamp;
  bool each = false;
  Location where;
};
struct Inscription {
  ml::Expr* expr = nullptr;
  const ArcNode* node = nullptr;
  std::size_t place = 0;  ///< root
  /// Variable for when its token is ready, if tokens of the place are taken early.
  std::optional<std::uint32_t> ready;
  /// Its first arc, of those of `Work::made` as they are made; nothing if it has none.
  std::optional<std::size_t> first;
};
/// A transition that is being made.
struct Work {
  NetContext& context;
  Pages& pages;
  const TransitionNode& node;
  Transition made = {};
  std::vector<Inscription> inscriptions = {};
  ml::Expr* guard = nullptr;
  ml::Expr* delay = nullptr;
  ml::Parser::Code code = {};
  std::set<std::uint32_t> variables = {};  ///< of the binding

  /// The conditions of the guard.
  [[nodiscard]] std::vector<ml::Expr*> conditions() const {
    if (!guard) return {};
    return guard->kind == ml::ExprKind::list ? guard->parts : std::vector<ml::Expr*>{guard};
  }
  std::vector<std::uint32_t> drawn = {};  ///< variables that the code gives values to
  std::vector<std::size_t> stamped = {};  ///< arcs whose delay is a time of the clock
  /// What references with a state hold before and after the code, and which it changes.
  ml::Contents before = {}, after = {};
  std::set<const ml::Declaration*> changed = {};
  /// Of code that is a function of what these references hold: as it was written.
  const ml::Expr* written_code = nullptr;
  std::vector<const ml::Declaration*> passed = {};
};

// ---- code regions (code.cpp). Code is kept as text. What it gives to variables is translated, if
// it can be; what else it does is not done.
void parse_code(Work& work);
void infer_code(Work& work);
void note_code(const Work& work);
/// What the code draws at random is drawn once, whatever uses it.
void draw_code(Work& work);
/// Whether the expression has variables to which the code gives values.
bool uses_code(const Work& work, const ml::Expr& expr);
/// The expression, of that colour set if one is given, with what the code gives to its variables.
ExprId made(Work& work, const ml::Expr& expr, ColourSetId type);

// ---- values that are drawn elsewhere than in code regions (drawn.cpp).
/// The variable that a condition of a guard gives a value that is drawn, `[x = C.ran ()]`, and
/// nothing else binds; 0 if it is no such condition.
std::uint32_t drawn_by(const Work& work, const ml::Expr& condition);
/// Draws them when the transition fires.
void draw_conditions(Work& work);
/// The transitions, one for each module, that put initial markings with values that are drawn,
/// before any other fires.
std::vector<Transition> draw_markings(NetContext& context, Pages& pages);
/// The variables of the binding, in the order in which they are declared (transitions.cpp).
void begin_frame(Work& work);

// ---- references whose content code changes (state.cpp)
/// Makes a place for each that inscriptions read and code changes.
void make_states(NetContext& context);
/// Which of them the transition names, and which its code changes.
void find_states(Work& work);
/// Variables for what they hold.
void begin_states(Work& work);
/// What they hold after the code, and what that gives to variables.
void run_states(Work& work);
/// Code that changes references in functions that call themselves, in `case` and in functions of
/// several clauses becomes a function of what they hold (passed_code.cpp).
void pass_states(Work& work);
/// The value of that function; what the references hold behind it is around then.
ml::Value run_passed(Work& work);
/// Takes, puts and reads their tokens.
void state_arcs(Work& work);

/// Makes the arcs of the inscriptions (arcs.cpp).
void make_arcs(Work& work);
/// The terms of an inscription, as arcs have them (terms.cpp). `takes`: of an arc that takes
/// tokens, whose values are patterns.
std::vector<Term> terms_of(Work& work, const ml::Expr& expr, std::size_t place, bool takes);
/// Gives the delays of the transition to it or to its arcs, and to tokens that may be taken early
/// when they are ready (delays.cpp).
void make_delays(Work& work);

/// Keeps the comments in the texts of a transition as notes, each with the part that it is in,
/// while arcs stand as they were made (comments.cpp).
void note_part_comments(const Work& work);

}  // namespace petriloom::cpn
