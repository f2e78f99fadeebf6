// SPDX-License-Identifier: Apache-2.0
// What CPN Tools has no place for, kept in a comment among the declarations of the files that we
// write: how conflicts are decided, and the order in which the transitions of the net are declared.
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
    std::string page;
    std::string name;
    bool weight = false;  ///< chosen at random among what is enabled; else first come, first served
  };
  std::vector<Transition> transitions;  ///< in order of declaration
};

/// The notes as a comment of CPN ML.
std::string text_of(const OwnNotes& notes);
/// The notes that a declaration consists of; nothing if it is something else.
std::optional<OwnNotes> read_own_notes(std::string_view declaration);

/// Notes looked up by page and name.
class NotedTransitions {
 public:
  struct Found {
    std::size_t rank;
    bool weight;
  };
  explicit NotedTransitions(const OwnNotes& notes);
  [[nodiscard]] std::optional<Found> find(const std::string& page, const std::string& name) const;

 private:
  std::map<std::pair<std::string, std::string>, Found> found_;
};

}  // namespace petriloom::cpn
