// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/sqlite.h"

#include <sqlite3.h>

#include "engine/trace/names.h"
#include "engine/trace/sqlite_statement.h"

namespace petriloom {

namespace {

constexpr const char* kSchemaVersion = "1";

// Written under a name that nobody reads yet: nothing needs to survive a crash.
constexpr const char* kSettings = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;";

constexpr const char* kTables = R"(
BEGIN;
CREATE TABLE about (key TEXT PRIMARY KEY, value);
CREATE TABLE instances (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE places (id INTEGER PRIMARY KEY, module TEXT NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL);
CREATE TABLE transitions (id INTEGER PRIMARY KEY, module TEXT NOT NULL, name TEXT NOT NULL, timing TEXT NOT NULL);
CREATE TABLE firings (id INTEGER PRIMARY KEY, time REAL NOT NULL, transition_id INTEGER NOT NULL REFERENCES transitions,
  instance_id INTEGER NOT NULL REFERENCES instances, binding TEXT NOT NULL);
CREATE TABLE takes (firing_id INTEGER NOT NULL REFERENCES firings, place_id INTEGER NOT NULL REFERENCES places,
  instance_id INTEGER NOT NULL REFERENCES instances, token TEXT NOT NULL, count INTEGER NOT NULL, arrived REAL NOT NULL);
CREATE TABLE puts (firing_id INTEGER NOT NULL REFERENCES firings, place_id INTEGER NOT NULL REFERENCES places,
  instance_id INTEGER NOT NULL REFERENCES instances, token TEXT NOT NULL, count INTEGER NOT NULL, available REAL NOT NULL);
)";

// Made when all rows are there, which is several times faster than keeping them up to date.
constexpr const char* kIndexes = R"(
CREATE INDEX firings_by_time ON firings (time);
CREATE INDEX firings_by_transition ON firings (transition_id, instance_id, time);
CREATE INDEX takes_by_firing ON takes (firing_id);
CREATE INDEX takes_by_place ON takes (place_id, instance_id);
CREATE INDEX puts_by_firing ON puts (firing_id);
CREATE INDEX puts_by_place ON puts (place_id, instance_id, available);
CREATE VIEW named_firings AS SELECT firings.id, time, instances.name AS instance, transitions.name AS transition, binding
  FROM firings JOIN transitions ON transitions.id = transition_id JOIN instances ON instances.id = instance_id;
CREATE VIEW named_tokens AS
  SELECT firing_id, firings.time, 'take' AS event, instances.name AS instance, places.name AS place, token, count, arrived AS token_time
  FROM takes JOIN firings ON firings.id = firing_id JOIN places ON places.id = place_id JOIN instances ON instances.id = takes.instance_id
  UNION ALL
  SELECT firing_id, firings.time, 'put', instances.name, places.name, token, count, available
  FROM puts JOIN firings ON firings.id = firing_id JOIN places ON places.id = place_id JOIN instances ON instances.id = puts.instance_id;
COMMIT;
)";

}  // namespace

struct SqliteTrace::Database {
  ~Database() {
    // Statements go before the connection.
    about.reset();
    instance.reset();
    place.reset();
    transition.reset();
    firing.reset();
    take.reset();
    put.reset();
    sqlite3_close(handle);
  }
  void prepare() {
    about = std::make_unique<SqliteStatement>(handle, "INSERT INTO about VALUES (?, ?)");
    instance = std::make_unique<SqliteStatement>(handle, "INSERT INTO instances VALUES (?, ?)");
    place = std::make_unique<SqliteStatement>(handle, "INSERT INTO places VALUES (?, ?, ?, ?)");
    transition = std::make_unique<SqliteStatement>(handle, "INSERT INTO transitions VALUES (?, ?, ?, ?)");
    firing = std::make_unique<SqliteStatement>(handle, "INSERT INTO firings VALUES (?, ?, ?, ?, ?)");
    take = std::make_unique<SqliteStatement>(handle, "INSERT INTO takes VALUES (?, ?, ?, ?, ?, ?)");
    put = std::make_unique<SqliteStatement>(handle, "INSERT INTO puts VALUES (?, ?, ?, ?, ?, ?)");
  }
  sqlite3* handle = nullptr;
  std::unique_ptr<SqliteStatement> about, instance, place, transition, firing, take, put;
};

SqliteTrace::SqliteTrace(const Net& net, const std::string& path)
    : net_(net), database_(std::make_unique<Database>()), pool_(&net.pool) {
  if (sqlite3_open_v2(path.c_str(), &database_->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK) {
    problem_ = sqlite3_errmsg(database_->handle);
    return;
  }
  execute(kSettings);
  execute(kTables);
  if (!problem_.empty()) return;
  database_->prepare();
  describe_net();
}

SqliteTrace::~SqliteTrace() = default;

void SqliteTrace::execute(const char* sql) {
  if (!problem_.empty()) return;
  if (sqlite3_exec(database_->handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) problem_ = sqlite3_errmsg(database_->handle);
}

void SqliteTrace::describe_net() {
  database_->about->text("schema").text(kSchemaVersion).run();
  database_->about->text("net").text(net_.name).run();
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    const Place& place = net_.places[p];
    database_->place->integer(static_cast<std::int64_t>(p))
        .text(petriloom::path(net_, place.module))
        .text(place.name)
        .text(net_.colours.describe(place.colour))
        .run();
  }
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    database_->transition->integer(static_cast<std::int64_t>(t))
        .text(petriloom::path(net_, transition.module))
        .text(transition.name)
        .text(std::string(facts_of(transition.timing).name))
        .run();
  }
}

std::int64_t SqliteTrace::instance(const std::string& name) {
  const auto [at, added] = instances_.try_emplace(name, static_cast<std::int64_t>(instances_.size()));
  if (added) database_->instance->integer(at->second).text(name).run();
  return at->second;
}

void SqliteTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  pool_ = &pool;
  if (!problem_.empty()) return;
  const std::int64_t where = instance(instance_name(net_, transition, binding));
  const bool written = database_->firing->integer(++firing_)
                           .real(now)
                           .integer(static_cast<std::int64_t>(transition.index()))
                           .integer(where)
                           .text(binding_text(net_, transition, binding, pool))
                           .run();
  if (!written) problem_ = sqlite3_errmsg(database_->handle);
}

void SqliteTrace::token(SqliteStatement& statement, double when, PlaceId place, Word colour, std::int64_t count) {
  const std::int64_t where = instance(instance_name(net_, place, colour, *pool_));
  const bool written = statement.integer(firing_)
                           .integer(static_cast<std::int64_t>(place.index()))
                           .integer(where)
                           .text(net_.colours.format(net_[place].colour, colour, *pool_))
                           .integer(count)
                           .real(when)
                           .run();
  if (!written) problem_ = sqlite3_errmsg(database_->handle);
}

void SqliteTrace::put(double, double available, PlaceId place, Word colour, std::int64_t count) {
  if (problem_.empty()) token(*database_->put, available, place, colour, count);
}

void SqliteTrace::taken(double, double arrival, PlaceId place, Word colour, std::int64_t count) {
  if (problem_.empty()) token(*database_->take, arrival, place, colour, count);
}

void SqliteTrace::finish(double now) {
  if (!problem_.empty()) return;
  database_->about->text("end").real(now).run();
  execute(kIndexes);
}

}  // namespace petriloom
