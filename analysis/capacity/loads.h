// SPDX-License-Identifier: Apache-2.0
// How much of each capacity a run used: links, memories, interfaces, each colour of a place by
// itself; and how the links of a network hang together.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/eval.h"
#include "engine/net/net.h"
#include "engine/trace/sink.h"
#include "engine/trace/stocks.h"

namespace petriloom {

/// One colour of a place whose tokens are a capacity.
struct CapacityLoad {
  std::string name;   ///< "network.wires.LINK[3]"
  std::string place;  ///< "network.wires.LINK"
  double capacity = 0;
  /// Work done of it, in the unit of the work; of what is taken and given back, s of its tokens.
  double used = 0;
  double share = 0;   ///< of the capacity, over the whole run
  bool held = false;  ///< it is taken and given back
};

/// A link of a network, from one of its points to another.
struct NetworkEdge {
  std::size_t load = 0;  ///< number of the capacity
  std::size_t from = 0, to = 0;
};

/// Points and links of a network: those on the ways between all ends, or of many ends between some.
/// A point is named by who sends or receives there, and has no name if nobody does.
struct NetworkPicture {
  std::vector<std::string> points;
  std::vector<NetworkEdge> edges;
};

struct CapacityLoads {
  double end = 0;  ///< s
  /// Of every colour that has a capacity at the start and whose use is known, by place and colour.
  std::vector<CapacityLoad> loads;
  NetworkPicture network;  ///< empty, if nothing goes from one to another over a list of them
  /// Transitions whose work is random or depends on the marking. What they use is not in it.
  std::vector<std::string> unknown;
};

/// Records them. What transitions share by `uses` counts by the work that is done, when it is done;
/// tokens of a stock (engine/trace/stocks.h) count while they are away, but for places from which
/// some are taken that never come back as what they were, and for stocks that are none: another
/// module gives back what one took.
class LoadRecorder final : public TraceSink {
 public:
  /// The net must outlive this.
  explicit LoadRecorder(const Net& net);
  /// Whether the net has any capacity.
  [[nodiscard]] bool any() const { return !loads_.empty(); }
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  [[nodiscard]] CapacityLoads take();

 private:
  /// Whose work is shared, and whether it goes from one end to another.
  struct Sharing {
    bool known = false;
    bool travels = false;
    std::size_t first = 0;               ///< variables that are the ends
    std::vector<std::uint32_t> handles;  ///< variables that say what work it is, as words of a pool
  };
  /// Ends of links that are one point: sets of them.
  class Points {
   public:
    std::size_t add();
    std::size_t find(std::size_t point);
    void join(std::size_t a, std::size_t b) { parents_[find(a)] = find(b); }

   private:
    std::vector<std::size_t> parents_;
  };
  [[nodiscard]] Sharing sharing_of(const Transition& transition) const;
  void add_place(PlaceId place, bool held);
  /// Places whose use is not known; adds the transitions that use them.
  std::set<std::string> places_unknown(std::vector<std::string>& by) const;
  /// Rows of these places, and of those from which some are taken for good.
  void leave_out(std::set<std::string> left);
  /// Once very many values have come to the pool, begins with that of the net again.
  void forget();
  void go_all_ways();
  void go(const Transition& transition, Word from, Word to);
  /// The firing reported last is over.
  void step();
  void count_held(PlaceId place, Word colour, double time, double count);
  void travel(const std::vector<std::size_t>& way, std::size_t from, std::size_t to);
  std::size_t actor(ColourSetId colour, Word who);

  const Net& net_;
  WordPool pool_;
  std::optional<Evaluator> evaluator_;
  std::vector<CapacityLoad> loads_;
  std::map<std::pair<std::size_t, Word>, std::size_t> number_;  // of a place and a colour
  std::vector<Sharing> sharing_;
  std::map<std::string, Stock> stocks_;
  std::vector<Stock*> of_transition_;   // null: its module has no stock
  const Stock* stock_ = nullptr;        // of the firing reported last, but for one that takes for good
  std::vector<PlaceId> touched_;        // and of that what it took from or gave back to
  std::vector<StockBalance> balances_;  // by place
  std::vector<bool> held_;              // by place
  std::vector<double> away_;            // of a load: tokens that are not back
  std::vector<bool> back_;              // whether any ever came back
  std::vector<Word> frame_;
  double end_ = 0;
  Points points_;
  std::map<std::size_t, std::size_t> tails_;  // of a load; its head is the next point
  std::map<std::pair<ColourSetId, Word>, std::size_t> actors_;
};

}  // namespace petriloom
