// SPDX-License-Identifier: Apache-2.0
#include "engine/state/colour_value.h"

namespace petriloom {

void append_value(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool, ColourValue& out) {
  const ColourSet& type = colours[set];
  if (!type.pooled()) {
    out.push_back(colour);
    return;
  }
  const std::span<const Word> parts = pool.view(colour);
  switch (type.kind) {
    case ColourKind::string:
      out.push_back(static_cast<Word>(parts.size()));
      out.insert(out.end(), parts.begin(), parts.end());
      return;
    case ColourKind::list:
      out.push_back(static_cast<Word>(parts.size()));
      for (const Word part : parts) append_value(colours, type.components[0], part, pool, out);
      return;
    case ColourKind::union_:
      out.push_back(parts[0]);
      return append_value(colours, type.components[static_cast<std::size_t>(parts[0])], parts[1], pool, out);
    default:
      for (std::size_t k = 0; k < parts.size(); ++k) append_value(colours, type.components[k], parts[k], pool, out);
  }
}

namespace {

std::optional<Word> next_word(std::span<const Word>& in) {
  if (in.empty()) return std::nullopt;
  const Word word = in.front();
  in = in.subspan(1);
  return word;
}

std::optional<Word> read_text(std::span<const Word>& in, WordPool& pool) {
  const std::optional<Word> length = next_word(in);
  if (!length || *length < 0 || static_cast<std::uint64_t>(*length) > in.size()) return std::nullopt;
  const auto bytes = in.first(static_cast<std::size_t>(*length));
  in = in.subspan(bytes.size());
  for (const Word byte : bytes) {
    if (byte < 0 || byte > 255) return std::nullopt;
  }
  return pool.intern(bytes);
}

/// `count` values of the colour sets that `type_of(k)` names.
template <class TypeOf>
std::optional<ColourValue> read_parts(const ColourTable& colours, std::size_t count, const TypeOf& type_of,
                                      std::span<const Word>& in, WordPool& pool) {
  ColourValue parts;
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<Word> part = read_value(colours, type_of(k), in, pool);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  return parts;
}

std::optional<Word> read_pooled(const ColourTable& colours, ColourSetId set, std::span<const Word>& in, WordPool& pool) {
  const ColourSet& type = colours[set];
  if (type.kind == ColourKind::union_) {
    const std::optional<Word> variant = next_word(in);
    if (!variant || *variant < 0 || static_cast<std::uint64_t>(*variant) >= type.components.size()) return std::nullopt;
    const auto number = static_cast<std::size_t>(*variant);
    const std::optional<Word> content = read_value(colours, type.components[number], in, pool);
    if (!content) return std::nullopt;
    return colours.inject(set, number, *content, pool);
  }
  if (type.kind != ColourKind::list) {
    const auto parts = read_parts(
        colours, type.components.size(), [&](std::size_t k) { return type.components[k]; }, in, pool);
    if (!parts) return std::nullopt;
    return colours.compose(set, *parts, pool);
  }
  // Every element takes a word at least, so that a length that the file does not have is refused
  // before anything is read.
  const std::optional<Word> length = next_word(in);
  if (!length || *length < 0 || static_cast<std::uint64_t>(*length) > in.size()) return std::nullopt;
  const auto parts = read_parts(
      colours, static_cast<std::size_t>(*length), [&](std::size_t) { return type.components[0]; }, in, pool);
  if (!parts) return std::nullopt;
  return pool.intern(*parts);
}

}  // namespace

std::optional<Word> read_value(const ColourTable& colours, ColourSetId set, std::span<const Word>& in, WordPool& pool) {
  const ColourSet& type = colours[set];
  if (type.kind == ColourKind::string) return read_text(in, pool);
  if (type.pooled()) return read_pooled(colours, set, in, pool);
  const std::optional<Word> word = next_word(in);
  if (!word) return std::nullopt;
  if (type.kind == ColourKind::real) {
    const double value = real_of_word(*word);
    return value == value && word_of_real(value) == *word ? word : std::nullopt;
  }
  return colours.contains(set, *word) ? word : std::nullopt;
}

}  // namespace petriloom
