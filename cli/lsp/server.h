// SPDX-License-Identifier: Apache-2.0
// The language server: takes messages of an editor and gives answers.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "cli/lsp/renaming.h"

namespace petriloom::cli {

class Server {
 public:
  /// `search_path`: folders for imports beside the documents' own.
  explicit Server(std::vector<std::string> search_path) : search_path_(std::move(search_path)) {}

  /// Handles one message; answers go to `out`. Never throws on what an editor sends.
  void handle(const std::string& content, std::vector<std::string>& out);
  /// The messages for documents that have changed since they were last told.
  void tell(std::vector<std::string>& out);

  [[nodiscard]] bool ended() const { return ended_; }
  /// Whether the editor has asked for the end before it came.
  [[nodiscard]] bool orderly() const { return shutdown_; }

 private:
  struct Document {
    std::string path;
    std::string text;
    std::unique_ptr<Analysis> analysis;
  };
  void answer(const Request& request, std::vector<std::string>& out);
  std::string answer_about(const Request& request, Document& document);
  /// All places of the name at the place asked for, in the documents that are open and what they
  /// import.
  std::vector<TextPlace> places_of(const Request& request, const NamePlace& declared, std::set<NamePlace>& named);
  std::string references(const Request& request, Document& document);
  std::string rename(const Request& request, Document& document);
  /// The edits of `rename`; nothing, and why, if a name would mean something else then.
  std::string renamed_reply(const Request& request, const NamePlace& declared, const std::string& spelled);
  void change(const Request& request, std::vector<std::string>& out);
  [[nodiscard]] ReadOptions options() const;
  const Analysis& analysis_of(Document& document);

  std::vector<std::string> search_path_;
  std::map<std::string, Document> documents_;
  std::set<std::string> changed_;
  bool initialized_ = false;
  bool shutdown_ = false;
  bool ended_ = false;
};

}  // namespace petriloom::cli
