// SPDX-License-Identifier: Apache-2.0
// Aligned tables and quantities for people.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::cli {

enum class Paint : unsigned char { plain, good, bad, doubtful, dim, strong };

/// The text in a colour of the terminal, or as it is if `colour` is false.
std::string painted(std::string_view text, Paint paint, bool colour);

struct Cell {
  Cell(std::string words, Paint as = Paint::plain) : text(std::move(words)), paint(as) {}
  Cell(const char* words) : text(words) {}
  std::string text;
  Paint paint = Paint::plain;
};

/// Columns as wide as their widest cell, two blanks between them.
class Table {
 public:
  /// A column whose heading starts with '>' is aligned to the right.
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}
  void add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string text(bool colour) const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<Cell>> rows_;
};

/// Four significant digits, with a prefix where the unit is one that takes them: "12.35 ms", "1.2
/// kJ", "0.25 cores"; without a unit "0.1234".
std::string quantity(double value, std::string_view unit);
/// Of something whose unit is not known: "12", "500 M".
std::string amount(double value);
/// (to - from) / |from| in %; nothing where `from` is 0 or as near to it as it is uncertain
/// (`half_width`), as the quotient then says nothing.
std::optional<double> relative_change(double from, double to, double half_width);
/// A change in % with its sign: "+1.25 %", "-0.30 %", and "0.00 %" for what is too small to have
/// one.
std::string percent_text(double percent);
/// A count with thin groups: "1 234 567".
std::string grouped(unsigned long long count);

}  // namespace petriloom::cli
