// SPDX-License-Identifier: Apache-2.0
#include "analysis/space/explore.h"

#include <new>
#include <stdexcept>

#include "engine/expr/eval.h"

namespace petriloom {
namespace {

// One row may be long, and each of its states may be large: the limits are looked at in it too,
// after so many bytes of states.
constexpr std::uint64_t kWorkBetweenChecks = 1 << 18;
constexpr std::uint64_t kWorkOfEdge = 64;
constexpr std::uint64_t kStatesBetweenProgress = 4096;

// Looks for a state that covers one it came from. If a model is unbounded, some branch of the
// breadth-first tree is infinite and has, by Dickson's lemma, a state covering an ancestor; both
// can be chosen among the states that have more tokens than all before them on the branch (the
// records), so only those are compared. (Karp and Miller 1969 compare all.)
class CoverSearch {
 public:
  /// The pump that `state`, the model's current state with so many tokens, completes.
  std::optional<Pump> visit(Model& model, const StateSpace& space, StateNumber state, std::int64_t tokens) {
    const std::uint32_t before = state == 0 ? kNone : last_record_[space.parent[state]];
    last_record_.push_back(before);
    if (before != kNone && tokens <= records_[before].tokens) return std::nullopt;
    for (std::uint32_t at = before; at != kNone; at = records_[at].previous) {
      const StateNumber smaller = records_[at].state;
      if (model.covers(space.states[state], space.states[smaller])) return Pump{smaller, state};
    }
    last_record_.back() = static_cast<std::uint32_t>(records_.size());
    records_.push_back({state, before, tokens});
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return last_record_.capacity() * sizeof(last_record_[0]) + records_.capacity() * sizeof(Record);
  }

 private:
  struct Record {
    StateNumber state;
    std::uint32_t previous;
    std::int64_t tokens;
  };
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
  // Of each state: the last record on the way to it, itself included.
  std::vector<std::uint32_t> last_record_;
  std::vector<Record> records_;
};

class Exploration : public SuccessorSink {
 public:
  Exploration(Model& model, std::size_t places, const ExploreOptions& options) : model_(model), options_(options) {
    space_.maxima.place.assign(places, 0);
    space_.atoms.resize(options.atoms);
    space_.limits = options.limits;
  }

  StateSpace run() {
    try {
      discover(model_.initial(), 0);
      while (space_.graph.rows() < space_.size() && within_limits()) expand(static_cast<StateNumber>(space_.graph.rows()));
    } catch (const Stop& stop) {
      abandon(stop.why);
    } catch (const LimitReached& limit) {
      abandon(limit.why());
    } catch (const std::length_error&) {
      abandon(Stopped::memory);
    } catch (const std::bad_alloc&) {
      abandon(Stopped::memory);
    } catch (const EvalError& error) {
      space_.diagnostics.error(error.where(), error.what());
      abandon(Stopped::error);
    }
    for (StateSet& atom : space_.atoms) atom.resize(space_.graph.rows());
    return std::move(space_);
  }

  void edge(Label label, StateBytes target) override {
    space_.graph.add_edge(label, discover(target, current_));
    work_since_check_ += kWorkOfEdge + target.size();
    if (work_since_check_ >= kWorkBetweenChecks) check_limits();
  }

 private:
  struct Stop {
    Stopped why;
  };

  StateNumber discover(StateBytes state, StateNumber from) {
    // Room first: a state whose parent there is no memory for must not be there.
    if (space_.parent.size() == space_.parent.capacity()) space_.parent.reserve(space_.parent.size() * 2 + 1);
    const auto [number, fresh] = space_.states.intern(state);
    if (fresh) space_.parent.push_back(from);
    return number;
  }

  void expand(StateNumber state) {
    current_ = state;
    model_.load(space_.states[state]);
    const std::int64_t tokens = model_.count_tokens(space_.maxima);
    model_.successors(*this);
    for (std::size_t atom = 0; atom < space_.atoms.size(); ++atom) space_.atoms[atom].push_back(model_.holds(atom));
    space_.graph.end_row();
    if (space_.graph.dead(state)) count_dead(state);
    if (!space_.pump && model_.monotone()) {
      space_.pump = covers_.visit(model_, space_, state, tokens);
      if (space_.pump) last_state_ = space_.graph.rows() + options_.states_after_unbounded;
    }
  }

  void count_dead(StateNumber state) {
    if (space_.dead++ == 0) space_.first_dead = state;
    if (options_.final_atom && space_.atoms[*options_.final_atom][state]) {
      ++space_.final_dead;
    } else if (space_.first_deadlock == kNoState) {
      space_.first_deadlock = state;
    }
  }

  bool within_limits() {
    const std::uint64_t rows = space_.graph.rows();
    if (rows % kStatesBetweenProgress == 0 && options_.progress) options_.progress(space_.size(), space_.graph.edges());
    if (space_.pump && rows >= last_state_) throw Stop{Stopped::unbounded};
    if (rows > 0 && options_.enough && options_.enough(space_)) throw Stop{Stopped::enough};
    check_limits();
    return true;
  }

  void check_limits() {
    work_since_check_ = 0;
    if (const auto why = options_.limits.reached(space_.bytes() + covers_.bytes() + model_.bytes())) throw Stop{*why};
  }

  void abandon(Stopped why) {
    space_.graph.drop_row();
    space_.stopped = why;
  }

  Model& model_;
  const ExploreOptions& options_;
  StateSpace space_;
  CoverSearch covers_;
  StateNumber current_ = 0;
  std::uint64_t last_state_ = 0;
  std::uint64_t work_since_check_ = 0;
};

}  // namespace

std::uint64_t StateSpace::bytes() const {
  std::uint64_t sum = states.bytes() + graph.bytes() + parent.capacity() * sizeof(StateNumber);
  for (const StateSet& atom : atoms) sum += atom.bytes();
  return sum;
}

StateSpace explore(Model& model, std::size_t places, const ExploreOptions& options) {
  return Exploration(model, places, options).run();
}

}  // namespace petriloom
