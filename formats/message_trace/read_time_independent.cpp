// SPDX-License-Identifier: Apache-2.0
#include "formats/message_trace/read_time_independent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "engine/text/parse_number.h"
#include "engine/text/wording.h"
#include "formats/message_trace/rank_program.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

namespace {

constexpr double kMostAmount = 1e18;  // of bytes, flop and s
constexpr std::int64_t kMostTag = 1'000'000'000;
/// Bytes of the data types of SimGrid's MPI by their numbers: double, int, char, short, long,
/// float, byte, long long, signed char, unsigned char, unsigned short, unsigned, unsigned long.
constexpr std::array<double, 13> kTypeBytes{8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8};

class ActionReader;

/// An action, what stands behind its name, and what it does. With `all` each rank has a number of
/// its own there, once for each of them.
struct Action {
  std::string_view name;
  std::string_view form;  ///< for messages
  std::size_t least;      ///< words behind the name
  std::size_t most;
  std::size_t all;  ///< how often a list of all ranks stands among them
  void (*read)(ActionReader&, RankProgram&);
};

/// Requests that a rank began and did not wait for, by sender, receiver and tag.
using Requests = std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::deque<RankProgram::Request>>;

/// The words of one action.
class ActionReader {
 public:
  ActionReader(std::uint32_t ranks, Diagnostics& diagnostics) : ranks_(ranks), diagnostics_(diagnostics) {}

  void begin(std::vector<PlacedWord> words, std::uint32_t rank, double type, Requests& requests) {
    words_ = std::move(words);
    rank_ = rank;
    type_ = type;
    requests_ = &requests;
  }
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  [[nodiscard]] Requests& requests() { return *requests_; }
  [[nodiscard]] std::size_t words() const { return words_.size() - 2; }

  /// Word k behind the name.
  double amount(std::size_t k) {
    const PlacedWord& word = words_[k + 2];
    const std::optional<double> value = parse_number<double>(word.text);
    if (value && *value >= 0 && *value <= kMostAmount) return *value;
    diagnostics_.error(word.where, fmt::format("expected a number, found '{}'", word.text), "a number from 0 to 1e18");
    return 0;
  }
  std::uint32_t other(std::size_t k) {
    const PlacedWord& word = words_[k + 2];
    const std::optional<std::uint32_t> value = parse_number<std::uint32_t>(word.text);
    if (value && *value < ranks_) return *value;
    diagnostics_.error(word.where, fmt::format("expected a rank, found '{}'", word.text), fmt::format("0 to {}", ranks_ - 1));
    return 0;
  }
  /// 0 where it is left out.
  std::uint32_t root(std::size_t k) { return k < words() ? other(k) : 0; }
  std::int64_t tag(std::size_t k) {
    const PlacedWord& word = words_[k + 2];
    const std::optional<std::int64_t> value = parse_number<std::int64_t>(word.text);
    if (value && *value >= 0 && *value <= kMostTag) return *value;
    diagnostics_.error(word.where, fmt::format("expected a tag, found '{}'", word.text), fmt::format("0 to {}", kMostTag));
    return 0;
  }
  /// Bytes of an element: of the type that word k names, or of those of the whole trace.
  double type(std::size_t k) {
    if (k >= words()) return type_;
    const PlacedWord& word = words_[k + 2];
    const std::optional<std::uint32_t> value = parse_number<std::uint32_t>(word.text);
    if (value && *value < kTypeBytes.size()) return kTypeBytes[*value];
    diagnostics_.error(word.where, fmt::format("expected the number of a data type, found '{}'", word.text),
                       fmt::format("0 (double), 1 (int) ... {} (unsigned long)", kTypeBytes.size() - 1));
    return 0;
  }
  /// A number for each rank from word k on, times the bytes of an element.
  std::vector<double> parts(std::size_t k, double bytes) {
    std::vector<double> all(ranks_);
    for (std::uint32_t r = 0; r < ranks_; ++r) all[r] = amount(k + r) * bytes;
    return all;
  }

