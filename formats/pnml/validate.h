// SPDX-License-Identifier: Apache-2.0
// Checks PNML against the published grammars (formats/pnml/grammar, RELAX NG).
#pragma once

#include <string>

namespace petriloom {

/// What is wrong with a document by the grammar in `grammar_file`
/// ("formats/pnml/grammar/ptnet.pntd"), one message a line; empty if it is valid.
std::string validate_pnml(const std::string& text, const std::string& grammar_file);

}  // namespace petriloom
