// SPDX-License-Identifier: Apache-2.0
// One run with tau-leaping (docs/approximation.md): many firings at once where propensities hardly
// change meanwhile, single ones elsewhere.
#pragma once

#include "engine/course/run_course.h"
#include "engine/leap/step_size.h"

namespace petriloom::leap {

class Replication : public RunCourse {
 public:
  /// As a Replication; `leap` is made of `net`, and both must outlive this. `options.tau_leap` is
  /// set.
  Replication(const Net& net, const RateNet& leap, const RunOptions& options, std::uint64_t number);

  bool go(std::uint64_t steps) override;
  /// Throws StateError: a state is one between two firings.
  [[nodiscard]] RunState save() override;

 private:
  /// What a leap does to a place.
  struct Touched {
    std::int64_t amount = 0;
    bool is = false;
  };
  [[nodiscard]] std::vector<char> places_looked_at(bool by_rates);
  void begin() override;
  bool step();
  bool exact_step();
  bool leap();
  bool draw_firings(double length, std::uint32_t critical);
  bool crosses(std::uint32_t place, std::int64_t amount) const;
  void apply(std::uint32_t critical);
  void fire(std::uint32_t binding, std::int64_t times);
  void tell(std::uint32_t binding, std::int64_t times);
  void change(std::uint32_t place, std::int64_t amount);
  void move_to(double time);
  bool end(Ended how);
  [[nodiscard]] bool told_to_end();

  const RateNet& leap_;
  Rates rates_;
  State state_;
  const MarkingView view_;
  StepSize size_;
  std::vector<std::int64_t> firings_;  // of a leap, by position in StepSize::others
  std::vector<Touched> places_;        // of a leap, by place
  std::vector<std::uint32_t> touched_;
  std::uint64_t exact_left_ = 0;  // single firings before leaping is thought of again
  std::uint64_t steps_ = 0;
};

}  // namespace petriloom::leap