 private:
  std::uint32_t ranks_;
  Diagnostics& diagnostics_;
  std::vector<PlacedWord> words_;
  std::uint32_t rank_ = 0;
  double type_ = 1;
  Requests* requests_ = nullptr;
};

void nothing(ActionReader&, RankProgram&) {}

void wait_all(ActionReader& a, RankProgram& p) {
  for (const auto& [ends, requests] : a.requests()) {
    for (const RankProgram::Request one : requests) p.wait(one);
  }
  a.requests().clear();
}

/// A request that a test found to be done in the traced run is waited for, if it was begun.
void wait_one(ActionReader& a, RankProgram& p) {
  const auto found = a.requests().find({a.other(0), a.other(1), a.tag(2)});
  if (found == a.requests().end()) return;
  p.wait(found->second.front());
  found->second.pop_front();
  if (found->second.empty()) a.requests().erase(found);
}

void reduce_with(ActionReader& a, RankProgram& p, std::uint32_t root, double bytes, bool to_all) {
  p.reduce(root, bytes);
  if (to_all) p.broadcast(root, bytes);
  p.work(a.amount(1));
}

void all_gather_v(ActionReader& a, RankProgram& p) {
  // Data types stand behind the counts, displacements behind those or in their place.
  const std::size_t type = 1 + a.ranks();
  const bool no_type = a.ranks() > 2 && a.words() == 2 * std::size_t{a.ranks()} + 1;
  const double bytes = a.type(no_type ? a.words() : type);
  p.to_all(std::vector<double>(a.ranks(), a.amount(0) * bytes));
}

constexpr std::size_t kAnyWords = 1000;

constexpr auto kActions = std::to_array<Action>({
    {"init", "init", 0, 1, 0, nothing},
    {"finalize", "finalize", 0, 0, 0, nothing},
    {"comm_size", "comm_size RANKS", 0, kAnyWords, 0, nothing},
    {"comm_split", "comm_split ...", 0, kAnyWords, 0, nothing},
    {"comm_dup", "comm_dup ...", 0, kAnyWords, 0, nothing},
    {"location", "location FILE LINE", 2, 2, 0, nothing},
    {"test", "test SENDER RECEIVER TAG", 3, 3, 0, nothing},
    {"compute", "compute FLOP", 1, 1, 0, [](ActionReader& a, RankProgram& p) { p.work(a.amount(0)); }},
    {"sleep", "sleep SECONDS", 1, 1, 0, [](ActionReader& a, RankProgram& p) { p.sleep(a.amount(0)); }},
    {"send", "send RECEIVER TAG COUNT [TYPE]", 3, 4, 0,
     [](ActionReader& a, RankProgram& p) { p.send(a.other(0), a.tag(1), a.amount(2) * a.type(3)); }},
    {"isend", "isend RECEIVER TAG COUNT [TYPE]", 3, 4, 0,
     [](ActionReader& a, RankProgram& p) {
       a.requests()[{a.rank(), a.other(0), a.tag(1)}].push_back(p.begin_send(a.other(0), a.tag(1), a.amount(2) * a.type(3)));
     }},
    {"recv", "recv SENDER TAG COUNT [TYPE]", 3, 4, 0,
     [](ActionReader& a, RankProgram& p) { p.receive(a.other(0), a.tag(1)); }},
    {"irecv", "irecv SENDER TAG COUNT [TYPE]", 3, 4, 0,
     [](ActionReader& a, RankProgram& p) {
       a.requests()[{a.other(0), a.rank(), a.tag(1)}].push_back(p.begin_receive(a.other(0), a.tag(1)));
     }},
    {"sendRecv", "sendRecv COUNT RECEIVER COUNT SENDER TYPE TYPE", 6, 6, 0,
     [](ActionReader& a, RankProgram& p) { p.exchange(a.other(1), a.amount(0) * a.type(4), a.other(3), 0); }},
    {"wait", "wait SENDER RECEIVER TAG", 3, 3, 0, wait_one},
    {"waitall", "waitall", 0, 1, 0, wait_all},
    {"barrier", "barrier", 0, 0, 0, [](ActionReader&, RankProgram& p) { p.barrier(); }},
    {"bcast", "bcast COUNT [ROOT [TYPE]]", 1, 3, 0,
     [](ActionReader& a, RankProgram& p) { p.broadcast(a.root(1), a.amount(0) * a.type(2)); }},
    {"reduce", "reduce COUNT FLOP [ROOT [TYPE]]", 2, 4, 0,
     [](ActionReader& a, RankProgram& p) { reduce_with(a, p, a.root(2), a.amount(0) * a.type(3), false); }},
    {"allreduce", "allreduce COUNT FLOP [TYPE]", 2, 3, 0,
     [](ActionReader& a, RankProgram& p) { reduce_with(a, p, 0, a.amount(0) * a.type(2), true); }},
    {"alltoall", "alltoall COUNT COUNT [TYPE [TYPE]]", 2, 4, 0,
     [](ActionReader& a, RankProgram& p) { p.to_all_equal(a.amount(0) * a.type(2)); }},
    {"alltoallv", "alltoallv SIZE COUNT... SIZE COUNT... [TYPE [TYPE]]", 2, 4, 2,
     [](ActionReader& a, RankProgram& p) { p.to_all(a.parts(1, a.type(2 + 2 * std::size_t{a.ranks()}))); }},
    {"gather", "gather COUNT COUNT [ROOT [TYPE [TYPE]]]", 2, 5, 0,
     [](ActionReader& a, RankProgram& p) { p.gather(a.root(2), a.amount(0) * a.type(3)); }},
    {"gatherv", "gatherv COUNT COUNT... [ROOT [TYPE [TYPE]]]", 1, 4, 1,
     [](ActionReader& a, RankProgram& p) {
       const std::size_t behind = 1 + std::size_t{a.ranks()};
       p.gather(a.root(behind), a.amount(0) * a.type(behind + 1));
     }},
    {"scatter", "scatter COUNT COUNT [ROOT [TYPE [TYPE]]]", 2, 5, 0,
     [](ActionReader& a, RankProgram& p) {
       p.scatter(a.root(2), std::vector<double>(a.ranks(), a.amount(0) * a.type(3)));
     }},
    {"scatterv", "scatterv COUNT... COUNT [ROOT [TYPE [TYPE]]]", 1, 4, 1,
     [](ActionReader& a, RankProgram& p) {
       const std::size_t behind = 1 + std::size_t{a.ranks()};
       p.scatter(a.root(behind), a.parts(0, a.type(behind + 1)));
     }},
    {"allgather", "allgather COUNT COUNT [TYPE [TYPE]]", 2, 4, 0,
     [](ActionReader& a, RankProgram& p) { p.to_all(std::vector<double>(a.ranks(), a.amount(0) * a.type(2))); }},
    {"allgatherv", "allgatherv COUNT COUNT... [TYPE TYPE] [DISPLACEMENT...]", 1, 3, 1, all_gather_v},
    {"reducescatter", "reducescatter COUNT... FLOP [TYPE]", 1, 2, 1,
     [](ActionReader& a, RankProgram& p) {
       p.reduce_scatter(a.parts(0, a.type(1 + std::size_t{a.ranks()})));
       p.work(a.amount(a.ranks()));
     }},
    {"scan", "scan COUNT FLOP [TYPE]", 2, 3, 0,
     [](ActionReader& a, RankProgram& p) {
       p.scan(a.amount(0) * a.type(2));
       p.work(a.amount(1));
     }},
    {"exscan", "exscan COUNT FLOP [TYPE]", 2, 3, 0,
     [](ActionReader& a, RankProgram& p) {
       p.scan(a.amount(0) * a.type(2));
       p.work(a.amount(1));
     }},
});

class TimeIndependentReader {
 public:
  TimeIndependentReader(std::span<const FileId> files, const Sources& sources, Diagnostics& diagnostics)
      : files_(files), sources_(sources), diagnostics_(diagnostics), trace_(diagnostics) {}

