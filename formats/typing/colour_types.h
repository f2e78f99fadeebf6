// SPDX-License-Identifier: Apache-2.0
// Declarations of colour sets, with the labels and constructors that come with them, and of
// variables of colour sets.
#pragma once

#include "formats/typing/written_types.h"

namespace petriloom::cpn::ml {

class ColourTypes {
 public:
  ColourTypes(Types& types, Environment& environment, WrittenTypes& written)
      : types_(types), environment_(environment), written_(written) {}

  /// Enters a colour set; those it uses must be there. Its bounds have no types yet.
  void declare(const Declaration& declaration, Diagnostics& diagnostics);
  void declare_variables(const Declaration& declaration, Diagnostics& diagnostics);

 private:
  Type* type_of(const Declaration& declaration, std::uint32_t id, Diagnostics& diagnostics);
  void declare_labels(const Declaration& declaration, std::uint32_t id, Type* type);

  Types& types_;
  Environment& environment_;
  WrittenTypes& written_;
};

}  // namespace petriloom::cpn::ml
