// SPDX-License-Identifier: Apache-2.0
#include "formats/source/check_source.h"

#include "formats/common/input_file.h"
#include "formats/source/dimensions.h"
#include "formats/source/unused.h"

namespace petriloom::source {

void check_source(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics) {
  check_dimensions(index, files, diagnostics);
  warn_of_unused(index, files, diagnostics);
}

void check_source(const std::string& path, const ReadOptions& options, Sources& sources, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  std::string error;
  std::string text = read_file(path, options.most_bytes, error);
  if (!error.empty()) return;
  Diagnostics again;
  const loom::Loaded files = loom::load_files(path, std::move(text), options, sources, again);
  if (!again.has_errors()) check_source(index_of(files, sources), files, diagnostics);
}

}  // namespace petriloom::source
