// SPDX-License-Identifier: Apache-2.0
#include "cli/play/marking_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "engine/net/index_text.h"
#include "engine/text/parse_number.h"
#include "engine/text/wording.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

namespace {

/// The indices of an instance, as texts and to be sorted by.
struct Row {
  std::vector<std::string> indices;
  std::string tokens;
};

bool follows(const std::string& a, const std::string& b) {
  const auto x = parse_number<long>(a);
  const auto y = parse_number<long>(b);
  return x && y && *y == *x + 1;
}

/// "0..3,5" of 0, 1, 2, 3, 5.
std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t k = 0; k < values.size();) {
    std::size_t end = k;
    while (end + 1 < values.size() && follows(values[end], values[end + 1])) ++end;
    if (!text.empty()) text += ",";
    text += end > k ? values[k] + ".." + values[end] : values[k];
    k = end + 1;
  }
  return text;
}

/// Rows that differ in one index only become one.
std::vector<Row> merged(std::vector<Row> rows) {
  const std::size_t dimensions = rows.empty() ? 0 : rows.front().indices.size();
  for (std::size_t d = dimensions; d-- > 0;) {
    std::vector<Row> fewer;
    std::vector<std::vector<std::string>> values;
    std::map<std::pair<std::vector<std::string>, std::string>, std::size_t> known;
    for (Row& row : rows) {
      const std::string value = row.indices[d];
      row.indices[d].clear();
      const auto [at, added] = known.try_emplace({row.indices, row.tokens}, fewer.size());
      if (added) {
        fewer.push_back(row);
        values.emplace_back();
      }
      values[at->second].push_back(value);
    }
    for (std::size_t k = 0; k < fewer.size(); ++k) fewer[k].indices[d] = joined(values[k]);
    rows = std::move(fewer);
  }
  return rows;
}

std::string module_text(const Net& net, ModuleId module, const std::vector<std::string>& indices) {
  if (!module.valid() || !net[module].parent.valid()) return {};
  const Module& instance = net[module];
  std::string text = module_text(net, instance.parent, indices);
  if (!text.empty()) text += ".";
  text += instance.name;
  for (std::size_t k = net[instance.parent].indices.size(); k < std::min(instance.indices.size(), indices.size()); ++k)
    text += "[" + indices[k] + "]";
  return text;
}

/// The tokens of one place, put together for each instance.
class PlaceRows {
 public:
  PlaceRows(const Net& net, PlaceId place, const WordPool& pool, std::size_t most)
      : net_(net), place_(place), pool_(pool), most_(most) {}

  void add(Word colour, std::int64_t count, double at) {
    const Place& place = net_[place_];
    std::vector<Word> key;
    const bool alone = !net_.colours[place.colour].composite();
    for (std::size_t k = 0; k < place.folded; ++k)
      key.push_back(alone ? colour : net_.colours.component(place.colour, colour, k, pool_));
    Kinds& kinds = instances_[key];
    if (++kinds.count > most_) return;
    if (!kinds.text.empty()) kinds.text += ", ";
    kinds.text += tokens_text(inner_colour_text(net_, place_, colour, pool_), count);
    if (at > 0) kinds.text += " at " + time_text(at);
  }

  /// Of the instances within the pattern.
  [[nodiscard]] std::vector<Row> rows(const NamePattern* within) const {
    const Place& place = net_[place_];
    std::vector<Row> rows;
    for (const auto& [key, kinds] : instances_) {
      Row row;
      for (std::size_t k = 0; k < key.size(); ++k)
        row.indices.push_back(index_text(net_.colours, net_[place.module].indices[k], key[k], net_.pool));
      if (within != nullptr && !within->contains(indexed_path(net_, place.module, place.name, key))) continue;
      row.tokens = kinds.text;
      if (kinds.count > most_) row.tokens += fmt::format(" ... and {} more", counted(std::to_string(kinds.count - most_), "kind"));
      rows.push_back(std::move(row));
    }
    return merged(std::move(rows));
  }

 private:
  struct Kinds {
    std::string text;
    std::size_t count = 0;
  };
  const Net& net_;
  PlaceId place_;
  const WordPool& pool_;
  std::size_t most_;
  std::map<std::vector<Word>, Kinds> instances_;
};

}  // namespace

std::string time_text(double seconds) {
  struct Prefix {
    double factor;
    const char* unit;
  };
  constexpr std::array kPrefixes{Prefix{1, "s"}, Prefix{1e-3, "ms"}, Prefix{1e-6, "us"}, Prefix{1e-9, "ns"}};
  if (seconds == 0 || !std::isfinite(seconds)) return fmt::format("{} s", seconds);
  for (const Prefix& prefix : kPrefixes) {
    if (seconds >= prefix.factor) return fmt::format("{:.6g} {}", seconds / prefix.factor, prefix.unit);
  }
  return fmt::format("{:.6g} s", seconds);
}

std::string tokens_text(const std::string& colour, std::int64_t count) {
  if (colour.empty()) return std::to_string(count);
  return count == 1 ? colour : fmt::format("{}`{}", count, colour);
}

std::vector<MarkingRow> marking_rows(const Net& net, TokenGame& game, const NamePattern* within, std::size_t most) {
  const Marking& marking = game.marking();
  const std::vector<coloured::TimedMarking::Coming> coming = game.timed_marking().coming();
  std::vector<MarkingRow> result;
  auto later = coming.begin();
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    const PlaceId place(p);
    std::vector<Marking::Slot> slots;
    PlaceRows rows(net, place, game.pool(), most);
    if (marking.total_in(place) > 0) {
      for (Marking::Slot slot = 0; slot < marking.slots(place); ++slot) {
        if (marking.available(place, slot) > 0) slots.push_back(slot);
      }
      std::sort(slots.begin(), slots.end(), [&](Marking::Slot a, Marking::Slot b) {
        return net.colours.compare(net[place].colour, marking.colour(place, a), marking.colour(place, b), game.pool()) < 0;
      });
      for (const Marking::Slot slot : slots) rows.add(marking.colour(place, slot), marking.available(place, slot), 0);
    }
    for (; later != coming.end() && later->place == place; ++later) {
      rows.add(marking.colour(place, later->slot), later->run.count, later->run.arrival);
    }
    for (const Row& row : rows.rows(within))
      result.push_back({module_text(net, net[place].module, row.indices), net[place].name, row.tokens});
  }
  return result;
}

}  // namespace petriloom::cli
