// SPDX-License-Identifier: Apache-2.0
#include "analysis/makespan/task_names.h"

#include <fmt/format.h>

#include "engine/expr/eval_error.h"

namespace petriloom {

namespace {

/// The words of a constant list of the net; empty if it has none of that name.
std::vector<std::string> words_of(const Net& net, std::string_view name, bool quoted) {
  std::vector<std::string> words;
  const Expr* const constant = value_of_constant(net, name);
  if (constant == nullptr || net.colours[constant->type].kind != ColourKind::list) return words;
  const ColourSetId element = net.colours[constant->type].components.front();
  if (net.colours[element].kind != ColourKind::string) return words;
  for (const Word word : net.pool.view(constant->payload)) {
    std::string text = net.colours.format(element, word, net.pool);
    words.push_back(quoted ? text : text.substr(1, text.size() - 2));
  }
  return words;
}

}  // namespace

TaskNames::TaskNames(const Net& net, const TaskNet& tasks)
    : net_(net),
      tasks_(tasks),
      pool_(net.pool),
      evaluator_(net, pool_),
      codelet_of_(net, evaluator_, "codelet_of", {tasks.task}),
      kinds_(words_of(net, "codelet_names", false)) {
  if (net.colours[tasks.task].kind == ColourKind::range) names_ = words_of(net, "names", true);
}

std::string TaskNames::shown(Word task) const {
  std::string number = net_.colours.format(tasks_.task, task, net_.pool);
  const Word at = task - net_.colours[tasks_.task].low;
  if (at < 0 || at >= static_cast<Word>(names_.size())) return number;
  return fmt::format("{} ({})", number, names_[static_cast<std::size_t>(at)]);
}

std::string TaskNames::kind(Word task) {
  std::string kind;
  try {
    const Word codelet = kinds_.empty() || !codelet_of_.there() ? -1 : codelet_of_({task});
    if (codelet >= 0 && codelet < static_cast<Word>(kinds_.size())) kind = kinds_[static_cast<std::size_t>(codelet)];
  } catch (const EvalError&) {
    kind.clear();
  }
  return kind.empty() ? "task" : kind;
}

}  // namespace petriloom
