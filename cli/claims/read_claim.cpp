// SPDX-License-Identifier: Apache-2.0
// Section `claims` of claims.yaml.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/claims/printed.h"
#include "cli/claims/reading.h"
#include "engine/text/quote.h"

namespace petriloom::cli::claims {

namespace {

constexpr std::array<std::string_view, 5> kReasons{"open parameter", "not published", "not modelled", "other scale", "undecided"};

/// A claim as it is read: what `published` means depends on other keys.
struct ClaimDraft {
  const Claims* claims = nullptr;
  Claim claim;
  const YamlNode* published = nullptr;
  bool expects = false;
};

void read_digits(Reader& reader, const YamlNode& node, Bound& bound) {
  constexpr std::array<std::string_view, 2> kWords{"digits", "verdict"};
  bound.kind = reader.choice(node, kWords).value == 0 ? BoundKind::digits : BoundKind::verdict;
}

void read_interval(Reader& reader, const YamlNode& node, Bound& bound) {
  bound.kind = BoundKind::interval;
  if (node.kind != YamlNode::Kind::list || node.items.size() != 2) {
    reader.error(node.where, "an interval is a list of its two bounds", "such as [0.9, 1.1] or [3 ms, 5 ms]");
    return;
  }
  bound.low = read_printed(reader, node.items[0]);
  bound.high = read_printed(reader, node.items[1]);
  if (bound.low && bound.high && bound.low->value > bound.high->value)
    reader.error(node.where, "the bounds of this interval are the wrong way round");
}

template <BoundKind kind>
void read_deviation(Reader& reader, const YamlNode& node, Bound& bound) {
  bound.kind = kind;
  bound.share = read_share(reader, node);
}

void read_ranking(Reader& reader, const YamlNode& node, Bound& bound) {
  constexpr std::array<std::string_view, 2> kFirst{"lowest first", "highest first"};
  bound.kind = BoundKind::ranking;
  bound.upwards = reader.choice(node, kFirst).value == 0;
}

void read_monotone(Reader& reader, const YamlNode& node, Bound& bound) {
  constexpr std::array<std::string_view, 2> kWays{"rising", "falling"};
  bound.kind = BoundKind::monotone;
  bound.upwards = reader.choice(node, kWays).value == 0;
}

constexpr std::array kBounds{
    Key<Bound>{"per_cent", read_deviation<BoundKind::per_cent>, ""},
    Key<Bound>{"interval", read_interval, ""},
    Key<Bound>{"factor", read_deviation<BoundKind::factor>, ""},
    Key<Bound>{"ranking", read_ranking, ""},
    Key<Bound>{"monotone", read_monotone, ""},
    Key<Bound>{"ties", [](Reader& reader, const YamlNode& node, Bound& bound) { bound.ties = read_share(reader, node); }, ""}};

void read_bound(Reader& reader, const YamlNode& node, ClaimDraft& draft) {
  Bound& bound = draft.claim.bound.emplace();
  bound.where = node.where;
  if (node.kind == YamlNode::Kind::scalar) {
    read_digits(reader, node, bound);
    return;
  }
  if (!read_keys<Bound>(reader, node, "a bound", kBounds, bound)) return;
  const bool ordered = bound.kind == BoundKind::ranking || bound.kind == BoundKind::monotone;
  const YamlNode* const ties = node.find("ties");
  const std::size_t kinds = node.entries.size() - (ties != nullptr ? 1 : 0);
  if (kinds != 1)
    reader.error(node.where, "a bound is one of digits, per_cent, interval, factor, ranking, monotone, verdict",
                 "such as `bound: digits` or `bound: {per_cent: 5 %}`");
  else if (ties != nullptr && !ordered)
    reader.error(ties->where, "`ties` goes with a ranking and with what is monotone");
}

/// "reproduced", "not reproduced", or why it is not comparable.
void read_expected(Reader& reader, const YamlNode& node, ClaimDraft& draft) {
  std::vector<std::string_view> words{"reproduced", "not reproduced"};
  words.insert(words.end(), kReasons.begin(), kReasons.end());
  const int which = reader.choice(node, words).value;
  draft.claim.expected.verdict = static_cast<Verdict>(std::min(which, 2));
  if (which >= 2) draft.claim.expected.reason = static_cast<Reason>(which - 2);
  draft.expects = true;
}

constexpr std::array kClaim{
    Key<ClaimDraft>{"says",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.says = read_text(reader, node, "what was published, in words").text;
                    },
                    nullptr},
    Key<ClaimDraft>{"source",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.source = read_text(reader, node, "where it was published").text;
                    },
                    nullptr},
    Key<ClaimDraft>{"value",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.value = read_text(reader, node, "an expression over the runs");
                    },
                    ""},
    Key<ClaimDraft>{
        "over",
        [](Reader& reader, const YamlNode& node, ClaimDraft& draft) { draft.claim.over = axis_of(reader, node, *draft.claims); },
        ""},
    Key<ClaimDraft>{
        "open",
        [](Reader& reader, const YamlNode& node, ClaimDraft& draft) { draft.claim.open = axes_of(reader, node, *draft.claims); },
        ""},
    Key<ClaimDraft>{"bound", read_bound, ""},
    Key<ClaimDraft>{"published", [](Reader&, const YamlNode& node, ClaimDraft& draft) { draft.published = &node; }, ""},
    Key<ClaimDraft>{"not_comparable",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.not_compared = static_cast<Reason>(reader.choice(node, kReasons).value);
                    },
                    ""},
    Key<ClaimDraft>{"because",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.because = read_text(reader, node, "a reason").text;
                    },
                    ""},
    Key<ClaimDraft>{"fitted",
                    [](Reader& reader, const YamlNode& node, ClaimDraft& draft) {
                      draft.claim.fitted = read_text(reader, node, "what was fitted").text;
                    },
                    ""},
    Key<ClaimDraft>{"expect", read_expected, ""}};

