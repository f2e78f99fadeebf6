// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/csv.h"

#include <fmt/format.h>

#include "engine/trace/names.h"
#include "engine/trace/position.h"

namespace petriloom {

namespace {

/// A field, quoted if it needs to be (RFC 4180).
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

}  // namespace

CsvTrace::CsvTrace(const Net& net, std::ostream& out) : net_(net), out_(out), pool_(&net.pool) {
  out_ << "event,time,name,detail,count,token_time\n";
}

void CsvTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  pool_ = &pool;
  const std::string name =
      indexed_path(net_, net_[transition].module, net_[transition].name, binding.first(net_[transition].folded));
  out_ << fmt::format("fire,{},{},{},,\n", now, csv_field(name), csv_field(binding_text(net_, transition, binding, pool)));
}

void CsvTrace::token(const char* event, double now, PlaceId place, Word colour, std::int64_t count, double when) {
  out_ << fmt::format("{},{},{},{},{},{}\n", event, now, csv_field(place_name(net_, place, colour, *pool_)),
                      csv_field(net_.colours.format(net_[place].colour, colour, *pool_)), count, when);
}

void CsvTrace::put(double now, double available, PlaceId place, Word colour, std::int64_t count) {
  token("put", now, place, colour, count, available);
}

void CsvTrace::taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) {
  token("take", now, place, colour, count, arrival);
}

void CsvTrace::finish(double now) {
  out_ << fmt::format("end,{},,,,\n", now);
  out_.flush();
}

std::optional<std::string> CsvTrace::save() { return trace_position(out_); }

void CsvTrace::load(std::string_view state) { seek_trace(out_, state); }

}  // namespace petriloom
