// SPDX-License-Identifier: Apache-2.0
// The words of a file of performance models, and which file that is.
#pragma once

#include <span>

#include "generator/perfmodel/perfmodel.h"

namespace petriloom {

/// A word and where it stands.
struct ModelWord {
  std::string_view text;
  Location where;
};

/// Reads a text word by word. A `#` at the beginning of a word begins a comment, up to the end of
/// the line.
class ModelText {
 public:
  /// `file` is one of `sources`; both and `diagnostics` must outlive the reader.
  ModelText(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : text_(sources.text(file)), file_(file), diagnostics_(diagnostics) {}

  /// The next word; an empty one at the end.
  ModelWord next();
  /// The next word of this line; an empty one at its end, which is passed then.
  ModelWord next_of_line();
  /// The next word as a number from `low` to `high`, or as none ("nan") if that is allowed. What
  /// is wrong is reported; only the first time, as what follows means nothing then.
  double number(std::string_view what, double low, double high, bool or_none = false);
  /// The same of a whole number.
  std::int64_t whole(std::string_view what, std::int64_t low, std::int64_t high);
  /// The same of a whole number with the digits of base 16.
  std::uint32_t hexadecimal(std::string_view what);
  /// Reports a word, once.
  void wrong(const ModelWord& word, std::string_view expected);
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  void skip(bool over_lines);
  ModelWord take();

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool failed_ = false;
};

/// Where a file of the models is: in the first of these folders below theirs that has it.
std::optional<std::string> model_path(const PerformanceModels& models, std::span<const std::string_view> folders,
                                      const std::string& file);

/// The first of these folders below that of the models that has the file `name`.HOST, as a text of
/// `sources`. If none has it, the hosts or the names that there are instead are told.
std::optional<FileId> open_model(const PerformanceModels& models, std::span<const std::string_view> folders,
                                 const std::string& file, std::string_view what, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom
