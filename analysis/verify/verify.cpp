// SPDX-License-Identifier: Apache-2.0
#include "analysis/verify/verify.h"

#include <algorithm>
#include <new>

#include "analysis/checks/bounded.h"
#include "analysis/clocks/open_times.h"
#include "analysis/clocks/time_values.h"
#include "analysis/model/abstract_values.h"
#include "analysis/result/standard_checks.h"
#include "analysis/verify/exact_blame.h"
#include "analysis/verify/methods.h"
#include "analysis/verify/open_guards.h"
#include "analysis/verify/own_first.h"
#include "analysis/witness/blame.h"
#include "analysis/witness/witness.h"

namespace petriloom {
namespace {

bool wanted(const StandardCheck& check, const VerifyOptions& options) {
  if (options.standard) return check.unasked;
  return std::find(options.checks.begin(), options.checks.end(), check.name) != options.checks.end();
}

// Those asked for, then the standard ones that are not among them.
std::vector<Question> questions_of(const Net& net, const VerifyOptions& options) {
  std::vector<Question> list;
  const auto add = [&](const Property& property) { list.push_back({property, property.kind}); };
  if (options.properties.empty() && options.checks.empty()) std::for_each(net.properties.begin(), net.properties.end(), add);
  for (const PropertyId id : options.properties) add(net.properties[id.index()]);
  for (const StandardCheck& check : standard_checks()) {
    const bool there = std::any_of(list.begin(), list.end(), [&](const Question& question) {
      return check.kind && question.kind == check.kind && question.property.module == ModuleId(0);
    });
    if (!wanted(check, options) || (options.standard && there)) continue;
    Question question{{}, check.kind};
    question.property.name = check.name;
    question.property.module = ModuleId(0);
    if (check.kind) question.property.kind = *check.kind;
    list.push_back(std::move(question));
  }
  return list;
}

TaskOptions task_options(const Net& net, const VerifyOptions& options) {
  return {options.fairness,
          options.urgent && timed(net),
          {options.seconds, options.bytes, options.cancelled, options.start},
          options.progress};
}

StateSpaceFacts facts(const Explored& explored) {
  const StateSpace& space = explored.space;
  StateSpaceFacts result;
  result.states = space.size();
  result.edges = space.graph.edges();
  result.complete = space.complete();
  result.dead_markings = space.dead;
  if (explored.model.net().final_marking.valid()) result.final_dead_markings = space.final_dead;
  result.most_tokens_in_place = static_cast<std::uint64_t>(most_in_place(space, explored.model));
  result.most_tokens_in_marking = static_cast<std::uint64_t>(space.maxima.marking);
  return result;
}

// A limit was reached on the way to a verdict, or after it.
void give_up(Stopped why, PropertyResult& result) {
  const std::string reason = describe(why);
  if (result.verdict == Verdict::undecided) {
    result.note = reason;
  } else {
    result.note +=
        (result.note.empty() ? "" : "; ") + std::string(result.witness ? "blame" : "the witness") + " is missing: " + reason;
  }
}

class Verification {
 public:
  Verification(const Net& net, const VerifyOptions& options, VerifyResult& result)
      : net_(net), questions_(questions_of(net, options)), task_(net, questions_, task_options(net, options)), result_(result) {}

  void run() {
    for (const Question& question : questions_) {
      if (auto answer = find_answer(question)) result_.properties.push_back(std::move(*answer));
    }
  }

 private:
  // By the methods that support the question, one after the other, until one decides it. An
  // expression that cannot be evaluated ends all that looks at markings, and nothing is said of
  // these questions.
  std::optional<PropertyResult> find_answer(const Question& question) {
    std::optional<PropertyResult> answer;
    for (const Method& method : methods()) {
      if (!method.supports(net_, question) || (method.explores && failed_)) continue;
      try {
        answer = answer_by(method, question);
      } catch (const EvalError& error) {
        result_.diagnostics.error(error.where(), error.what());
        failed_ = true;
        continue;
      }
      if (answer->verdict != Verdict::undecided) break;
    }
    return answer;
  }

  PropertyResult answer_by(const Method& method, const Question& question) {
    PropertyResult answer = named(method, question);
    if (method.explores) explore();
    if (method.explores && abandoned_) {
      answer.note = describe(*abandoned_);
      return answer;
    }
    const double start = task_.elapsed();
    if (method.explores) answer.states = task_.explored().space.size();
    Outcome outcome;
    std::optional<Stopped> stopped = within_limits([&] { method.check(task_, question, outcome); });
    leave_open(question, outcome);
    answer.verdict = outcome.verdict;
    answer.note = outcome.note;
    const auto later = within_limits([&] {
      if (outcome.path) answer.witness = make_witness(task_.model(), *outcome.path, task_.limits());
      if (!stopped && outcome.verdict == Verdict::refuted) put_blame(question, outcome, answer);
    });
    if (!stopped) stopped = later;
    if (stopped) give_up(*stopped, answer);
    answer.seconds = task_.elapsed() - start + (method.explores ? task_.explored().seconds : 0);
    return answer;
  }

  // A run that was found may need that a guard does not hold at a time at which it does.
  void leave_open(const Question& question, Outcome& outcome) const {
    if (!result_.open_guards || outcome.verdict == Verdict::undecided) return;
    if (of_all_runs(net_, question, outcome.verdict, task_.fairness())) return;
    outcome = {};
    outcome.verdict = Verdict::undecided;
    outcome.note = "it depends on when guards hold that look at the time";
  }

  PropertyResult named(const Method& method, const Question& question) const {
    const Property& property = question.property;
    PropertyResult answer;
    answer.name = property.name;
    answer.formula = property.text;
    if (answer.formula.empty()) answer.formula = question.kind ? meaning(net_, property) : meaning_of_check(property.name);
    if (net_.sources && question.kind) answer.asked = net_.sources->origin(property.where);
    answer.linear = question.kind == PropertyKind::ltl;
    answer.method = method.name;
    return answer;
  }

  // Once for all questions. What keeps it from beginning is kept.
  void explore() {
    if (abandoned_ || task_.has_explored()) return;
    abandoned_ = within_limits([&] { task_.explored(); });
    if (abandoned_) return;
    result_.state_space = facts(task_.explored());
    result_.diagnostics.append(task_.explored().space.diagnostics);
  }

  // Why `work` was left unfinished; nothing if it was not.
  template <class Work>
  std::optional<Stopped> within_limits(const Work& work) {
    try {
      work();
    } catch (const LimitReached& limit) {
      task_.grant_grace(limit.why());
      return limit.why();
    } catch (const std::bad_alloc&) {
      return Stopped::memory;
    }
    return std::nullopt;
  }

  void put_blame(const Question& question, const Outcome& outcome, PropertyResult& answer) {
    answer.blame = outcome.blame;
    if (!answer.blame.empty()) return;
    const Property& property = question.property;
    answer.blame = find_blame(task_.model(), property, outcome, task_.limits());
    if (outcome.path) put_exact_blame_first(task_, property, *outcome.path, answer.blame);
    put_own_first(task_.model(), outcome.path ? &*outcome.path : nullptr, task_.limits(), answer.blame);
    // What nothing else in the description asked for, the property did.
    const bool described = net_.sources && net_.sources->made(property.where.file);
    for (Blame& one : answer.blame) {
      if (described && !one.origin.known()) one.origin = answer.asked;
    }
  }

  const Net& net_;
  std::vector<Question> questions_;
  Task task_;
  VerifyResult& result_;
  bool failed_ = false;               // an expression could not be evaluated
  std::optional<Stopped> abandoned_;  // exploring could not begin
};

}  // namespace

VerifyResult verify(const Net& net, const VerifyOptions& options) {
  VerifyResult result;
  result.urgent = options.urgent && timed(net);
  result.time_left_out = timed(net) && !result.urgent;
  result.fairness = options.fairness;
  result.seconds = options.seconds;
  result.bytes = options.bytes;
  result.open_guards = result.urgent && TimeValues(net).any_guard();
  const std::optional<Net> abstract = with_abstract_values(net);
  result.abstract_values = abstract.has_value();
  const Net& drawn = abstract ? *abstract : net;
  const std::optional<OpenTimes> open = with_open_times(drawn);
  result.open_choices = open && open->choices;
  Verification(open ? open->net : drawn, options, result).run();
  return result;
}

}  // namespace petriloom
