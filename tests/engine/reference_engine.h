// SPDX-License-Identifier: Apache-2.0
// The slow, obvious engine: docs/semantics.md read aloud. After every step it looks at everything
// again. Finite colour sets only.
#pragma once

#include <map>

#include "engine/expr/eval.h"
#include "engine/random/draws.h"
#include "engine/random/rng.h"
#include "engine/simulate/simulate.h"
#include "tests/engine/progressive_filling.h"

namespace petriloom::test {

class ReferenceEngine {
 public:
  ReferenceEngine(const Net& net, const SimulationOptions& options);
  ~ReferenceEngine();
  /// Runs replication 0 to its end, telling the trace of the options.
  Ended run();
  [[nodiscard]] double now() const { return now_; }

 private:
  using Binding = std::vector<Word>;
  using Key = std::pair<std::size_t, Binding>;  // transition, binding
  struct Token {
    Word colour = 0;
    double available = 0;
    std::size_t term = 0;  // while it is being put: which term, which element
  };
  struct Candidate {
    Key key;
    std::pair<std::int64_t, double> precedence;
    std::vector<double> arrivals;
  };
  struct Timer {
    double due = 0;
    std::uint64_t number = 0;
    double rate = 0;     // by which it was drawn
    SlowWork work = {};  // rule 30, of transitions that share
  };
  struct Rest {
    double rest = 0;
    double rate = 0;
  };
  class View;
  struct Timed {
    std::vector<Timer> running;          // in the order in which they were started
    std::vector<std::uint64_t> waiting;  // for a server
    std::vector<Rest> rests;
  };
  // (place, colour), count.
  using Needs = std::vector<std::pair<std::pair<std::size_t, Word>, std::int64_t>>;

  std::vector<Word> frame(const Key& key) const;
  bool present(const Arc& arc, std::vector<Word>& frame);
  std::int64_t count(const Arc& arc, std::vector<Word>& frame);
  std::vector<Word> colours(const Arc& arc, std::vector<Word>& frame);
  Needs needs(const Key& key);
  std::int64_t number(std::size_t place, bool available_only, const std::function<bool(Word)>& match) const;
  bool defaults_hold(const Key& key, std::vector<Word>& frame);
  bool holds(const Key& key);
  bool counted_arc_holds(const Arc& arc, std::vector<Word>& frame);
  std::int64_t degree(const Key& key);
  void each_binding(std::size_t transition, const std::function<void(const Binding&)>& visit);
  std::optional<Word> collected(const Arc& arc, std::vector<Word>& frame);
  bool lists_hold(const Key& key, std::vector<Word>& frame);
  std::vector<double> arrivals(const Key& key);
  bool choose_immediate(Key& chosen);
  bool next_timer(Key& chosen, std::size_t& position) const;
  std::pair<std::int64_t, double> precedence(const Key& key);
  double parameter(const Key& key, ExprId expr);
  bool rated(std::size_t transition) const;
  Timer new_timer(const Key& key);
  double next_time(const Key& key);
  void settle(bool fired);
  void follow_rates();
  double left(const Key& key, const Timer& timer) const;
  void follow_speeds();
  void serve();
  Binding instance_of(const Key& key) const;
  bool serve_one(std::size_t transition, const Binding& instance);
  void start(const Key& key);
  void draw_again(const Key& key, Timer& timer);
  void fire(const Key& key);
  bool resets(const Arc& arc, Word colour, std::vector<Word>& words);
  void put(const Key& key, std::vector<std::pair<std::size_t, Token>>& tokens);
  void take(std::size_t place, Word colour, std::int64_t count);

  const Net& net_;
  SimulationOptions options_;
  WordPool pool_;
  Evaluator evaluator_;
  std::unique_ptr<View> view_;
  Random random_;
  StreamDraws draws_;
  double now_ = 0;
  double struck_ = -1;  // when a timer fired last
  std::uint64_t numbers_ = 0;
  std::uint64_t firings_ = 0;
  bool begun_ = false;  // shared work, since speeds were found
  std::vector<std::vector<Token>> places_;
  std::map<Key, Timed> timed_;
};

/// Runs a net with these options, and by the reference engine: the traces must be the same, and how
/// the runs end. `which` names the net in failures.
void expect_as_reference(const Net& net, SimulationOptions options, const std::string& which);

}  // namespace petriloom::test
