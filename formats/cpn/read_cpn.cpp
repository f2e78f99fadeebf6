// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "formats/cpn/cpn.h"
#include "formats/cpn/pages.h"
#include "formats/cpn_document/document.h"

namespace petriloom {

namespace cpn {

namespace {

// Adds everything to the builder; what cannot be translated is reported.
void make_net(const Document& document, NetBuilder& builder, UseFiles files, bool ignore_io) {
  Diagnostics& diagnostics = builder.diagnostics();
  NetContext context(document, builder, diagnostics, std::move(files));
  if (ignore_io) context.inference.ignore_io();
  note_comments(context);
  declare(context);
  Pages pages(context);
  pages.instantiate();
  make_places(context, pages);
  make_transitions(context, pages);
  make_monitors(context, pages);
  note_drawings(context, pages);
  context.translator.finish_constants();
}

}  // namespace

}  // namespace cpn

ReadResult read_cpn(const std::string& path, std::string text, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  std::string encoding;
  const bool known = cpn::to_utf8(text, encoding);
  const FileId file = result.sources->add(path, std::move(text));
  if (!known) {
    result.diagnostics.error({file, 0, 0}, fmt::format("the encoding '{}' is not read", encoding),
                             "one of: iso-8859-1, windows-1252, utf-8");
    return result;
  }
  cpn::Document document = cpn::read_document(*result.sources, file, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  for (const auto& [name, given] : options.constants) {
    if (given.empty()) continue;
    // ML has a minus of its own.
    std::string value = given[0] == '-' ? "~" + given.substr(1) : given;
    const FileId of = result.sources->add("value of " + name, value);
    document.given.push_back({name, {std::move(value), of, {{0, 1, 1}}}});
  }
  const std::size_t slash = path.rfind('/');
  const std::string base = slash == std::string::npos ? path : path.substr(slash + 1);
  NetBuilder builder(base.substr(0, base.rfind('.')), result.sources);
  // A text that stands in no file has no folder.
  const bool in_file = path != "-" && !path.starts_with("/dev/") && !path.starts_with('<');
  const std::string folder = !in_file ? "" : slash == std::string::npos ? "." : path.substr(0, slash + 1);
  cpn::make_net(document, builder, {*result.sources, folder, options.most_bytes}, options.ignore_io);
  result.net = builder.build();
  result.diagnostics.append(builder.diagnostics());
  if (result.diagnostics.has_errors()) result.net.reset();
  return result;
}

}  // namespace petriloom
