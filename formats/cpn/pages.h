// SPDX-License-Identifier: Apache-2.0
// The instances of pages, and which of their places are one: ports with their sockets, members of
// fusion sets.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/cpn/net_context.h"

namespace petriloom::cpn {

/// Pages that are instantiated, and inside each other; more is an error.
inline constexpr std::size_t kMostInstances = 20'000;
inline constexpr std::size_t kMostLevels = 60;

struct Instance {
  const Page* page = nullptr;
  const PageInstance* said = nullptr;  ///< what the file says of it, if it does
  ModuleId module;
  std::size_t level = 0;
  std::map<std::string, std::size_t> places;             ///< by id
  std::map<std::string, TransitionId> transitions = {};  ///< those that were made, by id
  /// Names of transitions in their module, by id; of substitution transitions, of their modules.
  std::map<std::string, std::string> names = {};
};
/// A place of an instance of a page; those that are one place have one root.
struct PlaceInstance {
  const PlaceNode* node = nullptr;
  std::size_t instance = 0;
  std::size_t root = 0;
  PlaceId made;  ///< of the root
  std::uint32_t colour = 0;
  ColourSetId set;   ///< of `colour`
  std::string name;  ///< in its module
  bool timed = false;
  /// Root: how much before they are ready its tokens are taken, 0 among them; empty: never.
  std::vector<double> early;
  /// Root: where unit tokens become available when its tokens can be taken.
  PlaceId clock;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::size_t marked = kNowhere;  ///< root: which of its instances has the initial marking
};

/// An initial marking with values that are drawn when a run begins.
struct DrawnMarking {
  ml::Expr* expr = nullptr;
  std::size_t place = 0;  ///< root
  const PlaceNode* node = nullptr;
};

class Pages {
 public:
  explicit Pages(NetContext& context) : context_(context) {}

  /// Makes the instances, and a module of each but the top.
  void instantiate();
  [[nodiscard]] const std::vector<Instance>& instances() const { return instances_; }
  /// Notes what is made of a transition.
  void made(std::size_t instance, const std::string& transition, TransitionId as) {
    instances_[instance].transitions[transition] = as;
  }
  /// The places of all instances.
  [[nodiscard]] std::size_t place_count() const { return places_.size(); }
  [[nodiscard]] PlaceInstance& place(std::size_t k) { return places_[k]; }
  /// The place that a place stands for, perhaps itself.
  std::size_t root(std::size_t place);
  [[nodiscard]] std::vector<DrawnMarking>& drawn() { return drawn_; }
  [[nodiscard]] ModuleId module_of(const PlaceInstance& place) const { return instances_[place.instance].module; }
  /// Notes the name of a transition of an instance.
  void named(const Instance& instance, const std::string& id, const std::string& name);
  /// Notes what is made of a place that stands for itself.
  void made(std::size_t place, PlaceId as);
  /// What a place of the net was made of; null for one that is only beside such a place.
  [[nodiscard]] const PlaceInstance* source(PlaceId made) const;

 private:
  void instantiate(const Page& page, const PageInstance* said, const TransitionNode* by, std::size_t outside);
  void join_ports(const TransitionNode& by, std::size_t outside, std::size_t inside);
  void join_fusions();
  void join(std::size_t a, std::size_t b);

  NetContext& context_;
  std::vector<Instance> instances_;
  std::vector<PlaceInstance> places_;
  std::vector<DrawnMarking> drawn_;
  std::map<std::string, const Page*> pages_;
  std::map<PlaceId, std::size_t> made_;
  bool several_ = false;  ///< pages at the top
};

/// Makes the places of the net with their initial marking.
void make_places(NetContext& context, Pages& pages);
/// Whether the expression is a multiset of the colours of the place, not one of them.
bool many(const NetContext& context, const ml::Expr& expr, const PlaceInstance& place);
/// Makes the type of an inscription that of its place, or of a multiset of its colours.
void fit(NetContext& context, ml::Expr& expr, const PlaceInstance& place);
/// Makes the transitions, with their arcs.
void make_transitions(NetContext& context, Pages& pages);
/// Makes measures and stop conditions of the monitors, behind all else. Those that are neither are
/// warned of.
void make_monitors(NetContext& context, Pages& pages);

/// Keeps the drawings of all pages in the notes of the net, with the names that their parts have
/// there.
void note_drawings(NetContext& context, Pages& pages);

}  // namespace petriloom::cpn
