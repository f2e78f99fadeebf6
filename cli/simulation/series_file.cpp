// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/series_file.h"

#include <fmt/format.h>

#include "formats/common/csv.h"

namespace petriloom::cli {

std::string series_csv(const std::vector<Series>& series) {
  std::string text = "measure,time,mean,half_width,n\n";
  for (const Series& one : series) {
    const std::string name = csv_field(one.name);
    for (std::size_t k = 0; k < one.samples.size(); ++k) {
      const Estimate& sample = one.samples[k];
      text +=
          fmt::format("{},{},{},{},{}\n", name, static_cast<double>(k) * one.interval, sample.mean, sample.half_width, sample.n);
    }
  }
  return text;
}

}  // namespace petriloom::cli
