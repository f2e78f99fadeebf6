// SPDX-License-Identifier: Apache-2.0
// What all kinds of PNML have in common when they are written: pages, nodes with names and
// positions, references, arcs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/format.h"
#include "formats/common/names.h"
#include "formats/pnml_writing/time_notes.h"

namespace petriloom::pnml {

/// Collects the objects of a net on one page for each module, and puts the document together. Where
/// a transition is not on the page of a place, a reference place stands for it there.
class Skeleton {
 public:
  /// Places get their ids at once; `ids` are those of the file.
  Skeleton(const Net& net, const WriteOptions& options, Diagnostics& diagnostics, Identifiers& ids);

  [[nodiscard]] const TimeNotes& notes() const { return notes_; }
  [[nodiscard]] const std::string& place_id(PlaceId place) const { return place_ids_[place.index()]; }
  /// Adds a place with its labels, and elements of our annotation.
  void place(PlaceId place, std::string_view labels, std::string note);
  /// Adds a transition likewise and returns its id.
  std::string transition(TransitionId transition, std::string_view labels, std::string note);
  /// Adds an arc of the transition with that id; `label` is its inscription or empty, `note`
  /// attributes of our annotation or empty.
  void arc(TransitionId of, const std::string& node, PlaceId place, bool takes, std::string_view label, std::string_view note);
  /// For the annotation of a transition: an arc of a kind that PNML has no form for. `attributes`
  /// begin with a space; `content` is the <structure> of a multiset or empty. Counts what other
  /// tools will not see.
  std::string note_arc(const Arc& arc, std::size_t at, const std::string& attributes, const std::string& content);
  /// The document of all that was added. `type` is the last part of the type of the net, `labels`
  /// are those of the net.
  std::string document(std::string_view type, std::string_view net_id, std::string_view labels);

 private:
  struct Page {
    std::string text;
    std::map<PlaceId, std::string> references;  // ids of reference places
    std::vector<ModuleId> inner;
  };

  void order();
  void add_references();
  std::string node(std::string_view element, const std::string& id, const std::string& path, const Position& at) const;
  const std::string& place_on(ModuleId page, PlaceId place);
  void write_page(std::string& text, ModuleId module);
  void warn_of_notes();
  void check_names();
  std::string units() const;

  const Net& net_;
  Diagnostics& diagnostics_;
  Identifiers& ids_;
  TimeNotes notes_;
  std::vector<std::string> place_ids_;
  std::vector<Page> pages_;
  bool places_moved_ = false;  // the pages have them in another order than the net
  bool transitions_moved_ = false;
  std::size_t arcs_ = 0;
  std::map<ArcKind, std::pair<std::size_t, Location>> annotated_;
};

/// The word for a kind of arc in annotations: "inhibitor".
std::string_view name_of(ArcKind kind);

}  // namespace petriloom::pnml
