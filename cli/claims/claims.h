// SPDX-License-Identifier: Apache-2.0
// What a worked example is held against (docs/compare.md): runs over axes, and claims about what
// the runs give. Plain data; cli/claims/read_claims.h reads it from claims.yaml.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::cli::claims {

/// A text with the place in claims.yaml where it stands.
struct Text {
  std::string text;
  Location where;
};

/// One value of an axis.
struct AxisValue {
  std::string text;                 ///< as written: "dmda", "16", "0.5"
  std::map<std::string, Text> set;  ///< what runs at this value set
  bool left_out = false;            ///< a comparison goes without it
};

/// A list that runs go through.
struct Axis {
  /// What the values are in expressions: colours of an enumeration, or numbers.
  enum class Kind : std::uint8_t { words, whole, real };
  std::string name;
  Location where;
  Kind kind = Kind::words;
  std::vector<AxisValue> values;
};

enum class Question : std::uint8_t { simulate, solve, verify };

/// A number, or a verdict, that a run gives: a name in expressions, and what it is in the net.
struct Figure {
  std::string name;
  std::string of;  ///< a measure, a property, or one of the facts that every run has
  Location where;
};

/// How a run is made; what is absent is left to the net.
struct Settings {
  std::optional<double> until;  ///< s, model time; of `solve` the time of a transient solution
  std::optional<std::uint64_t> replications;
  std::map<std::string, Text> set;  ///< values of constants and keys; `{axis}` stands for a value
};

/// One question asked of a net at every point of a product of axes.
struct Run {
  std::string name;
  Location where;
  Question question = Question::simulate;
  Text net;                       ///< a path beside claims.yaml; `{axis}` stands for a value
  std::string scenario;           ///< empty: none
  std::vector<std::size_t> axes;  ///< positions in Claims::axes
  std::vector<Figure> figures;
  Settings settings;
  std::uint64_t seed = 1;
  bool urgent = false;             ///< verify: instants keep their order
  std::optional<Settings> quick;   ///< what stands instead under --quick
  bool left_out_by_quick = false;  ///< --quick does without this run
};

/// A number as it was printed, in the unit that stands with it.
struct Printed {
  std::string text;
  double value = 0;   ///< SI; of per cent the share
  double digit = 0;   ///< one in the last digit printed, as `value`
  double factor = 1;  ///< from the unit to SI
  std::string unit;   ///< "%", "ms"; may be empty
  Location where;
};

enum class BoundKind : std::uint8_t { digits, per_cent, interval, factor, ranking, monotone, verdict };

/// When a value agrees with what was published.
struct Bound {
  BoundKind kind = BoundKind::digits;
  double share = 0;             ///< per cent and factor: the largest relative deviation
  std::optional<Printed> low;   ///< interval
  std::optional<Printed> high;  ///< interval
  double ties = 0;              ///< ranking and monotone: relative differences that do not count
  bool upwards = true;          ///< ranking: the lowest first; monotone: rising
  Location where;
};

/// Why a claim cannot be held against anything: the whole list.
enum class Reason : std::uint8_t { open_parameter, not_published, not_modelled, other_scale, undecided };
enum class Verdict : std::uint8_t { reproduced, not_reproduced, not_comparable };

struct Judgement {
  Verdict verdict = Verdict::not_comparable;
  Reason reason = Reason::undecided;  ///< of what is not comparable
  friend bool operator==(const Judgement& a, const Judgement& b) {
    return a.verdict == b.verdict && (a.verdict != Verdict::not_comparable || a.reason == b.reason);
  }
};

/// What was published, where, and how it is held against the runs.
struct Claim {
  std::string name;
  Location where;
  std::string says;
  std::string source;
  std::optional<Text> value;        ///< an expression of the net language over runs and axes
  std::optional<std::size_t> over;  ///< the axis that a family of values goes along
  std::vector<std::size_t> open;    ///< axes of what the source leaves open
  std::optional<Bound> bound;
  /// One, or by position on the axis `over`.
  std::map<std::size_t, Printed> published;
  /// Ranking: positions on the axis, the first group first; what is in no group comes after all.
  std::vector<std::vector<std::size_t>> order;
  bool holds = true;                   ///< verdict: what was published
  std::string published_text;          ///< of what is not comparable; may be empty
  std::optional<Reason> not_compared;  ///< stated by the author of the claims
  std::string because;
  std::string fitted;  ///< what was fitted to this value; empty: nothing
  Judgement expected{Verdict::reproduced, Reason::undecided};
};

/// All that a claims.yaml holds.
struct Claims {
  std::string name;  ///< of the example
  std::string path;  ///< of the file
  std::string about;
  std::vector<Axis> axes;
  std::vector<Run> runs;
  Text definitions;  ///< declarations of the net language for the expressions
  /// By axis: the values that --quick keeps; of an axis that is not there all.
  std::map<std::size_t, std::vector<std::size_t>> quick;
  std::vector<Claim> claims;
  std::shared_ptr<Sources> sources;
};

/// Leaves out the values of axes that --quick does without.
void leave_out_values(Claims& claims);

/// "reproduced", "not reproduced", "not comparable".
std::string_view verdict_text(Verdict verdict);
/// "open parameter", "not published", "not modelled", "other scale", "undecided".
std::string_view reason_text(Reason reason);
/// "reproduced", "not reproduced", "not comparable (open parameter)".
std::string judgement_text(const Judgement& judgement);

}  // namespace petriloom::cli::claims
