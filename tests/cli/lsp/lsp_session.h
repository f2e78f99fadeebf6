// SPDX-License-Identifier: Apache-2.0
// Speaking to the language server as editors do: real frames over a pipe.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#include "tests/own_folder.h"

namespace petriloom::lsp_test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A message as it goes over the pipe.
inline std::string frame(const std::string& content) {
  return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
}
inline std::string frame_of(const Json& json) { return frame(json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

/// What the server said, and how it ended.
struct Answers {
  std::vector<Json> messages;
  int code = -1;

  [[nodiscard]] Json of(int id) const {
    for (const Json& message : messages) {
      if (message.contains("id") && message["id"] == id) return message;
    }
    return nullptr;
  }
  /// The last diagnostics published for a document.
  [[nodiscard]] Json published(const std::string& uri) const {
    Json last;
    for (const Json& message : messages) {
      if (message.value("method", "") == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri) {
        last = message["params"]["diagnostics"];
      }
    }
    return last;
  }
};

/// Gives the server all of `input` and takes its output apart; every message must be a whole frame
/// of JSON.
inline Answers speak(const std::string& input) {
  const test::OwnFolder folder;
  std::ofstream(folder / "in", std::ios::binary) << input;
  const std::string command =
      std::string(PETRILOOM_BINARY) + " lsp <'" + (folder / "in").string() + "' >'" + (folder / "out").string() + "' 2>/dev/null";
  const int status = std::system(command.c_str());
  Answers answers;
  answers.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream stream(folder / "out", std::ios::binary);
  const std::string out{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find("\r\n\r\n", at);
    EXPECT_NE(end, std::string::npos);
    EXPECT_EQ(out.compare(at, 16, "Content-Length: "), 0);
    if (end == std::string::npos) break;
    const std::size_t length = std::stoul(out.substr(at + 16, end - at - 16));
    answers.messages.push_back(Json::parse(out.substr(end + 4, length), nullptr, false));
    EXPECT_FALSE(answers.messages.back().is_discarded());
    at = end + 4 + length;
  }
  return answers;
}

/// The document that most tests edit.
inline const std::string kUri = "file:///nowhere/test.loom";

/// A request of the protocol; those below are the usual ones.
inline Json request(int id, const std::string& method, Json params = Json::object()) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}
inline Json opened(const std::string& text, const std::string& uri = kUri) {
  const Json document = {{"uri", uri}, {"languageId", "petriloom"}, {"version", 1}, {"text", text}};
  return {{"jsonrpc", "2.0"}, {"method", "textDocument/didOpen"}, {"params", {{"textDocument", document}}}};
}
inline Json changed(const std::string& text) {
  const Json document = {{"uri", kUri}, {"version", 2}};
  const Json params = {{"textDocument", document}, {"contentChanges", Json::array({{{"text", text}}})}};
  return {{"jsonrpc", "2.0"}, {"method", "textDocument/didChange"}, {"params", params}};
}
inline Json at(int id, const std::string& method, int line, int character, const std::string& uri = kUri) {
  return request(id, "textDocument/" + method,
                 {{"textDocument", {{"uri", uri}}}, {"position", {{"line", line}, {"character", character}}}});
}
inline Json span(int line, int from, int to) {
  return {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", line}, {"character", to}}}};
}

/// A session: initialize, the messages, shutdown, exit.
inline Answers session(const std::vector<Json>& messages) {
  std::string input = frame_of(request(9000, "initialize"));
  for (const Json& message : messages) input += frame_of(message);
  input += frame_of(request(9001, "shutdown")) + frame_of(Json{{"jsonrpc", "2.0"}, {"method", "exit"}});
  const Answers answers = speak(input);
  EXPECT_EQ(answers.code, 0);
  return answers;
}

/// What a completion offers.
inline std::vector<std::string> labels(const Json& completion) {
  std::vector<std::string> found;
  for (const Json& item : completion["result"]["items"]) found.push_back(item["label"]);
  return found;
}
inline bool contains(const std::vector<std::string>& list, const std::string& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

}  // namespace petriloom::lsp_test
