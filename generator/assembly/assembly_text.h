// SPDX-License-Identifier: Apache-2.0
// Text of the net language, written line by line, each with the line of the description it stands
// for.
#pragma once

#include <string>
#include <string_view>

#include "generator/assembly/components.h"
#include "generator/assembly/generate.h"

namespace petriloom {

class AssemblyText {
 public:
  /// Appends one line, indented by the open blocks, that `origin` asked for (unknown if it is of no
  /// single line).
  void line(std::string_view text, const Location& origin = {});
  void blank() { line(""); }
  /// The same for a line that holds `words` of the description itself: what is wrong in it is wrong
  /// in the description.
  void quoting_line(std::string_view text, const Location& origin, const std::string& words);
  /// Appends "text {" and indents what follows until `close`.
  void open(std::string_view text, const Location& origin = {});
  void close(std::string_view text = "}");
  /// One instance: "instance NAME : MODULE(parameters) {", a binding "PORT = PLACE;" for each port,
  /// "}". A component that the description chooses need not fit; what is wrong is wrong in
  /// the description then.
  void instance(const Component& component);

  [[nodiscard]] Assembly take() { return std::move(assembly_); }

 private:
  Assembly assembly_;
  std::uint32_t lines_ = 0;
  std::size_t depth_ = 0;
};

/// The properties of a description.
void write_properties(AssemblyText& out, const Description& d);

}  // namespace petriloom
