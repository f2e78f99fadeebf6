// SPDX-License-Identifier: Apache-2.0
// The texts on the arcs of one transition, for CPN Tools.
#pragma once

#include <string>
#include <vector>

#include "formats/common/format.h"
#include "formats/cpn_writing/write_expressions.h"
#include "formats/drawing/comments.h"

namespace petriloom::cpn {

/// All that one transition has to do with one place in one direction.
struct ArcText {
  PlaceId place;
  std::string_view orientation;  ///< as the file has it: PtoT TtoP BOTHDIR Inhibitor Reset
  std::string text;
  std::vector<std::size_t> terms;  ///< the arcs of the transition that it says, by position
};

/// What stands at one transition.
struct TransitionTexts {
  std::string guard, time, code, priority;
  std::vector<ArcText> arcs;
};

/// Which places hold tokens with times: those whose tokens are delayed at some arc or at the start,
/// and others of what an author declared as the colour set of such.
std::vector<bool> timed_places(const Net& net, const WriteOptions& options);

/// A term of an initial marking as its author wrote it.
std::string marking_text(const WrittenTokens& term, bool timed, MlExpressions& expressions);

/// The draws of each transition that its texts need, by position.
std::vector<std::vector<std::size_t>> kept_draws(const Net& net, const WriteOptions& options);

/// The code region of a transition that draws some of its values; empty if it draws none.
std::string code_text(const Net& net, const Transition& transition, const std::vector<std::size_t>& draws,
                      MlExpressions& expressions);

/// The arcs of a transition. What CPN Tools has no arc for is reported with `report_loss` and left
/// out.
std::vector<ArcText> arc_texts(const Net& net, const Transition& transition, const std::vector<bool>& timed,
                               MlExpressions& expressions, const WriteOptions& options, Diagnostics& diagnostics);

/// The time inscription of a transition; empty if it has none. What CPN Tools has no time for is
/// reported with `report_loss`.
std::string time_text(const Net& net, const Transition& transition, MlExpressions& expressions, const WriteOptions& options,
                      Diagnostics& diagnostics);

/// The priority of a transition; empty for the usual one.
std::string priority_text(const Net& net, const Transition& transition, MlExpressions& expressions, const WriteOptions& options,
                          Diagnostics& diagnostics);

/// Puts the comments on a transition and its parts before the texts that they are on.
void add_comments(const Net& net, const Transition& transition, drawing::Comments& comments, TransitionTexts& texts);

}  // namespace petriloom::cpn
