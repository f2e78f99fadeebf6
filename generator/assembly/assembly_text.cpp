// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/assembly_text.h"

#include <fmt/format.h>

namespace petriloom {

void AssemblyText::line(std::string_view text, const Location& origin) {
  ++lines_;
  if (origin.known()) assembly_.origins[lines_] = origin;
  if (!text.empty()) assembly_.text.append(2 * depth_, ' ').append(text);
  assembly_.text += '\n';
}

void AssemblyText::quoting_line(std::string_view text, const Location& origin, const std::string& words) {
  line(text, origin);
  assembly_.quoted[lines_] = words;
}

void AssemblyText::open(std::string_view text, const Location& origin) {
  line(fmt::format("{} {{", text), origin);
  ++depth_;
}

void AssemblyText::close(std::string_view text) {
  --depth_;
  line(text);
}

void AssemblyText::instance(std::string_view name, std::string_view call, const Location& origin, const Bindings& bindings,
                            bool chosen) {
  const std::uint32_t before = lines_;
  open(fmt::format("instance {} : {}", name, call), origin);
  for (const auto& [port, place] : bindings) line(fmt::format("{} = {};", port, place), origin);
  close();
  for (std::uint32_t number = before + 1; chosen && number <= lines_; ++number) assembly_.quoted[number] = "";
}

}  // namespace petriloom
