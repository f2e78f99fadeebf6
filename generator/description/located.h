// SPDX-License-Identifier: Apache-2.0
// Values of a description with their places.
#pragma once

#include <string>

#include "engine/net/diagnostics.h"

namespace petriloom {

/// A value with the place in the description where it stands (or of the section, if it was left to
/// its default).
template <class T>
struct Located {
  T value{};
  Location where;
};

/// A value that the description gives to a parameter of a module: an expression of the net
/// language.
struct GivenParameter {
  std::string name;
  std::string value;
  Location name_where;
  Location where;
};

}  // namespace petriloom
