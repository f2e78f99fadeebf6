// SPDX-License-Identifier: Apache-2.0
// All that the methods of one verification share: the questions, the limits, the net as a model,
// and its explored markings.
#pragma once

#include <functional>
#include <memory>

#include "analysis/logic/ctl.h"
#include "analysis/model/net_model.h"
#include "analysis/result/result.h"

namespace petriloom {

/// What is asked of a net.
struct Question {
  /// Of a standard check that is no property only the name counts.
  Property property;
  /// Of the property; absent: a standard check that is none (analysis/result/standard_checks.h).
  std::optional<PropertyKind> kind;
};

/// What is the same for all questions.
struct TaskOptions {
  Fairness fairness = Fairness::none;
  /// Instants keep their order (docs/semantics.md, rule 29).
  bool urgent = false;
  Limits limits;
  /// Of exploring; may be empty.
  std::function<void(std::uint64_t states, std::uint64_t edges)> progress;
};

/// The explored markings of a net.
struct Explored {
  NetModel& model;
  const AtomTable& atoms;
  StateSpace space;
  CtlChecker ctl;
  double seconds = 0;  ///< that exploring took

  Explored(NetModel& model, const AtomTable& atoms, StateSpace found);
};

class Task {
 public:
  /// `net` and `questions` must outlive the task.
  Task(const Net& net, const std::vector<Question>& questions, TaskOptions options);

  [[nodiscard]] const Net& net() const { return net_; }
  [[nodiscard]] const std::vector<Question>& questions() const { return questions_; }
  [[nodiscard]] Fairness fairness() const { return options_.fairness; }
  /// The atoms of all formulas that are asked, and the one that says which markings are final.
  [[nodiscard]] const AtomTable& atoms() const { return atoms_; }
  /// The number of the latter; absent if the net says of none.
  [[nodiscard]] std::optional<std::size_t> final_atom() const { return final_atom_; }
  /// The net as a model with these atoms, made at the first call. Throws EvalError.
  NetModel& model();
  /// The markings, explored at the first call. Throws EvalError, LimitReached and std::bad_alloc if
  /// not even that can begin.
  Explored& explored();
  [[nodiscard]] bool has_explored() const { return explored_ != nullptr; }
  /// The limits of what is done now. After exploring, the time and memory that are left.
  [[nodiscard]] const Limits& limits() const { return explored_ ? explored_->space.limits : options_.limits; }
  /// Seconds since the start.
  [[nodiscard]] double elapsed() const { return options_.limits.elapsed(); }
  /// A limit was reached: a little time is granted, once, so that what is cheap to say is still
  /// said. More memory is not.
  void grant_grace(Stopped why);

 private:
  const Net& net_;
  const std::vector<Question>& questions_;
  TaskOptions options_;
  AtomTable atoms_;
  std::optional<std::size_t> final_atom_;
  std::optional<Net> with_time_;  // the net of an urgent model
  std::unique_ptr<NetModel> model_;
  std::unique_ptr<Explored> explored_;
  bool grace_given_ = false;
};

}  // namespace petriloom
