// SPDX-License-Identifier: Apache-2.0
// What modules have to work with: the initial tokens of the places that they take from and give
// back to.
//
// A core that computes, a track that carries a transfer and an engine that sends are tokens that
// were taken from such a place and are not back. How many there are is the capacity that
// utilisation is a share of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/containers/function_ref.h"
#include "engine/net/net.h"

namespace petriloom {

/// What all instances of a module have together.
struct Stock {
  std::vector<PlaceId> places;  ///< ascending
  double tokens = 0;            ///< in them at the start
  bool hardware = false;        ///< the module is a hardware module
  /// Transitions of the module that take some for good, ascending: they put none back, nor does
  /// whoever takes what they put. A rank whose program has ended is not busy.
  std::vector<TransitionId> last_takers;

  [[nodiscard]] bool takes_for_good(TransitionId transition) const {
    return std::binary_search(last_takers.begin(), last_takers.end(), transition);
  }
};

/// How many tokens of its stock, or of one place of that, a module has, had all that was put been
/// there at once.
class StockBalance {
 public:
  /// A firing of the module takes some, or puts as many less.
  void take(double count) { now_ += count; }
  /// The firing is over. It is one step: what it took before it put something back was not away.
  void step() {
    least_ = std::min(least_, now_);
    most_ = std::max(most_, now_);
  }
  /// Whether it was of these that there are at all times. It was not where another module gives
  /// back what this one took.
  [[nodiscard]] bool kept(double tokens) const { return least_ >= 0 && most_ <= tokens; }

 private:
  double least_ = 0, now_ = 0, most_ = 0;
};

/// By module without indices ("node.cpu"; the net itself by its name), for those of which it can be
/// told from the net. A place is the stock of a module if it holds tokens at the start, a
/// transition of the module takes some and does not put as many back at once, one puts some back,
/// and one of these two takes time. Where a transition takes from several such places, the one that
/// allows the fewest firings counts: customers of a closed network are no servers.
std::map<std::string, Stock> stocks_of(const Net& net);

/// Whether it lasts, waits for its time, or puts tokens that are on their way for a while.
bool takes_time(const Transition& transition);

/// The name under which `stocks_of` has the module of a transition.
std::string kind_name(const Net& net, TransitionId transition);

/// What there is of the module of each transition, by that name; null where there is nothing.
template <class T>
std::vector<T*> of_transitions(const Net& net, std::map<std::string, T>& of_modules) {
  std::vector<T*> found;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const auto one = of_modules.find(kind_name(net, TransitionId(t)));
    found.push_back(one == of_modules.end() ? nullptr : &one->second);
  }
  return found;
}

/// The server that a firing takes: a worker, a link, a core. Servers are tokens of a stock, each
/// of a colour of its own that says which it is. A colour that may change, as who is at which
/// point, says something else: servers are at least half of the colours that there are. The firing
/// takes time. Told of firings as traces are (engine/trace/sink.h).
class ServerTaken {
 public:
  /// The net must outlive this.
  explicit ServerTaken(const Net& net);
  void fired(TransitionId transition);
  void taken(PlaceId place, Word colour, std::int64_t count, const WordPool& pool);
  void move_colours(FunctionRef<Word(PlaceId, Word)> moved);

  /// Whether the firing told last takes one server, and no more.
  [[nodiscard]] bool one() const { return taken_ == 1; }
  /// Whether a token is that server.
  [[nodiscard]] bool is(PlaceId place, Word colour) const { return one() && place == place_ && colour == colour_; }
  [[nodiscard]] PlaceId place() const { return place_; }
  [[nodiscard]] Word colour() const { return colour_; }
  /// Where the firing is to be shown: "node[3].workers[2]" of an instance "node[3].workers", if it
  /// takes one server; the instance otherwise.
  [[nodiscard]] std::string row(const std::string& instance) const { return one() ? instance + index_ : instance; }

 private:
  const Net& net_;
  std::map<std::string, std::vector<PlaceId>> servers_;  // of a kind of module
  std::vector<std::vector<PlaceId>*> of_transition_;
  TransitionId transition_;
  PlaceId place_;
  Word colour_ = 0;
  std::int64_t taken_ = 0;
  std::string index_;
};

}  // namespace petriloom
