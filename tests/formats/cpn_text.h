// SPDX-License-Identifier: Apache-2.0
// Small files of CPN Tools for tests, written from what they hold.
#pragma once

#include <string>
#include <vector>

#include "formats/common/format.h"

namespace petriloom::test {

/// A page with places, transitions and arcs; texts are escaped.
class CpnPage {
 public:
  explicit CpnPage(std::string id, std::string name = "Top") : id_(std::move(id)), name_(std::move(name)) {}
  CpnPage& place(const std::string& id, const std::string& colour, const std::string& marking = "", const std::string& more = "");
  CpnPage& transition(const std::string& id, const std::string& guard = "", const std::string& time = "",
                      const std::string& code = "", const std::string& priority = "", const std::string& more = "");
  CpnPage& arc(const std::string& orientation, const std::string& transition, const std::string& place,
               const std::string& inscription);
  [[nodiscard]] std::string text() const;

 private:
  std::string id_, name_, body_;
  int arcs_ = 0;
};

/// A file of declarations in ML and pages.
std::string cpn_file(const std::string& declarations, const std::vector<CpnPage>& pages, const std::string& more = "");
/// Reads it; fails the test with the messages if it is refused.
Net net_of_cpn(const std::string& text);
/// What a transition makes of an expression of ML, as text: of a colour set, with declarations
/// beside UNIT, INT, STRING and L, the lists of INT. "not constant" if it is not worked out while
/// the file is read.
std::string value_of_ml(const std::string& declarations, const std::string& colour, const std::string& expression);
struct MlValue {
  const char* expression;
  const char* value;
};
/// Fails the test for each expression of which that is another text.
void expect_values_of_ml(const std::string& colour, const std::vector<MlValue>& values, const std::string& declarations = "");
/// The messages of a file that is refused.
std::string refusal_of_cpn(const std::string& text);

}  // namespace petriloom::test
