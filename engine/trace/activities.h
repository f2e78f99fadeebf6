// SPDX-License-Identifier: Apache-2.0
// What lasted from when to when in a run, for charts: firings that put tokens with a delay or take
// a server, and stays of tokens in chosen places.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/colours.h"
#include "engine/trace/sink.h"
#include "engine/trace/stocks.h"

namespace petriloom {

/// What was busy, and with what.
struct Activity {
  std::uint32_t row = 0;     ///< in Activities::rows
  std::uint32_t kind = 0;    ///< in Activities::kinds
  double begin = 0;          ///< s
  double end = 0;            ///< s
  std::uint64_t firing = 0;  ///< its number in the run, from 1; 0: a stay
  bool critical = false;     ///< the run waited for it (engine/critical_path)
  std::uint32_t which = 0;   ///< in Activities::which
};

struct Activities {
  /// Instances ("node[3].cpu"), servers of them ("workers[2]"), or places ("node[3].cpu.READY").
  std::vector<std::string> rows;
  /// Transitions ("node.cpu.start"), what was chosen, or colours of tokens.
  std::vector<std::string> kinds;
  std::vector<std::string> which;  ///< "3", which one of its kind; the first is "": not told
  std::vector<Activity> list;      ///< in order of their beginning; none lasts longer than the run
  double end = 0;                  ///< s: of the run
  /// In s; later activities were left out as there were too many. `end` if all are here.
  double complete_until = 0;
};

/// What is told of a firing.
struct FiringName {
  std::string kind;   ///< empty: its transition
  std::string which;  ///< which one of its kind; empty: not told
};

using FiringNames = std::function<FiringName(TransitionId, std::span<const Word> binding, const WordPool&)>;

/// Which modules and places are wanted.
struct ActivityChoice {
  /// Paths with or without indices; "node[3]" also stands for what is inside. None: all instances.
  std::vector<std::string> names;
  std::size_t most = 1'000'000;  ///< activities kept
  /// Names of firings; empty: they have none of their own.
  FiringNames name = {};
};

class ActivityRecorder final : public TraceSink {
 public:
  /// The net must outlive this.
  ActivityRecorder(const Net& net, ActivityChoice choice);
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double now) override;
  void move_colours(FunctionRef<Word(PlaceId, Word)> moved) override;

  /// The names that are neither modules nor places of the net.
  [[nodiscard]] std::vector<std::string> unknown() const;
  /// After the run; once.
  Activities take() { return std::move(activities_); }

 private:
  /// Numbers names in order of appearance.
  class Names {
   public:
    std::uint32_t number(const std::string& name) {
      const auto [at, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
      if (added) names_.push_back(name);
      return at->second;
    }
    std::vector<std::string> take() { return std::move(names_); }

   private:
    std::map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> names_;
  };
  /// A token that is there.
  struct Stay {
    std::uint32_t row = 0;
    std::uint32_t kind = 0;
    double begin = 0;
    std::int64_t count = 0;
  };

  [[nodiscard]] bool wanted(const std::string& instance) const;
  void flush();
  void keep(const Activity& activity);
  void arrive(double now, PlaceId place, Word colour, std::int64_t count, double available);

  const Net& net_;
  ActivityChoice choice_;
  bool modules_ = true;         // some module is chosen, or nothing at all
  std::vector<bool> of_place_;  // whether stays in a place are wanted
  std::map<std::string, bool> is_wanted_;
  const WordPool* pool_ = nullptr;
  Names rows_;
  Names kinds_;
  Names which_;
  std::map<TracedToken, std::deque<Stay>> stays_;
  std::map<std::pair<PlaceId, Word>, Activity> serving_;  // of servers that are not back: without their end
  Activities activities_;
  bool full_ = false;
  // The firing whose tokens are still to come.
  bool open_ = false;
  double begin_ = 0;
  double end_ = 0;
  TransitionId transition_;
  std::string instance_;
  FiringName name_;
  ServerTaken server_;
  bool server_back_ = false;
  std::uint64_t firing_ = 0;
};

/// A name without the indices in brackets: "node.cpu" of "node[3].cpu".
std::string without_indices(const std::string& name);

}  // namespace petriloom
