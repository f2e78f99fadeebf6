// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/read_graph.h"

#include <graphviz/cgraph.h>

#include <algorithm>
#include <map>
#include <string>

namespace petriloom {

namespace {

/// Even numbers for names, odd ones for what has none, as the library expects to tell them apart.
struct Numbers {
  Agraph_t* graph = nullptr;
  std::map<std::string, IDTYPE> of_name;
  std::map<IDTYPE, char*> names;  // strings of the library: it reads what it keeps in front of them
  IDTYPE next_name = 2;
  IDTYPE next_nameless = 1;
};

void* open_numbers(Agraph_t* graph, Agdisc_t*) {
  auto* numbers = new Numbers;
  numbers->graph = graph;
  return numbers;
}
void close_numbers(void* state) { delete static_cast<Numbers*>(state); }

long map_name(void* state, int, char* name, IDTYPE* id, int create) {
  Numbers& numbers = *static_cast<Numbers*>(state);
  if (name == nullptr) {
    *id = numbers.next_nameless;
    numbers.next_nameless += 2;
    return 1;
  }
  const auto known = numbers.of_name.find(name);
  if (known != numbers.of_name.end()) {
    *id = known->second;
    return 1;
  }
  if (create == 0) return 0;
  *id = numbers.next_name;
  numbers.next_name += 2;
  numbers.of_name.emplace(name, *id);
  numbers.names.emplace(*id, agstrdup(numbers.graph, name));
  return 1;
}

long reserve(void*, int, IDTYPE) { return 0; }  // numbers are ours to give
void release(void*, int, IDTYPE) {}             // a name keeps its number
void remember(void*, int, void*) {}

char* print_name(void* state, int, IDTYPE id) {
  Numbers& numbers = *static_cast<Numbers*>(state);
  const auto known = numbers.names.find(id);
  return known == numbers.names.end() ? nullptr : known->second;
}

int read_some(void* channel, char* buffer, int size) {
  std::string_view& rest = *static_cast<std::string_view*>(channel);
  const std::size_t count = std::min(rest.size(), static_cast<std::size_t>(size));
  std::copy_n(rest.data(), count, buffer);
  rest.remove_prefix(count);
  return static_cast<int>(count);
}

}  // namespace

Agraph_s* read_graph(std::string_view dot) {
  static Agiddisc_t ids{open_numbers, map_name, reserve, release, print_name, close_numbers, remember};
  static Agiodisc_t input{read_some, AgIoDisc.putstr, AgIoDisc.flush};
  Agdisc_t discipline{&AgMemDisc, &ids, &input};
  return agread(&dot, &discipline);
}

}  // namespace petriloom
