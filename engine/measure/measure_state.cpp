// SPDX-License-Identifier: Apache-2.0
// What measures have recorded, saved and loaded.
#include "engine/measure/measure.h"

namespace petriloom {

void RewardVariables::Member::save(StateWriter& writer) const {
  writer.count(noted ? 1 : 0);
  for (const double number : {value, since, integral, peak}) writer.real(number);
  writer.count(reached ? 1 : 0);
  writer.real(reached.value_or(0));
}

void RewardVariables::Member::load(StateReader& reader) {
  noted = reader.count() != 0;
  for (double* number : {&value, &since, &integral, &peak}) *number = reader.real();
  const bool known = reader.count() != 0;
  const double time = reader.real();
  reached = known ? std::optional(time) : std::nullopt;
}

void RewardVariables::save(RunState& state) const {
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    StateWriter writer;
    const Measure& measure = net_.measures[m];
    const std::size_t members = measure.kind == MeasureKind::derived ? 0 : member_count(measure);
    if (m == 0) recording_.save(writer);
    for (std::size_t row = 0; row < members; ++row) {
      compiled_[m].of_state ? members_[compiled_[m].first + row].save(writer) : firings_.save(m, row, writer);
      const std::uint32_t watched = recording_.number(m, row);
      writer.count(watched != kUnwatched ? 1 : 0);
      if (watched != kUnwatched) recording_.save(watched, writer);
    }
    state.measures.push_back(writer.take());
  }
}

void RewardVariables::load(const RunState& state, const Marking& marking) {
  marking_ = &marking;
  if (state.measures.empty()) return start(marking, state.now);
  if (state.measures.size() != net_.measures.size()) throw StateError("the numbers of measures differ");
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    const Measure& measure = net_.measures[m];
    const std::size_t members = measure.kind == MeasureKind::derived ? 0 : member_count(measure);
    try {
      StateReader reader(state.measures[m]);
      if (m == 0) recording_.load(reader);
      for (std::size_t row = 0; row < members; ++row) {
        compiled_[m].of_state ? members_[compiled_[m].first + row].load(reader) : firings_.load(m, row, reader);
        const std::uint32_t watched = recording_.number(m, row);
        if ((reader.count() != 0) != (watched != kUnwatched)) throw StateError("something else was recorded of it");
        if (watched != kUnwatched) recording_.load(watched, reader);
      }
      reader.end();
    } catch (const StateError& error) {
      throw StateError("measure " + measure.name + ": " + error.what());
    }
  }
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    if (!members_[k].noted) continue;
    members_[k].noted = false;
    note(k);
  }
}

}  // namespace petriloom
