// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/bound_terms.h"

#include <algorithm>

namespace petriloom {

namespace {

Word leaf_value(const PatternPart& part, Evaluator& evaluator, std::span<Word> frame) {
  switch (part.kind) {
    case PatternPart::Kind::variable:
      return frame[part.slot];
    case PatternPart::Kind::constant:
      return part.word;
    case PatternPart::Kind::computed:
      break;
  }
  return part.code.eval(evaluator, frame);
}

/// False if no place can hold so many of a colour.
bool join(std::vector<Tokens>& inputs, PlaceId place, Word colour, std::int64_t count) {
  for (Tokens& need : inputs) {
    if (need.place == place && need.colour == colour) return !__builtin_add_overflow(need.count, count, &need.count);
  }
  inputs.push_back({place, colour, count});
  return true;
}

/// Of many tokens (a long `each` list): equal ones are brought together by sorting. False as above.
bool join_sorted(std::vector<Tokens>& inputs) {
  std::sort(inputs.begin(), inputs.end());
  std::size_t kept = 0;
  for (const Tokens& need : inputs) {
    if (kept > 0 && inputs[kept - 1].place == need.place && inputs[kept - 1].colour == need.colour) {
      if (__builtin_add_overflow(inputs[kept - 1].count, need.count, &inputs[kept - 1].count)) return false;
    } else {
      inputs[kept++] = need;
    }
  }
  inputs.resize(kept);
  return true;
}

constexpr std::size_t kFewInputs = 16;

}  // namespace

std::int64_t count_of(const Term& term, Evaluator& evaluator, std::span<Word> frame, const Marking& marking) {
  if (term.condition.valid() && term.condition.eval(evaluator, frame, &marking) == 0) return 0;
  return term.count.valid() ? term.count.eval(evaluator, frame, &marking) : 1;
}

Word key_word(const ColourTable& colours, const PatternPart& part, Evaluator& evaluator, std::span<Word> frame) {
  const Word word = leaf_value(part, evaluator, frame);
  return part.turn == 0 ? word : turned(colours[part.type], word, part.turn);
}

Word group_key(const ColourTable& colours, const TokenIndex& index, const Pattern& pattern, std::span<const std::uint32_t> key,
               Evaluator& evaluator, std::span<Word> frame) {
  return index.key([&](std::size_t k) { return key_word(colours, pattern.parts[key[k]], evaluator, frame); });
}

bool part_matches(const ColourTable& colours, const PatternPart& part, Word colour, Evaluator& evaluator, std::span<Word> frame) {
  const auto word = matched_word(colours, part, colour, evaluator.pool());
  return word && *word == leaf_value(part, evaluator, frame);
}

bool matches(const ColourTable& colours, const Pattern& pattern, Word colour, Evaluator& evaluator, std::span<Word> frame) {
  return std::all_of(pattern.parts.begin(), pattern.parts.end(),
                     [&](const PatternPart& part) { return part_matches(colours, part, colour, evaluator, frame); });
}

std::optional<Word> colour_asked(const Net& net, const Term& term, Evaluator& evaluator, std::span<Word> frame) {
  try {
    return term.value.eval(evaluator, frame);
  } catch (const EvalError&) {
    // Either a leaf fails by itself, which is an error, or it does not fit into its part of the
    // colour.
    for (const PatternPart& part : term.pattern.parts) {
      const Word value = leaf_value(part, evaluator, frame);
      if (part.convert && !net.colours.convert(part.leaf, part.type, value, evaluator.pool())) return std::nullopt;
    }
    throw;
  }
}

bool collect_input_tokens(const Net& net, const TransitionPlan& plan, Evaluator& evaluator, std::span<Word> frame,
                          const Marking& marking, std::vector<Tokens>& inputs) {
  inputs.clear();
  for (const std::uint32_t input : plan.inputs) {
    const Term& term = plan.terms[input];
    const std::int64_t count = term.always_one ? 1 : count_of(term, evaluator, frame, marking);
    if (count <= 0) continue;
    if (!term.each) {
      const auto colour = colour_asked(net, term, evaluator, frame);
      if (!colour) return false;
      if (!plan.joined_inputs) {
        inputs.push_back({term.place, *colour, count});
      } else if (!join(inputs, term.place, *colour, count)) {
        return false;
      }
      continue;
    }
    const Word list = term.value.eval(evaluator, frame);
    const std::size_t length = evaluator.pool().view(list).size();
    for (std::size_t k = 0; k < length; ++k) {
      const Word colour = evaluator.pool().view(list)[k];
      if (inputs.size() >= kFewInputs) {
        inputs.push_back({term.place, colour, count});
      } else if (!join(inputs, term.place, colour, count)) {
        return false;
      }
    }
    if (inputs.size() >= kFewInputs && !join_sorted(inputs)) return false;
  }
  return true;
}

void collect_reads(const Net& net, const TransitionPlan& plan, Evaluator& evaluator, std::span<Word> frame, const Marking& marking,
                   std::vector<Tokens>& reads) {
  reads.clear();
  for (const Term& term : plan.terms) {
    if (term.kind != ArcKind::read || (term.pattern.wildcards && !term.each)) continue;
    const std::int64_t count = term.always_one ? 1 : count_of(term, evaluator, frame, marking);
    if (count <= 0) continue;
    if (!term.each) {
      const auto colour = colour_asked(net, term, evaluator, frame);
      if (colour) reads.push_back({term.place, *colour, count});
      continue;
    }
    const Word list = term.value.eval(evaluator, frame);
    for (const Word colour : evaluator.pool().view(list)) reads.push_back({term.place, colour, count});
  }
}

}  // namespace petriloom
