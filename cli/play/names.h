// SPDX-License-Identifier: Apache-2.0
// Names of instances as a person types them: "node[3].cpu.RUN", "node[0..3,5].cpu", and "node.cpu"
// for all of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::cli {

/// What stands between two dots of a name: "grid[1][2]" is `grid` with the indices 1 and 2.
struct NamePart {
  std::string name;
  std::vector<std::string> indices;
};

/// The parts of a name; none if its brackets do not match.
std::vector<NamePart> name_parts(const std::string& name);

/// A name in which indices may be left out, or be `*`, `0..3` or a list of these.
class NamePattern {
 public:
  explicit NamePattern(const std::string& text) : parts_(name_parts(text)) {}

  [[nodiscard]] const std::vector<NamePart>& parts() const { return parts_; }
  /// Whether this is the name of a place or transition, with all its indices.
  [[nodiscard]] bool fits(const std::string& name) const;
  /// The same, or that of a module around it.
  [[nodiscard]] bool contains(const std::string& name) const;

 private:
  std::vector<NamePart> parts_;
};

/// What names a net has.
class GameNames {
 public:
  explicit GameNames(const Net& net);

  /// Whether some place, or a module around one, has the name; an index must be one of its array.
  [[nodiscard]] bool place_or_module(const std::string& name) const;
  [[nodiscard]] bool transition(const std::string& name) const;
  /// The names of places, transitions and measures nearest to what was typed, for "did you mean";
  /// empty if none is near.
  [[nodiscard]] std::string near(const std::string& name) const;
  /// The names that begin with `word`, index by index.
  [[nodiscard]] std::vector<std::string> completions(const std::string& word) const;

 private:
  /// A part of a name with the index sets of a folded array, which follow its own indices.
  struct Part {
    NamePart written;
    std::vector<ColourSetId> sets;
  };
  using Parts = std::vector<Part>;
  [[nodiscard]] Parts parts_of(ModuleId module, const std::string& name) const;
  [[nodiscard]] bool index_of(const std::string& index, ColourSetId set) const;
  [[nodiscard]] bool has(const Part& part, const NamePart& typed) const;
  [[nodiscard]] bool begins(const Parts& parts, const std::vector<NamePart>& typed) const;
  /// Tells of the texts of an index set, as far as they are listed.
  void for_each_index(ColourSetId set, const std::function<bool(const std::string& text)>& told) const;
  void complete_index(const std::string& word, std::set<std::string>& found) const;

  const Net& net_;
  std::vector<Parts> places_;
  std::vector<Parts> transitions_;
  std::vector<std::string> words_;  // names without the indices of folded arrays
};

}  // namespace petriloom::cli
