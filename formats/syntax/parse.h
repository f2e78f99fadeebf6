// SPDX-License-Identifier: Apache-2.0
// Text of the net language to syntax trees. The grammar is in docs/language.md.
#pragma once

#include <optional>

#include "engine/net/net.h"
#include "formats/syntax/ast.h"

namespace petriloom::loom {

/// Nesting deeper than this is an error, so that hostile input cannot exhaust the stack.
inline constexpr int kMostNested = 200;

/// Parses a whole file. Goes on after a syntax error at the next statement; the tree then lacks the
/// wrong statements.
Node parse_file(const Sources& sources, FileId file, Diagnostics& diagnostics);
/// Parses a file that holds one formula of this kind (ltl, ctl or invariant); absent on errors.
std::optional<Node> parse_formula(const Sources& sources, FileId file, PropertyKind kind, Diagnostics& diagnostics);
/// Parses a file that holds one expression; absent on errors.
std::optional<Node> parse_expression(const Sources& sources, FileId file, Diagnostics& diagnostics);
/// Parses a file that holds a measure without its word and `;`: "load = tokens(A) + 1", which is
/// the average of an expression alone, or "done = count t"; absent on errors.
std::optional<Node> parse_measure(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// Parses a file that holds a path, `=` and terms of a marking: a node `override_` of both; absent
/// on errors.
std::optional<Node> parse_marking(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace petriloom::loom
