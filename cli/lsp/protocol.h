// SPDX-License-Identifier: Apache-2.0
// The language server protocol: messages of an editor as values, and answers as text. The only file
// that knows JSON here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace petriloom::cli {

/// Both count from 0; characters in units of UTF-16.
struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
};
struct Range {
  Position start;
  Position end;
};

struct Request {
  std::string id;  ///< as JSON; empty for a notification
  std::string method;
  std::string uri;
  std::optional<std::string> text;  ///< of didOpen and didChange
  std::optional<Position> position;
  std::string new_name;              ///< of rename
  bool include_declaration = false;  ///< of references
};

/// Error codes of JSON-RPC and of the protocol.
enum class ErrorCode : int {
  parse = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  request_failed = -32803,
  internal = -32603,
  not_initialized = -32002,
};

struct Failure {
  std::string id = "null";
  ErrorCode code = ErrorCode::parse;
  std::string message;
};

/// Reads one message. On failure nothing is returned and `failure` says why. Answers to requests of
/// ours give an empty method.
std::optional<Request> read_request(const std::string& content, Failure& failure);

struct Message {
  Range range;
  int severity = 1;  ///< 1 error, 2 warning, 3 information
  std::string text;
  std::string related_uri;  ///< where it is, if in another file
  Range related_range;
};
struct Completion {
  std::string label;
  int kind = 1;  ///< CompletionItemKind
  std::string detail;
  std::string insert;  ///< empty: the label
};
struct DocumentSymbol {
  std::string name;
  std::string detail;
  int kind = 13;  ///< SymbolKind
  Range range;
  Range selection;
  std::vector<DocumentSymbol> children;
};

/// The answers, each a whole message.
std::string failure_reply(const Failure& failure);
std::string null_reply(const std::string& id);
std::string capabilities_reply(const std::string& id, const std::string& version);
std::string hover_reply(const std::string& id, const std::string& markdown, const Range& range);
/// Ranges in documents, each named by its URI.
struct TextPlace {
  std::string uri;
  Range range;
};
std::string places_reply(const std::string& id, const std::vector<TextPlace>& places);
/// What may be renamed: the range of the name, and the name as it stands there.
std::string name_reply(const std::string& id, const Range& range, const std::string& name);
/// The same text at all places.
std::string rename_reply(const std::string& id, const std::vector<TextPlace>& places, const std::string& text);
std::string location_reply(const std::string& id, const std::string& uri, const Range& range);
std::string completion_reply(const std::string& id, const std::vector<Completion>& items);
std::string symbols_reply(const std::string& id, const std::vector<DocumentSymbol>& symbols);
/// One edit that replaces `range`.
std::string edit_reply(const std::string& id, const Range& range, const std::string& text);
/// No edits.
std::string empty_reply(const std::string& id);
/// What is wrong in a document; the notification of the server.
std::string publish(const std::string& uri, const std::vector<Message>& messages);

}  // namespace petriloom::cli
