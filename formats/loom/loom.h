// SPDX-License-Identifier: Apache-2.0
// The net language (docs/language.md): reading, writing, and formulas over an existing net.
#pragma once

#include <map>

#include "formats/format.h"

namespace petriloom {

/// Where lines of a generated text came from: line of the text -> location in the description. Modules instantiated on such a line
/// get it as their `origin`.
using LineOrigins = std::map<std::uint32_t, Location>;

/// Reads a net from `text`, named `path` in messages; imports are looked up beside `path`, then in the search path. `sources` may
/// already hold files that `origins` points into; null starts a new one.
ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options, std::shared_ptr<Sources> sources,
                     const LineOrigins& origins);
/// The same without origins; the row of the format table.
ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options);
/// The net as one self-contained file, modules as scopes; reading it back gives the same net but for locations.
WriteResult write_loom(const Net& net, const WriteOptions& options);

/// Adds a property given as text ("AF DONE", "G (A > 0 => F B > 0)"; names are paths from the net itself) to a copy of the net.
/// `kind` is ltl, ctl or invariant. On errors the net is absent.
ReadResult with_property(const Net& net, PropertyKind kind, const std::string& name, const std::string& formula);

/// Evaluates a constant expression of the net language over named reals ("1380 / f" with f = 2400). Errors go to `diagnostics`.
std::optional<double> evaluate_real(const std::string& expression, const std::map<std::string, double>& variables, Sources& sources,
                                    Diagnostics& diagnostics);

}  // namespace petriloom
