// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison/show.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "cli/claims/points.h"
#include "cli/claims/printed.h"
#include "cli/shell/table.h"
#include "engine/text/wording.h"

namespace petriloom::cli::claims {

namespace {

std::string bound_text(const Claims& claims, const Claim& claim) {
  if (!claim.bound) return "";
  const Bound& bound = *claim.bound;
  const std::string ties = bound.ties > 0 ? fmt::format(", ties {:g} %", 100 * bound.ties) : "";
  const std::string axis = claim.over ? claims.axes[*claim.over].name : "";
  switch (bound.kind) {
    case BoundKind::digits:
      return "digits";
    case BoundKind::per_cent:
      return fmt::format("within {:g} %", 100 * bound.share);
    case BoundKind::interval:
      return fmt::format("{} .. {}", bound.low->text, bound.high->text);
    case BoundKind::factor:
      return fmt::format("one factor, within {:g} %", 100 * bound.share);
    case BoundKind::ranking:
      return fmt::format("{} first{}", bound.upwards ? "lowest" : "highest", ties);
    case BoundKind::monotone:
      return fmt::format("{} with {}{}", bound.upwards ? "rising" : "falling", axis, ties);
    case BoundKind::verdict:
      return "verdict";
  }
  return "";
}

std::string number_text(double value, const Printed* printed) {
  return printed != nullptr ? beside_printed(value, *printed) : fmt::format("{:.4g}", value);
}

/// "dmda, dmdas < others": the order that was published.
std::string order_text(const Claims& claims, const Claim& claim) {
  std::vector<std::string> groups;
  std::size_t named = 0;
  for (const std::vector<std::size_t>& group : claim.order) {
    std::vector<std::string> names;
    for (const std::size_t k : group) names.push_back(claims.axes[*claim.over].values[k].text);
    named += names.size();
    groups.push_back(fmt::format("{}", fmt::join(names, ", ")));
  }
  if (named < claims.axes[*claim.over].values.size()) groups.emplace_back("others");
  return fmt::format("{}", fmt::join(groups, claim.bound->upwards ? " < " : " > "));
}

/// "dmda 1, dmdas 1.02, eager 1.3": the order that was found, as shares of the first.
std::string found_order(const Claims& claims, const Claim& claim, const Family& family) {
  std::vector<std::size_t> order(family.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto mean = [&](std::size_t k) { return family.values[k].number->mean; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return claim.bound->upwards ? mean(a) < mean(b) : mean(a) > mean(b); });
  std::vector<std::string> texts;
  for (const std::size_t k : order) {
    const double first = mean(order.front());
    const std::string text = first != 0 ? fmt::format("{:.3g}", mean(k) / first) : fmt::format("{:.4g}", mean(k));
    texts.push_back(fmt::format("{} {}", claims.axes[*claim.over].values[*family.values[k].at].text, text));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string found_course(const Family& family) {
  std::vector<std::string> texts;
  for (const HeldValue& value : family.values) texts.push_back(fmt::format("{:.4g}", value.number->mean));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The row of all values of a family, where the bound is of their order.
ClaimRow order_row(const Claims& claims, const Claim& claim, const Family& family) {
  ClaimRow row;
  row.where = point_text(claims, claim.open, family.open);
  const bool ranking = claim.bound->kind == BoundKind::ranking;
  if (ranking) row.published = order_text(claims, claim);
  if (family.missing.empty()) row.here = ranking ? found_order(claims, claim, family) : found_course(family);
  return row;
}

ClaimRow value_row(const Claims& claims, const Claim& claim, const Family& family, const HeldValue& value) {
  ClaimRow row;
  row.where = point_text(claims, claim.open, family.open);
  if (value.at) {
    const Axis& axis = claims.axes[*claim.over];
    row.where += fmt::format("{}{} = {}", row.where.empty() ? "" : ", ", axis.name, axis.values[*value.at].text);
  }
  if (value.published != nullptr) row.published = value.published->text;
  if (claim.bound && claim.bound->kind == BoundKind::verdict) row.published = claim.holds ? "holds" : "refuted";
  row.here = value.number ? number_text(value.number->mean, value.published) : value.word;
  if (value.number && value.number->low < value.number->high)
    row.interval =
        fmt::format("{} .. {}", number_text(value.number->low, value.published), number_text(value.number->high, value.published));
  return row;
}

std::string inside_word(Inside inside) {
  constexpr std::array kWords{"inside", "outside", "unclear"};
  return kWords[static_cast<std::size_t>(inside)];
}

std::vector<ClaimRow> family_rows(const Claims& claims, const Claim& claim, const Family& family) {
  std::vector<ClaimRow> rows;
  const bool order = claim.bound && (claim.bound->kind == BoundKind::ranking || claim.bound->kind == BoundKind::monotone);
  if (order || !family.missing.empty()) {
    ClaimRow row = order ? order_row(claims, claim, family) : ClaimRow{};
    row.where = point_text(claims, claim.open, family.open);
    rows.push_back(std::move(row));
  } else {
    for (const HeldValue& value : family.values) rows.push_back(value_row(claims, claim, family, value));
  }
  if (family.factor) {
    for (ClaimRow& row : rows) row.bound = fmt::format("x {:.4g} (fitted)", *family.factor);
  }
  return rows;
}

}  // namespace

std::vector<ClaimRow> rows_of(const Claims& claims, const Judged& judged) {
  const Claim& claim = *judged.claim;
  std::vector<ClaimRow> rows;
  for (const Family& family : judged.families) {
    const bool alone = judged.families.size() == 1;
    auto more = family_rows(claims, claim, family);
    for (std::size_t k = 0; k < more.size(); ++k) {
      // Of several values each says whether it is inside; the claim itself in its first row.
      const auto inside = more.size() > 1 && family.missing.empty() ? family.values[k].inside : std::optional(family.inside);
      if (inside && (!alone || more.size() > 1)) more[k].verdict = inside_word(*inside);
      rows.push_back(std::move(more[k]));
    }
  }
  if (rows.empty()) rows.emplace_back();
  const std::string bound = bound_text(claims, claim);
  rows[0].bound = rows[0].bound.empty() ? bound : bound + ", " + rows[0].bound;
  if (rows[0].published.empty()) rows[0].published = claim.published_text;
  if (rows.size() > 1) {
    ClaimRow head;
    head.bound = bound;
    rows[0].bound = rows[0].bound == bound ? "" : rows[0].bound.substr(bound.size() + 2);
    rows.insert(rows.begin(), std::move(head));
  }
  rows[0].name = claim.name;
  rows[0].verdict = judgement_text(judged.judgement);
  for (ClaimRow& row : rows) {
    row.as_expected = judged.as_expected();
    row.kind = judged.judgement.verdict;
  }
  if (!judged.as_expected()) rows[0].verdict += fmt::format(", expected: {}", judgement_text(claim.expected));
  return rows;
}

std::string summary_of(const Comparison& comparison) {
  std::array<std::size_t, 3> counts{};
  std::size_t unexpected = 0;
  for (const Judged& judged : comparison.judged) {
    ++counts[static_cast<std::size_t>(judged.judgement.verdict)];
    unexpected += judged.as_expected() ? 0U : 1U;
  }
  return fmt::format("{}: {} reproduced, {} not reproduced, {} not comparable; {}", counted(comparison.judged.size(), "claim"),
                     counts[0], counts[1], counts[2],
                     unexpected == 0 ? "all as expected" : fmt::format("{} not as expected", unexpected));
}

ExitCode exit_code_of(const Comparison& comparison) {
  bool undecided = false;
  for (const Judged& judged : comparison.judged) {
    if (judged.as_expected()) continue;
    if (judged.judgement != Judgement{Verdict::not_comparable, Reason::undecided}) return ExitCode::refuted;
    undecided = true;
  }
  return undecided ? ExitCode::undecided : ExitCode::done;
}

std::string comparison_text(const Comparison& comparison, bool colour) {
  const bool intervals = std::any_of(comparison.judged.begin(), comparison.judged.end(), [&](const Judged& judged) {
    const auto rows = rows_of(comparison.claims, judged);
    return std::any_of(rows.begin(), rows.end(), [](const ClaimRow& row) { return !row.interval.empty(); });
  });
  std::vector<std::string> headings{"claim", "where", "published", "here"};
  if (intervals) headings.emplace_back("95 %");
  headings.insert(headings.end(), {"bound", "verdict"});
  Table table(headings);
  std::string notes;
  for (const Judged& judged : comparison.judged) {
    for (const ClaimRow& row : rows_of(comparison.claims, judged)) {
      const Paint paint = !row.as_expected ? Paint::bad : row.kind == Verdict::reproduced ? Paint::good : Paint::doubtful;
      std::vector<Cell> cells{{row.name, Paint::strong}, row.where, row.published, row.here};
      if (intervals) cells.emplace_back(row.interval);
      cells.emplace_back(row.bound);
      cells.emplace_back(row.verdict, row.name.empty() ? Paint::dim : paint);
      table.add(std::move(cells));
    }
    if (!judged.note.empty()) notes += fmt::format("{}: {}\n", judged.claim->name, judged.note);
  }
  std::string text = fmt::format("{}\n\n{}", comparison.claims.name, table.text(colour));
  if (!notes.empty()) text += "\n" + notes;
  if (!comparison.left_out.empty()) text += fmt::format("\nleft out by --quick: {}\n", fmt::join(comparison.left_out, ", "));
  return text + fmt::format("\n{}\n", summary_of(comparison));
}

}  // namespace petriloom::cli::claims
