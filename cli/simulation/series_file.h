// SPDX-License-Identifier: Apache-2.0
// Series of measures as a table for other programs.
#pragma once

#include <string>

#include "engine/simulate/simulate.h"

namespace petriloom::cli {

/// CSV (RFC 4180): a heading, then a line `measure,time,mean,half_width,n` for each sample; times
/// in s.
std::string series_csv(const std::vector<Series>& series);

}  // namespace petriloom::cli
