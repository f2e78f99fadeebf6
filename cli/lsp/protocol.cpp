// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/protocol.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace petriloom::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostNested = 64;

/// Depth is looked at before parsing, so that brackets without end cannot exhaust the stack.
bool nested_too_deeply(const std::string& content) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kMostNested) return true;
  }
  return false;
}

const Json* member(const Json& value, const char* name) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(name);
  return found == value.end() ? nullptr : &*found;
}

std::optional<std::string> text_member(const Json* value, const char* name) {
  const Json* const found = value == nullptr ? nullptr : member(*value, name);
  if (found == nullptr || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::size_t> count_member(const Json& value, const char* name) {
  const Json* const found = member(value, name);
  if (found == nullptr || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned()) return static_cast<std::size_t>(std::min<std::uint64_t>(found->get<std::uint64_t>(), 1U << 31U));
  return found->get<std::int64_t>() < 0 ? std::nullopt : std::optional<std::size_t>(found->get<std::int64_t>());
}

/// False if what the method needs is missing.
bool read_parameters(const Json& params, Request& request) {
  const Json* const document = member(params, "textDocument");
  request.uri = text_member(document, "uri").value_or("");
  if (const Json* position = member(params, "position")) {
    const auto line = count_member(*position, "line");
    const auto character = count_member(*position, "character");
    if (!line || !character) return false;
    request.position = Position{*line, *character};
  }
  if (request.method == "textDocument/didOpen") request.text = text_member(document, "text");
  const Json* const changes = member(params, "contentChanges");
  if (request.method == "textDocument/didChange" && changes != nullptr && changes->is_array() && !changes->empty()) {
    const Json& last = changes->back();  // each holds the whole text
    if (member(last, "range") == nullptr) request.text = text_member(&last, "text");
  }
  request.new_name = text_member(&params, "newName").value_or("");
  const Json* const context = member(params, "context");
  const Json* const declaration = context == nullptr ? nullptr : member(*context, "includeDeclaration");
  request.include_declaration = declaration != nullptr && declaration->is_boolean() && declaration->get<bool>();
  const bool of_document = request.method.starts_with("textDocument/");
  const bool wants_text = request.method == "textDocument/didOpen" || request.method == "textDocument/didChange";
  const bool wants_position = request.method == "textDocument/hover" || request.method == "textDocument/definition" ||
                              request.method == "textDocument/completion" || request.method == "textDocument/references" ||
                              request.method == "textDocument/prepareRename" || request.method == "textDocument/rename";
  return !(of_document && request.uri.empty()) && !(wants_text && !request.text) && !(wants_position && !request.position);
}

Json json_of(const Position& position) { return {{"line", position.line}, {"character", position.character}}; }
Json json_of(const Range& range) { return {{"start", json_of(range.start)}, {"end", json_of(range.end)}}; }

Json json_of(const DocumentSymbol& symbol) {
  Json children = Json::array();
  for (const DocumentSymbol& child : symbol.children) children.push_back(json_of(child));
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", symbol.kind},
          {"range", json_of(symbol.range)},
          {"selectionRange", json_of(symbol.selection)},
          {"children", children}};
}

/// Bytes that are not UTF-8 become replacement characters.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string reply(const std::string& id, const Json& result) {
  return text_of({{"jsonrpc", "2.0"}, {"id", Json::parse(id)}, {"result", result}});
}

}  // namespace

std::optional<Request> read_request(const std::string& content, Failure& failure) {
  failure = {};
  const Json json = nested_too_deeply(content) ? Json(Json::value_t::discarded) : Json::parse(content, nullptr, false);
  if (json.is_discarded()) {
    failure.message = "this is no JSON";
    return std::nullopt;
  }
  Request request;
  const Json* const id = member(json, "id");
  const bool good_id = id != nullptr && (id->is_string() || id->is_number_integer());
  if (good_id) failure.id = request.id = text_of(*id);
  failure.code = ErrorCode::invalid_request;
  if (!json.is_object() || (id != nullptr && !good_id && !id->is_null())) {
    failure.message = "this is no request";
    return std::nullopt;
  }
  const bool answer = member(json, "result") != nullptr || member(json, "error") != nullptr;
  const Json* const method = member(json, "method");
  if (answer && method == nullptr) return request;
  if (method == nullptr || !method->is_string()) {
    failure.message = "a request without a method";
    return std::nullopt;
  }
  request.method = method->get<std::string>();
  const Json* const params = member(json, "params");
  if (!read_parameters(params == nullptr ? Json::object() : *params, request)) {
    failure.code = ErrorCode::invalid_params;
    failure.message = "parameters are missing or wrong";
    return std::nullopt;
  }
  return request;
}

