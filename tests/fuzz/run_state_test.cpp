// SPDX-License-Identifier: Apache-2.0
// Saved states, as they are, cut off, with bits flipped, and with every value replaced by others:
// refused, or a run goes on from them.
#include "tests/fuzz/run_state.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

namespace petriloom {
namespace {

using StateDocument = nlohmann::ordered_json;

const std::filesystem::path kFolder = std::filesystem::path(PETRILOOM_ROOT) / "tests" / "fuzz" / "corpus" / "run_state";

std::string state_at(std::uint64_t steps) {
  const SimulationOptions options;
  coloured::Replication replication(fuzz::net_of_states(), options, 0, nullptr);
  replication.go(steps);
  return write_run_state(fuzz::net_of_states(), replication.save());
}

std::string checkpoint_at(std::uint64_t steps) {
  SimulationOptions options;
  options.until = 3;
  Checkpoint checkpoint;
  checkpoint.settings = checkpoint_settings(options);
  checkpoint.finished[0] = coloured::Replication(fuzz::net_of_states(), options, 0, nullptr).run();
  checkpoint.running[1] = {state_at(steps), ""};
  return write_checkpoint(fuzz::net_of_states(), checkpoint);
}

// PETRILOOM_UPDATE=1 writes them anew, which a change of the net, of its hashes or of the file
// calls for.
TEST(SavedStates, CorpusIsThatOfTheNet) {
  for (const std::uint64_t steps : {0U, 1U, 7U, 40U, 300U}) {
    const auto path = kFolder / ("state_" + std::to_string(steps));
    if (std::getenv("PETRILOOM_UPDATE") != nullptr) {
      std::filesystem::create_directories(kFolder);
      std::ofstream(path, std::ios::binary) << state_at(steps);
      std::ofstream(kFolder / "checkpoint", std::ios::binary) << checkpoint_at(20);
    }
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text, state_at(steps));
    EXPECT_TRUE(fuzz::check_states(text));
  }
}

TEST(SavedStates, CutOff) {
  const std::string text = state_at(40);
  for (std::size_t end = 0; end + 1 < text.size(); end += 3) EXPECT_FALSE(fuzz::check_states(text.substr(0, end)));
}

TEST(SavedStates, FlippedBits) {
  const std::string text = state_at(40);
  const std::string checkpoint = checkpoint_at(40);
  std::mt19937 random(5);
  for (int trial = 0; trial < 3000; ++trial) {
    std::string changed = trial % 4 == 0 ? checkpoint : text;
    for (int k = 0; k <= trial % 3; ++k) changed[random() % changed.size()] ^= static_cast<char>(1U << (random() % 8U));
    fuzz::check_states(changed);
  }
}

TEST(SavedStates, OtherValuesInAllPlaces) {
  const std::vector<StateDocument> values{nullptr,
                                          0,
                                          -1,
                                          1,
                                          2'000'000'000,
                                          INT64_MAX,
                                          UINT64_MAX,
                                          1e308,
                                          -0.5,
                                          "inf",
                                          "nan",
                                          "x",
                                          StateDocument::array(),
                                          StateDocument::object(),
                                          {1, 2, 3, 4}};
  std::size_t loaded = 0;
  std::size_t refused = 0;
  for (const std::string& text : {state_at(40), checkpoint_at(40)}) {
    const StateDocument document = StateDocument::parse(text);
    std::set<std::string> places;  // every value, and the lists and objects that it is in
    const StateDocument flat = document.flatten();
    for (const auto& [pointer, ignored] : flat.items()) {
      for (StateDocument::json_pointer at(pointer); !at.empty(); at = at.parent_pointer()) places.insert(at.to_string());
    }
    for (const std::string& place : places) {
      for (const StateDocument& value : values) {
        StateDocument changed = document;
        changed[StateDocument::json_pointer(place)] = value;
        fuzz::check_states(changed.dump()) ? ++loaded : ++refused;
      }
    }
  }
  EXPECT_GT(refused, loaded);
  EXPECT_GT(loaded, 100U) << "random numbers, sums and the like may have any value";
}

}  // namespace
}  // namespace petriloom
