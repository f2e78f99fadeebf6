// SPDX-License-Identifier: Apache-2.0
// The net language (docs/language.md): reading, writing, and formulas over an existing net.
#pragma once

#include <map>

#include "formats/inscriptions/limits.h"
#include "formats/syntax/load.h"

namespace petriloom {

/// Reads a net from `text`, named `path` in messages; imports are looked up beside `path`, then in
/// the search path. `sources` may already hold files that `origins` points into; null starts a new
/// one.
ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options, std::shared_ptr<Sources> sources,
                     const LineOrigins& origins);
/// The same without origins; the row of the format table.
ReadResult read_loom(const std::string& path, std::string text, const ReadOptions& options);
namespace loom {
/// The net of files that were loaded without errors, from texts in `sources`.
ReadResult read_loaded(const std::string& path, const Loaded& files, const std::shared_ptr<Sources>& sources,
                       const ReadOptions& options, const LineOrigins& origins);
}  // namespace loom
/// The net as one self-contained file, modules as scopes; reading it back gives the same net but
/// for locations.
WriteResult write_loom(const Net& net, const WriteOptions& options);

/// Adds a property given as text ("AF DONE", "G (A > 0 => F B > 0)"; names are paths from the net
/// itself) to a copy of the net. `kind` is ltl, ctl or invariant. On errors the net is absent.
ReadResult with_property(const Net& net, PropertyKind kind, const std::string& name, const std::string& formula);

/// What is wrong with the syntax of a formula of this kind (ltl, ctl or invariant) on its own, at
/// its lines and columns.
Diagnostics mistakes_of_formula(PropertyKind kind, const std::string& formula);

/// Adds measures given as texts ("load = tokens(A)", "done[n in Node] = count t where m = n"; an
/// expression alone is averaged over time; names are paths from the net itself) to a copy of the
/// net. Messages name each text `name`. On errors the net is absent.
ReadResult with_measures(const Net& net, std::span<const std::string> texts, const std::string& name);

/// An expression about the markings of a net that is already there.
struct StateExpression {
  /// A copy with the expression; places, transitions and colour sets have the same ids, literals
  /// may be new in its pool.
  Net net;
  ExprId value;
  ColourSetId type;
  std::uint32_t slots = 0;  ///< of its frame
};
/// Tokens for one place, as text says.
struct GivenTokens {
  PlaceId place;
  /// Ascending by (colour, available); `available` counts from now, s.
  std::vector<InitialTokens> tokens;
  std::vector<Word> indices;  ///< of the folded instance that was named
  WordPool pool;              ///< of the colours
};
/// What was read, or why it was not.
template <class T>
struct Asked {
  std::optional<T> value;
  std::shared_ptr<Sources> sources;  ///< for printing the diagnostics
  Diagnostics diagnostics;
};
/// Reads an expression ("tokens(A) > 3 & fireable(t)"; names are paths from the net itself), named
/// `name` in messages.
Asked<StateExpression> read_state_expression(const Net& net, const std::string& name, const std::string& text);
/// Reads "A = 3`(1, 2) ++ (2, 2) @+ 1 s": a place by its path and tokens as in an initial marking.
Asked<GivenTokens> read_given_tokens(const Net& net, const std::string& name, const std::string& text);

/// Evaluates a constant expression of the net language over named reals ("1380 / f" with f = 2400).
/// Errors go to `diagnostics`.
std::optional<double> evaluate_real(const std::string& expression, const std::map<std::string, double>& variables, Sources& sources,
                                    Diagnostics& diagnostics);

}  // namespace petriloom
