// SPDX-License-Identifier: Apache-2.0
// What fusion sets are called, and which of the nodes that are one place an arc ends at.
#pragma once

#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/cpn_pages/page_plan.h"
#include "formats/cpn_writing/write_inscriptions.h"
#include "formats/drawing/drawing.h"

namespace petriloom::cpn {

/// By place, the name of its fusion set, if it has one: as the author called it, else that of the
/// place. No two have one name.
std::vector<std::string> fusion_names(const Net& net, const PagePlans& plans, const std::vector<drawing::Page>& drawn);

/// The position on a page of the place of an arc: where several nodes are that place, of the one at
/// which the author drew the arc; `drawn` may be null.
std::size_t end_of(const PagePlan& plan, const drawing::Page* drawn, const ArcText& arc, const std::string& transition);

}  // namespace petriloom::cpn
