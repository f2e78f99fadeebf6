// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/blame_return.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/model/difference.h"
#include "analysis/witness/flow.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

class ReturnAnalysis {
 public:
  ReturnAnalysis(NetModel& model, const Trace& trace) : model_(model), net_(model.net()), trace_(trace) {}

  std::vector<Blame> run() {
    std::vector<TokenDifference> all = differences(trace_.initial, trace_.last);
    // Instance by instance, as in the expanded net.
    std::stable_sort(all.begin(), all.end(),
                     [&](const TokenDifference& x, const TokenDifference& y) { return home(x).indices < home(y).indices; });
    for (const TokenDifference& difference : all) {
      if (difference.surplus < 0) lost(difference);
    }
    for (const TokenDifference& difference : all) {
      if (difference.surplus > 0) surplus(difference);
    }
    if (result_.size() > kMostBlamed) result_.resize(kMostBlamed);
    return std::move(result_);
  }

 private:
  struct Account {
    std::int64_t taken = 0, put = 0;
  };

  /// A module; one that stands for the instances of a folded array with the indices of one of them.
  using Owner = std::pair<ModuleId, std::vector<Word>>;
  /// A place, or that of one instance in a folded one.
  struct Home {
    PlaceId place;
    std::vector<Word> indices;
  };

  [[nodiscard]] Owner owner(const TracedFiring& firing) const {
    return {net_[firing.transition].module, model_.labels().indices(firing.label)};
  }
  [[nodiscard]] Home home(const TokenDifference& difference) const {
    return {difference.place, instance_indices(net_, model_.pool(), difference.place, difference.colour)};
  }
  [[nodiscard]] bool is_at(std::size_t token, const Home& home) const {
    const FollowedToken& traced = trace_.tokens[token];
    return traced.place == home.place &&
           (home.indices.empty() || instance_indices(net_, model_.pool(), traced.place, traced.colour) == home.indices);
  }
  [[nodiscard]] std::int64_t count_at(std::size_t token, const Home& home) const {
    return is_at(token, home) ? trace_.tokens[token].count : 0;
  }

  // What each module took from a place and put there.
  std::map<Owner, Account> accounts(const Home& home) const {
    std::map<Owner, Account> result;
    for (const TracedFiring& firing : trace_.firings) {
      Account& account = result[owner(firing)];
      for (const std::size_t token : firing.takes) account.taken += count_at(token, home);
      for (const std::size_t token : firing.puts) account.put += count_at(token, home);
    }
    return result;
  }

  std::string name(std::size_t firing) const { return model_.labels().name(trace_.firings[firing].label); }

  void add(std::size_t firing, std::string reason) {
    const TracedFiring& fired = trace_.firings[firing];
    add_blame(result_, blame_at(model_, fired.label, net_[fired.transition].where, std::move(reason)));
  }

  // A token of a place is gone: the last to take it, and where in that module its use ended.
  void lost(const TokenDifference& difference) {
    std::size_t taker = FollowedToken::kNever;
    for (const FollowedToken& token : trace_.tokens) {
      if (token.place != difference.place || token.colour != difference.colour || token.taken_by == FollowedToken::kNever) continue;
      if (taker == FollowedToken::kNever || token.taken_by > taker) taker = token.taken_by;
    }
    if (taker == FollowedToken::kNever) return;
    taker = unbalanced_taker(home(difference), taker);
    const Flow flow = follow(trace_, trace_.firings[taker].puts, difference.place);
    const Owner user = owner(trace_.firings[taker]);
    std::size_t last = taker;
    for (const std::size_t firing : flow.firings) {
      if (owner(trace_.firings[firing]) == user) last = std::max(last, firing);
    }
    const std::string what = token_place(model_, difference.place, difference.colour);
    const std::string text = token_text(model_, difference.place, difference.colour);
    const std::string token = text == "()" ? "a token of " + what : text + " of " + what;
    add(last, last == taker ? name(taker) + " takes " + token + ", and it is not given back"
                            : name(last) + " ends what " + name(taker) + " took " + token + " for, and does not give it back");
  }

  // The last firing to take from the place in the module that owes it most; the one given if all
  // accounts are even.
  std::size_t unbalanced_taker(const Home& home, std::size_t taker) const {
    std::int64_t most = 0;
    std::optional<Owner> debtor;
    for (const auto& [user, account] : accounts(home)) {
      if (account.taken - account.put <= most) continue;
      most = account.taken - account.put;
      debtor = user;
    }
    for (std::size_t k = trace_.firings.size(); debtor && k-- > 0;) {
      if (owner(trace_.firings[k]) != *debtor) continue;
      const auto& takes = trace_.firings[k].takes;
      if (std::any_of(takes.begin(), takes.end(), [&](std::size_t token) { return is_at(token, home); })) return k;
    }
    return taker;
  }

  // Tokens too many: the last firing that put one, in the module that put more than it took.
  void surplus(const TokenDifference& difference) {
    std::optional<Owner> giver;
    std::int64_t most = 0;
    for (const auto& [user, account] : accounts(home(difference))) {
      if (account.put - account.taken <= most) continue;
      most = account.put - account.taken;
      giver = user;
    }
    for (std::size_t k = trace_.firings.size(); k-- > 0;) {
      if (giver && owner(trace_.firings[k]) != *giver) continue;
      const auto& puts = trace_.firings[k].puts;
      const auto match = [&](std::size_t token) {
        return trace_.tokens[token].place == difference.place && trace_.tokens[token].colour == difference.colour;
      };
      if (std::none_of(puts.begin(), puts.end(), match)) continue;
      const std::string what = token_place(model_, difference.place, difference.colour);
      add(k, trace_.home(difference.place, difference.colour)
                 ? name(k) + " gives " + what + " more than was taken"
                 : name(k) + " leaves tokens in " + what + " that were not there initially");
      return;
    }
  }

  NetModel& model_;
  const Net& net_;
  const Trace& trace_;
  std::vector<Blame> result_;
};

}  // namespace

std::vector<Blame> blame_return(NetModel& model, const FiringPath& path, const Limits& limits) {
  const Trace trace = trace_path(model, path, limits);
  return ReturnAnalysis(model, trace).run();
}

}  // namespace petriloom
