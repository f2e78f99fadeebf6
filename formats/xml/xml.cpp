// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/xml.h"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "formats/xml/tag_cursor.h"

namespace petriloom {

namespace {

std::string_view view(const xmlChar* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

// What the callbacks of one parse share.
struct Parse {
  FileId file;
  XmlHandler& handler;
  Diagnostics& diagnostics;
  xmlParserCtxtPtr context = nullptr;
  int depth = 0;
  bool failed = false;
  std::vector<XmlAttribute> attributes;
  TagCursor tags;
  int lines_before = 0;  ///< of what the library is given

  void fail(const Location& where, std::string message, std::string help = {}) {
    if (!failed) diagnostics.error(where, std::move(message), std::move(help));
    failed = true;
    xmlStopParser(context);
  }

  // Where the parser is, at the start of an element: at its tag, unless the text is in an encoding
  // in which tags are not seen.
  [[nodiscard]] Location here(std::string_view element) {
    if (tags.next() && tags.named(element)) return {file, tags.line(), tags.column()};
    return here();
  }
  [[nodiscard]] Location here() const {
    const xmlParserInputPtr input = context->input;
    if (!input) return {file, 0, 0};
    return {file, static_cast<std::uint32_t>(std::max(input->line, 0) + lines_before),
            static_cast<std::uint32_t>(std::max(input->col, 1))};
  }
};

Parse& parse_of(void* user) { return *static_cast<Parse*>(user); }

void on_start(void* user, const xmlChar* name, const xmlChar*, const xmlChar*, int, const xmlChar**, int count, int,
              const xmlChar** attributes) {
  Parse& parse = parse_of(user);
  if (parse.failed) return;
  const Location where = parse.here(view(name));
  if (++parse.depth > kMostXmlDepth) {
    parse.fail(where, fmt::format("elements are nested more than {} deep", kMostXmlDepth));
    return;
  }
  parse.attributes.clear();
  for (int k = 0; k < count; ++k) {
    // Local name, prefix, URI, begin and end of the value.
    const xmlChar** attribute = attributes + 5 * k;
    const auto* begin = reinterpret_cast<const char*>(attribute[3]);
    parse.attributes.push_back({view(attribute[0]), {begin, static_cast<std::size_t>(attribute[4] - attribute[3])}});
  }
  parse.handler.start(view(name), parse.attributes, where);
}

void on_end(void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
  Parse& parse = parse_of(user);
  if (parse.failed) return;
  --parse.depth;
  parse.handler.end();
}

void on_text(void* user, const xmlChar* text, int length) {
  Parse& parse = parse_of(user);
  if (!parse.failed) parse.handler.text({reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)});
}

void refuse_entity(void* user, const xmlChar* name, int, const xmlChar*, const xmlChar*, xmlChar*) {
  Parse& parse = parse_of(user);
  parse.fail(parse.here(), fmt::format("the document declares the entity '{}': entities are not read", view(name)),
             "write the text itself");
}

xmlEntityPtr predefined_entity(void* user, const xmlChar* name) {
  const xmlEntityPtr entity = xmlGetPredefinedEntity(name);
  if (!entity) {
    Parse& parse = parse_of(user);
    parse.fail(parse.here(), fmt::format("the entity '{}' is not one of XML's own", view(name)),
               "one of: &amp; &lt; &gt; &quot; &apos;");
  }
  return entity;
}

void on_error(void* user, xmlErrorPtr error) {
  Parse& parse = parse_of(user);
  if (parse.failed || error->level < XML_ERR_ERROR) return;
  std::string message = error->message ? error->message : "not well-formed";
  while (!message.empty() && message.back() == '\n') message.pop_back();
  const Location where{parse.file, static_cast<std::uint32_t>(std::max(error->line, 0) + parse.lines_before),
                       static_cast<std::uint32_t>(std::max(error->int2, 1))};
  // Undeclared prefixes and the like are errors of the namespace layer only; everything else ends
  // the parse.
  if (error->domain == XML_FROM_NAMESPACE) {
    parse.diagnostics.warning(where, "XML: " + message);
    return;
  }
  parse.fail(where, "not well-formed XML: " + message);
}

xmlSAXHandler make_handler() {
  xmlSAXHandler sax{};
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = on_start;
  sax.endElementNs = on_end;
  sax.characters = on_text;
  sax.cdataBlock = on_text;
  sax.entityDecl = refuse_entity;
  sax.getEntity = predefined_entity;
  sax.serror = on_error;
  return sax;
}

}  // namespace

bool parse_xml(const Sources& sources, FileId file, XmlHandler& handler, Diagnostics& diagnostics) {
  const std::string& text = sources.text(file);
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    diagnostics.error({file, 0, 0}, "the file is larger than 2 GiB");
    return false;
  }
  xmlSAXHandler sax = make_handler();
  const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxtPtr)> context(xmlNewParserCtxt(), [](xmlParserCtxtPtr made) {
    made->sax = nullptr;  // not the parser's to free
    xmlFreeParserCtxt(made);
  });
  if (!context) throw std::bad_alloc();
  // Some programs write a line break before the declaration, and other parsers take no offence.
  const std::size_t blanks = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::size_t begin = text.compare(blanks, 5, "<?xml") == 0 ? blanks : 0;
  Parse parse{file, handler, diagnostics, context.get(), 0, false, {}, TagCursor(text)};
  xmlFree(context->sax);
  context->sax = &sax;
  context->userData = &parse;
  parse.lines_before = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  // Our own depth limit is lower than that of the library, and entities are refused, so its other
  // limits only get in the way of large files. NOENT: &amp; and its like are read as what they
  // stand for. A document type makes a document, though nothing is kept in it.
  const std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)> unused(
      xmlCtxtReadMemory(context.get(), text.data() + begin, static_cast<int>(text.size() - begin), nullptr, nullptr,
                        XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOENT),
      xmlFreeDoc);
  if (!parse.failed && !context->wellFormed && !diagnostics.has_errors()) {
    diagnostics.error({file, 0, 0}, "not well-formed XML");
    return false;
  }
  return !parse.failed && context->wellFormed != 0;
}

std::string xml_escape(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\r':
        // Bare, it would be read as a line feed.
        escaped += "&#13;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string_view attribute(std::span<const XmlAttribute> attributes, std::string_view key) {
  for (const XmlAttribute& a : attributes) {
    if (a.name == key) return a.value;
  }
  return {};
}

bool xml_can_hold(std::string_view text) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t rest = text.size(); rest > 0;) {
    int length = static_cast<int>(std::min<std::size_t>(rest, 4));
    const int character = xmlGetUTF8Char(at, &length);
    if (character < 0 || !xmlIsCharQ(character)) return false;
    at += length;
    rest -= static_cast<std::size_t>(length);
  }
  return true;
}

}  // namespace petriloom
