// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/build/builder.h"
#include "engine/net/suggest.h"
#include "engine/text/parse_number.h"
#include "formats/common/format.h"
#include "formats/lola/lola.h"
#include "formats/lola/tokens.h"

namespace petriloom {

namespace {

constexpr std::array kKeywords =
    std::to_array<std::string_view>({"PLACE", "MARKING", "TRANSITION", "CONSUME", "PRODUCE", "SAFE", "STRONG", "WEAK", "FAIR"});
constexpr std::array kHighLevel =
    std::to_array<std::string_view>({"SORT", "VAR", "FUNCTION", "GUARD", "RECORD", "ARRAY", "ENUMERATE"});

class LolaReader {
 public:
  LolaReader(std::vector<lola::Token> words, NetBuilder& builder) : tokens_(std::move(words)), builder_(builder) {
    Module whole;
    whole.name = builder.net().name;
    builder.add(std::move(whole));
  }
  void read();

 private:
  struct Stuck {};
  [[nodiscard]] const lola::Token& next() const { return tokens_[at_]; }
  [[nodiscard]] bool done() const { return next().text.empty(); }
  bool accept(std::string_view word);
  void expect(std::string_view word);
  [[noreturn]] void unexpected(std::string_view wanted);
  std::string_view name(std::string_view what);
  std::int64_t number();
  void places();
  void marking();
  void transition();
  void arcs(ArcKind kind, Transition& transition);
  PlaceId place(std::string_view what);
  void recover();

  std::vector<lola::Token> tokens_;
  NetBuilder& builder_;
  std::size_t at_ = 0;
  std::map<std::string_view, PlaceId> places_;
};

bool LolaReader::accept(std::string_view word) {
  if (next().text != word) return false;
  ++at_;
  return true;
}

void LolaReader::unexpected(std::string_view wanted) {
  if (std::find(kHighLevel.begin(), kHighLevel.end(), next().text) != kHighLevel.end()) {
    builder_.diagnostics().error(next().where, "high-level nets of LoLA are not read", "LoLA's own tools write the low-level net");
  } else {
    builder_.diagnostics().error(next().where, done() ? "the text ends too early" : fmt::format("unexpected `{}`", next().text),
                                 fmt::format("expected {}", wanted));
  }
  throw Stuck{};
}

void LolaReader::expect(std::string_view word) {
  if (!accept(word)) unexpected(fmt::format("`{}`", word));
}

std::string_view LolaReader::name(std::string_view what) {
  const std::string_view text = next().text;
  const bool keyword = std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end();
  if (done() || keyword || !lola::name_character(text[0])) unexpected(what);
  ++at_;
  return text;
}

std::int64_t LolaReader::number() {
  const auto value = parse_number<std::int64_t>(next().text);
  if (!value || *value < 0) unexpected("a whole number");
  ++at_;
  return *value;
}

// Places of which the net is said to keep at most so many tokens may follow `SAFE n:`.
void LolaReader::places() {
  do {
    std::string bound;
    if (next().text == "SAFE") {
      const Location where = next().where;
      ++at_;
      bound = next().text == ":" ? "1" : std::to_string(number());
      expect(":");
      builder_.diagnostics().warning(where, "bounds (SAFE) are kept as notes only: they say what is so, not what may happen");
    }
    do {
      const Location where = next().where;
      const std::string_view text = name("the name of a place");
      if (places_.count(text) > 0) {
        builder_.diagnostics().error(where, fmt::format("there is another place '{}'", text));
        continue;
      }
      Place place;
      place.name = std::string(text);
      place.module = ModuleId(0);
      place.colour = ColourTable::kUnit;
      place.where = where;
      places_[text] = builder_.add(std::move(place));
      if (!bound.empty()) builder_.net().notes.emplace_back("bound of " + std::string(text), bound);
    } while (accept(","));
    expect(";");
  } while (!done() && std::find(kKeywords.begin(), kKeywords.end(), next().text) == kKeywords.end() &&
           std::find(kHighLevel.begin(), kHighLevel.end(), next().text) == kHighLevel.end());
}

PlaceId LolaReader::place(std::string_view what) {
  const Location where = next().where;
  const std::string_view text = name(what);
  const auto found = places_.find(text);
  if (found != places_.end()) return found->second;
  const auto known = [this] {
    std::vector<std::string> all;
    for (const auto& [each, id] : places_) all.emplace_back(each);
    return all;
  };
  builder_.diagnostics().error(where, fmt::format("there is no place '{}'", text), suggestion(builder_.diagnostics(), text, known));
  return {};
}

void LolaReader::marking() {
  if (accept(";")) return;
  do {
    const PlaceId id = place("the name of a place");
    const std::int64_t count = accept(":") ? number() : 1;
    if (id.valid() && count > 0) builder_.mark(id, 0, count);
  } while (accept(","));
  expect(";");
}

void LolaReader::arcs(ArcKind kind, Transition& transition) {
  if (accept(";")) return;
  do {
    Arc arc;
    arc.where = next().where;
    arc.kind = kind;
    arc.place = place("the name of a place or `;`");
    const std::int64_t count = accept(":") ? number() : 1;
    if (!arc.place.valid() || count == 0) continue;
    arc.value = builder_.expr().unit(arc.where);
    if (count != 1) arc.count = builder_.expr().integer(count, arc.where);
    transition.arcs.push_back(arc);
  } while (accept(","));
  expect(";");
}

void LolaReader::transition() {
  Transition made;
  made.where = next().where;
  made.module = ModuleId(0);
  made.name = std::string(name("the name of a transition"));
  for (const std::string_view fairness : {"STRONG", "WEAK"}) {
    if (next().text != fairness) continue;
    builder_.diagnostics().warning(next().where,
                                   "fairness is kept as a note only: it is an option of verifying, not a part of the net");
    builder_.net().notes.emplace_back("fairness of " + made.name, std::string(fairness));
    ++at_;
    accept("FAIR");
  }
  expect("CONSUME");
  arcs(ArcKind::input, made);
  expect("PRODUCE");
  arcs(ArcKind::output, made);
  builder_.add(std::move(made));
}

// To the next word that opens a section.
void LolaReader::recover() {
  while (!done() && next().text != "PLACE" && next().text != "MARKING" && next().text != "TRANSITION") ++at_;
}

void LolaReader::read() {
  while (!done()) {
    try {
      if (accept("PLACE")) {
        places();
      } else if (accept("MARKING")) {
        marking();
      } else if (accept("TRANSITION")) {
        transition();
      } else {
        unexpected("PLACE, MARKING or TRANSITION");
      }
    } catch (const Stuck&) {
      recover();
    }
  }
  if (places_.empty() && !builder_.diagnostics().has_errors())
    builder_.diagnostics().error(next().where, "this is no net: it has no PLACE");
}

}  // namespace

ReadResult read_lola(const std::string& path, std::string text, const ReadOptions&) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  std::vector<lola::Token> words = lola::tokens_of(*result.sources, file, result.diagnostics);
  // The net has no name in the file, or one that replaces this one.
  NetBuilder builder(companion_path(path.substr(path.rfind('/') + 1), ""), result.sources);
  LolaReader(std::move(words), builder).read();
  std::optional<Net> net = builder.build();
  result.diagnostics.append(builder.diagnostics());
  if (!result.diagnostics.has_errors()) result.net = std::move(net);
  return result;
}

}  // namespace petriloom