  std::optional<MessageTrace> read() {
    count_ranks();
    if (ranks_ == 0 && !diagnostics_.has_errors()) diagnostics_.error({files_.front(), 0, 0}, "there is nothing in this trace");
    programs_.reserve(ranks_);
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) programs_.push_back({RankProgram(trace_, rank, ranks_), {}});
    ActionReader reader(ranks_, diagnostics_);
    for (const FileId file : files_) {
      LineScan scan(sources_.text(file), file);
      for (std::string_view line; trace_.fits() && scan.next(line);) {
        std::vector<PlacedWord> words = scan.words(line);
        if (!words.empty() && !words.front().text.starts_with('#')) read_action(std::move(words), reader);
      }
    }
    return trace_.finish(ranks_, false);
  }

 private:
  struct Rank {
    RankProgram program;
    Requests requests;
  };

  /// Of one file the ranks are those that do something; of several each has one. What the elements
  /// of messages are is said by `init`, for all ranks.
  void count_ranks() {
    for (std::size_t k = 0; k < files_.size(); ++k) {
      LineScan scan(sources_.text(files_[k]), files_[k]);
      for (std::string_view line; scan.next(line);) {
        const std::string_view body = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
        if (body.empty() || body.starts_with('#')) continue;
        const std::size_t end = std::min(body.find_first_of(" \t"), body.size());
        const Location where = scan.where(1 + line.size() - body.size());
        const std::optional<std::uint32_t> rank = parse_number<std::uint32_t>(body.substr(0, end));
        if (!rank || *rank >= kMostTraceRanks) {
          diagnostics_.error(where, fmt::format("expected a rank, found '{}'", body.substr(0, end)),
                             fmt::format("0 to {}, then what it does", kMostTraceRanks - 1));
        } else if (files_.size() > 1 && *rank != k) {
          diagnostics_.error(where, fmt::format("rank {} in file {} of the list, which is that of rank {}", *rank, k + 1, k));
        } else {
          ranks_ = std::max(ranks_, *rank + 1);
          std::size_t at = body.find_first_not_of(" \t", end);
          if (at == std::string_view::npos) continue;
          if (body.substr(at).starts_with("init") && body.find_first_not_of(" \t", at + 4) != std::string_view::npos)
            type_ = kTypeBytes[0];
        }
      }
    }
    ranks_ = std::max(ranks_, static_cast<std::uint32_t>(files_.size()));
  }

