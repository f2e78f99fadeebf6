// SPDX-License-Identifier: Apache-2.0
// One text being edited, and what is known of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/lsp/protocol.h"
#include "formats/source/name_index.h"
#include "formats/source/statements.h"

namespace petriloom::cli {

/// The path of a file: URI, percent signs resolved; another URI as it is.
std::string path_of_uri(const std::string& uri);
/// The URI of a path.
std::string uri_of_path(const std::string& path);

/// What a text says, as far as it is right. Refers to itself, so it stays where it is.
struct Analysis {
  Analysis(const std::string& path, const std::string& text, const ReadOptions& options);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  Sources sources;
  Diagnostics diagnostics;  ///< of the syntax
  loom::Loaded files;
  source::Index index;
  std::string_view text;
  std::vector<source::Token> tokens;
  std::vector<source::Statement> statements;

  [[nodiscard]] Location location(const Position& position) const;
  [[nodiscard]] std::size_t offset(const Position& position) const;
  [[nodiscard]] Position position(std::size_t offset) const;
  [[nodiscard]] Range range(const Location& where, std::size_t length) const;
  /// Of a token in `text`.
  [[nodiscard]] std::size_t start(const source::Token& token) const {
    return static_cast<std::size_t>(token.text.data() - text.data());
  }
  /// The blocks around an offset, outermost first, and last the statement it stands in, if any.
  [[nodiscard]] std::vector<const source::Statement*> around(std::size_t offset) const;
  /// The scope whose names are known at an offset.
  [[nodiscard]] std::size_t scope_at(std::size_t offset) const;

 private:
  std::vector<std::size_t> lines_;
};

/// What is wrong in a text, with what imports and elaboration find: messages in other files stand
/// at its beginning.
std::vector<Message> messages_of(const std::string& path, const std::string& text, const ReadOptions& options);

}  // namespace petriloom::cli
