// SPDX-License-Identifier: Apache-2.0
// The one way to make a net: add parts, then `build`, which validates once and returns the net or all diagnostics.
#pragma once

#include <optional>

#include "engine/net/expr_builder.h"
#include "engine/net/net.h"

namespace petriloom {

class NetBuilder {
 public:
  /// `sources` are what the locations of the parts point into.
  NetBuilder(std::string name, std::shared_ptr<const Sources> sources);

  /// Parts are added here directly or through the functions below; ids are positions.
  [[nodiscard]] Net& net() { return net_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] ExprBuilder& expr() { return expr_; }

  ModuleId add(Module module);
  PlaceId add(Place place);
  TransitionId add(Transition transition);
  MeasureId add(Measure measure);
  PropertyId add(Property property);
  FormulaId add(Formula formula);
  FunctionId add(Function function);
  /// Adds initial tokens to a place; equal ones are counted together.
  void mark(PlaceId place, Word colour, std::int64_t count, double available = 0);

  /// Validates everything added: ids in range, names unique within their module, arcs typed as their places, variables bound by
  /// a pattern or finite, initial tokens in their colour sets, wildcards and state expressions only where allowed, priorities
  /// constant. Returns the net, or nothing if there are errors; the diagnostics then say all that is wrong. The builder is
  /// empty afterwards.
  std::optional<Net> build();

 private:
  Net net_;
  Diagnostics diagnostics_;
  ExprBuilder expr_;
};

}  // namespace petriloom
