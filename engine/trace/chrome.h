// SPDX-License-Identifier: Apache-2.0
// Traces in the Trace Event Format that chrome://tracing and Perfetto show (Google, "Trace Event
// Format", JSON array form).
//
// One track for each module instance and each of its servers (stocks.h), and further ones for what
// overlaps there. A firing that puts tokens with a delay is a slice from the firing to the latest
// time at which they become available; every other firing is an instant event. Times are in
// microseconds of model time.
#pragma once

#include <map>
#include <ostream>

#include "engine/trace/sink.h"
#include "engine/trace/stocks.h"
#include "engine/trace/tracks.h"

namespace petriloom {

class ChromeTrace final : public TraceSink {
 public:
  /// Both must outlive the trace.
  ChromeTrace(const Net& net, std::ostream& out);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  std::optional<std::string> save() override;
  void load(std::string_view state) override;

 private:
  void flush();
  std::size_t thread(const std::string& row, std::size_t track);
  void event(const std::string& text);

  const Net& net_;
  std::ostream& out_;
  struct Row {
    Tracks tracks;
    std::vector<std::size_t> threads;  ///< of the tracks: numbers in the file
  };
  std::map<std::string, Row> rows_;
  std::size_t threads_ = 0;
  bool first_ = true;
  // The firing whose puts are still to come.
  bool open_ = false;
  double begin_ = 0;
  double end_ = 0;
  std::string name_;
  std::string binding_;
  std::string instance_;
  const WordPool* pool_ = nullptr;
  ServerTaken server_;
};

}  // namespace petriloom