/// A number, or one for values of the axis.
void read_numbers(Reader& reader, ClaimDraft& draft) {
  Claim& claim = draft.claim;
  const YamlNode& node = *draft.published;
  if (node.kind != YamlNode::Kind::map) {
    if (claim.over) {
      reader.error(node.where, "a claim over an axis has a published number for each of its values, or for some",
                   "{value: number}");
    } else if (const auto printed = read_printed(reader, node)) {
      claim.published[0] = *printed;
    }
    return;
  }
  if (!claim.over) {
    reader.error(node.where, "numbers for several values need `over:`, the axis that they are values of");
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const auto value = value_of(reader, entry.key, entry.where, draft.claims->axes[*claim.over]);
    const auto printed = read_printed(reader, entry.value);
    if (value && printed) claim.published[*value] = *printed;
  }
}

/// Groups of values of the axis, in order.
void read_order(Reader& reader, ClaimDraft& draft) {
  Claim& claim = draft.claim;
  if (!claim.over) return;
  std::vector<std::size_t> seen;
  for (const YamlNode* item : items_of(*draft.published)) {
    std::vector<std::size_t>& group = claim.order.emplace_back();
    for (const YamlNode* name : items_of(*item)) {
      const std::string* text = reader.scalar(*name, "a value of the axis");
      const auto value = text == nullptr ? std::nullopt : value_of(reader, *text, name->where, draft.claims->axes[*claim.over]);
      if (!value) continue;
      if (std::find(seen.begin(), seen.end(), *value) != seen.end())
        reader.error(name->where, fmt::format("{} stands in this ranking twice", quote(*text)));
      seen.push_back(*value);
      group.push_back(*value);
    }
  }
}

