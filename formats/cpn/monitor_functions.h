// SPDX-License-Identifier: Apache-2.0
// The functions of a monitor, of which CPN Tools writes the first lines ("Monitors", cpntools.org).
// They take the element of the binding, `Page'Transition (number, {variables})`, and the markings
// of places, `Page'Place_number_mark`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/cpn/pages.h"

namespace petriloom::cpn {

/// Why a monitor is not read; it is left out with this.
struct LeftOut {
  std::string why;
};

/// A transition of an instance of a page.
struct Watched {
  std::size_t instance = 0;
  const TransitionNode* node = nullptr;
  TransitionId made;
};

class MonitorFunctions {
 public:
  /// `marked`: whether they take markings.
  MonitorFunctions(NetContext& context, Pages& pages, const Monitor& monitor, bool marked)
      : context_(context), pages_(pages), monitor_(monitor), marked_(marked) {}

  /// The variables of the binding of a transition are around for the next calls. What is called may
  /// take slots in the frame of the transition (`Workspace::now`).
  void enter(const Watched& of);
  /// What the function of this role ("Predicate") and name ("pred") gives, with the binding of the
  /// transition that is around; of none it takes markings alone. Throws LeftOut.
  ExprId call(const std::string& role, const std::string& called, const Watched* of, ColourSetId type);
  /// Whether what it gives may depend on what has fired. Throws LeftOut.
  bool asks_what_fired(const std::string& role, const std::string& called);

 private:
  void is_around(std::uint32_t variable);
  /// The element of the binding that is around, without its constructor.
  ml::Expr* element(const Watched& of, const Location& where);
  /// Which of the instances of its page, from 1.
  [[nodiscard]] std::size_t number_of(std::size_t instance) const;
  /// The function, of which what speaks of other transitions is gone.
  ml::Expr* function(const std::string& role, const std::string& called, const Watched* of);
  /// The place of a marking that a function takes, by its name there.
  std::size_t marked_place(const std::string& parameter);
  /// What the function takes beside the element of the binding, in order.
  std::vector<std::size_t> markings(const ml::Expr& function, bool element);
  ExprId tokens_of(PlaceId place, const Location& where);
  [[nodiscard]] bool reads_unknown(ExprId expr) const;
  [[nodiscard]] ExprBuilder& e() { return context_.e(); }
  [[nodiscard]] ml::Workspace& work() { return context_.work(); }

  NetContext& context_;
  Pages& pages_;
  const Monitor& monitor_;
  bool marked_;
  /// Of the element that is around, with the names of their colour sets.
  std::map<std::string, std::string> variables_;
  std::uint32_t unknown_ = 0;  ///< the first slot of what the code of the transition draws
  std::uint32_t unknown_count_ = 0;
};

}  // namespace petriloom::cpn
