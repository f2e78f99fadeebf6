// SPDX-License-Identifier: Apache-2.0
// What the readers of all sections share: typed values with their ranges, tables of keys, and
// messages that come once.
#pragma once

#include <map>
#include <set>
#include <span>
#include <utility>

#include "generator/description/description.h"
#include "generator/description/quantity.h"
#include "generator/yaml/yaml_tree.h"

namespace petriloom {

/// CPU blocks of one node.
constexpr int kMostBlocks = 1'000'000;
/// Sockets and GPU processors of a node, cores of a socket.
constexpr int kMostUnits = 4096;
/// Of an application.
constexpr int kMostIterations = 1'000'000'000;

/// The keys of one kind of map.
struct DescribedKeys {
  std::string section;             ///< as messages call the first of these maps
  std::vector<std::string> valid;  ///< in the order of the reader's table
  std::set<std::string> given;     ///< those that a map of this kind has
};

/// Bounds of a number, both included.
template <class T>
struct Range {
  T low;
  T high;
};

/// In s, W, B/s and Hz.
constexpr Range<double> kDuration{0, 1e6};
constexpr Range<double> kWatts{0, 1e9};
constexpr Range<double> kByteRate{1, 1e18};
constexpr Range<double> kClock{1e3, 1e12};
/// Of a core or a GPU, and B of a cache or a memory.
constexpr Range<double> kFlopPerCycle{1e-3, 1e9};
constexpr Range<double> kRoom{1, 1e15};

/// Reads values and reports what is wrong with them. Every function returns something usable, so
/// that reading goes on.
class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Reports an error; the same error at the same place only once (a kind of node is read again
  /// for each node), and none where a value could not be read: that was told.
  void error(const Location& where, const std::string& message, const std::string& help = {});
  /// The same for a warning.
  void warning(const Location& where, const std::string& message, const std::string& help = {});
  /// Reports that a value cannot be read. What is wrong between it and others is no error of its
  /// own.
  void unreadable(const Location& where, const std::string& message, const std::string& help = {});
  /// Remembers the place of something whose parts could not be read.
  void mark_unreadable(const Location& where) { unreadable_.insert(where); }
  /// Whether what stands there was read.
  [[nodiscard]] bool readable(const Location& where) const { return !unreadable_.contains(where); }
  /// Errors so far, also those that are not told; what depends on values that were wrong is not
  /// checked.
  [[nodiscard]] std::size_t errors() const { return said_.size(); }

  Located<int> integer(const YamlNode& node, Range<int> range);
  Located<double> quantity(const YamlNode& node, Dimension dimension, Range<double> range);
  /// A number without a unit.
  Located<double> number(const YamlNode& node, Range<double> range);
  Located<bool> boolean(const YamlNode& node);
  /// A word of letters, digits, '_' and '-'; empty after an error.
  Located<std::string> word(const YamlNode& node);
  /// Checks that a key that names something is a word.
  void check_name(const YamlEntry& entry);
  /// A name of the net language: letters, digits and '_', no digit first.
  std::string identifier(const YamlNode& node);
  /// One of `choices`; the value is its number.
  Located<int> choice(const YamlNode& node, std::span<const std::string_view> choices);
  /// A module that the key `key` chooses: its name, or a map of `name` and of values for its
  /// parameters, which its own file declares. A list becomes one of the net language.
  void module(const YamlNode& node, std::string_view key, Located<std::string>& name, std::vector<GivenParameter>& parameters);
  Expression expression(const YamlNode& node, std::string_view over = "f, the clock in MHz", std::string_view example = "1380 / f");
  /// The text of a scalar; reports anything else as not being `what`.
  const std::string* scalar(const YamlNode& node, std::string_view what, const std::string& help = {});
  bool is_map(const YamlNode& node, std::string_view section);
  bool is_list(const YamlNode& node, std::string_view what);
  /// Reports each key of the map that is not in `valid`, and remembers which there could be.
  void check_known(const YamlNode& map, std::string_view section, const std::vector<std::string>& valid);
  /// Reports each key of the map that is not in `valid`.
  void report_unknown(const YamlNode& map, std::string_view section, const std::vector<std::string>& valid);
  /// The value of a key of a map, also where it is misspelt, which was told: what else is wrong is
  /// told at once, and what the key would have given is missed by nobody.
  [[nodiscard]] const YamlNode* find(const YamlNode& map, std::string_view key) const;
  /// The map with its keys as they are meant.
  [[nodiscard]] YamlNode corrected(const YamlNode& map) const;
  /// The keys that there could be, each list of them once.
  [[nodiscard]] std::vector<DescribedKeys> keys() const;

  /// Remembers what is described under a name, and that something refers to it: "link", "ib-qdr".
  void declare(std::string_view what, const YamlEntry& entry);
  void use(std::string_view what, const std::string& name);
  /// Warns of what stands in this file under a name that nothing refers to. What other files have
  /// more than is used is a shelf to choose from.
  void warn_of_unused(FileId file);

  /// The section that a key belongs to, for who gives it to another one: "'costs' of 'runtime'".
  std::map<std::string, std::string, std::less<>> sections;
  /// Named parameter sets and kinds, read before what refers to them.
  std::map<std::string, LogGp> links;
  std::map<std::string, YamlNode> kinds;
  /// Names of both that are there but wrong: what refers to them is not reported once more.
  std::set<std::string> wrong_names;

 private:
  /// A value for a parameter of a module as text of the net language; false after an error.
  bool write_value(const YamlNode& node, std::string& text);

  Diagnostics& diagnostics_;
  std::map<std::vector<std::string>, DescribedKeys> known_;
  std::set<std::pair<Location, std::string>> said_;
  std::set<Location> unreadable_;
  std::set<std::pair<Location, std::string>> said_warnings_;
  /// As it is written, by the map and the key that is meant.
  std::map<std::pair<Location, std::string>, std::string> misspelt_;
  /// What it is and its name: of all that is described under names, and of what is used.
  std::map<Location, std::pair<std::string, std::string>> named_;
  std::set<std::pair<std::string, std::string>> used_;
};

/// A key of a section. `otherwise` is read where the key is absent, as if it stood there ("{}" and
/// "[]" are an empty map and list); empty: nothing is read; null: the key must be there.
template <class T>
struct Key {
  std::string_view name;
  void (*read)(Reader&, const YamlNode&, T&);
  const char* otherwise;
};

/// The node that `Key::otherwise` stands for.
YamlNode default_node(std::string_view text, const Location& where);

/// Reads the keys of a section in the order of their table. False if the node is not a map.
template <class T>
bool read_keys(Reader& reader, const YamlNode& node, std::string_view section, std::span<const Key<T>> keys, T& target) {
  if (!reader.is_map(node, section)) return false;
  std::vector<std::string> names;
  for (const Key<T>& key : keys) names.emplace_back(key.name);
  reader.check_known(node, section, names);
  for (const Key<T>& key : keys) {
    if (const YamlNode* value = reader.find(node, key.name)) {
      key.read(reader, *value, target);
    } else if (key.otherwise == nullptr) {
      reader.error(node.where, std::string(section) + " needs the key '" + std::string(key.name) + "'");
    } else if (*key.otherwise != '\0') {
      key.read(reader, default_node(key.otherwise, node.where), target);
    }
  }
  return true;
}

}  // namespace petriloom
