// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/explore/write.h"
#include "engine/text/parse_number.h"
#include "engine/trace/sqlite_statement.h"
#include "formats/common/output_file.h"

namespace petriloom::cli::explore {

namespace {

// Written under a name that nobody reads yet: nothing needs to survive a crash.
constexpr const char* kBegin = R"(
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
BEGIN;
CREATE TABLE about (key TEXT PRIMARY KEY, value);
CREATE TABLE varied (key TEXT NOT NULL, position INTEGER NOT NULL, value TEXT NOT NULL, number REAL, PRIMARY KEY (key, position));
CREATE TABLE measures (name TEXT PRIMARY KEY, unit TEXT NOT NULL);
CREATE TABLE results (point INTEGER NOT NULL REFERENCES points, measure TEXT NOT NULL REFERENCES measures, mean REAL, half_width REAL,
  n INTEGER NOT NULL, PRIMARY KEY (point, measure));
)";

std::string sql_name(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

class Database {
 public:
  explicit Database(const std::string& path) {
    check(sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) == SQLITE_OK);
    execute(kBegin);
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql) {
    if (problem_.empty()) check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  void check(bool done) {
    if (!done && problem_.empty()) problem_ = sqlite3_errmsg(handle_);
  }
  [[nodiscard]] SqliteStatement insert(const std::string& table, std::size_t columns) {
    std::string sql = "INSERT INTO " + table + " VALUES (?";
    for (std::size_t k = 1; k < columns; ++k) sql += ", ?";
    return {handle_, (sql + ")").c_str()};
  }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  sqlite3* handle_ = nullptr;
  std::string problem_;
};

void put(SqliteStatement& statement, const Estimate& value) {
  if (value.n == 0) {
    statement.null().null();
  } else {
    statement.real(value.mean).real(value.half_width);
  }
  statement.integer(static_cast<std::int64_t>(value.n));
}

/// A value of a key: as a number if all of it is one, so that it is ordered as such.
void put(SqliteStatement& statement, const std::string& text) {
  if (const auto whole = parse_number<std::int64_t>(text)) {
    statement.integer(*whole);
  } else if (const auto real = parse_number<double>(text)) {
    statement.real(*real);
  } else {
    statement.text(text);
  }
}

void write_points(const Findings& findings, Database& database) {
  const Sweep& sweep = findings.question.sweep;
  std::vector<std::string> names = point_columns(findings);
  make_different(names);
  std::string table = "CREATE TABLE points (";
  for (std::size_t k = 0; k < names.size(); ++k)
    table += fmt::format("{}{}", k == 0 ? "" : ", ", sql_name(names[k]) + (k == 0 ? " INTEGER PRIMARY KEY" : ""));
  database.execute(table + ")");
  if (!database.problem().empty()) return;
  SqliteStatement insert = database.insert("points", names.size());
  SqliteStatement result = database.insert("results", 5);
  const std::set<std::size_t> front(findings.front.begin(), findings.front.end());
  for (std::size_t k = 0; k < findings.rows.size(); ++k) {
    const Row& row = findings.rows[k];
    const auto point = static_cast<std::int64_t>(row.point);
    const std::vector<std::size_t> at = sweep.at(row.point);
    insert.integer(point);
    for (std::size_t key = 0; key < at.size(); ++key) put(insert, sweep.text(key, at));
    if (row.ended.empty()) {
      insert.null().null().null().null();
    } else {
      put(insert, row.time);
      insert.text(row.ended);
    }
    row.error.empty() ? insert.null() : insert.text(row.error);
    if (!findings.objectives.empty()) insert.integer(front.contains(k) ? 1 : 0);
    database.check(insert.run());
    for (const RowMeasure& measure : row.measures) {
      result.integer(point).text(measure.name);
      put(result, measure.value);
      database.check(result.run());
    }
  }
}

void write_tables(const Findings& findings, Database& database) {
  if (!database.problem().empty()) return;
  SqliteStatement about = database.insert("about", 2);
  database.check(about.text("schema").text("1").run() && about.text("net").text(shown_path(findings.question.path)).run());
  SqliteStatement varied = database.insert("varied", 4);
  for (const VariedKey& key : findings.question.sweep.keys) {
    for (std::size_t k = 0; k < key.values.size(); ++k) {
      varied.text(key.key).integer(static_cast<std::int64_t>(k)).text(key.values[k].text);
      key.values[k].number ? varied.real(*key.values[k].number) : varied.null();
      database.check(varied.run());
    }
  }
  SqliteStatement measures = database.insert("measures", 2);
  for (const MeasureColumn& column : findings.columns) database.check(measures.text(column.name).text(column.unit).run());
  write_points(findings, database);
}

}  // namespace

std::string write_findings_sqlite(const Findings& findings, const std::string& path) {
  const OutputTarget target = output_target(path);
  if (!target.problem.empty()) return target.problem;
  if (!target.replaced) return fmt::format("{}: cannot be written: a database needs a regular file", path);
  const std::string temporary = target.path + ".tmp";
  std::error_code ignored;  // a file that cannot be removed is told by the database
  std::filesystem::remove(temporary, ignored);
  std::string problem;
  {
    Database database(temporary);
    write_tables(findings, database);
    database.execute("COMMIT");
    problem = database.problem();
  }
  if (problem.empty()) {
    const int error = replace_target(temporary, target);
    if (error != 0) problem = std::strerror(error);
  }
  if (problem.empty()) return {};
  std::filesystem::remove(temporary, ignored);
  return fmt::format("{}: cannot be written: {}", path, problem);
}

}  // namespace petriloom::cli::explore
