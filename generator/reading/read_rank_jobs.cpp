// SPDX-License-Identifier: Apache-2.0
// The jobs of a program of ranks: the nodes of each, what its ranks divide, and its steps.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/text/parse_number.h"
#include "engine/text/quote.h"
#include "engine/text/wording.h"
#include "generator/reading/read_ranks.h"

namespace petriloom {
namespace {

constexpr int kMostDomainPoints = std::numeric_limits<int>::max();
constexpr std::size_t kMostDomainDimensions = 8;
constexpr int kMostRanks = 4'000'000;
constexpr int kMostRanksOfNode = 4096;
constexpr std::array<std::string_view, 2> kRankOrders{"block", "cyclic"};
constexpr std::array<std::string_view, 2> kPointsOf{"all", "rank"};
constexpr int kMostPeriod = 1'000'000;
constexpr int kMostUnrolled = 1000;

struct DomainDraft {
  std::vector<int> points;
  std::vector<int> grid;
  Located<bool> periodic;
  Located<int> of;
  Location points_where, grid_where;
};

std::vector<int> domain_numbers(Reader& reader, const YamlNode& node, std::string_view what) {
  std::vector<int> numbers;
  if (!reader.is_list(node, what)) return numbers;
  if (node.items.empty() || node.items.size() > kMostDomainDimensions) {
    reader.error(node.where,
                 fmt::format("expected {}, from 1 to {} of them, found {}", what, kMostDomainDimensions, node.items.size()));
  }
  for (const YamlNode& item : node.items) numbers.push_back(reader.integer(item, {1, kMostDomainPoints}).value);
  return numbers;
}

constexpr auto kDomainKeys = std::to_array<Key<DomainDraft>>({
    {"points",
     [](Reader& r, const YamlNode& n, DomainDraft& d) {
       d.points = domain_numbers(r, n, "a list of points along each dimension");
       d.points_where = n.where;
     },
     nullptr},
    {"of", [](Reader& r, const YamlNode& n, DomainDraft& d) { d.of = r.choice(n, kPointsOf); }, "all"},
    {"grid",
     [](Reader& r, const YamlNode& n, DomainDraft& d) {
       d.grid = domain_numbers(r, n, "a list of ranks along each dimension");
       d.grid_where = n.where;
     },
     ""},
    {"periodic", [](Reader& r, const YamlNode& n, DomainDraft& d) { d.periodic = r.boolean(n); }, "false"},
});

/// The prime factors of the ranks, the largest first, each to the dimension that has most points
/// for a rank so far.
std::vector<int> balanced_grid(int ranks, const std::vector<int>& points) {
  std::vector<int> primes;
  for (int p = 2; p <= ranks / p; ++p) {
    for (; ranks % p == 0; ranks /= p) primes.push_back(p);
  }
  if (ranks > 1) primes.push_back(ranks);
  std::vector<int> grid(points.size(), 1);
  for (auto prime = primes.rbegin(); prime != primes.rend(); ++prime) {
    std::size_t longest = 0;
    for (std::size_t d = 1; d < grid.size(); ++d) {
      if (std::int64_t{points[d]} * grid[longest] > std::int64_t{points[longest]} * grid[d]) longest = d;
    }
    grid[longest] *= *prime;
  }
  return grid;
}

/// Empty after an error. Of 0 ranks it is not known how many there are.
std::optional<RankDomain> read_domain(Reader& reader, const YamlNode& node, int ranks) {
  DomainDraft draft;
  const std::size_t errors = reader.errors();
  if (!read_keys<DomainDraft>(reader, node, "'domain'", kDomainKeys, draft) || reader.errors() != errors) return std::nullopt;
  RankDomain domain{draft.points, draft.grid, draft.periodic, node.where};
  const bool given = !draft.grid.empty();
  if (!given)
    domain.grid = balanced_grid(std::max(ranks, 1),
                                std::vector<int>(draft.of.value == 0 ? draft.points : std::vector<int>(draft.points.size(), 1)));
  if (domain.grid.size() != domain.points.size()) {
    reader.error(draft.grid_where,
                 fmt::format("the grid has {}, the points {}", counted(domain.grid.size(), "dimension"), domain.points.size()));
    return std::nullopt;
  }
  const double places = std::accumulate(domain.grid.begin(), domain.grid.end(), 1.0, std::multiplies<>());
  if (ranks > 0 && places != ranks) {
    reader.error(draft.grid_where, fmt::format("the grid has {} places for {} ranks", places, ranks),
                 "without 'grid' the ranks are dealt to the dimensions by their points");
    return std::nullopt;
  }
  for (std::size_t d = 0; d < domain.grid.size(); ++d) {
    const double all = draft.of.value == 0 ? domain.points[d] : double{1} * domain.points[d] * domain.grid[d];
    if (all > kMostDomainPoints) {
      reader.error(draft.points_where, fmt::format("there are at most {} points along a dimension", kMostDomainPoints));
    } else if (all < domain.grid[d]) {
      reader.error(given ? draft.grid_where : draft.points_where,
                   fmt::format("{} points along dimension {} are not one for each of {} ranks", all, d, domain.grid[d]));
    }
    domain.points[d] = static_cast<int>(std::min<double>(all, kMostDomainPoints));
  }
  if (reader.errors() != errors) return std::nullopt;
  return domain;
}

/// Read before its nodes are dealt.
struct JobDraft {
  RankJob job;
  JobClaim claim;
  const YamlNode* domain = nullptr;
  const YamlNode* steps = nullptr;
  std::size_t machine = 0;  ///< nodes of the machine
};

constexpr std::string_view kNodesHelp = "how many nodes (nodes: 8), or which: nodes: 0..7, or nodes: [0..3, 12]";

/// The nodes "3" or "0..7".
void read_nodes_between(Reader& reader, const YamlNode& node, JobDraft& draft) {
  const std::string* const text = reader.scalar(node, "nodes", std::string(kNodesHelp));
  if (text == nullptr) return;
  const std::size_t dots = text->find("..");
  const auto low = parse_number<std::int64_t>(text->substr(0, dots));
  const auto high = dots == std::string::npos ? low : parse_number<std::int64_t>(text->substr(dots + 2));
  if (!low || !high || *low < 0 || *low > *high) {
    reader.error(node.where, fmt::format("{} is no node and no range of nodes", quote(*text)), std::string(kNodesHelp));
  } else if (*high >= static_cast<std::int64_t>(draft.machine)) {
    reader.error(node.where, fmt::format("the machine has the nodes 0 to {}, not {}", draft.machine - 1, *high));
  } else {
    for (auto n = static_cast<std::size_t>(*low); n <= static_cast<std::size_t>(*high); ++n) draft.claim.nodes.push_back(n);
  }
}

void read_nodes_of_job(Reader& reader, const YamlNode& node, JobDraft& draft) {
  if (node.kind == YamlNode::Kind::list) {
    if (node.items.empty()) reader.error(node.where, "a job has one node at least", std::string(kNodesHelp));
    for (const YamlNode& item : node.items) read_nodes_between(reader, item, draft);
  } else if (node.kind == YamlNode::Kind::scalar && node.text.find("..") != std::string::npos) {
    read_nodes_between(reader, node, draft);
  } else {
    draft.claim.wanted = static_cast<std::size_t>(reader.integer(node, {1, std::numeric_limits<int>::max()}).value);
  }
}

constexpr auto kJobKeys = std::to_array<Key<JobDraft>>({
    {"name", [](Reader& r, const YamlNode& n, JobDraft& d) { d.claim.name = r.identifier(n); }, nullptr},
    {"nodes", read_nodes_of_job, nullptr},
    {"ranks_per_node", [](Reader& r, const YamlNode& n, JobDraft& d) { d.job.ranks_per_node = read_ranks_per_node(r, n); }, ""},
    {"order", [](Reader& r, const YamlNode& n, JobDraft& d) { d.job.cyclic = read_rank_order(r, n); }, ""},
    {"start", [](Reader& r, const YamlNode& n, JobDraft& d) { d.job.start = r.quantity(n, Dimension::time, kDuration); }, "0 s"},
    {"after", [](Reader& r, const YamlNode& n, JobDraft& d) { d.claim.after = read_jobs_before(r, n); }, ""},
    {"iterations",
     [](Reader& r, const YamlNode& n, JobDraft& d) {
       d.job.iterations = r.integer(n, {1, kMostIterations});
     },
     "1"},
    {"domain", [](Reader&, const YamlNode& n, JobDraft& d) { d.domain = &n; }, ""},
    {"steps", [](Reader&, const YamlNode& n, JobDraft& d) { d.steps = &n; }, nullptr},
});

/// After how many iterations steps come again as they were; at most all.
int period_of(const std::vector<RankStep>& steps, int iterations) {
  std::int64_t period = 1;
  for (const RankStep& step : steps) period = std::min<std::int64_t>(std::lcm(period, step.every.value), iterations);
  return static_cast<int>(period);
}

/// Reports steps that no iteration comes to.
void check_done(Reader& reader, const std::vector<RankStep>& steps, int iterations) {
  const auto never = [iterations](const RankStep& step) { return step.every.value > iterations; };
  for (const RankStep& step : steps) {
    if (!never(step)) continue;
    const std::string message = fmt::format("in {} nothing is done every {}", counted(iterations, "iteration"), step.every.value);
    std::all_of(steps.begin(), steps.end(), never) ? reader.error(step.every.where, message)
                                                   : reader.warning(step.every.where, message);
  }
}

/// Whether the iterations of a period can be written out; reports it if not.
bool check_unrolled(Reader& reader, const std::vector<RankStep>& steps, int period) {
  double all = 0;
  for (const RankStep& step : steps) all += double{1} * period / step.every.value;
  if (period == 1 || (all <= kMostUnrolled && period <= kMostPeriod)) return true;
  const auto rare = std::find_if(steps.begin(), steps.end(), [](const RankStep& step) { return step.every.value > 1; });
  reader.error(
      rare->every.where,
      fmt::format("it takes {} iterations and {:.0f} steps until all steps come again together; at most {} and {} are taken",
                  period, all, kMostPeriod, kMostUnrolled),
      "numbers of iterations that divide each other, and smaller ones");
  return false;
}

/// Writes the steps of all iterations of a period out. The last iterations of a list are those of
/// the first pass, if the periods leave some over; so a step of every n comes first at the n-th.
std::vector<RankStep> unrolled(Reader& reader, const std::vector<RankStep>& steps, RankJob& job) {
  check_done(reader, steps, job.iterations.value);
  const int period = period_of(steps, job.iterations.value);
  if (!check_unrolled(reader, steps, period)) return {};
  const int over = job.iterations.value % period;
  job.passes = job.iterations.value / period + (over > 0 ? 1 : 0);
  std::vector<RankStep> all;
  for (int phase = 0; phase < period; ++phase) {
    if (over > 0 && phase == period - over) job.entry = all.size();
    for (const RankStep& step : steps) {
      if ((phase + 1 + over) % step.every.value == 0) all.push_back(step);
    }
  }
  return all;
}

}  // namespace

Located<int> read_ranks_per_node(Reader& reader, const YamlNode& node) { return reader.integer(node, {1, kMostRanksOfNode}); }

Located<bool> read_rank_order(Reader& reader, const YamlNode& node) {
  const Located<int> number = reader.choice(node, kRankOrders);
  return {number.value == 1, number.where};
}

bool check_number_of_ranks(Reader& reader, std::size_t ranks, const Location& where) {
  if (ranks <= kMostRanks) return true;
  reader.error(where, fmt::format("there are at most {} ranks, not {}", kMostRanks, ranks));
  return false;
}

bool read_rank_program(Reader& reader, const YamlNode* domain, const YamlNode& steps, RankJob& job, RankSystem& system) {
  std::optional<RankDomain> read;
  const int ranks = reader.readable(job.ranks_per_node.where) ? static_cast<int>(job.ranks()) : 0;
  if (domain != nullptr) {
    read = read_domain(reader, *domain, ranks);
    if (!read) return false;
  }
  const std::size_t errors = reader.errors();
  const std::vector<RankStep> written = read_rank_steps(reader, steps, ranks, read ? &*read : nullptr);
  const auto of_points = [](const RankStep& step) { return step.of_points; };
  if (domain != nullptr && reader.errors() == errors && std::none_of(written.begin(), written.end(), of_points))
    reader.warning(domain->where, "no step has to do with the points of the 'domain'",
                   "halo, keys such as flop_per_point, or 'along' a dimension");
  std::vector<RankStep> of_job = unrolled(reader, written, job);
  job.domain = read.value_or(RankDomain{{1}, {1}, {false, job.where}, job.where});
  job.first_step = system.steps.size();
  job.steps = of_job.size();
  std::move(of_job.begin(), of_job.end(), std::back_inserter(system.steps));
  return true;
}

void read_rank_jobs(Reader& reader, const YamlNode& node, const RankJob& otherwise, const RankPlacement& placement,
                    std::size_t nodes, RankSystem& system) {
  if (!reader.is_list(node, "a list of jobs")) return;
  if (node.items.empty() || node.items.size() > kMostJobs) {
    reader.error(node.where, fmt::format("there are 1 to {} jobs, found {}", kMostJobs, node.items.size()),
                 "jobs: [{name: solver, nodes: 8, steps: [...]}]");
    return;
  }
  const std::size_t errors = reader.errors();
  std::vector<JobDraft> drafts;
  std::vector<JobClaim> claims;
  for (const YamlNode& item : node.items) {
    JobDraft draft;
    draft.job = otherwise;
    draft.job.where = draft.claim.where = item.where;
    draft.machine = nodes;
    read_keys<JobDraft>(reader, item, "a job", kJobKeys, draft);
    claims.push_back(draft.claim);
    drafts.push_back(std::move(draft));
  }
  if (reader.errors() != errors) return;
  const std::optional<JobOrder> order = order_of_jobs(reader, claims);
  if (order) deal_nodes(reader, claims, *order, placement, nodes);
  if (reader.errors() != errors) return;
  for (std::size_t j = 0; j < drafts.size(); ++j) {
    drafts[j].job.name = claims[j].name;
    drafts[j].job.nodes = std::move(claims[j].nodes);
    drafts[j].job.after = order->after[j];
  }
  const std::size_t ranks = std::accumulate(drafts.begin(), drafts.end(), std::size_t{0},
                                            [](std::size_t sum, const JobDraft& draft) { return sum + draft.job.ranks(); });
  if (!check_number_of_ranks(reader, ranks, node.where)) return;
  for (JobDraft& draft : drafts) {
    if (read_rank_program(reader, draft.domain, *draft.steps, draft.job, system)) system.jobs.push_back(std::move(draft.job));
  }
}

}  // namespace petriloom
