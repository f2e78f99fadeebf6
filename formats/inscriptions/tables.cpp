// SPDX-License-Identifier: Apache-2.0
// `table "costs.csv"`: lists whose elements are the rows of a CSV file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "engine/expr/value_operations.h"
#include "engine/net/suggest.h"
#include "engine/text/parse_number.h"
#include "formats/common/csv.h"
#include "formats/common/units.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// One for each column that is read.
struct Column {
  ColourSetId type;
  std::size_t place = 0;  ///< in the rows
};

/// A number with or without a unit, as the net language writes it.
std::optional<double> real_in(std::string_view text) {
  if (text.find_first_of("0123456789") > (text.starts_with('-') ? 1U : 0U)) return std::nullopt;
  double value = 0;
  const char* const whole = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), whole, value);
  if (error != std::errc{}) return std::nullopt;
  std::string_view unit(end, static_cast<std::size_t>(whole - end));
  if (unit.empty()) return value;
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  const std::optional<double> factor = unit_factor(unit);
  if (!factor || !std::isfinite(value * *factor)) return std::nullopt;
  return value * *factor;
}

std::optional<Word> simple_word(const ColourSet& set, std::string_view text) {
  if (set.kind == ColourKind::boolean)
    return text == "true" || text == "false" ? std::optional<Word>(text == "true") : std::nullopt;
  if (set.kind == ColourKind::enumeration) {
    const auto found = std::find(set.labels.begin(), set.labels.end(), text);
    return found == set.labels.end() ? std::nullopt : std::optional<Word>(found - set.labels.begin());
  }
  if (set.kind == ColourKind::index) {
    if (!text.starts_with(set.index_name + "(") || !text.ends_with(')')) return std::nullopt;
    text.remove_prefix(set.index_name.size() + 1);
    text.remove_suffix(1);
  }
  const auto value = parse_number<Word>(text);
  return value && *value >= set.low && *value <= set.high ? value : std::nullopt;
}

std::string wanted_text(const ColourSet& set) {
  switch (set.kind) {
    case ColourKind::boolean:
      return "expected `true` or `false`";
    case ColourKind::real:
      return "expected a number, with or without a unit: 3, 2.5e-3, 3 us";
    case ColourKind::index:
      return fmt::format("expected {}({}) to {}({})", set.index_name, set.low, set.index_name, set.high);
    case ColourKind::range:
      return fmt::format("expected a whole number from {} to {}", set.low, set.high);
    default:
      return "expected a whole number";
  }
}

bool fits_column(const ColourTable& colours, ColourSetId type) {
  switch (colours[colours.base_of(type)].kind) {
    case ColourKind::boolean:
    case ColourKind::integer:
    case ColourKind::range:
    case ColourKind::real:
    case ColourKind::enumeration:
    case ColourKind::index:
    case ColourKind::string:
      return true;
    default:
      return false;
  }
}

std::vector<std::string> without_empty(std::vector<std::string> names) {
  names.erase(std::remove(names.begin(), names.end(), ""), names.end());
  return names;
}

class TableMaker {
 public:
  TableMaker(Context& context, const Node& node, ColourSetId list)
      : context_(context),
        colours_(context.colours()),
        pool_(context.net().pool),
        node_(node),
        list_(list),
        element_(colours_[list].components[0]),
        reader_(*context.net().sources, node.back().where.file, context.diagnostics()) {}

  /// The word of the list; all that is wrong with the file is reported.
  std::optional<Word> make() {
    const std::size_t errors = context_.diagnostics().error_count();
    std::vector<CsvCell> row;
    if (!find_types()) return std::nullopt;
    if (!reader_.next(row)) {
      report({node_.back().where.file, 0, 0}, "this table is empty", "its first line names its columns");
      return std::nullopt;
    }
    width_ = row.size();
    if (!find_columns(row)) return std::nullopt;
    std::vector<Word> words;
    while (reader_.next(row)) {
      if (words.size() == ValueOperations::kMostListElements) {
        report(row[0].where, fmt::format("a table of more than {} rows", ValueOperations::kMostListElements));
        return std::nullopt;
      }
      words.push_back(element(row));
    }
    if (context_.diagnostics().error_count() > errors) return std::nullopt;
    return pool_.intern(words);
  }

 private:
  void report(const Location& where, std::string message, std::string help = {}) {
    context_.diagnostics().error(where, std::move(message), std::move(help));
  }

