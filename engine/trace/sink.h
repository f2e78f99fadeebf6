// SPDX-License-Identifier: Apache-2.0
// What is told of the firings of a run: the interface of every trace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/containers/function_ref.h"
#include "engine/net/net.h"

namespace petriloom {

/// Told of every firing of a traced run, in order.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  /// `now` in s; `binding` holds the words of the transition's first `binding_size` variables;
  /// `pool` resolves handles.
  virtual void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) = 0;
  /// Tokens put by the firing just reported: available from `available` (s).
  virtual void put(double now, double available, PlaceId place, Word colour, std::int64_t count) = 0;
  /// Tokens taken by the firing just reported, which had arrived at `arrival` (s).
  virtual void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) = 0;
  /// The run is over; flushes what is buffered.
  virtual void finish(double now) = 0;

  /// Between two steps the run goes on with another pool of lists and tuples: `moved` gives the
  /// word there of a colour of a place. For those who keep colours from one firing to the next.
  virtual void move_colours(FunctionRef<Word(PlaceId, Word)> moved) { static_cast<void>(moved); }
  /// Between two steps: flushes what was written and says what `load` needs to go on from there.
  /// Empty: this kind of trace cannot be gone on with.
  virtual std::optional<std::string> save() { return std::nullopt; }
  /// Goes on where `save` was called; to be called before anything else. Throws StateError.
  virtual void load(std::string_view) {}
};

}  // namespace petriloom
