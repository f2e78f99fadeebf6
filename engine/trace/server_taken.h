// SPDX-License-Identifier: Apache-2.0
// Who serves in a firing: a worker, a link, a core. Servers are tokens that a module takes and gives
// back (engine/trace/stocks.h), each of a colour of its own that says which it is. A colour that may
// change, as who is at which point, says something else: servers are at least half of the colours
// that there are. The firing takes time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/containers/function_ref.h"
#include "engine/net/net.h"

namespace petriloom {

/// The server that a firing takes. Told of firings as traces are (engine/trace/sink.h).
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
  std::vector<const std::vector<PlaceId>*> of_transition_;
  TransitionId transition_;
  PlaceId place_;
  Word colour_ = 0;
  std::int64_t taken_ = 0;
  std::string index_;
};

}  // namespace petriloom
