// SPDX-License-Identifier: Apache-2.0
#include "generator/jobs/job_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "engine/text/quote.h"
#include "engine/text/wording.h"

namespace petriloom {
namespace {

constexpr std::string_view kOneAtATime = "a node is of one job at a time: another can have it 'after' that";

class NodesOfJobs {
 public:
  NodesOfJobs(Reader& reader, std::vector<JobClaim>& jobs, const JobOrder& order, std::size_t nodes)
      : reader_(reader), jobs_(jobs), order_(order), owners_(nodes), looked_at_(jobs.size(), 0) {}

  void take_named() {
    for (std::size_t job = 0; job < jobs_.size(); ++job) take_named(job);
  }

  void deal(const RankPlacement& placement) {
    for (std::size_t n = 0; n < owners_.size(); ++n) {
      if (owners_[n].empty()) unnamed_.push_back(n);
    }
    if (placement.how == RankPlacement::How::random) shuffle(placement.seed);
    if (placement.how == RankPlacement::How::cyclic) return deal_in_turn();
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      while (wants_more(job)) {
        if (!give(job)) return;
      }
    }
  }

 private:
  void take_named(std::size_t job) {
    const JobClaim& claim = jobs_[job];
    for (const std::size_t node : claim.nodes) {
      for (const std::size_t owner : owners_[node]) {
        if (owner != job && order_.never_beside[job].test(owner)) continue;
        if (jobs_[owner].name == claim.name) {
          reader_.error(claim.where, fmt::format("the job {} has node {} twice", quote(claim.name), node));
        } else {
          const std::string both = fmt::format("{} and {}", quote(jobs_[owner].name), quote(claim.name));
          reader_.error(claim.where, fmt::format("the jobs {} both have node {}", both, node), std::string(kOneAtATime));
        }
        return;
      }
      owners_[node].push_back(job);
    }
  }

  void deal_in_turn() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t job = 0; job < jobs_.size(); ++job) {
        if (!wants_more(job)) continue;
        if (!give(job)) return;
        more = true;
      }
    }
  }

  [[nodiscard]] bool wants_more(std::size_t job) const { return jobs_[job].nodes.size() < jobs_[job].wanted; }

  [[nodiscard]] bool is_free(std::size_t job, std::size_t node) const {
    return std::all_of(owners_[node].begin(), owners_[node].end(),
                       [&](std::size_t owner) { return order_.never_beside[job].test(owner); });
  }

  /// Gives a job one node more; false after an error. What it passed over is never free for it:
  /// jobs get nodes and lose none.
  bool give(std::size_t job) {
    while (unowned_ < unnamed_.size() && !owners_[unnamed_[unowned_]].empty()) ++unowned_;
    std::size_t& next = looked_at_[job];
    if (order_.never_beside[job].none()) next = unowned_;
    while (next < unnamed_.size() && !is_free(job, unnamed_[next])) ++next;
    if (next == unnamed_.size()) {
      const std::size_t got = jobs_[job].nodes.size();
      reader_.error(jobs_[job].where,
                    fmt::format("the job {} wants {}, and {} free for it", quote(jobs_[job].name),
                                counted(jobs_[job].wanted, "node"), got == 1 ? "1 is" : fmt::format("{} are", got)),
                    std::string(kOneAtATime));
      return false;
    }
    const std::size_t node = unnamed_[next++];
    owners_[node].push_back(job);
    jobs_[job].nodes.push_back(node);
    return true;
  }

  void shuffle(int seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    for (std::size_t n = unnamed_.size(); n > 1; --n) std::swap(unnamed_[n - 1], unnamed_[random() % n]);
  }

  Reader& reader_;
  std::vector<JobClaim>& jobs_;
  const JobOrder& order_;
  std::vector<std::vector<std::size_t>> owners_;  ///< of each node
  std::vector<std::size_t> unnamed_;              ///< nodes, in the order in which they are dealt
  std::size_t unowned_ = 0;                       ///< of these, the first that no job has
  std::vector<std::size_t> looked_at_;            ///< so many of them, of each job
};

}  // namespace

void deal_nodes(Reader& reader, std::vector<JobClaim>& jobs, const JobOrder& order, const RankPlacement& placement,
                std::size_t nodes) {
  const std::size_t errors = reader.errors();
  NodesOfJobs all(reader, jobs, order, nodes);
  all.take_named();
  if (reader.errors() == errors) all.deal(placement);
}

}  // namespace petriloom
