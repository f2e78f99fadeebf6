// SPDX-License-Identifier: Apache-2.0
// Traces in the Paje format (L. M. Schnorr, "Paje trace file format", 2013), which ViTE, PajeNG and
// Paje read.
//
// Below the net there is a container for each module instance that does something. A firing that
// puts tokens with a delay is a state of a track of its instance, from the firing to the latest
// time at which they become available; every other firing is an event. The tokens in each place are
// a variable of the instance of the place, and a token that leaves the instance that put it is a
// link. Times are in s.
#pragma once

#include <deque>
#include <map>
#include <ostream>
#include <queue>
#include <tuple>

#include "engine/trace/colours.h"
#include "engine/trace/sink.h"
#include "engine/trace/stocks.h"
#include "engine/trace/tracks.h"

namespace petriloom {

class PajeTrace final : public TraceSink {
 public:
  /// Both must outlive the trace.
  PajeTrace(const Net& net, std::ostream& out);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  void move_colours(FunctionRef<Word(PlaceId, Word)> moved) override;

 private:
  struct Row {
    Tracks tracks;
    std::vector<std::size_t> numbers;  ///< of the tracks, in the file
  };
  struct Instance {
    std::size_t number = 0;
    std::map<std::string, Row> rows;  ///< the instance itself, and its servers (stocks.h)
    std::size_t tracks_made = 0;
  };
  struct End {
    double time = 0;
    std::uint64_t number = 0;  ///< of the state, which orders those that end together
    std::string track;
    friend bool operator>(const End& a, const End& b) { return std::tie(a.time, a.number) > std::tie(b.time, b.number); }
  };
  /// Tokens put together that are still there.
  struct Sent {
    std::uint64_t link = 0;
    std::size_t from = 0;  ///< number of the instance
    std::int64_t count = 0;
    bool open = true;  ///< none of them was taken yet
  };

  void find_links();
  void mark();
  Instance& instance(const std::string& name, double now);
  const std::string& value(TransitionId transition, char kind);
  void flush();
  void end_states(double now);
  void add(double now, PlaceId place, Word colour, std::int64_t count);
  void end_link(double now, const Sent& sent, std::size_t to, PlaceId place);

  const Net& net_;
  std::ostream& out_;
  const WordPool* pool_ = nullptr;
  std::map<std::string, Instance> instances_;
  std::map<std::pair<TransitionId, char>, std::string> values_;
  std::map<std::pair<PlaceId, std::size_t>, std::int64_t> tokens_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::uint64_t states_ = 0;
  std::vector<bool> linked_;  // by place: its tokens may leave the instance that puts them
  ServerTaken server_;
  std::map<TracedToken, std::deque<Sent>> sent_;
  std::uint64_t links_ = 0;
  // The firing whose tokens are still to come.
  bool open_ = false;
  double begin_ = 0;
  double end_ = 0;
  TransitionId transition_;
  std::string instance_;
};

}  // namespace petriloom
