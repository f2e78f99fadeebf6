// SPDX-License-Identifier: Apache-2.0
// Work that rank 0 hands out to other processes: numbers, and texts that say where to begin and
// what came out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace petriloom {

class RankTasks {
 public:
  struct Task {
    std::uint64_t number = 0;
    std::string text;
  };
  virtual ~RankTasks() = default;
  /// The next task for another process; empty: none now.
  virtual std::optional<Task> take_away() = 0;
  /// A task that was taken away will not come to an end there.
  virtual void give_back(std::uint64_t number) = 0;
  /// How far it is.
  virtual void note(std::uint64_t number, std::string_view text) = 0;
  /// What came out of it.
  virtual void finish(std::uint64_t number, std::string_view text) = 0;
  /// Whether nothing is left to be done or waited for.
  [[nodiscard]] virtual bool settled() = 0;
};

}  // namespace petriloom
