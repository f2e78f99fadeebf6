// SPDX-License-Identifier: Apache-2.0
// Pieces of input in messages.
#pragma once

#include <string>
#include <string_view>

namespace petriloom {

/// A piece of input as a message shows it: in quotes, without control characters, cut if it has
/// more than `most` bytes.
std::string quote(std::string_view text, std::size_t most = 40);
/// The same of the path of a file, which is of use only if it is whole.
std::string quote_path(std::string_view path);

}  // namespace petriloom
