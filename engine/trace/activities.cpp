// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/activities.h"

#include <algorithm>

#include "engine/trace/colours.h"
#include "engine/trace/names.h"

namespace petriloom {

namespace {

/// Whether `name` is `prefix` or something inside it.
bool within(const std::string& name, const std::string& prefix) {
  return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.' || name[prefix.size()] == '[');
}

}  // namespace

std::string without_indices(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) plain += c;
    if (c == ']' && depth > 0) --depth;
  }
  return plain;
}

ActivityRecorder::ActivityRecorder(const Net& net, ActivityChoice choice)
    : net_(net), choice_(std::move(choice)), of_place_(net.places.size(), false), pool_(&net.pool), server_(net) {
  which_.number("");
  modules_ = choice_.names.empty();
  for (const std::string& name : choice_.names) {
    bool is_place = false;
    for (std::size_t p = 0; p < net.places.size(); ++p) {
      if (without_indices(path(net, PlaceId(p))) != without_indices(name)) continue;
      of_place_[p] = true;
      is_place = true;
    }
    modules_ = modules_ || !is_place;
  }
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    for (const InitialTokens& some : net.places[p].initial)
      arrive(some.available, PlaceId(p), some.colour, some.count, some.available);
  }
}

std::vector<std::string> ActivityRecorder::unknown() const {
  std::vector<std::string> result;
  for (const std::string& name : choice_.names) {
    const std::string plain = without_indices(name);
    bool known = name == net_.name;
    for (std::size_t p = 0; p < net_.places.size() && !known; ++p) known = without_indices(path(net_, PlaceId(p))) == plain;
    for (std::size_t m = 1; m < net_.modules.size() && !known; ++m) known = without_indices(path(net_, ModuleId(m))) == plain;
    if (!known) result.push_back(name);
  }
  return result;
}

bool ActivityRecorder::wanted(const std::string& instance) const {
  if (choice_.names.empty()) return true;
  return std::any_of(choice_.names.begin(), choice_.names.end(), [&](const std::string& name) {
    return within(instance, name) || (name.find('[') == std::string::npos && within(without_indices(instance), name));
  });
}

void ActivityRecorder::keep(const Activity& activity) {
  if (!(activity.end > activity.begin)) return;
  if (activities_.list.size() >= choice_.most) {
    if (!full_) activities_.complete_until = activity.begin;
    full_ = true;
    activities_.complete_until = std::min(activities_.complete_until, activity.begin);
    return;
  }
  activities_.list.push_back(activity);
}

void ActivityRecorder::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  flush();
  pool_ = &pool;
  ++firing_;
  if (!modules_) return;
  open_ = true;
  begin_ = end_ = now;
  transition_ = transition;
  instance_ = instance_name(net_, transition, binding);
  server_.fired(transition);
  server_back_ = false;
  name_ = choice_.name ? choice_.name(transition, binding, pool) : FiringName();
}

void ActivityRecorder::flush() {
  if (!open_) return;
  open_ = false;
  const bool serves = server_.one() && !server_back_;
  if (!serves && !(end_ > begin_)) return;
  const std::string row = server_.row(instance_);
  const auto [at, added] = is_wanted_.try_emplace(row, false);
  if (added) at->second = wanted(row);
  if (!at->second) return;
  const std::uint32_t kind = kinds_.number(name_.kind.empty() ? without_indices(path(net_, transition_)) : name_.kind);
  const Activity activity{rows_.number(row), kind, begin_, end_, firing_, false, which_.number(name_.which)};
  if (serves) {
    serving_.insert_or_assign({server_.place(), server_.colour()}, activity);
  } else {
    keep(activity);
  }
}

void ActivityRecorder::arrive(double now, PlaceId place, Word colour, std::int64_t count, double available) {
  if (!of_place_[place.index()]) return;
  const std::string name = place_name(net_, place, colour, *pool_);
  const auto [at, added] = is_wanted_.try_emplace(name, false);
  if (added) at->second = wanted(name);
  if (!at->second) return;
  const std::string kind = inner_colour_text(net_, place, colour, *pool_);
  const Stay stay{rows_.number(name), kinds_.number(kind.empty() ? net_[place].name : kind), now, count};
  stays_[{place, colour, available}].push_back(stay);
}

void ActivityRecorder::put(double now, double available, PlaceId place, Word colour, std::int64_t count) {
  end_ = std::max(end_, available);
  arrive(now, place, colour, count, available);
  if (!modules_) return;
  server_back_ = server_back_ || server_.is(place, colour);
  const auto served = serving_.find({place, colour});
  if (served == serving_.end()) return;
  served->second.end = available;
  keep(served->second);
  serving_.erase(served);
}

void ActivityRecorder::taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) {
  if (modules_) server_.taken(place, colour, count, *pool_);
  if (!of_place_[place.index()]) return;
  const auto found = stays_.find({place, colour, arrival});
  if (found == stays_.end()) return;
  while (count > 0 && !found->second.empty()) {
    Stay& stay = found->second.front();
    const std::int64_t some = std::min(count, stay.count);
    for (std::int64_t k = 0; k < some && !full_; ++k) keep({stay.row, stay.kind, stay.begin, now});
    stay.count -= some;
    count -= some;
    if (stay.count == 0) found->second.pop_front();
  }
  if (found->second.empty()) stays_.erase(found);
}

void ActivityRecorder::move_colours(FunctionRef<Word(PlaceId, Word)> moved) {
  server_.move_colours(moved);
  rename_colours(stays_, moved);
  std::map<std::pair<PlaceId, Word>, Activity> renamed;
  for (const auto& [token, served] : serving_) renamed.emplace(std::pair{token.first, moved(token.first, token.second)}, served);
  serving_ = std::move(renamed);
}

void ActivityRecorder::finish(double now) {
  flush();
  for (const auto& [key, list] : stays_) {
    for (const Stay& stay : list) {
      for (std::int64_t k = 0; k < stay.count && !full_; ++k) keep({stay.row, stay.kind, stay.begin, now});
    }
  }
  stays_.clear();
  for (auto& [token, served] : serving_) {
    served.end = now;
    keep(served);
  }
  serving_.clear();
  activities_.end = now;
  if (!full_) activities_.complete_until = now;
  for (Activity& activity : activities_.list) activity.end = std::min(activity.end, now);
  std::erase_if(activities_.list, [](const Activity& activity) { return !(activity.end > activity.begin); });
  std::stable_sort(activities_.list.begin(), activities_.list.end(),
                   [](const Activity& a, const Activity& b) { return a.begin < b.begin; });
  activities_.rows = rows_.take();
  activities_.kinds = kinds_.take();
  activities_.which = which_.take();
}

}  // namespace petriloom
