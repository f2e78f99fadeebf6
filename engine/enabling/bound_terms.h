// SPDX-License-Identifier: Apache-2.0
// Evaluates the terms of a complete binding.
#pragma once

#include "engine/containers/function_ref.h"
#include "engine/enabling/binding_plan.h"
#include "engine/marking/marking.h"

namespace petriloom {

/// How many tokens a term of a complete binding asks for, per colour: 0 or less if it is absent.
/// `marking` is the one that its expressions look at. Throws EvalError.
std::int64_t count_of(const Term& term, Evaluator& evaluator, std::span<Word> frame, const Marking& marking);

/// The colour of a fully bound term that has no wildcards and is not `each`; empty if its value
/// does not fit into the colour set of the place, so that there can be no such token. Throws
/// EvalError.
std::optional<Word> colour_asked(const Net& net, const Term& term, Evaluator& evaluator, std::span<Word> frame);

/// What the accessor of a part that can be a key reads in every colour that matches. All variables
/// are bound. Throws EvalError.
Word key_word(const ColourTable& colours, const PatternPart& part, Evaluator& evaluator, std::span<Word> frame);

/// The key of the group of an index whose tokens have these parts of a pattern. As `key_word`.
Word group_key(const ColourTable& colours, const TokenIndex& index, const Pattern& pattern, std::span<const std::uint32_t> key,
               Evaluator& evaluator, std::span<Word> frame);

/// Whether a part of `colour` equals a leaf all of whose variables are bound. Throws EvalError.
bool part_matches(const ColourTable& colours, const PatternPart& part, Word colour, Evaluator& evaluator, std::span<Word> frame);

/// Whether all parts match.
bool matches(const ColourTable& colours, const Pattern& pattern, Word colour, Evaluator& evaluator, std::span<Word> frame);

/// What the input terms take together, equal (place, colour) joined, in order of first appearance.
/// False if a value does not fit into the colour set of its place, or if it is more than any place
/// can hold. Throws EvalError.
bool collect_input_tokens(const Net& net, const TransitionPlan& plan, Evaluator& evaluator, std::span<Word> frame,
                          const Marking& marking, std::vector<Tokens>& inputs);

/// What the read terms without wildcards ask for, term by term. Throws EvalError.
void collect_reads(const Net& net, const TransitionPlan& plan, Evaluator& evaluator, std::span<Word> frame, const Marking& marking,
                   std::vector<Tokens>& reads);

}  // namespace petriloom
