// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/server.h"

#include <algorithm>
#include <array>
#include <exception>

#include "cli/lsp/completion.h"
#include "cli/lsp/navigation.h"
#include "formats/source/layout.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kMostDocuments = 1000;

std::string formatting(const Request& request, const Analysis& analysis) {
  Diagnostics diagnostics;
  const std::optional<std::string> text = source::formatted(analysis.sources, analysis.files.main, diagnostics);
  if (!text || *text == analysis.text) return empty_reply(request.id);
  return edit_reply(request.id, {{0, 0}, analysis.position(analysis.text.size())}, *text);
}

std::string hover(const Request& request, const Analysis& analysis) {
  const std::optional<Hover> found = hover_at(analysis, *request.position);
  return found ? hover_reply(request.id, found->markdown, found->range) : null_reply(request.id);
}

std::string definition(const Request& request, const Analysis& analysis) {
  const std::optional<Target> found = definition_at(analysis, *request.position);
  if (!found) return null_reply(request.id);
  const bool here = found->path == analysis.sources.name(analysis.files.main);
  return location_reply(request.id, here ? request.uri : uri_of_path(found->path), found->range);
}

std::string completion(const Request& request, const Analysis& analysis) {
  return completion_reply(request.id, completions_at(analysis, *request.position));
}

std::string symbols(const Request& request, const Analysis& analysis) { return symbols_reply(request.id, symbols_of(analysis)); }

struct Method {
  std::string_view name;
  std::string (*answer)(const Request& request, const Analysis& analysis);
};
constexpr std::array kMethods = {
    Method{"textDocument/hover", hover},           Method{"textDocument/definition", definition},
    Method{"textDocument/completion", completion}, Method{"textDocument/documentSymbol", symbols},
    Method{"textDocument/formatting", formatting},
};

/// Methods about a name in all documents.
constexpr std::array<std::string_view, 3> kNamed = {"textDocument/references", "textDocument/prepareRename", "textDocument/rename"};

const std::string_view* find_named(std::string_view name) {
  const auto* const found = std::find(kNamed.begin(), kNamed.end(), name);
  return found == kNamed.end() ? nullptr : found;
}

