// SPDX-License-Identifier: Apache-2.0
// The two files of a GreatSPN net as they are written, before names and colours mean anything.
#pragma once

#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::greatspn {

struct Node {
  std::string_view name;
  double x = 0;  ///< inches
  double y = 0;
  Location where;
};

struct Parameter {
  std::string_view name;
  double value = 0;
};

inline constexpr std::int64_t kDefinitions = -10000;  ///< a marking below is that of a definition

struct PlaceLine {
  Node node;
  /// Tokens, or -k for marking parameter k, or -10000-k for definition k.
  std::int64_t marking = 0;
  std::string_view colours;  ///< the domain; empty for neutral tokens
};

struct ArcLine {
  std::int64_t weight = 1;
  std::int64_t place = 0;     ///< from 1
  std::string_view function;  ///< empty for neutral tokens
  Location where;
};

struct TransitionLine {
  Node node;
  double rate = 1;           ///< or -k for rate parameter k
  std::int64_t servers = 0;  ///< 0: infinite; -k: the k rates in `rates` by the number of enablings
  /// 0: exponential; 127: deterministic; else the group of immediate transitions, from 1.
  std::int64_t kind = 0;
  std::vector<double> rates;
  std::string_view guard;
  std::vector<ArcLine> inputs;
  std::vector<ArcLine> outputs;
  std::vector<ArcLine> inhibitors;
};

/// A colour class, static subclass, marking or function of the `.def` file.
struct Definition {
  std::string_view name;
  char type = ' ';  ///< c, m or f
  std::string_view text;
  Location where;
};

struct Document {
  std::string_view comment;
  std::vector<Parameter> marking_parameters;
  std::vector<Parameter> rate_parameters;
  std::vector<std::int64_t> priorities;  ///< of the groups
  std::vector<PlaceLine> places;
  std::vector<TransitionLine> transitions;
  std::vector<Definition> definitions;
};

/// Reads the `.net` file. The first line that is wrong is reported and ends reading, since what
/// follows cannot be told.
void parse_net(const Sources& sources, FileId file, Document& document, Diagnostics& diagnostics);
/// Reads the `.def` file.
void parse_def(const Sources& sources, FileId file, Document& document, Diagnostics& diagnostics);

}  // namespace petriloom::greatspn