std::string failure_reply(const Failure& failure) {
  return text_of({{"jsonrpc", "2.0"},
                  {"id", Json::parse(failure.id)},
                  {"error", {{"code", static_cast<int>(failure.code)}, {"message", failure.message}}}});
}

std::string null_reply(const std::string& id) { return reply(id, nullptr); }

std::string capabilities_reply(const std::string& id, const std::string& version) {
  const Json capabilities = {
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 1}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"completionProvider", {{"triggerCharacters", Json::array({"."})}}},
  };
  return reply(id, {{"capabilities", capabilities}, {"serverInfo", {{"name", "petriloom"}, {"version", version}}}});
}

std::string hover_reply(const std::string& id, const std::string& markdown, const Range& range) {
  return reply(id, {{"contents", {{"kind", "markdown"}, {"value", markdown}}}, {"range", json_of(range)}});
}

std::string location_reply(const std::string& id, const std::string& uri, const Range& range) {
  return reply(id, {{"uri", uri}, {"range", json_of(range)}});
}

std::string places_reply(const std::string& id, const std::vector<TextPlace>& places) {
  Json list = Json::array();
  for (const TextPlace& place : places) list.push_back({{"uri", place.uri}, {"range", json_of(place.range)}});
  return reply(id, list);
}

std::string name_reply(const std::string& id, const Range& range, const std::string& name) {
  return reply(id, {{"range", json_of(range)}, {"placeholder", name}});
}

std::string rename_reply(const std::string& id, const std::vector<TextPlace>& places, const std::string& text) {
  Json changes = Json::object();
  for (const TextPlace& place : places) changes[place.uri].push_back({{"range", json_of(place.range)}, {"newText", text}});
  return reply(id, {{"changes", changes}});
}

std::string completion_reply(const std::string& id, const std::vector<Completion>& items) {
  Json list = Json::array();
  for (const Completion& item : items) {
    Json entry = {{"label", item.label}, {"kind", item.kind}};
    if (!item.detail.empty()) entry["detail"] = item.detail;
    if (!item.insert.empty()) entry["insertText"] = item.insert;
    list.push_back(std::move(entry));
  }
  return reply(id, {{"isIncomplete", false}, {"items", list}});
}

std::string symbols_reply(const std::string& id, const std::vector<DocumentSymbol>& symbols) {
  Json list = Json::array();
  for (const DocumentSymbol& symbol : symbols) list.push_back(json_of(symbol));
  return reply(id, list);
}

std::string edit_reply(const std::string& id, const Range& range, const std::string& text) {
  return reply(id, Json::array({{{"range", json_of(range)}, {"newText", text}}}));
}

std::string empty_reply(const std::string& id) { return reply(id, Json::array()); }

std::string publish(const std::string& uri, const std::vector<Message>& messages) {
  Json list = Json::array();
  for (const Message& message : messages) {
    Json entry = {
        {"range", json_of(message.range)}, {"severity", message.severity}, {"source", "petriloom"}, {"message", message.text}};
    if (!message.related_uri.empty()) {
      const Json location = {{"uri", message.related_uri}, {"range", json_of(message.related_range)}};
      entry["relatedInformation"] = Json::array({{{"location", location}, {"message", "it is here"}}});
    }
    list.push_back(std::move(entry));
  }
  return text_of(
      {{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", {{"uri", uri}, {"diagnostics", list}}}});
}

}  // namespace petriloom::cli
