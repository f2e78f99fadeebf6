// SPDX-License-Identifier: Apache-2.0
// What a sweep has found so far, beside its output: killed and started again with the same
// arguments, it goes on from there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/explore/row.h"
#include "cli/shell/session.h"

namespace petriloom::cli::explore {

class Journal {
 public:
  /// `output` is the file that it lies beside; empty: nothing is kept. `key`: arguments that must
  /// be the same to go on.
  Journal(const std::string& output, const std::string& key, Session& session);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Reads what is there and makes it ready for more. The rows that hold still; none, and that is
  /// said, if arguments or files have changed.
  std::vector<Row> open();
  /// Keeps a row.
  void add(const Row& row);
  /// All is written: it is not needed any more.
  void remove();
  /// The sweep was stopped: says how to go on.
  void keep() const;

 private:
  std::string changed(std::string_view text, std::size_t& end, std::vector<Row>& rows);
  bool append(const std::string& lines);
  std::string file_line(const std::string& name);

  std::string path_;
  const std::string key_;
  Session& session_;
  std::map<std::string, std::string> files_;  // name and state
  int file_ = -1;
};

}  // namespace petriloom::cli::explore
