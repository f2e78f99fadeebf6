// SPDX-License-Identifier: Apache-2.0
// Rows of a table that say the same of things which differ in indices alone become one:
// "node[0..31].gpu[0..3].one_task (128)".
#pragma once

#include <span>
#include <string>
#include <vector>

namespace petriloom {

/// A row as it is shown.
struct NamedRow {
  std::string name;   ///< "node[3].gpu[0].one_task"
  std::string shown;  ///< all else that the row says
};

/// Rows that become one.
struct NameGroup {
  /// "node[0..31].gpu[0..3].one_task"; of a row that stays alone its own.
  std::string name;
  std::vector<std::size_t> members;  ///< positions of the rows, ascending
  /// The name says which ones they are; else it has `*` for what differs.
  bool exact = true;
  /// Rows whose names differ from it in indices alone, whatever they show.
  std::size_t alike = 1;

  /// The name and how many rows it stands for; of a row alone the name.
  [[nodiscard]] std::string label() const;
};

/// The groups in the order of their first rows. Rows are of one group if they show the same and
/// their names differ in numbers within brackets, and only there. The name of a group says exactly
/// which ones are in it, by ranges of numbers (`|` between ranges): if that takes more than a few
/// names or ranges, it has `*` for the numbers that differ, and the label says how many of all that
/// are alike.
std::vector<NameGroup> name_groups(std::span<const NamedRow> rows);

/// Whether a name is one of those that the name of a group stands for; any name stands for itself.
bool stands_for(const std::string& group, const std::string& name);

/// A text without its numbers: what is said of two instances is the same if this is.
std::string without_numbers(const std::string& text);

}  // namespace petriloom
