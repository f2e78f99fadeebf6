// SPDX-License-Identifier: Apache-2.0
// Pages of reports: their style, which fits columns of any width, and tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace petriloom::cli {

/// A page that needs nothing beside itself. `body` is HTML.
std::string html_page(const std::string& title, const std::string& body);

/// A table; a heading that starts with '>' heads a column of numbers. Cells are HTML already. In a
/// narrow column each row becomes a block with a line for each cell that is not empty, and the
/// headings stand before the cells.
std::string html_table(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& rows);

/// Text as it may stand in HTML and in attributes.
std::string escaped_html(std::string_view text);

/// Names of the net, of files and what is said with them as HTML that may be broken after dots and
/// slashes, and in long words, so that a column of a table need not be wider than these.
std::string breakable_html(std::string_view text);

}  // namespace petriloom::cli
