// SPDX-License-Identifier: Apache-2.0
#include "generator/perfmodel/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "formats/common/input_file.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostModelBytes = std::uint64_t{16} << 20;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string shown(std::string_view text) { return text.empty() ? "the end" : quote(text); }

}  // namespace

void ModelText::skip(bool over_lines) {
  while (!done()) {
    if (text_[at_] == '#') {
      while (!done() && text_[at_] != '\n') ++at_;
    } else if (is_blank(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '\n' && over_lines) {
      ++at_;
      ++line_;
      line_start_ = at_;
    } else {
      return;
    }
  }
}

ModelWord ModelText::take() {
  const Location where{file_, line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  const std::size_t begin = at_;
  while (!done() && !is_blank(text_[at_]) && text_[at_] != '\n') ++at_;
  return {text_.substr(begin, at_ - begin), where};
}

ModelWord ModelText::next() {
  skip(true);
  return take();
}

ModelWord ModelText::next_of_line() {
  skip(false);
  ModelWord word = take();
  if (word.text.empty()) skip(true);
  return word;
}

void ModelText::wrong(const ModelWord& word, std::string_view expected) {
  if (failed_) return;
  failed_ = true;
  diagnostics_.error(word.where, fmt::format("expected {}, found {}", expected, shown(word.text)));
}

double ModelText::number(std::string_view what, double low, double high, bool or_none) {
  if (failed_) return low;
  const ModelWord word = next();
  if (or_none && (word.text == "nan" || word.text == "-nan")) return std::numeric_limits<double>::quiet_NaN();
  const auto value = parse_number<double>(word.text);
  if (value && std::isfinite(*value) && *value >= low && *value <= high) return *value;
  wrong(word, fmt::format("{} from {} to {}{}", what, low, high, or_none ? ", or nan" : ""));
  return low;
}

std::int64_t ModelText::whole(std::string_view what, std::int64_t low, std::int64_t high) {
  if (failed_) return low;
  const ModelWord word = next();
  const auto value = parse_number<std::int64_t>(word.text);
  if (value && *value >= low && *value <= high) return *value;
  wrong(word, fmt::format("{}, a whole number from {} to {}", what, low, high));
  return low;
}

std::uint32_t ModelText::hexadecimal(std::string_view what) {
  if (failed_) return 0;
  const ModelWord word = next();
  std::uint32_t value = 0;
  const char* const whole = word.text.data() + word.text.size();
  const auto [end, error] = std::from_chars(word.text.data(), whole, value, 16);
  if (error == std::errc{} && end == whole) return value;
  wrong(word, fmt::format("{}, up to 8 digits of base 16", what));
  return 0;
}

namespace {

/// Of the bus ".bandwidth" and the like, behind the host; of codelets a name before it.
bool is_of_host(const std::string& file) { return file.starts_with('.'); }
std::string name_of(const PerformanceModels& models, const std::string& file) {
  return is_of_host(file) ? models.host + file : file + "." + models.host;
}

/// What there is: of files `file`.* the hosts, or of files *.HOST the names.
std::vector<std::string> others(const PerformanceModels& models, std::span<const std::string_view> folders, const std::string& file,
                                bool hosts) {
  const std::string ending = "." + models.host;
  std::set<std::string> found;
  for (const std::string_view folder : folders) {
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(fs::path(models.folder) / folder, absent)) {
      const std::string name = entry.path().filename().string();
      if (hosts && name.ends_with(file)) {
        found.insert(name.substr(0, name.size() - file.size()));
      } else if (!hosts && name.ends_with(ending) && name.size() > ending.size()) {
        found.insert(name.substr(0, name.size() - ending.size()));
      }
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace

std::optional<std::string> model_path(const PerformanceModels& models, std::span<const std::string_view> folders,
                                      const std::string& file) {
  for (const std::string_view folder : folders) {
    const fs::path path = (fs::path(models.folder) / folder / name_of(models, file)).lexically_normal();
    std::error_code absent;
    if (fs::exists(path, absent)) return path.string();
  }
  return std::nullopt;
}

std::optional<FileId> open_model(const PerformanceModels& models, std::span<const std::string_view> folders,
                                 const std::string& file, std::string_view what, Sources& sources, Diagnostics& diagnostics) {
  if (const std::optional<std::string> path = model_path(models, folders, file)) {
    std::string error;
    std::string text = read_file(*path, kMostModelBytes, error);
    if (error.empty()) return sources.add(*path, std::move(text));
    diagnostics.error(models.asked, error);
    return std::nullopt;
  }
  const bool of_host = is_of_host(file);
  const std::vector<std::string> there = others(models, folders, file, of_host);
  diagnostics.error(
      models.asked,
      fmt::format("there is no file {} in {}: {}", quote_path(name_of(models, file)), quote_path(models.folder), what),
      there.empty() ? std::string("none is there at all; a folder as StarPU makes it is asked for")
                    : suggest(of_host ? models.host : file, there));
  return std::nullopt;
}

}  // namespace petriloom
