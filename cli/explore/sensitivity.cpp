// SPDX-License-Identifier: Apache-2.0
// How much each key of a sweep matters (docs/explore.md).
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "cli/explore/findings.h"

namespace petriloom::cli::explore {

namespace {

/// Means of a measure where only one key differs, by the position of its value in `used`.
using Block = std::vector<std::optional<double>>;

struct Blocks {
  std::vector<std::size_t> used;  ///< values of the key for which some point has the measure
  std::vector<Block> whole;       ///< that have the measure for all of these
};

Blocks blocks_of(const Findings& findings, const std::string& measure, std::size_t key) {
  const Sweep& sweep = findings.question.sweep;
  std::map<std::vector<std::size_t>, Block> blocks;
  std::set<std::size_t> used;
  for (const Row& row : findings.rows) {
    const Estimate* const value = row.find(measure);
    if (value == nullptr) continue;
    std::vector<std::size_t> others = sweep.at(row.point);
    const std::size_t own = std::exchange(others[key], 0);
    used.insert(own);
    Block& block = blocks[others];
    block.resize(sweep.keys[key].values.size());
    block[own] = value->mean;
  }
  Blocks result{{used.begin(), used.end()}, {}};
  for (const auto& [others, block] : blocks) {
    Block own;
    for (const std::size_t value : used) own.push_back(block[value]);
    if (std::all_of(own.begin(), own.end(), [](const auto& value) { return value.has_value(); }))
      result.whole.push_back(std::move(own));
  }
  return result;
}

/// The slope of log measure over log key, by least squares over all points of the blocks.
std::optional<double> elasticity(const VariedKey& key, const Blocks& blocks) {
  VariedKey used{key.key, {}};
  for (const std::size_t value : blocks.used) used.values.push_back(key.values[value]);
  if (!used.numeric()) return std::nullopt;
  std::vector<double> logs;
  double mean = 0;
  for (const VariedValue& value : used.values) {
    if (!(*value.number > 0)) return std::nullopt;
    logs.push_back(std::log(*value.number));
    mean += logs.back() / static_cast<double>(used.values.size());
  }
  double products = 0;
  double squares = 0;
  for (const Block& block : blocks.whole) {
    for (std::size_t k = 0; k < block.size(); ++k) {
      if (!(*block[k] > 0)) return std::nullopt;
      products += (logs[k] - mean) * std::log(*block[k]);
      squares += (logs[k] - mean) * (logs[k] - mean);
    }
  }
  return squares > 0 ? std::optional(products / squares) : std::nullopt;
}

std::optional<Sensitivity> sensitivity(const Findings& findings, const std::string& measure, std::size_t key) {
  const Blocks blocks = blocks_of(findings, measure, key);
  if (blocks.whole.empty() || blocks.used.size() < 2) return std::nullopt;
  Sensitivity result{measure, key, 0, 0, 0, 0, {}, elasticity(findings.question.sweep.keys[key], blocks)};
  for (std::size_t k = 0; k < blocks.used.size(); ++k) {
    double mean = 0;
    for (const Block& block : blocks.whole) mean += *block[k] / static_cast<double>(blocks.whole.size());
    if (k == 0 || mean < result.least) {
      result.least = mean;
      result.least_at = blocks.used[k];
    }
    if (k == 0 || mean > result.largest) {
      result.largest = mean;
      result.largest_at = blocks.used[k];
    }
  }
  if (result.least > 0) result.ratio = result.largest / result.least;
  return result;
}

}  // namespace

std::vector<Sensitivity> sensitivities_of(const Findings& findings) {
  std::vector<Sensitivity> all;
  for (const std::string& measure : findings.chief) {
    std::vector<Sensitivity> of_measure;
    for (std::size_t key = 0; key < findings.question.sweep.keys.size(); ++key) {
      if (auto one = sensitivity(findings, measure, key)) of_measure.push_back(std::move(*one));
    }
    // By the difference, which orders as the ratio does where that is known.
    std::stable_sort(of_measure.begin(), of_measure.end(), [](const Sensitivity& a, const Sensitivity& b) {
      return a.ratio && b.ratio ? *a.ratio > *b.ratio : a.largest - a.least > b.largest - b.least;
    });
    all.insert(all.end(), std::make_move_iterator(of_measure.begin()), std::make_move_iterator(of_measure.end()));
  }
  return all;
}

}  // namespace petriloom::cli::explore
