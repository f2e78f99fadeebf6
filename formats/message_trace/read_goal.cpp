// SPDX-License-Identifier: Apache-2.0
#include "formats/message_trace/read_goal.h"

#include <fmt/format.h>

#include <cctype>
#include <unordered_map>

#include "engine/text/parse_number.h"
#include "formats/task_graph/text_scan.h"

namespace petriloom {

namespace {

constexpr double kMostGoalNumber = 1e15;
constexpr double kMostLane = 255;  // of cpu and nic, a byte each

/// The tokens of the lines of a text: words of letters and digits, numbers, and single signs. A
/// number ends where letters begin, as in `8b`. Comments are left out.
class GoalTokens {
 public:
  GoalTokens(std::string_view text, FileId file) : scan_(text, file) {}

  /// Those of the next line; false at the end of the text.
  bool next(std::vector<PlacedWord>& tokens) {
    tokens.clear();
    std::string_view line;
    if (!scan_.next(line)) return false;
    for (std::size_t at = 0; at < line.size();) at = take(line, at, tokens);
    return true;
  }
  [[nodiscard]] Location where() const { return scan_.where(); }
  [[nodiscard]] bool in_comment() const { return comment_; }

 private:
  /// Where the next token begins.
  std::size_t take(std::string_view line, std::size_t at, std::vector<PlacedWord>& tokens) {
    const auto is = [&](std::size_t k, auto kind) { return k < line.size() && kind(static_cast<unsigned char>(line[k])) != 0; };
    const auto digit = [](unsigned char c) { return std::isdigit(c); };
    const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' ? 1 : 0; };
    if (comment_) {
      const std::size_t end = line.find("*/", at);
      comment_ = end == std::string_view::npos;
      return comment_ ? line.size() : end + 2;
    }
    if (line.substr(at, 2) == "//") return line.size();
    if (line.substr(at, 2) == "/*") {
      comment_ = true;
      return at + 2;
    }
    if (line[at] == ' ' || line[at] == '\t') return at + 1;
    std::size_t end = at + 1;
    if (is(at, digit) || (line[at] == '-' && is(end, digit))) {
      while (is(end, digit)) ++end;
    } else if (is(at, letter)) {
      while (is(end, letter)) ++end;
    }
    tokens.push_back({line.substr(at, end - at), scan_.where(at + 1)});
    return end;
  }

  LineScan scan_;
  bool comment_ = false;
};

class GoalReader {
 public:
  GoalReader(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : tokens_(sources.text(file), file), diagnostics_(diagnostics), trace_(diagnostics) {}

  std::optional<MessageTrace> read() {
    while (trace_.fits() && tokens_.next(line_)) {
      at_ = 0;
      while (at_ < line_.size() && statement()) {
      }
    }
    if (ranks_ == 0 && !diagnostics_.has_errors())
      diagnostics_.error(tokens_.where(), "there is no number of ranks", "num_ranks 32");
    if (tokens_.in_comment()) diagnostics_.error(tokens_.where(), "a comment does not end", "*/");
    if (rank_) diagnostics_.error(tokens_.where(), fmt::format("rank {} does not end", *rank_), "}");
    return trace_.finish(ranks_, true);
  }

 private:
  [[nodiscard]] std::string_view word() const { return at_ < line_.size() ? line_[at_].text : std::string_view(); }
  [[nodiscard]] Location where() const {
    if (at_ < line_.size()) return line_[at_].where;
    if (line_.empty()) return tokens_.where();
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

  GoalTokens tokens_;
  Diagnostics& diagnostics_;
  TraceBuilder trace_;
  std::vector<PlacedWord> line_;
  std::size_t at_ = 0;
  std::uint32_t ranks_ = 0;
  std::optional<std::uint32_t> rank_;
  std::vector<bool> told_;
  std::unordered_map<std::string, std::uint32_t> labels_;
};

}  // namespace

std::optional<MessageTrace> read_goal(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  return GoalReader(sources, file, diagnostics).read();
}

}  // namespace petriloom
