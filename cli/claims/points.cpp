// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/points.h"

#include <fmt/format.h>

#include <filesystem>

namespace petriloom::cli::claims {

namespace {

/// A text in which `{axis}` is replaced by the value there.
std::string filled(const Claims& claims, const Run& run, const std::vector<std::size_t>& at, std::string text) {
  for (std::size_t k = 0; k < run.axes.size(); ++k) {
    const Axis& axis = claims.axes[run.axes[k]];
    const std::string name = "{" + axis.name + "}";
    const std::string& value = axis.values[at[k]].text;
    for (std::size_t found = text.find(name); found != std::string::npos; found = text.find(name, found + value.size()))
      text.replace(found, name.size(), value);
  }
  return text;
}

}  // namespace

std::vector<std::vector<std::size_t>> points_of(const Claims& claims, const std::vector<std::size_t>& axes) {
  std::vector<std::vector<std::size_t>> points{{}};
  for (const std::size_t axis : axes) {
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& point : points) {
      for (std::size_t value = 0; value < claims.axes[axis].values.size(); ++value) {
        if (claims.axes[axis].values[value].left_out) continue;
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::string point_text(const Claims& claims, const std::vector<std::size_t>& axes, const std::vector<std::size_t>& at) {
  std::string text;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const Axis& axis = claims.axes[axes[k]];
    text += fmt::format("{}{} = {}", k > 0 ? ", " : "", axis.name, axis.values[at[k]].text);
  }
  return text;
}

RunAt run_at(const Claims& claims, const Run& run, const std::vector<std::size_t>& at, bool quick) {
  RunAt result;
  const std::filesystem::path beside = std::filesystem::path(claims.path).parent_path();
  result.path = (beside / filled(claims, run, at, run.net.text)).lexically_normal().string();
  result.settings = run.settings;
  for (std::size_t k = 0; k < run.axes.size(); ++k) {
    for (const auto& [key, value] : claims.axes[run.axes[k]].values[at[k]].set) result.set[key] = value.text;
  }
  for (const auto& [key, value] : run.settings.set) result.set[key] = filled(claims, run, at, value.text);
  if (!quick || !run.quick) return result;
  if (run.quick->until) result.settings.until = run.quick->until;
  if (run.quick->replications) result.settings.replications = run.quick->replications;
  for (const auto& [key, value] : run.quick->set) result.set[key] = filled(claims, run, at, value.text);
  return result;
}

}  // namespace petriloom::cli::claims
