// SPDX-License-Identifier: Apache-2.0
// Rows put into a table of an SQLite database.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

namespace petriloom {

/// A prepared INSERT: its values in their order, then `run`. It goes before the connection does.
class SqliteStatement {
 public:
  SqliteStatement(sqlite3* database, const char* sql) { sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr); }
  ~SqliteStatement() { sqlite3_finalize(statement_); }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  SqliteStatement& integer(std::int64_t value) {
    sqlite3_bind_int64(statement_, ++next_, value);
    return *this;
  }
  SqliteStatement& real(double value) {
    sqlite3_bind_double(statement_, ++next_, value);
    return *this;
  }
  SqliteStatement& text(const std::string& value) {
    sqlite3_bind_text(statement_, ++next_, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
    return *this;
  }
  SqliteStatement& null() {
    sqlite3_bind_null(statement_, ++next_);
    return *this;
  }
  /// False if the row could not be written.
  bool run() {
    const bool done = sqlite3_step(statement_) == SQLITE_DONE;
    sqlite3_reset(statement_);
    next_ = 0;
    return done;
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int next_ = 0;
};

}  // namespace petriloom
