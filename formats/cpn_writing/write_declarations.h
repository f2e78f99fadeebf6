// SPDX-License-Identifier: Apache-2.0
// The declarations of a CPN Tools file: functions and variables as text of CPN ML.
#pragma once

#include <string>
#include <vector>

#include "formats/cpn_writing/write_expressions.h"

namespace petriloom::cpn {

/// Global variables, so named that each transition's stand in its order.
class MlVariables {
 public:
  struct Declared {
    std::string name;
    ColourSetId colour;
  };
  MlVariables(MlNames& names, MlColours& colours) : names_(names), colours_(colours) {}
  /// The names of the variables that bind a transition.
  std::vector<std::string> names_of(const Transition& transition);
  [[nodiscard]] const std::vector<Declared>& declared() const { return declared_; }

 private:
  MlNames& names_;
  MlColours& colours_;
  std::vector<Declared> declared_;
  std::vector<std::string> wanted_;
};

/// The functions of the net, one text each, callees first; functions that call each other are one
/// text. What has no form throws NoMlForm.
std::vector<std::string> function_texts(const Net& net, MlScope& scope);

}  // namespace petriloom::cpn
