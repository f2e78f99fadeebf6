// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_document/timing_text.h"

#include "engine/text/parse_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace petriloom::pnml {

namespace {

struct MemoryName {
  std::string_view name;
  Memory memory;
};
constexpr std::array<MemoryName, 3> kMemories{
    {{"enabling", Memory::enabling}, {"age", Memory::age}, {"resampling", Memory::resampling}}};

// In the order of ReferenceKind.
constexpr std::array<std::string_view, 4> kReferences{"in", "out", "inout", "fusion"};

}  // namespace

std::string_view NoteReader::text(std::string_view key) const {
  for (const XmlAttribute& attribute : attributes_) {
    if (attribute.name == key) return attribute.value;
  }
  return {};
}

std::optional<double> NoteReader::real(std::string_view key) const { return real(key, text(key)); }

std::vector<double> NoteReader::reals(std::string_view key) const {
  std::vector<double> values;
  std::string_view rest = text(key);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (const std::optional<double> value = real(key, rest.substr(0, end))) values.push_back(*value);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return values;
}

std::optional<double> NoteReader::real(std::string_view key, std::string_view word) const {
  if (word.empty()) return std::nullopt;
  const auto value = parse_number<double>(word);
  if (!value || !std::isfinite(*value)) {
    diagnostics_.error(where_, fmt::format("{} is '{}', not a finite number", key, word.substr(0, 40)));
    return std::nullopt;
  }
  return value;
}

std::int64_t NoteReader::integer(std::string_view key, std::int64_t least) const {
  const std::string_view word = text(key);
  if (word.empty()) return least;
  const auto value = parse_number<std::int64_t>(word);
  if (!value || *value < least) {
    diagnostics_.error(where_, fmt::format("{} is '{}', not an integer of at least {}", key, word.substr(0, 40), least));
    return least;
  }
  return *value;
}

TimingNote NoteReader::timing() const {
  TimingNote note;
  if (const std::string_view name = text("distribution"); !name.empty()) {
    bool found = false;
    for (const TimingFacts& known : all_timings()) {
      if (known.name != name || known.timing == Timing::continuous) continue;
      note.timing = known.timing;
      found = true;
    }
    if (!found) diagnostics_.error(where_, fmt::format("there is no distribution '{}'", name.substr(0, 40)));
  }
  if (const std::string_view name = text("memory"); !name.empty()) {
    bool found = false;
    for (const MemoryName& known : kMemories) {
      if (known.name != name) continue;
      note.memory = known.memory;
      found = true;
    }
    if (!found) diagnostics_.error(where_, fmt::format("there is no memory '{}'", name.substr(0, 40)));
  }
  note.a = real("a");
  note.b = real("b");
  const std::size_t needed = facts_of(note.timing).parameters;
  if ((needed >= 1 && !note.a) || (needed >= 2 && !note.b)) {
    diagnostics_.error(where_, fmt::format("a distribution '{}' needs {} parameters", facts_of(note.timing).name, needed),
                       "a=\"...\" b=\"...\"");
  }
  note.times = reals("times");
  if (scheduled(note.timing) != !note.times.empty()) {
    diagnostics_.error(where_, fmt::format("set times and a distribution '{}'", facts_of(note.timing).name),
                       "distribution=\"at\" or \"every\" with times=\"...\"");
  }
  note.weight = real("weight");
  note.delay = real("delay");
  if (!text("priority").empty()) note.priority = integer("priority", std::numeric_limits<std::int64_t>::min());
  note.servers = integer("servers", 0);
  return note;
}

ReferenceKind NoteReader::reference() const {
  const auto found = std::find(kReferences.begin(), kReferences.end(), text("kind"));
  if (found != kReferences.end()) return static_cast<ReferenceKind>(found - kReferences.begin());
  diagnostics_.error(where_, fmt::format("'{}' is not what a reference can be for", text("kind").substr(0, 40)),
                     "one of: in, out, inout, fusion");
  return ReferenceKind::inout;
}

std::string_view name_of(ReferenceKind kind) { return kReferences[static_cast<std::size_t>(kind)]; }
std::string_view name_of(Memory memory) { return kMemories[static_cast<std::size_t>(memory)].name; }
std::string real_text(double value) { return fmt::format("{}", value); }

}  // namespace petriloom::pnml
