// SPDX-License-Identifier: Apache-2.0
// Traces as comma-separated values: one line for each firing, and one for each kind of token taken
// or put.
//
//   event,time,name,detail,count,token_time
//   fire,0.5,node[3].cpu.start,"t = task(1)",,
//   take,0.5,node[3].cpu.IDLE,core(0),1,0.25          token_time: when it had arrived, s
//   put,0.5,node[3].cpu.RUN,"(core(0), task(1))",1,2  token_time: when it will be available, s
#pragma once

#include <ostream>

#include "engine/trace/sink.h"

namespace petriloom {

class CsvTrace final : public TraceSink {
 public:
  /// Both must outlive the trace.
  CsvTrace(const Net& net, std::ostream& out);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  std::optional<std::string> save() override;
  void load(std::string_view state) override;

 private:
  void token(const char* event, double now, PlaceId place, Word colour, std::int64_t count, double when);
  const Net& net_;
  std::ostream& out_;
  const WordPool* pool_ = nullptr;
};

}  // namespace petriloom
