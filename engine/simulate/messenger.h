// SPDX-License-Identifier: Apache-2.0
// Messages between the processes of one run on many machines. Rank 0 hands out work and gathers
// results; the others work for it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace petriloom {

class Messenger {
 public:
  virtual ~Messenger() = default;
  /// The number of this process, below `size()`.
  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Sends a message; does not wait for it to arrive.
  virtual void send(std::size_t rank, std::string text) = 0;
  struct Message {
    std::size_t from = 0;
    std::string text;
  };
  /// The next message that is there; empty if there is none. Messages of one rank come in the order
  /// in which they were sent.
  virtual std::optional<Message> receive() = 0;
  /// Some rank will never answer again: the end must not wait for it.
  virtual void incomplete() = 0;
};

}  // namespace petriloom
