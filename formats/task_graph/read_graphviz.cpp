// SPDX-License-Identifier: Apache-2.0
#include "formats/task_graph/read_graphviz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "engine/text/parse_number.h"
#include "formats/task_graph/graphviz_tokens.h"

namespace petriloom {

namespace {

constexpr double kMost = 1e15;  // of a number in an attribute
constexpr std::size_t kMostNested = 64;

/// What attributes say of a node or an edge.
struct Says {
  std::optional<double> cpu_us, gpu_us, weight, size, bytes;
  int priority = 0;
  std::string kind;
};

/// Attributes that nodes and edges have by default.
struct Scope {
  Says node, edge;
};

using Nodes = std::vector<std::uint32_t>;

class DotReader {
 public:
  DotReader(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph, Diagnostics& diagnostics)
      : tokens_(sources.text(file), file, diagnostics), options_(options), graph_(graph), diagnostics_(diagnostics) {
    token_ = tokens_.next();
  }

  void read() {
    if (token_.is_keyword("strict")) take();
    if (token_.is_keyword("graph")) return wrong("a graph of tasks is directed", "digraph");
    if (!token_.is_keyword("digraph")) return wrong("expected 'digraph'");
    take();
    if (token_.kind == DotToken::Kind::id) take();
    if (!token_.is("{")) return wrong("expected '{'");
    Scope scope;
    Nodes all;
    read_block(scope, 0, all);
    if (!stopped_ && token_.kind != DotToken::Kind::nothing) wrong("expected the end of the text");
    if (!stopped_) give_times();
  }

 private:
  DotToken take() {
    DotToken token = std::move(token_);
    token_ = tokens_.next();
    return token;
  }
  /// There is no use in going on.
  void wrong(std::string_view message, std::string help = {}) {
    if (!stopped_) diagnostics_.error(token_.where, std::string(message), std::move(help));
    stopped_ = true;
  }

  void without_value(const DotToken& name) {
    diagnostics_.error(name.where, fmt::format("the attribute '{}' has no value", name.text),
                       "NAME=VALUE; a value of several words stands in quotes");
    stopped_ = true;
  }

  /// From "{" to "}"; adds the nodes that stand there to `all`.
  void read_block(Scope scope, std::size_t depth, Nodes& all) {
    if (depth > kMostNested) return wrong(fmt::format("subgraphs more than {} deep", kMostNested));
    take();
    while (!stopped_ && !token_.is("}")) {
      if (token_.kind == DotToken::Kind::nothing) return wrong("expected '}'");
      if (token_.is(";") || token_.is(","))
        take();
      else
        read_statement(scope, depth, all);
    }
    if (!stopped_) take();
  }

  void read_statement(Scope& scope, std::size_t depth, Nodes& all) {
    for (const std::string_view word : {"graph", "node", "edge"}) {
      if (!token_.is_keyword(word)) continue;
      take();
      Says ignored;
      return read_attributes(word == "node" ? scope.node : word == "edge" ? scope.edge : ignored);
    }
    Nodes left = read_end(scope, depth, all);
    if (stopped_) return;
    if (token_.is("=")) return read_value_of_graph();
    if (!is_arrow()) {
      if (left.size() != 1 || !token_.is("[")) return;
      return read_attributes(says_[left.front()]);
    }
    struct Joined {
      std::uint32_t from, to;
      Location where;
    };
    std::vector<Joined> joined;
    while (!stopped_ && is_arrow()) {
      const Location where = take().where;
      Nodes right = read_end(scope, depth, all);
      if (left.size() * right.size() > kMostGraphEdges - joined.size())
        return wrong(fmt::format("more than {} edges", kMostGraphEdges));
      for (const std::uint32_t from : left) {
        for (const std::uint32_t to : right) joined.push_back({from, to, where});
      }
      left = std::move(right);
    }
    Says edge = scope.edge;
    if (!stopped_) read_attributes(edge);
    for (const Joined& one : joined) {
      if (!stopped_ && !graph_.add_edge(one.from, one.to, bytes(edge), one.where)) stopped_ = true;
    }
  }

  bool is_arrow() {
    if (token_.is("--")) wrong("a graph of tasks is directed", "->");
    return token_.is("->");
  }

  /// `name = value` of the graph: the name was taken for a node, which is there all the same.
  void read_value_of_graph() {
    take();
    if (token_.kind != DotToken::Kind::id) return wrong("expected a value");
    take();
  }

  /// A node or a subgraph, at one end of an edge or alone.
  Nodes read_end(Scope& scope, std::size_t depth, Nodes& all) {
    Nodes here;
    if (token_.is_keyword("subgraph")) {
      take();
      if (token_.kind == DotToken::Kind::id) take();
      if (!token_.is("{")) {
        wrong("expected '{'");
        return here;
      }
    }
    if (token_.is("{")) {
      read_block(scope, depth + 1, here);
    } else if (token_.kind == DotToken::Kind::id) {
      read_node(scope, here);
    } else {
      wrong("expected a node, an edge or '}'");
    }
    all.insert(all.end(), here.begin(), here.end());
    return here;
  }

  void read_node(const Scope& scope, Nodes& here) {
    DotToken name = take();
    while (token_.is("+") && name.quoted) {  // strings in several parts
      take();
      name.text += take().text;
    }
    if (token_.is("=")) return;  // of the graph
    for (int port = 0; port < 2 && token_.is(":"); ++port) {
      take();
      take();
    }
    const auto [found, is_new] = numbers_.try_emplace(name.text, static_cast<std::uint32_t>(says_.size()));
    if (is_new) {
      if (!graph_.add_task({name.text, "", 0, 0, 0}, name.where)) {
        stopped_ = true;
        return;
      }
      says_.push_back(scope.node);
      where_.push_back(name.where);
    }
    here.push_back(found->second);
  }

