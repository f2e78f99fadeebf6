// SPDX-License-Identifier: Apache-2.0
// What a PNML file says, before it is a net: objects by their ids, in order of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"
#include "formats/pnml_document/tree.h"

namespace petriloom::pnml {

/// The `tool` of our own annotations, and their version.
inline constexpr std::string_view kTool = "petriloom";
inline constexpr std::string_view kToolVersion = "1";
inline constexpr std::string_view kNamespace = "http://www.pnml.org/version-2009/grammar/pnml";
inline constexpr std::string_view kGrammars = "http://www.pnml.org/version-2009/grammar/";

enum class NodeKind : std::uint8_t { place, transition, reference_place, reference_transition };

/// Tokens of a place that are not available from the start.
struct LateTokens {
  std::int64_t term = 0;  ///< of which summand of the initial marking
  std::int64_t count = 0;
  double available = 0;  ///< s
};

/// Our annotation of a transition: how it is timed.
struct TimingNote {
  Timing timing = Timing::immediate;
  std::optional<double> a, b, weight, delay;
  std::vector<double> times;  ///< of scheduled ones
  std::int64_t priority = 0;
  std::int64_t servers = 0;
  Memory memory = Memory::enabling;
};

struct Node {
  NodeKind kind = NodeKind::place;
  std::string id;
  std::string name;
  std::string reference;     ///< of reference nodes: the id they stand for
  std::int64_t marking = 0;  ///< of places, late tokens included
  std::vector<LateTokens> late;
  TimingNote timing;
  Position at;
  std::uint32_t page = 0;  ///< position in Document::pages
  /// Our annotation: position among the places or transitions; -1: none.
  std::int64_t order = -1;
  std::optional<ReferenceKind> used_as;  ///< our annotation: what a reference is for
  ElementId type = kNoElement;           ///< of places: the sort
  ElementId tokens = kNoElement;         ///< of places: the multiset of initial tokens
  ElementId condition = kNoElement;      ///< of transitions: the guard
  Location where;
};

enum class ArcNote : std::uint8_t { normal, inhibitor, read, reset, equal };

struct ArcObject {
  /// Our annotation: position among the arcs of its transition; -1: after those before it.
  std::int64_t at = -1;
  std::string id;  ///< empty: an arc of our annotations
  std::string source;
  std::string target;
  std::int64_t weight = 1;
  ArcNote kind = ArcNote::normal;
  bool any = false;                    ///< our annotation: of tokens of any colour
  double delay = 0;                    ///< s
  ElementId inscription = kNoElement;  ///< the multiset
  Location where;
};

/// A module of the net, named by its path.
struct ModuleNote {
  std::string path;
  std::string kind;
  bool hardware = false;
};

/// A page of the net. The first one stands for the net itself.
struct PageObject {
  std::string id;
  std::uint32_t parent = 0;
  Location where;
};

/// A unit of a nested-unit net, by ids.
struct UnitObject {
  std::string id;
  std::vector<std::string> places;
  std::vector<std::string> units;
};

/// The annotation of a nested-unit net (NUPN 1.1).
struct NupnObject {
  bool found = false;
  bool safe = false;
  std::string root;
  std::vector<UnitObject> units;
  Location where;
};

struct Document {
  std::string id;
  std::string type;
  std::string name;
  /// Names of nodes are paths in the tree of `modules` (files written by us).
  bool paths = false;
  std::vector<ModuleNote> modules;  ///< parents before children
  std::vector<PageObject> pages{{}};
  NupnObject nupn;
  std::vector<Node> nodes;
  std::vector<ArcObject> arcs;
  Tree tree;                            ///< what stands in the <structure> of labels
  std::vector<ElementId> declarations;  ///< each <declarations> element
  Location where;                       ///< of the net
};

/// Reads the objects of a net in PNML. Everything that is wrong is reported; the document is
/// meaningful only without errors.
Document read_document(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace petriloom::pnml
