// SPDX-License-Identifier: Apache-2.0
// Pictures of nets: places as circles, transitions as boxes, a frame for each module. Laid out by
// Graphviz, or as the author of the net drew it.
#pragma once

#include "formats/common/format.h"

namespace petriloom {

/// Whether a picture shows the net as its author drew it.
bool as_author_drew(const Net& net, const WriteOptions& options);
/// The picture in the language of Graphviz. `options.depth` levels of modules are opened; deeper
/// ones are boxes, joined by the places through which they meet.
WriteResult write_dot(const Net& net, const WriteOptions& options);
/// The same, laid out. The same net gives the same bytes with the same version of Graphviz.
WriteResult write_svg(const Net& net, const WriteOptions& options);
WriteResult write_pdf(const Net& net, const WriteOptions& options);
WriteResult write_png(const Net& net, const WriteOptions& options);

}  // namespace petriloom
