// SPDX-License-Identifier: Apache-2.0
#include "cli/report/page.h"

#include <fmt/format.h>

namespace petriloom::cli {

namespace {

// Nothing is wider than the column that it stands in: pictures take its width, long words break,
// and below 52rem tables become blocks and charts have their labels above them.
constexpr std::string_view kStyle = R"(
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body, code { overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid #d0d7de; }
table { border-collapse: collapse; margin: .6rem 0; } th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
th, td { overflow-wrap: break-word; }
th { color: #57606a; font-weight: 500; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
.holds { color: #116329; } .refuted { color: #a40e26; font-weight: 600; } .undecided { color: #7d4e00; }
svg { display: block; width: 100%; height: auto; } .net { border: 1px solid #d0d7de; } .narrow { display: none; }
.row { display: grid; grid-template-columns: 15rem 1fr 9rem; gap: 0 .8rem; align-items: center; margin: .15rem 0; }
.row .name { text-align: right; } .row .value small { display: block; color: #57606a; }
.row .name, .row .value, .axis { font-size: 13px; line-height: 1.25; }
.row svg.level { height: 34px; border-bottom: 1px solid #8c959f; }
.track { position: relative; height: 14px; } .fill { position: absolute; inset: 0 auto 0 0; background: #54a0d8; }
.mark { position: absolute; top: -2px; bottom: -2px; margin-left: -2px; border-left: 2px solid #a40e26; }
.axis { position: relative; height: 1.4em; color: #57606a; } .axis span { position: absolute; transform: translateX(-50%); }
.axis span { white-space: nowrap; } .axis .first { transform: none; } .axis .last { transform: translateX(-100%); }
p.legend, .quiet { color: #57606a; }
@media (max-width: 52rem) {
  .wide { display: none; } .narrow { display: block; }
  .row { grid-template-columns: 1fr auto; } .row .name { text-align: left; } .row .plot { grid-area: 2 / 1 / 3 / 3; }
  .row .value small { display: inline; } .row > .empty { display: none; }
  table, tbody, tr, td { display: block; } tr.head { display: none; } tr { padding: .35rem 0; border-top: 1px solid #d0d7de; }
  td, td.number { display: flex; gap: .6rem; padding: 0; text-align: left; white-space: normal; }
  td::before { content: attr(data-label); flex: 0 0 6.5rem; color: #57606a; overflow-wrap: break-word; }
  td > span { flex: 1; min-width: 0; overflow-wrap: anywhere; } td.none { display: none; }
}
)";

}  // namespace

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string breakable_html(std::string_view text) {
  constexpr std::size_t kLongWord = 20;
  constexpr unsigned char kWithin = 0x80;  // bytes of a character after its first: 10......
  std::string result;
  std::size_t run = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    result += escaped_html(text.substr(k, 1));
    const bool whole = k + 1 == text.size() || (static_cast<unsigned char>(text[k + 1]) & 0xC0U) != kWithin;
    run = text[k] == ' ' || text[k] == '\n' ? 0 : run + (whole ? 1 : 0);
    const bool range = text.substr(k, 2) == ".." || (k > 0 && text.substr(k - 1, 2) == "..");
    const bool joint = (text[k] == '.' && !range) || text[k] == '/';
    if (!whole || k + 1 == text.size() || run == 0 || (!joint && run < kLongWord)) continue;
    result += "<wbr>";
    run = 0;
  }
  return result;
}

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
      escaped_html(title), kStyle, body);
}

std::string html_table(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> labels;
  std::string text = "<table>\n<tr class=\"head\">";
  for (const std::string& heading : headings) {
    const bool number = heading.starts_with('>');
    labels.push_back(heading.substr(number ? 1 : 0));
    text += fmt::format("<th{}>{}</th>", number ? " class=\"number\"" : "", labels.back());
  }
  text += "</tr>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string classes = fmt::format("{}{}", headings[k].starts_with('>') ? " number" : "", row[k].empty() ? " none" : "");
      text += "<td";
      if (!classes.empty()) text += fmt::format(" class=\"{}\"", classes.substr(1));
      text += fmt::format(" data-label=\"{}\"><span>{}</span></td>", labels[k], row[k]);
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

}  // namespace petriloom::cli
