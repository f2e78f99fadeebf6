// SPDX-License-Identifier: Apache-2.0
// The one way to make a net: add parts, then `build`, which validates once and returns the net or
// all diagnostics.
#pragma once

#include <optional>

#include "engine/build/expr_builder.h"
#include "engine/net/net.h"

namespace petriloom {

class NetBuilder {
 public:
  /// `sources` are what the locations of the parts point into.
  NetBuilder(std::string name, std::shared_ptr<const Sources> sources);
  // The expression builder refers to the net in here.
  NetBuilder(const NetBuilder&) = delete;
  NetBuilder& operator=(const NetBuilder&) = delete;

  /// Parts are added here directly or through the functions below; ids are positions.
  [[nodiscard]] Net& net() { return net_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] ExprBuilder& expr() { return expr_; }

  ModuleId add(Module module);
  PlaceId add(Place place);
  /// Brings weights, delays and parameters of distributions to real, conditions to bool and values
  /// of arcs to the colour of their place. A missing value is `()` for a unit place and matches
  /// every colour on inhibitor, reset and equal arcs.
  TransitionId add(Transition transition);
  MeasureId add(Measure measure);
  PropertyId add(Property property);
  FormulaId add(Formula formula);
  FunctionId add(Function function);
  ConstantId add(Constant constant);
  /// Adds initial tokens to a place; equal ones are counted together.
  void mark(PlaceId place, Word colour, std::int64_t count, double available = 0);

  /// Adds module 0 if no module was added, and validates everything added: ids in range, names
  /// unique within their module, arcs typed as their places, variables bound by a pattern or
  /// finite, initial tokens in their colour sets, wildcards and state expressions only where
  /// allowed, priorities constant. Returns the net, or nothing if there are errors; the diagnostics
  /// then say all that is wrong. The builder is empty afterwards.
  std::optional<Net> build();

 private:
  void type_arc(Arc& arc);
  ExprId convert(ExprId value, ColourSetId type);
  Net net_;
  Diagnostics diagnostics_;
  ExprBuilder expr_;
};

}  // namespace petriloom
