// SPDX-License-Identifier: Apache-2.0
// Reads Paje traces as strictly as the format says: every event is defined before it is used and
// has just its fields, every type, container and value exists when it is named, times never go
// back, states are popped as they were pushed, links end as they began.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace petriloom::test {

/// What a trace says, and what is wrong with it.
struct PajeContents {
  struct State {
    std::string container;  ///< by name
    std::string value;      ///< by name
    double begin = 0;
    double end = 0;
  };
  struct Link {
    std::string from, to;
    double begin = 0;
    double end = 0;
  };
  std::vector<std::string> problems;
  std::vector<std::string> containers;  ///< names in order of creation
  std::vector<State> states;            ///< in order of their ends
  std::vector<Link> links;
  std::size_t events = 0;
  std::map<std::string, double> variables;  ///< "container variable", the last value
};

/// Reads a whole trace.
PajeContents read_paje(const std::string& text);

}  // namespace petriloom::test
