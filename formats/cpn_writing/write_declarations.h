// SPDX-License-Identifier: Apache-2.0
// The declarations of a CPN Tools file: functions and variables as text of CPN ML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/cpn_writing/write_expressions.h"
#include "formats/drawing/comments.h"

namespace petriloom::cpn {

/// Global variables, so declared that each transition's stand in its order.
class MlVariables {
 public:
  struct Declared {
    std::string name;
    ColourSetId colour;
    ColourAliasId alias;
    std::string in_net;  ///< its name there
  };
  /// `draws`: whether what a transition draws is kept under a name (`kept_draws`).
  MlVariables(const Net& net, MlNames& names, MlColours& colours, const std::vector<std::vector<std::size_t>>& draws);
  /// By slot the names of what binds a transition, and of what it draws; empty for other slots.
  [[nodiscard]] const std::vector<std::string>& names_of(TransitionId transition) const { return names_of_[transition.index()]; }
  [[nodiscard]] const std::vector<Declared>& declared() const { return declared_; }

 private:
  std::vector<std::vector<std::string>> names_of_;
  std::vector<Declared> declared_;
};

/// Between which declarations a value stands: CPN Tools reads them in order.
enum class Stage : std::uint8_t { before_colours, before_functions, after_functions };

/// The net with those constants fixed that would have to stand before what they need; nothing if
/// there are none.
std::optional<Net> with_ordered_constants(const Net& net);
/// The declarations of a stage, one text each with its comments.
std::vector<std::string> constant_texts(const Net& net, Stage stage, MlScope& scope, drawing::Comments& comments);

/// A comment of CPN ML. Signs of comments inside are kept if they are in pairs, else broken up.
std::string comment_text(std::string_view text);
/// The comments on `name` that were not written yet, one a line, before the declaration.
std::string with_comments(drawing::Comments& comments, std::string_view name, const std::string& declaration);
/// The functions of the net, one text each with its comments, callees first; functions that call
/// each other are one text. What has no form throws NoMlForm.
std::vector<std::string> function_texts(const Net& net, MlScope& scope, drawing::Comments& comments);

}  // namespace petriloom::cpn
