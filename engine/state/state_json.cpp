// SPDX-License-Identifier: Apache-2.0
#include "engine/state/state_json.h"

namespace petriloom {

namespace {

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

}  // namespace

StateJson net_json(const Net& net) {
  StateJson parts = StateJson::object();
  const Fingerprint print = fingerprint(net);
  for (std::size_t k = 0; k < kNetParts.size(); ++k) parts[std::string(kNetParts[k])] = hex(print[k]);
  return {{"name", net.name}, {"parts", parts}};
}

void check_net(const Net& net, const StateField& saved) {
  const Fingerprint here = fingerprint(net);
  Fingerprint there = here;
  for (std::size_t k = 0; k < kNetParts.size(); ++k) {
    if (saved["parts"][kNetParts[k].data()].text() != hex(here[k])) there[k] = ~here[k];
  }
  const std::string parts = differing_parts(here, there);
  if (parts.empty()) return;
  throw StateError(
      fmt::format("it is of another net ('{}'), which differs from '{}' in: {}", saved["name"].text(), net.name, parts));
}

StateJson parse_state(std::string_view text, std::string_view format, int version) {
  StateJson document = StateJson::parse(text, nullptr, false);
  if (!document.is_object() || document.value("format", StateJson()) != format)
    throw StateError(fmt::format("this is no {}", format));
  const std::uint64_t found = StateField(document)["version"].natural();
  if (found != static_cast<std::uint64_t>(version)) {
    throw StateError(fmt::format("it is of version {}, this program reads {}", found, version));
  }
  return document;
}

std::string state_text(const StateJson& document) {
  return document.dump(-1, ' ', false, StateJson::error_handler_t::replace) + "\n";
}

StateJson numbers_json(const std::vector<SavedNumber>& numbers) {
  StateJson list = StateJson::array();
  for (const SavedNumber& number : numbers) {
    const auto* whole = std::get_if<std::int64_t>(&number);
    list.push_back(whole != nullptr ? StateJson(*whole) : real_json(std::get<double>(number)));
  }
  return list;
}

std::vector<SavedNumber> read_numbers(const StateField& field) {
  return field.list([](const StateField& number) { return number.number(); });
}

}  // namespace petriloom
