// SPDX-License-Identifier: Apache-2.0
// Traces as an SQLite database: tables of firings and of the tokens that they take and put
// (docs/traces.md has the schema).
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/trace/sink.h"

namespace petriloom {

class SqliteStatement;

class SqliteTrace final : public TraceSink {
 public:
  /// Makes a new database file, which must not exist; `problem` says what went wrong. The net must
  /// outlive the trace.
  SqliteTrace(const Net& net, const std::string& path);
  ~SqliteTrace() override;
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  /// The first thing that went wrong, also on the way; empty if all was written.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Database;
  void execute(const char* sql);
  void describe_net();
  std::int64_t instance(const std::string& name);
  void token(SqliteStatement& statement, double when, PlaceId place, Word colour, std::int64_t count);

  const Net& net_;
  std::string problem_;
  std::unique_ptr<Database> database_;
  std::map<std::string, std::int64_t> instances_;
  const WordPool* pool_ = nullptr;
  std::int64_t firing_ = 0;
};

}  // namespace petriloom