const Method* find_method(std::string_view name) {
  for (const Method& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

}  // namespace

void Server::handle(const std::string& content, std::vector<std::string>& out) {
  Failure failure;
  const std::optional<Request> request = read_request(content, failure);
  if (!request) {
    out.push_back(failure_reply(failure));
    return;
  }
  if (request->method.empty()) return;
  try {
    answer(*request, out);
  } catch (const std::exception& error) {
    if (!request->id.empty()) out.push_back(failure_reply({request->id, ErrorCode::internal, error.what()}));
  }
}

void Server::answer(const Request& request, std::vector<std::string>& out) {
  const auto fail = [&](ErrorCode code, const std::string& message) {
    if (!request.id.empty()) out.push_back(failure_reply({request.id, code, message}));
  };
  const std::string& method = request.method;
  if (method == "exit") {
    ended_ = true;
  } else if (method == "initialize") {
    if (initialized_) return fail(ErrorCode::invalid_request, "initialized already");
    initialized_ = true;
    out.push_back(capabilities_reply(request.id.empty() ? "null" : request.id, PETRILOOM_VERSION));
  } else if (!initialized_) {
    fail(ErrorCode::not_initialized, "not initialized");
  } else if (shutdown_) {
    fail(ErrorCode::invalid_request, "shut down already");
  } else if (method == "shutdown") {
    shutdown_ = true;
    tell(out);
    if (!request.id.empty()) out.push_back(null_reply(request.id));
  } else if (request.id.empty()) {
    change(request, out);
  } else if (find_method(method) == nullptr && find_named(method) == nullptr) {
    fail(ErrorCode::method_not_found, "there is no method " + method);
  } else if (const auto document = documents_.find(request.uri); document != documents_.end()) {
    out.push_back(answer_about(request, document->second));
  } else {
    fail(ErrorCode::invalid_params, "this document is not open");
  }
}

std::string Server::answer_about(const Request& request, Document& document) {
  if (request.method == "textDocument/references") return references(request, document);
  if (find_named(request.method) != nullptr) return rename(request, document);
  return find_method(request.method)->answer(request, analysis_of(document));
}

std::vector<TextPlace> Server::places_of(const Request& request, const NamePlace& declared, std::set<NamePlace>& named) {
  std::map<std::string, std::string> uris;  // as the editor spells them, by path
  for (auto& [uri, document] : documents_) {
    add_places(analysis_of(document), declared, named);
    uris[loom::file_identity(document.path)] = uri;
  }
  std::vector<TextPlace> places;
  for (const NamePlace& place : named) {
    if (!request.include_declaration && place == declared) continue;
    const auto open = uris.find(place.path);
    for (auto& [uri, document] : documents_) {
      const std::optional<Range> range = range_of(analysis_of(document), place);
      if (!range) continue;
      places.push_back({open == uris.end() ? uri_of_path(place.path) : open->second, *range});
      break;
    }
  }
  return places;
}

std::string Server::references(const Request& request, Document& document) {
  const std::optional<NamePlace> declared = declaration_at(analysis_of(document), *request.position);
  std::set<NamePlace> named;
  return places_reply(request.id, declared ? places_of(request, *declared, named) : std::vector<TextPlace>());
}

std::string Server::rename(const Request& request, Document& document) {
  const auto fail = [&](const std::string& why) { return failure_reply({request.id, ErrorCode::request_failed, why}); };
  const Analysis& analysis = analysis_of(document);
  const std::optional<NamePlace> declared = declaration_at(analysis, *request.position);
  if (!declared) return fail("no name stands here");
  if (declared->path != loom::file_identity(document.path)) {
    return fail("this is declared in " + declared->path + ", where it can be renamed");
  }
  if (analysis.diagnostics.has_errors()) return fail("the text must be right before a name in it is changed");
  const source::Declared& name = analysis.index.names[*analysis.index.at(analysis.location(*request.position))];
  if (request.method == "textDocument/prepareRename") {
    const Hover at = *hover_at(analysis, *request.position);
    return name_reply(request.id, at.range, std::string(name.name));
  }
  const std::optional<std::string> spelled = spelled_name(request.new_name);
  if (!spelled) return fail("'" + request.new_name + "' can be no name");
  return renamed_reply(request, *declared, *spelled);
}

std::string Server::renamed_reply(const Request& request, const NamePlace& declared, const std::string& spelled) {
  Request all = request;
  all.include_declaration = true;
  std::set<NamePlace> named;
  const std::vector<TextPlace> places = places_of(all, declared, named);
  ReadOptions changed = options();
  for (auto& [path, text] : changed.texts) text = renamed(text, path, named, spelled);
  for (auto& [uri, document] : documents_) {
    const Analysis after(document.path, changed.texts.at(loom::file_identity(document.path)), changed);
    if (same_meaning(analysis_of(document), after)) continue;
    return failure_reply({request.id, ErrorCode::request_failed, spelled + " has a meaning in " + document.path + " already"});
  }
  return rename_reply(request.id, places, spelled);
}

/// A change of one document can change what is wrong in those that import it.
void Server::change(const Request& request, std::vector<std::string>& out) {
  if (request.method == "textDocument/didClose") {
    if (documents_.erase(request.uri) == 0) return;
    changed_.erase(request.uri);
    out.push_back(publish(request.uri, {}));
  } else if (request.text) {
    const bool known = documents_.contains(request.uri);
    if (!known && (request.method != "textDocument/didOpen" || documents_.size() >= kMostDocuments)) return;
    Document& document = documents_[request.uri];
    document.path = path_of_uri(request.uri);
    document.text = *request.text;
  } else {
    return;
  }
  for (auto& [uri, document] : documents_) {
    document.analysis.reset();
    changed_.insert(uri);
  }
}

void Server::tell(std::vector<std::string>& out) {
  for (const std::string& uri : changed_) {
    const Document& document = documents_.at(uri);
    out.push_back(publish(uri, messages_of(document.path, document.text, options())));
  }
  changed_.clear();
}

ReadOptions Server::options() const {
  ReadOptions read;
  read.search_path = search_path_;
  for (const auto& [uri, document] : documents_) read.texts.emplace(loom::file_identity(document.path), document.text);
  return read;
}

const Analysis& Server::analysis_of(Document& document) {
  if (document.analysis == nullptr) document.analysis = std::make_unique<Analysis>(document.path, document.text, options());
  return *document.analysis;
}

}  // namespace petriloom::cli
