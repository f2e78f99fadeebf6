// SPDX-License-Identifier: Apache-2.0
// Finds the chain of firings that a run waited for from its start to its end
// (docs/critical_path.md).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/critical_path/critical_path.h"
#include "engine/expr/eval.h"
#include "engine/trace/sink.h"

namespace petriloom {

class CriticalPathRecorder final : public TraceSink {
 public:
  static constexpr std::size_t kMostFirings = 10'000'000;

  /// The net must outlive this.
  explicit CriticalPathRecorder(const Net& net);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  void move_colours(FunctionRef<Word(PlaceId, Word)> moved) override;

  /// After the run.
  [[nodiscard]] CriticalPath path() const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// A firing, and the one that it waited for.
  struct Fired {
    double at = 0;
    double ready = 0;  // when what it waited for was there
    TransitionId transition;
    std::uint32_t after = kNone;
    PlaceId place;
    Awaited awaited = Awaited::start;
    std::uint64_t binding = 0;  // in words_, or in texts_ if a variable is a list, tuple or string
  };
  /// Tokens of one colour that one firing put.
  struct Lot {
    double available = 0;
    std::uint32_t by = kNone;
    std::int64_t count = 0;
  };
  struct Key {
    PlaceId place;
    Word colour = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(key.colour) * 0x9e3779b97f4a7c15U ^ (key.place.index() << 1U);
    }
  };
  /// What a transition asks of a place and does not take.
  struct Asked {
    PlaceId place;
    ArcKind kind = ArcKind::equal;  // equal: any change counts, as for guards
    ExprId colour;                  // of one colour, if it is said
  };
  /// When something came to be as it is, and by which firing.
  struct Change {
    double at = -1;
    std::uint32_t by = kNone;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  /// What came to a place last, and what was taken from it.
  struct Changed {
    std::vector<Change> came;  // by time; of those up to now the last alone is kept
    Change taken;

    void put(const Change& change, double now);
    /// The last one up to `now`.
    const Change& last_come(double now);
  };

  void ask(const Transition& transition, std::size_t number);
  void changed(PlaceId place, Word colour, FunctionRef<void(Changed&)> note);
  void ask_expression(ExprId root, std::size_t number);
  void asked_last(double now, TransitionId transition, std::span<const Word> binding);
  [[nodiscard]] Change last_change(const Asked& asked, double now);
  void close();
  [[nodiscard]] std::string text_of(const Fired& fired, bool instance) const;
  std::uint32_t producer(const Key& key, double arrival, std::int64_t count);

  const Net& net_;
  WordPool pool_;  // of the evaluator, which asks for colours that are no lists alone
  Evaluator evaluator_;
  std::vector<Word> frame_;
  std::vector<std::vector<Asked>> asks_;   // by transition
  std::vector<std::vector<bool>> takes_;   // by transition and place
  std::vector<bool> pooled_;               // transitions with variables that are handles
  std::vector<std::uint32_t> last_fired_;  // by transition
  std::vector<Fired> all_;
  std::vector<Word> words_;
  std::vector<std::pair<std::string, std::string>> texts_;  // instance, binding
  std::unordered_map<Key, std::vector<Lot>, KeyHash> lots_;
  std::unordered_map<Key, Changed, KeyHash> of_colour_;
  std::vector<Changed> of_place_;
  // Places that are asked for by their colours, and as a whole.
  std::vector<bool> asked_by_colour_, asked_whole_;
  // Of the firing that is told of.
  std::uint32_t token_by_ = kNone;
  double token_at_ = -1;
  PlaceId token_place_;
  Change asked_;
  PlaceId asked_place_;
  bool open_ = false;
  // The token that becomes available last.
  double last_available_ = -1;
  std::uint32_t last_by_ = kNone;
  PlaceId last_place_;
  double end_ = 0;
  bool too_long_ = false;
};

}  // namespace petriloom
