// SPDX-License-Identifier: Apache-2.0
// Why a CTL formula holds or fails: a path, as far as one path can tell.
#pragma once

#include "analysis/logic/ctl.h"
#include "analysis/space/paths.h"

namespace petriloom {

/// A path from the initial state that shows why `formula` has its value there (which must be
/// known). For EF, EG, EU, EX that hold and AG, AF, AU, AX that fail it is a proof; below the
/// outermost operator the path goes on with the operand that decided. Nothing if no single path
/// tells anything (AG holds, EF fails).
std::optional<StatePath> explain(CtlChecker& checker, FormulaId formula);

}  // namespace petriloom
