// SPDX-License-Identifier: Apache-2.0
// What a CPN Tools file says, before it is a net: declarations, pages and their parts by id, texts
// with their places in the file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/drawing/drawing.h"
#include "formats/ml/text.h"

namespace petriloom::cpn {

/// A colour set declared by XML elements.
struct ColourElement {
  /// "unit" "bool" "int" ... "subset"; empty: no such element, the layout says all.
  std::string kind;
  /// Product, list, alias, subset, enum: the names in it; index: the name of the index.
  std::vector<Text> names;
  /// Record, union: name and colour set (empty for a variant without one).
  std::vector<std::pair<Text, Text>> fields;
  /// Bounds, new names of bool or unit colours, members of a subset.
  std::vector<Text> with;
  bool by = false;  ///< subset: `with` is a function, not a list
  bool timed = false;
};

enum class DeclarationKind : std::uint8_t { colour, variable, reference, code, use };

struct Declaration {
  DeclarationKind kind = DeclarationKind::code;
  std::string id;
  std::vector<std::string> blocks;  ///< the blocks it stands in, outermost first
  Text name;                        ///< of a colour set or reference
  Text layout;                      ///< as written by the user; may be missing
  Text code;                        ///< code: the text; use: the file; reference: the value
  ColourElement colour;
  std::vector<Text> names;  ///< variable: the variables
  Text type;                ///< variable: their colour set
  Location where;
};

enum class PortType : std::uint8_t { none, in, out, both };

struct PlaceNode {
  std::string id;
  Text name;
  Text type;
  Text marking;
  PortType port = PortType::none;
  std::string fusion;  ///< name of the fusion set it says to be in, or empty
  drawing::Node shape;
  Location where;
};

struct TransitionNode {
  std::string id;
  Text name;
  Text guard;
  Text time;
  Text code;
  Text priority;
  /// Substitution transition: id of the page; else empty.
  std::string subpage;
  std::vector<std::pair<std::string, std::string>> sockets;  ///< port and socket, ids of places
  drawing::Node shape;
  Location where;
};

enum class Orientation : std::uint8_t { to_transition, to_place, both, inhibitor, reset };

struct ArcNode {
  std::string id;
  std::string place;
  std::string transition;
  Orientation orientation = Orientation::to_transition;
  Text inscription;
  drawing::Arc line;
  Location where;
};

struct Page {
  std::string id;
  std::string name;
  std::vector<PlaceNode> places;
  std::vector<TransitionNode> transitions;
  std::vector<ArcNode> arcs;
  std::vector<drawing::Words> words;
  Location where;
};

/// A fusion set: places that are one.
struct Fusion {
  std::string name;
  std::vector<std::string> places;  ///< ids
  Location where;
};

/// What a monitor does, by the number that CPN Tools gives it.
enum class MonitorKind : std::uint8_t {
  marking_size,
  breakpoint,
  user_defined,
  data_collector,
  write_in_file,
  list_length,
  count_occurrences,
  place_content,
  transition_enabled,
  unknown
};

struct Monitor {
  std::string name;
  MonitorKind kind = MonitorKind::unknown;
  std::string description;  ///< of its kind, in the file's words
  bool disabled = false;
  /// Places and transitions that it looks at, with the instance of their page; ids.
  std::vector<std::pair<std::string, std::string>> nodes;
  std::map<std::string, Text> functions;  ///< "Predicate", "Observer" ...
  std::map<std::string, bool> options;    ///< "Timed", "If is empty" ...
  Location where;
};

/// An instance of a page, and those of the substitution transitions on it.
struct PageInstance {
  std::string id;
  std::string of;  ///< id of its page, or of its substitution transition
  std::vector<PageInstance> below;
};

struct Document {
  std::string tool, version, format;  ///< of the generator
  std::vector<Declaration> declarations;
  std::vector<Page> pages;
  std::vector<Fusion> fusions;
  std::vector<Monitor> monitors;
  /// Instances that the file says to be at the top; may be empty.
  std::vector<PageInstance> primes;
  bool real_time = false;  ///< times are reals
  /// Values of the file that are given others, by name.
  std::vector<std::pair<std::string, Text>> given;
  Location where;
};

/// Gives the text in UTF-8, whatever it is declared as (ISO-8859-1, Windows-1252, US-ASCII, UTF-8),
/// without the declaration of its encoding, which is blanked so that no column moves. Returns
/// whether the encoding is one of these; `encoding` says which it is.
bool to_utf8(std::string& text, std::string& encoding);
/// Reads the parts of a net, checks that ids are there, differ and name what they should. The
/// document is meaningful only without errors.
Document read_document(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace petriloom::cpn
