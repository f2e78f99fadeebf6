// SPDX-License-Identifier: Apache-2.0
#include "formats/message_trace/read_goal.h"

#include <fmt/format.h>

#include <span>
#include <tao/pegtl.hpp>
#include <unordered_map>

#include "engine/text/parse_number.h"
#include "formats/common/line_count.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

namespace {

constexpr double kMostGoalNumber = 1e15;
constexpr double kMostLane = 255;  // of cpu and nic, a byte each

class GoalReader {
 public:
  explicit GoalReader(Diagnostics& diagnostics) : diagnostics_(diagnostics), trace_(diagnostics) {}

  /// Takes the words of a line.
  void line(std::span<const PlacedWord> words) {
    line_ = words;
    at_ = 0;
    while (trace_.fits() && at_ < line_.size() && statement()) {
    }
  }
  void open_comment(const Location& where) { diagnostics_.error(where, "a comment does not end", "*/"); }
  /// The trace after the last line.
  std::optional<MessageTrace> finish(const Location& end) {
    if (ranks_ == 0 && !diagnostics_.has_errors()) diagnostics_.error(end, "there is no number of ranks", "num_ranks 32");
    if (rank_) diagnostics_.error(end, fmt::format("rank {} does not end", *rank_), "}");
    return trace_.finish(ranks_, true);
  }

 private:
  [[nodiscard]] std::string_view word() const { return at_ < line_.size() ? line_[at_].text : std::string_view(); }
  [[nodiscard]] Location where() const {
    if (at_ < line_.size()) return line_[at_].where;
    Location end = line_.back().where;
    end.column += static_cast<std::uint32_t>(line_.back().text.size());
    return end;
  }
  /// Tells what should stand here, and passes over the rest of the line; false.
  bool expected(std::string_view what, const std::string& help = {}) {
    const std::string found = at_ < line_.size() ? fmt::format("'{}'", word()) : "the end of the line";
    diagnostics_.error(where(), fmt::format("expected {}, found {}", what, found), help);
    at_ = line_.size();
    return false;
  }
  bool take(std::string_view text) {
    if (word() != text) return false;
    ++at_;
    return true;
  }
  bool need(std::string_view text, const std::string& help) { return take(text) || expected(fmt::format("'{}'", text), help); }

  /// A whole number.
  std::optional<double> number(std::string_view what, double most) {
    const std::optional<double> value = parse_number<double>(word());
    if (!value || *value < 0 || *value > most) {
      expected(what, fmt::format("a whole number up to {:.0f}", most));
      return std::nullopt;
    }
    ++at_;
    return value;
  }
  /// Whom a message comes from or goes to.
  std::optional<std::uint32_t> other(std::string_view what) {
    if (word() == "-1") {
      expected(what, "a rank: who meets whom would depend on times");
      return std::nullopt;
    }
    const std::optional<double> value = number(what, ranks_ - 1.0);
    if (!value) return std::nullopt;
    return static_cast<std::uint32_t>(*value);
  }

  /// False when nothing can be said of the rest of the line.
  bool statement() {
    if (take("num_ranks")) return number_of_ranks();
    if (take("rank")) return begin_rank();
    if (word() == "}") {
      if (!rank_) return expected("'rank'", "rank 0 {");
      ++at_;
      rank_.reset();
      labels_.clear();
      return true;
    }
    if (!rank_) return expected(ranks_ == 0 ? "'num_ranks'" : "'rank'", ranks_ == 0 ? "num_ranks 32" : "rank 0 {");
    return at_ + 1 < line_.size() && (line_[at_ + 1].text == ":" || line_[at_ + 1].text.ends_with("requires")) ? labelled()
                                                                                                               : operation({});
  }

  bool number_of_ranks() {
    if (ranks_ > 0) return expected("one number of ranks alone");
    const std::optional<double> ranks = number("a number of ranks", kMostTraceRanks);
    if (!ranks) return false;
    if (*ranks == 0) {
      --at_;
      return expected("a number of ranks", "1 at least");
    }
    ranks_ = static_cast<std::uint32_t>(*ranks);
    told_.resize(ranks_);
    return true;
  }

  bool begin_rank() {
    if (rank_) return expected("'}' before the next rank");
    const std::optional<std::uint32_t> rank = other("a rank");
    if (!rank || !need("{", "rank 0 {")) return false;
    if (told_[*rank]) diagnostics_.error(line_[at_ - 2].where, fmt::format("rank {} is there twice", *rank));
    told_[*rank] = true;
    rank_ = rank;
    return true;
  }

  bool labelled() {
    const PlacedWord label = line_[at_++];
    if (take(":")) return operation(label);
    const bool begun = take("irequires");
    if (!begun && !need("requires", "b requires a")) return false;
    const PlacedWord before = at_ < line_.size() ? line_[at_] : PlacedWord{{}, where()};
    const auto second = labels_.find(std::string(before.text));
    const auto first = labels_.find(std::string(label.text));
    if (first == labels_.end()) {
      diagnostics_.error(label.where, fmt::format("no operation of rank {} above is '{}'", *rank_, label.text));
    }
    if (second == labels_.end()) {
      return expected(fmt::format("the label of an operation of rank {} above", *rank_), "l2 requires l1");
    }
    ++at_;
    if (first != labels_.end()) trace_.wait(first->second, second->second, begun, label.where);
    return true;
  }

