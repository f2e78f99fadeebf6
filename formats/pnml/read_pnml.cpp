// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/net_maker.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml_document/document.h"

namespace petriloom {

ReadResult read_pnml(const std::string& path, std::string text, const ReadOptions&) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  const pnml::Document document = pnml::read_document(*result.sources, file, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  result.net = pnml::NetMaker(document, result.sources, result.diagnostics).make();
  return result;
}

}  // namespace petriloom