  void read_action(std::vector<PlacedWord> words, ActionReader& reader) {
    const auto rank = parse_number<std::uint32_t>(words.front().text);
    if (!rank || *rank >= ranks_) return;  // told when the ranks were counted
    if (words.size() < 2) {
      diagnostics_.error(words.front().where, fmt::format("rank {} does nothing here", *rank), "the rank, then an action");
      return;
    }
    const PlacedWord name = words[1];
    const auto* const action =
        std::find_if(kActions.begin(), kActions.end(), [&](const Action& one) { return one.name == name.text; });
    if (action == kActions.end()) {
      std::vector<std::string> names;
      for (const Action& one : kActions) names.emplace_back(one.name);
      diagnostics_.error(name.where, fmt::format("unknown action '{}'", name.text), fmt::format("{}", fmt::join(names, ", ")));
      return;
    }
    const std::size_t lists = action->all * ranks_;
    const std::size_t behind = words.size() - 2;
    const bool displaced = action->read == all_gather_v && behind <= action->most + 2 * lists;
    if (behind < action->least + lists || (behind > action->most + lists && !displaced)) {
      diagnostics_.error(name.where, fmt::format("{} words behind '{}' of {} ranks", behind, name.text, ranks_),
                         std::string(action->form));
      return;
    }
    Rank& one = programs_[*rank];
    one.program.at(name.where);
    reader.begin(std::move(words), *rank, type_, one.requests);
    action->read(reader, one.program);
  }

  std::span<const FileId> files_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  TraceBuilder trace_;
  std::uint32_t ranks_ = 0;
  double type_ = 1;
  std::vector<Rank> programs_;
};

}  // namespace

std::optional<MessageTrace> read_time_independent(std::span<const FileId> files, const Sources& sources, Diagnostics& diagnostics) {
  return TimeIndependentReader(files, sources, diagnostics).read();
}

}  // namespace petriloom