  bool operation(const PlacedWord& label) {
    const Location begin = where();
    std::optional<std::uint32_t> made;
    if (take("calc")) {
      const std::optional<double> units = number("a time", kMostGoalNumber);
      if (!units) return false;
      made = trace_.work(*rank_, *units, 0, begin);
    } else {
      made = message(begin);
      if (!made) return false;
    }
    if (!lanes(*made)) return false;
    if (label.text.empty()) return true;
    if (!labels_.emplace(label.text, *made).second)
      diagnostics_.error(label.where, fmt::format("rank {} has two operations '{}'", *rank_, label.text));
    return true;
  }

  /// send 8b to 1 tag 2, recv 8b from 1 tag 2.
  std::optional<std::uint32_t> message(const Location& begin) {
    const bool sends = word() == "send";
    if (!sends && word() != "recv") {
      expected("an operation", "calc, send or recv");
      return std::nullopt;
    }
    ++at_;
    const std::optional<double> bytes = number("a number of bytes", kMostGoalNumber);
    if (!bytes || !need("b", "8b")) return std::nullopt;
    if (!need(sends ? "to" : "from", sends ? "send 8b to 1" : "recv 8b from 1")) return std::nullopt;
    const std::optional<std::uint32_t> rank = other("a rank");
    if (!rank) return std::nullopt;
    double tag = 0;
    if (take("tag")) {
      if (word() == "-1") {
        expected("a tag", "a number: who meets whom would depend on times");
        return std::nullopt;
      }
      const std::optional<double> told = number("a tag", 4294967295.0);
      if (!told) return std::nullopt;
      tag = *told;
    }
    const auto number = static_cast<std::int64_t>(tag);
    return sends ? trace_.send(*rank_, *rank, number, *bytes, begin) : trace_.receive(*rank_, *rank, number, begin);
  }

  bool lanes(std::uint32_t operation) {
    double core = 0;
    double port = 0;
    for (const auto& [name, value] : {std::pair{"cpu", &core}, std::pair{"nic", &port}}) {
      if (!take(name)) continue;
      const std::optional<double> told = number("its number", kMostLane);
      if (!told) return false;
      *value = *told;
    }
    if (at_ < line_.size() && word() != "}") return expected("the end of the line", "cpu before nic, each once");
    trace_.place(operation, static_cast<std::uint32_t>(core), static_cast<std::uint32_t>(port));
    return true;
  }

  Diagnostics& diagnostics_;
  TraceBuilder trace_;
  std::span<const PlacedWord> line_;  // not empty while a statement is read
  std::size_t at_ = 0;
  std::uint32_t ranks_ = 0;
  std::optional<std::uint32_t> rank_;
  std::vector<bool> told_;
  std::unordered_map<std::string, std::uint32_t> labels_;
};

namespace p = tao::pegtl;

struct goal_line_comment : p::seq<p::two<'/'>, p::star<p::seq<p::not_at<p::eol>, p::any>>> {};
struct goal_comment : p::seq<p::string<'/', '*'>, p::until<p::string<'*', '/'>>> {};
struct open_goal_comment : p::seq<p::string<'/', '*'>, p::star<p::any>> {};
struct goal_blank : p::sor<p::plus<p::blank>, goal_line_comment> {};
struct goal_number : p::seq<p::opt<p::one<'-'>>, p::plus<p::digit>> {};  // ends where letters begin, as in `8b`
struct goal_name : p::plus<p::sor<p::alnum, p::one<'_'>>> {};
struct goal_word : p::sor<goal_number, goal_name, p::utf8::any, p::any> {};
struct goal_text : p::star<p::sor<p::eol, goal_blank, goal_comment, open_goal_comment, goal_word>> {};

struct GoalState : LineCount {
  GoalReader& reader;
  std::vector<PlacedWord> words;

  void end_line() {
    reader.line(words);
    words.clear();
  }
};

template <typename Rule>
struct goal_action : p::nothing<Rule> {};
template <>
struct goal_action<goal_word> {
  template <typename Input>
  static void apply(const Input& in, GoalState& state) {
    state.words.push_back({{in.begin(), in.size()}, state.where(in.begin())});
  }
};
template <>
struct goal_action<p::eol> {
  template <typename Input>
  static void apply(const Input& in, GoalState& state) {
    state.end_line();
    state.pass(in.begin(), in.end());
  }
};
/// What goes over the end of a line ends it, too.
template <>
struct goal_action<goal_comment> {
  template <typename Input>
  static void apply(const Input& in, GoalState& state) {
    if (std::string_view(in.begin(), in.size()).find('\n') != std::string_view::npos) state.end_line();
    state.pass(in.begin(), in.end());
  }
};
template <>
struct goal_action<open_goal_comment> {
  template <typename Input>
  static void apply(const Input& in, GoalState& state) {
    state.reader.open_comment(state.where(in.begin()));
    goal_action<goal_comment>::apply(in, state);
  }
};

}  // namespace

std::optional<MessageTrace> read_goal(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  const std::string& text = sources.text(file);
  GoalReader reader(diagnostics);
  GoalState state{{file, text.data()}, reader, {}};
  p::memory_input<p::tracking_mode::lazy, p::eol::lf_crlf, const char*> in(text.data(), text.size(), "");
  p::parse<goal_text, goal_action>(in, state);
  state.end_line();
  return reader.finish(state.where(text.data() + text.size()));
}

}  // namespace petriloom
