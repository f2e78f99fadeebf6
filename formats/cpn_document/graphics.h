// SPDX-License-Identifier: Apache-2.0
// How pages are drawn, as the file says it (formats/drawing).
#pragma once

#include "formats/cpn_document/element.h"
#include "formats/drawing/drawing.h"
#include "formats/ml/text.h"

namespace petriloom::cpn {

/// Position, size, colours and the places of the texts of a place or transition.
drawing::Node shape_of(const Element& element);
/// Bends, colours and the place of the text of an arc.
drawing::Arc line_of(const Element& element);
/// A text or frame of the page itself.
drawing::Words words_of(const Element& element, const Text& text);

}  // namespace petriloom::cpn
