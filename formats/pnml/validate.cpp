// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml/validate.h"

#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include <limits>
#include <memory>

namespace petriloom {

namespace {

template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

// Keeps what the library reports.
void keep(void* user, xmlErrorPtr error) {
  auto& messages = *static_cast<std::string*>(user);
  messages += std::to_string(error->line) + ": " + (error->message ? error->message : "?");
}

}  // namespace

std::string validate_pnml(const std::string& text, const std::string& grammar_file) {
  std::string messages;
  const Owned<xmlRelaxNGParserCtxt> parser(xmlRelaxNGNewParserCtxt(grammar_file.c_str()), xmlRelaxNGFreeParserCtxt);
  if (!parser) return "cannot read " + grammar_file;
  xmlRelaxNGSetParserStructuredErrors(parser.get(), keep, &messages);
  const Owned<xmlRelaxNG> grammar(xmlRelaxNGParse(parser.get()), xmlRelaxNGFree);
  if (!grammar) return messages.empty() ? "cannot read " + grammar_file : messages;
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return "the document is too large to be checked";
  const Owned<xmlDoc> document(xmlReadMemory(text.data(), static_cast<int>(text.size()), "net.pnml", nullptr,
                                             XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
                               xmlFreeDoc);
  if (!document) return "not well-formed XML";
  const Owned<xmlRelaxNGValidCtxt> validator(xmlRelaxNGNewValidCtxt(grammar.get()), xmlRelaxNGFreeValidCtxt);
  xmlRelaxNGSetValidStructuredErrors(validator.get(), keep, &messages);
  const int verdict = xmlRelaxNGValidateDoc(validator.get(), document.get());
  if (verdict == 0) return {};
  return messages.empty() ? "not valid" : messages;
}

}  // namespace petriloom
