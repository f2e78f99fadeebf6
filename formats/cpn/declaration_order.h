// SPDX-License-Identifier: Apache-2.0
// In which order declarations are made where some use what is declared only after them.
#pragma once

#include <span>
#include <vector>

#include "formats/ml/ast.h"

namespace petriloom::cpn {

/// The positions of the declarations in an order in which each comes after the first that declares
/// a name it uses, if nothing before it declares the name; otherwise as they are given. Where they
/// use each other the first goes first.
std::vector<std::size_t> declaration_order(std::span<ml::Declaration* const> declarations);

}  // namespace petriloom::cpn
