// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>

#include "formats/cpn_document/document.h"

namespace petriloom::cpn {

namespace {

// What the bytes 0x80..0x9F of Windows-1252 stand for; the rest is as in ISO-8859-1.
constexpr std::array<std::uint16_t, 32> kWindows{
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178};

struct Charset {
  std::string_view name;
  bool bytes;    // one byte a character
  bool windows;  // with the characters of Windows in 0x80..0x9F
};
constexpr std::array<Charset, 10> kCharsets{{{"utf-8", false, false},
                                             {"utf8", false, false},
                                             {"us-ascii", false, false},
                                             {"ascii", false, false},
                                             {"iso-8859-1", true, false},
                                             {"iso8859-1", true, false},
                                             {"iso-8859-15", true, false},
                                             {"latin1", true, false},
                                             {"windows-1252", true, true},
                                             {"cp1252", true, true}}};

std::string recoded(const std::string& text, bool windows) {
  std::string result;
  result.reserve(text.size());
  const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  for (auto at = text.begin(); at != text.end(); ++at) {
    const auto next = std::find_if_not(at, text.end(), plain);
    result.append(at, next);
    if ((at = next) == text.end()) break;
    const auto byte = static_cast<unsigned char>(*at);
    const std::uint32_t code = windows && byte < 0xA0 ? kWindows[byte - 0x80U] : byte;
    if (code >= 0x800) {
      result += static_cast<char>(0xE0U | (code >> 12U));
      result += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    } else {
      result += static_cast<char>(0xC0U | (code >> 6U));
    }
    result += static_cast<char>(0x80U | (code & 0x3FU));
  }
  return result;
}

}  // namespace

bool to_utf8(std::string& text, std::string& encoding) {
  encoding = "utf-8";
  const std::string_view head = std::string_view(text).substr(0, std::min<std::size_t>(text.size(), 400));
  const std::size_t end = head.find("?>");
  std::size_t at = head.substr(0, 8).find("<?xml");
  if (at == std::string_view::npos || end == std::string_view::npos) return true;
  at = head.substr(0, end).find("encoding", at);
  if (at == std::string_view::npos) return true;
  const std::size_t open = head.find_first_of("\"'", at);
  if (open == std::string_view::npos || open > end) return true;
  const std::size_t close = head.find(head[open], open + 1);
  if (close == std::string_view::npos || close > end) return true;
  encoding = head.substr(open + 1, close - open - 1);
  std::transform(encoding.begin(), encoding.end(), encoding.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::find_if(kCharsets.begin(), kCharsets.end(), [&](const Charset& set) { return set.name == encoding; });
  if (found == kCharsets.end()) return false;
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(close) + 1, ' ');
  if (found->bytes) text = recoded(text, found->windows);
  return true;
}

}  // namespace petriloom::cpn
