// SPDX-License-Identifier: Apache-2.0
// What CPN Tools has no place for, kept in a comment among the declarations of the files that we
// write: how conflicts are decided, the order in which the transitions of the net are declared, and
// names that are none of CPN Tools.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace petriloom::cpn {

struct OwnNotes {
  struct Transition {
    std::string page;  ///< the path of its instance; at the top the name of its page
    std::string name;
    bool weight = false;  ///< chosen at random among what is enabled; else first come, first served
  };
  struct Variable {
    std::string declared;
    std::string name;  ///< in the net
  };
  struct Label {
    std::string declared;
    std::string name;  ///< in the net
  };
  std::vector<Transition> transitions;  ///< in order of declaration
  std::vector<Variable> variables;      ///< those that are declared under another name
  std::vector<Label> labels;            ///< the same of colours, variants and index sets
};

/// The notes as a comment of CPN ML.
std::string text_of(const OwnNotes& notes);
/// The notes that a declaration consists of; nothing if it is something else.
std::optional<OwnNotes> read_own_notes(std::string_view declaration);

/// Notes looked up by name.
class NotedNames {
 public:
  struct Found {
    std::size_t rank;
    bool weight;
  };
  explicit NotedNames(const OwnNotes& notes);
  [[nodiscard]] std::optional<Found> find(const std::string& page, const std::string& name) const;
  /// What a variable is called in the net.
  [[nodiscard]] const std::string& name_of(const std::string& declared) const;
  /// What labels of colour sets are called in the net, where that is another name than here.
  [[nodiscard]] const std::map<std::string, std::string>& labels() const { return labels_; }

 private:
  std::map<std::string, std::string> variables_;
  std::map<std::string, std::string> labels_;
  std::map<std::pair<std::string, std::string>, Found> found_;
};

}  // namespace petriloom::cpn
