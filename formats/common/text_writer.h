// SPDX-License-Identifier: Apache-2.0
// What the writers of formats that are plain text have in common.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "formats/common/format.h"

namespace petriloom {

/// A writer of one net. Errors and what is left out go to the result, as its text does.
class TextWriter {
 protected:
  TextWriter(const Net& net, const WriteOptions& options, WriteResult& result) : net_(net), options_(options), result_(result) {}
  ~TextWriter() = default;

  /// Adds formatted text to the file.
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(result_.text), format, std::forward<Arguments>(arguments)...);
  }
  /// Says that the format cannot carry something (`report_loss`).
  void lose(const Location& where, std::string what, std::string_view help = {}) {
    report_loss(options_, result_.diagnostics, where, std::move(what), std::string(help));
  }

  const Net& net_;
  const WriteOptions& options_;
  WriteResult& result_;
};

}  // namespace petriloom