  /// What the columns are of, in the order of the fields.
  bool find_types() {
    const ColourSet& set = colours_[element_];
    const bool record = set.kind == ColourKind::record;
    if (record) names_ = set.fields;
    columns_.resize(record ? set.components.size() : 1, {element_});
    bool fit = true;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (record) columns_[k].type = set.components[k];
      if (fits_column(colours_, columns_[k].type)) continue;
      const std::string what = record ? fmt::format("the field `{}`, of", names_[k]) : "elements of";
      report(node_.where, fmt::format("a table cannot hold {} {}", what, colours_.describe(columns_[k].type)),
             "a cell is a number, a bool, a string, or a colour of an enumeration or index");
      fit = false;
    }
    return fit;
  }

  bool find_columns(const std::vector<CsvCell>& header) {
    bool found = true;
    std::vector<std::string> given;
    std::unordered_map<std::string_view, std::size_t> place_of;
    for (const CsvCell& cell : header) {
      const bool twice = !place_of.emplace(cell.text, given.size()).second;
      if (twice) report(cell.where, fmt::format("the column `{}` is named twice", cell.text));
      if (cell.text.empty()) report(cell.where, "this column has no name", "the first line names all columns");
      found = found && !twice && !cell.text.empty();
      given.push_back(cell.text);
    }
    if (names_.empty()) return found && one_column(header);
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const auto place = place_of.find(names_[k]);
      if (place != place_of.end()) {
        columns_[k].place = place->second;
        continue;
      }
      const std::vector<std::string> named = without_empty(given);
      report(header[0].where, fmt::format("there is no column `{}`", names_[k]),
             given.size() == 1 && given[0].find(';') != std::string::npos ? "cells are separated by commas"
                                                                          : suggest(names_[k], named));
      found = false;
    }
    return found;
  }

  bool one_column(const std::vector<CsvCell>& header) {
    if (header.size() > 1) {
      report(header[1].where, fmt::format("{} columns for a list of {}", header.size(), colours_.describe(element_)),
             "a table of several columns is a list of records");
      return false;
    }
    const bool number = colours_[element_].kind == ColourKind::real ? real_in(header[0].text).has_value()
                                                                    : simple_word(colours_[element_], header[0].text).has_value();
    if (colours_[element_].kind == ColourKind::string || !number) return true;
    report(header[0].where, fmt::format("`{}` is a value, not the name of the column", header[0].text),
           "the first line names the column");
    return false;
  }

  Word element(const std::vector<CsvCell>& row) {
    if (row.size() != width_) {
      report(row[0].where, fmt::format("a row of {} in a table of {}", count(row.size()), count(width_)));
      return 0;
    }
    parts_.clear();
    for (const Column& column : columns_) {
      const std::optional<Word> word = word_of(column.type, row[column.place]);
      if (!word) return skip_rest(row, column);
      parts_.push_back(*word);
    }
    return names_.empty() ? parts_[0] : colours_.compose(element_, parts_, pool_);
  }

  /// The other cells of a wrong row may be wrong too.
  Word skip_rest(const std::vector<CsvCell>& row, const Column& wrong) {
    for (const Column* column = &wrong + 1; column < columns_.data() + columns_.size(); ++column)
      (void)word_of(column->type, row[column->place]);
    return 0;
  }

  static std::string count(std::size_t cells) { return fmt::format("{} cell{}", cells, cells == 1 ? "" : "s"); }

  std::optional<Word> word_of(ColourSetId type, const CsvCell& cell) {
    if (cell.text.empty() && !cell.quoted) {
      report(cell.where, "this cell is empty", "an empty string is written `\"\"`");
      return std::nullopt;
    }
    const ColourSet& set = colours_[colours_.base_of(type)];
    if (set.kind == ColourKind::string) return text_word(cell);
    std::optional<Word> word;
    if (set.kind == ColourKind::real) {
      if (const std::optional<double> value = real_in(cell.text)) word = word_of_real(*value);
    } else {
      word = simple_word(set, cell.text);
    }
    if (word && set.kind != ColourKind::real) word = colours_.convert(colours_.base_of(type), type, *word, pool_);
    if (word) return word;
    report(cell.where, fmt::format("`{}` is no value of {}", cell.text, colours_.describe(type)),
           set.kind == ColourKind::enumeration ? suggest(cell.text, set.labels) : wanted_text(set));
    return std::nullopt;
  }

  std::optional<Word> text_word(const CsvCell& cell) {
    if (cell.text.size() <= kMostText) return intern_text(cell.text, pool_);
    report(cell.where, fmt::format("this string is longer than {} bytes", kMostText));
    return std::nullopt;
  }

  Context& context_;
  ColourTable& colours_;
  WordPool& pool_;
  const Node& node_;
  ColourSetId list_;
  ColourSetId element_;
  CsvReader reader_;
  std::vector<std::string> names_;  ///< of the fields; none for a list of simple values
  std::vector<Column> columns_;
  std::vector<Word> parts_;
  std::size_t width_ = 0;  ///< cells of each row
};

}  // namespace

ExprId elaborate_table(Context& context, const Node& node, ColourSetId expected) {
  if (!expected.valid() || context.colours()[expected].kind != ColourKind::list) {
    context.diagnostics().error(node.where, "a table cannot stand here",
                                expected.valid() ? fmt::format("expected {}", context.colours().describe(expected))
                                                 : "what its rows are must be known: `const NAME : list of TYPE = table ...`");
    return {};
  }
  if (node.children.empty()) {
    if (!context.diagnostics().has_errors())
      context.diagnostics().error(node.where, "a table stands in files of the net language alone");
    return {};
  }
  const auto [entry, fresh] = context.tables.try_emplace({node.back().where.file, expected});
  if (fresh) entry->second = TableMaker(context, node, expected).make();
  return entry->second ? context.expr().literal(expected, *entry->second, node.where) : ExprId{};
}

}  // namespace petriloom::loom
