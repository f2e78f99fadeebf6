// SPDX-License-Identifier: Apache-2.0
// Copies of the component subnets with one seeded fault each.
#pragma once

#include <map>
#include <ostream>
#include <set>
#include <string>

#include "analysis/capacity/loads.h"
#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "formats/common/format.h"
#include "generator/reading/read_description.h"
#include "tests/own_folder.h"

namespace petriloom {

/// A mistake to be seeded, and what it is noticed by.
struct Mistake {
  const char* net;      ///< that uses the subnet
  const char* file;     ///< the subnet's
  const char* section;  ///< the mistake is after this text
  const char* before;
  const char* after;
  const char* refuted;  ///< a property that no longer holds
};
inline std::ostream& operator<<(std::ostream& out, const Mistake& mistake) { return out << mistake.net; }

/// The properties of a net by verdict.
struct Verdicts {
  std::set<std::string> hold;
  std::set<std::string> refuted;
};
/// A verdict other than these two fails the test.
Verdicts verdicts(const VerifyResult& result);

/// Whether the property `name` of a net is refuted, which is asked alone: exploring ends there.
/// Instants keep their order, durations are open.
bool is_refuted(const Net& net, const std::string& name);

/// The mean of the measure `name`, s if it is a time; the test fails if there is none.
double mean_of(const SimulationResult& result, const std::string& name);

/// A run and how much of each capacity it used.
struct LoadedRun {
  CapacityLoads loads;
  SimulationResult result;
};
/// Simulates a net; the test fails if there is none, or if the run says anything.
LoadedRun run_with_loads(const ReadResult& read);

/// The policies of the task runtime. What else is in nets/tasks/policy are parts of several.
std::set<std::string> task_policies();

/// A copy of nets/ and templates/ in a folder of its own, removed at the end.
class SeededNets {
 public:
  SeededNets();
  SeededNets(const SeededNets&) = delete;
  SeededNets& operator=(const SeededNets&) = delete;

  /// Replaces the one occurrence of `before` after the text `section` in nets/`file`; the 1-based
  /// line at which the replaced text starts. Throws if `section` or `before` is not there, so that
  /// a fault cannot silently be none.
  std::uint32_t replace(const std::string& file, const std::string& section, const std::string& before, const std::string& after);

  /// The net of templates/`description` with these settings, made with the copied subnets.
  [[nodiscard]] ReadResult generate(const std::string& description, Fold fold = Fold::automatic,
                                    std::vector<DescriptionSetting> settings = {}) const;

  /// The net of the file `net` of the project with the copied subnets and these constants.
  [[nodiscard]] ReadResult read(const std::string& net, std::map<std::string, std::string> constants = {}) const;

  /// The same of a text, as if it were the file `net` of the project.
  [[nodiscard]] ReadResult read_text(const std::string& net, const std::string& text,
                                     std::map<std::string, std::string> constants = {}) const;

 private:
  test::OwnFolder folder_;
};

}  // namespace petriloom
