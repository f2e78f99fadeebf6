// SPDX-License-Identifier: Apache-2.0
#include "generator/jobs/job_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/net/diagnostics.h"
#include "engine/text/quote.h"

namespace petriloom {
namespace {

constexpr std::size_t kMostNamesOfCircle = 8;
constexpr std::string_view kAfterHelp = "after: [solver], or after: [solver, analysis]";

/// Whether no name stands twice; reports those that do.
bool have_different_names(Reader& reader, const std::vector<JobClaim>& jobs) {
  std::set<std::string> names;
  for (const JobClaim& job : jobs) {
    if (!names.insert(job.name).second)
      reader.error(job.where, fmt::format("there are two jobs {}", quote(job.name)), "another name");
  }
  return names.size() == jobs.size();
}

/// The jobs that each names; reports names that no job has, and names that one names twice.
std::vector<std::vector<std::size_t>> named_jobs(Reader& reader, const std::vector<JobClaim>& jobs) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    numbers.emplace(jobs[j].name, j);
    names.push_back(jobs[j].name);
  }
  std::vector<std::vector<std::size_t>> after(jobs.size());
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    for (const Located<std::string>& name : jobs[j].after) {
      const auto found = numbers.find(name.value);
      if (found == numbers.end()) {
        reader.error(name.where, fmt::format("there is no job {}", quote(name.value)), suggest(name.value, names));
      } else if (std::count(after[j].begin(), after[j].end(), found->second) > 0) {
        reader.error(name.where, fmt::format("the job {} stands twice among those that {} comes after", quote(name.value),
                                             quote(jobs[j].name)));
      } else {
        after[j].push_back(found->second);
      }
    }
  }
  return after;
}

/// Jobs in an order in which each comes behind those that it waits for. Those that wait for
/// themselves, and for such, are left.
class Sorted {
 public:
  Sorted(Reader& reader, const std::vector<JobClaim>& jobs, const std::vector<std::vector<std::size_t>>& after)
      : reader_(reader), jobs_(jobs), after_(after), done_(jobs.size(), false), all_(jobs.size()) {
    for (std::size_t j = 0; j < all_.size(); ++j) all_[j] = j;
  }

  /// The order; reports each circle once, and goes on as if it were none.
  std::vector<std::size_t> order() {
    while (true) {
      take_ready();
      const auto left = std::find(done_.begin(), done_.end(), false);
      if (left == done_.end()) return order_;
      report_circle(static_cast<std::size_t>(left - done_.begin()));
    }
  }

 private:
  [[nodiscard]] bool waits(std::size_t job) const {
    return std::any_of(after_[job].begin(), after_[job].end(), [this](std::size_t other) { return !done_[other]; });
  }

  void take(std::size_t job) {
    done_[job] = true;
    order_.push_back(job);
  }

  void take_ready() {
    for (bool more = true; more;) {
      more = false;
      for (const std::size_t job : all_) {
        if (done_[job] || waits(job)) continue;
        take(job);
        more = true;
      }
    }
  }

  /// Whoever is left waits for one that is left: who follows these comes to a circle.
  void report_circle(std::size_t job) {
    std::vector<std::size_t> way;
    while (std::find(way.begin(), way.end(), job) == way.end()) {
      way.push_back(job);
      job = *std::find_if(after_[job].begin(), after_[job].end(), [this](std::size_t other) { return !done_[other]; });
    }
    way.erase(way.begin(), std::find(way.begin(), way.end(), job));
    std::rotate(way.begin(), std::min_element(way.begin(), way.end()), way.end());
    const JobClaim& first = jobs_[way.front()];
    const std::string& next = jobs_[way[1 % way.size()]].name;
    const auto named = std::find_if(first.after.begin(), first.after.end(),
                                    [&next](const Located<std::string>& one) { return one.value == next; });
    std::vector<std::string> names;
    for (std::size_t k = 0; k < way.size() && k < kMostNamesOfCircle; ++k) names.push_back(quote(jobs_[way[k]].name));
    if (way.size() > kMostNamesOfCircle) names.emplace_back("...");
    reader_.error(named->where, way.size() == 1
                                    ? fmt::format("the job {} waits for itself", names.front())
                                    : fmt::format("the jobs {} wait for each other in a circle", fmt::join(names, ", ")));
    for (const std::size_t one : way) take(one);
  }

  Reader& reader_;
  const std::vector<JobClaim>& jobs_;
  const std::vector<std::vector<std::size_t>>& after_;
  std::vector<bool> done_;
  std::vector<std::size_t> all_, order_;
};

}  // namespace

std::vector<Located<std::string>> read_jobs_before(Reader& reader, const YamlNode& node) {
  std::vector<Located<std::string>> names;
  const auto add = [&](const YamlNode& item) {
    const std::string name = reader.identifier(item);
    if (!name.empty()) names.push_back({name, item.where});
  };
  if (node.kind == YamlNode::Kind::scalar) {
    add(node);
  } else if (reader.is_list(node, "a list of names of jobs")) {
    if (node.items.empty())
      reader.error(node.where, "a job that comes after others comes after one at least", std::string(kAfterHelp));
    for (const YamlNode& item : node.items) add(item);
  }
  return names;
}

std::optional<JobOrder> order_of_jobs(Reader& reader, const std::vector<JobClaim>& jobs) {
  const std::size_t errors = reader.errors();
  const bool any_waits = std::any_of(jobs.begin(), jobs.end(), [](const JobClaim& job) { return !job.after.empty(); });
  // Of two jobs of one name one was to have another, by which others may call it.
  if (!have_different_names(reader, jobs) && any_waits) return std::nullopt;
  JobOrder order{named_jobs(reader, jobs), std::vector<JobSet>(jobs.size())};
  std::vector<JobSet> before(jobs.size());
  for (const std::size_t job : Sorted(reader, jobs, order.after).order()) {
    for (const std::size_t other : order.after[job]) {
      before[job] |= before[other];
      before[job].set(other);
    }
  }
  if (reader.errors() != errors && any_waits) return std::nullopt;
  order.never_beside = before;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    for (std::size_t other = 0; other < jobs.size(); ++other) {
      if (before[job].test(other)) order.never_beside[other].set(job);
    }
  }
  return order;
}

}  // namespace petriloom