  void read_attributes(Says& says) {
    while (!stopped_ && token_.is("[")) {
      take();
      while (!stopped_ && !token_.is("]")) {
        if (token_.is(",") || token_.is(";")) {
          take();
          continue;
        }
        if (token_.kind != DotToken::Kind::id) return wrong("expected an attribute or ']'");
        const DotToken name = take();
        // Graphviz takes no name alone either. What comes behind "5 ms" without quotes is one.
        if (!token_.is("=")) return without_value(name);
        take();
        if (token_.kind != DotToken::Kind::id) return wrong("expected a value");
        apply(name.text, take(), says);
      }
      if (!stopped_) take();
    }
  }

  /// Names in any case; those that say nothing of tasks, as colours, are passed over.
  void apply(std::string name, const DotToken& value, Says& says) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    struct Number {
      std::string_view name;
      std::optional<double> Says::*says;
    };
    static constexpr std::array<Number, 5> kNumbers{{{"cpu_us", &Says::cpu_us},
                                                     {"gpu_us", &Says::gpu_us},
                                                     {"weight", &Says::weight},
                                                     {"size", &Says::size},
                                                     {"bytes", &Says::bytes}}};
    for (const Number& one : kNumbers) {
      if (name != one.name) continue;
      const bool of_one_kind = name.ends_with("_us");
      const bool none = of_one_kind && parse_number<double>(value.text) == kNowhere;
      says.*one.says = none ? kNowhere : number(value, 0, kMost, of_one_kind ? ", or -1: it does not run there" : "");
    }
    if (name == "kind") says.kind = value.text;
    if (name == "priority") {
      const double most = std::numeric_limits<int>::max();
      const double priority = number(value, -most, most);
      if (priority != std::trunc(priority))
        diagnostics_.error(value.where, fmt::format("expected a whole number, found '{}'", value.text), "higher goes first");
      says.priority = static_cast<int>(priority);
    }
  }

  double number(const DotToken& value, double least, double most, std::string_view others = "") {
    const std::optional<double> found = parse_number<double>(value.text);
    if (found && *found >= least && *found <= most) return *found;
    diagnostics_.error(value.where, fmt::format("expected a number, found '{}'", value.text),
                       fmt::format("{:g} to {:g}{}", least, most, others));
    return 0;
  }

  [[nodiscard]] double bytes(const Says& edge) const {
    return edge.bytes ? *edge.bytes : edge.size ? *edge.size : edge.weight.value_or(0) * options_.unit_bytes;
  }

  /// As s; what says that a task does not run there stays.
  static std::optional<double> seconds(const std::optional<double>& time, double unit) {
    return time && *time != kNowhere ? *time * unit : time;
  }

  /// Once all attributes are known. Units say how long a task takes on a core.
  void give_times() {
    for (std::size_t k = 0; k < says_.size(); ++k) {
      const Says& says = says_[k];
      GraphTask& task = graph_.tasks()[k];
      const std::optional<double> on_both = seconds(says.weight ? says.weight : says.size, options_.unit);
      std::optional<double> core = seconds(says.cpu_us, kMicrosecond);
      std::optional<double> card = seconds(says.gpu_us, kMicrosecond);
      const auto known = [](const std::optional<double>& time) { return time && *time != kNowhere; };
      const bool counts = on_both && (!core || (!card && !known(core)));
      if (counts) graph_.counts_units();
      if (says.weight && !counts && unused_weights_++ == 0) first_unused_weight_ = k;
      if (!core && (on_both || known(card))) core = on_both ? *on_both : *card * options_.speedup;
      if (!card && (on_both || known(core))) card = (known(core) ? *core : *on_both) / options_.speedup;
      if (!core && !card) {
        diagnostics_.error(where_[k], fmt::format("it is not said how long task '{}' takes", task.name),
                           "'cpu_us' and 'gpu_us', or 'weight'");
      } else if (!core || !card) {
        diagnostics_.error(where_[k],
                           fmt::format("it is not said how long task '{}' takes on a {}", task.name, core ? "card" : "core"),
                           core ? "'gpu_us', or 'weight'" : "'cpu_us', or 'weight'");
      } else if (!known(core) && !known(card)) {
        diagnostics_.error(where_[k], fmt::format("task '{}' runs neither on a core nor on a card", task.name),
                           "-1 says that it does not run on one of the two");
      }
      task.on_core = core.value_or(0);
      task.on_card = card.value_or(0);
      task.priority = says.priority;
      task.kind = says.kind;
    }
    if (unused_weights_ > 0 && !diagnostics_.has_errors()) {
      const std::string more = unused_weights_ > 1 ? fmt::format(", and so of {} more", unused_weights_ - 1) : "";
      diagnostics_.warning(where_[first_unused_weight_],
                           fmt::format("'weight' of task '{}' has no effect, as 'cpu_us' or 'gpu_us' says how long it takes{}",
                                       graph_.tasks()[first_unused_weight_].name, more));
    }
  }

  DotTokens tokens_;
  DotToken token_;
  const TaskGraphOptions& options_;
  GraphBuilder& graph_;
  Diagnostics& diagnostics_;
  Names numbers_;
  std::vector<Says> says_;       // of tasks
  std::vector<Location> where_;  // of tasks
  std::size_t unused_weights_ = 0;
  std::size_t first_unused_weight_ = 0;  // its task
  bool stopped_ = false;
};

}  // namespace

void read_graphviz(const Sources& sources, FileId file, const TaskGraphOptions& options, GraphBuilder& graph,
                   Diagnostics& diagnostics) {
  DotReader(sources, file, options, graph, diagnostics).read();
}

}  // namespace petriloom
