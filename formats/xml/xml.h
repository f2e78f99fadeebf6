// SPDX-License-Identifier: Apache-2.0
// XML as a stream of events with exact locations, for input that is not trusted: nothing outside
// the text is ever read, documents that declare entities are refused, and depth is limited.
#pragma once

#include <span>
#include <string_view>

#include "engine/net/diagnostics.h"

namespace petriloom {

struct XmlAttribute {
  std::string_view name;  ///< without prefix
  std::string_view value;
};

/// The value of an attribute; empty if there is none.
std::string_view attribute(std::span<const XmlAttribute> attributes, std::string_view key);

/// Receives the events of one document. Views are valid during the call only. `name` is without
/// prefix.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) = 0;
  /// May be called several times for one run of text.
  virtual void text(std::string_view text) = 0;
  virtual void end() = 0;
};

/// Elements inside each other; more is an error.
inline constexpr int kMostXmlDepth = 1000;

/// Parses the text of `file`. What is not well-formed XML is reported with line and column and ends
/// the parse; events before it have then been delivered. Returns whether the document was
/// well-formed.
bool parse_xml(const Sources& sources, FileId file, XmlHandler& handler, Diagnostics& diagnostics);

/// The text with the characters that XML gives a meaning escaped, for content and attribute values.
std::string xml_escape(std::string_view text);
/// Whether a text is UTF-8 of characters that XML 1.0 has (section 2.2): no control characters but
/// tab and line ends.
bool xml_can_hold(std::string_view text);

}  // namespace petriloom