void read_verdict(Reader& reader, ClaimDraft& draft) {
  constexpr std::array<std::string_view, 2> kVerdicts{"holds", "refuted"};
  draft.claim.holds = reader.choice(*draft.published, kVerdicts).value == 0;
}

void read_published(Reader& reader, ClaimDraft& draft) {
  if (draft.published == nullptr) return;
  if (!draft.claim.bound) {
    draft.claim.published_text = read_text(reader, *draft.published, "what was published, as it was printed").text;
    return;
  }
  switch (draft.claim.bound->kind) {
    case BoundKind::ranking:
      return read_order(reader, draft);
    case BoundKind::verdict:
      return read_verdict(reader, draft);
    case BoundKind::monotone:
      reader.error(draft.published->where, "what is monotone has no published numbers: the bound says which way it goes");
      return;
    default:
      return read_numbers(reader, draft);
  }
}

/// What a bound needs beside itself.
void check_bound(Reader& reader, const ClaimDraft& draft) {
  const Claim& claim = draft.claim;
  const Bound& bound = *claim.bound;
  const bool numbers = bound.kind == BoundKind::digits || bound.kind == BoundKind::per_cent || bound.kind == BoundKind::factor;
  const bool family = bound.kind == BoundKind::factor || bound.kind == BoundKind::ranking || bound.kind == BoundKind::monotone;
  if (family && !claim.over) reader.error(bound.where, "this bound is of a family of values: `over:` names their axis");
  if (!claim.value) reader.error(claim.where, "a claim with a bound needs the key 'value'", "an expression over the runs");
  if (draft.published == nullptr && (numbers || bound.kind == BoundKind::ranking || bound.kind == BoundKind::verdict))
    reader.error(claim.where, "this claim needs the key 'published', what its bound is held against");
  constexpr std::size_t kLeast = 2;
  if (bound.kind == BoundKind::factor && draft.published != nullptr && claim.published.size() < kLeast)
    reader.error(bound.where, "one common factor fits one number always: two published ones are needed at least");
}

void check_claim(Reader& reader, const ClaimDraft& draft) {
  const Claim& claim = draft.claim;
  const bool over_open = claim.over && std::find(claim.open.begin(), claim.open.end(), *claim.over) != claim.open.end();
  if (over_open) reader.error(claim.where, "an axis stands in `over` or in `open`, not in both");
  if (claim.bound) check_bound(reader, draft);
  if (claim.not_compared && claim.because.empty())
    reader.error(claim.where, "a claim that is not comparable needs the key 'because'");
  if (claim.not_compared && (claim.bound || !claim.fitted.empty()))
    reader.error(claim.where, "a claim that is not comparable has no bound, and nothing is fitted to it");
  if (!claim.not_compared && !claim.bound)
    reader.error(claim.where, "a claim has a bound, or says why it is not comparable",
                 "`bound: digits`, or `not_comparable: not modelled`");
}

}  // namespace

void read_all_claims(Reader& reader, const YamlNode& node, Claims& claims) {
  if (!reader.is_map(node, "claims")) return;
  if (node.entries.empty()) reader.error(node.where, "there are no claims");
  for (const YamlEntry& entry : node.entries) {
    reader.check_name(entry);
    ClaimDraft draft;
    draft.claims = &claims;
    draft.claim.name = entry.key;
    draft.claim.where = entry.where;
    if (!read_keys<ClaimDraft>(reader, entry.value, "a claim", kClaim, draft)) continue;
    const std::size_t errors = reader.errors();
    read_published(reader, draft);
    if (reader.errors() == errors) check_claim(reader, draft);
    if (draft.claim.not_compared && !draft.expects) draft.claim.expected = {Verdict::not_comparable, *draft.claim.not_compared};
    if (!draft.claim.fitted.empty() && !draft.expects) draft.claim.expected = {Verdict::not_comparable, Reason::open_parameter};
    claims.claims.push_back(std::move(draft.claim));
  }
}

}  // namespace petriloom::cli::claims
