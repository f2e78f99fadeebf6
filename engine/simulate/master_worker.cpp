// SPDX-License-Identifier: Apache-2.0
#include "engine/simulate/master_worker.h"

#include <fmt/format.h>

#include <charconv>
#include <thread>

namespace petriloom {

namespace {

constexpr std::chrono::milliseconds kPause{1};       // between looks for messages
constexpr std::chrono::milliseconds kFarewell{300};  // for results of what was stopped
constexpr std::chrono::seconds kAlive{1};            // between signs of life

struct RankMessage {
  std::string_view kind;
  std::uint64_t number = 0;
  std::string_view text;
};

RankMessage parse_message(std::string_view bytes) {
  RankMessage message;
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::size_t space = std::min(bytes.find(' '), line);
  message.kind = bytes.substr(0, space);
  if (space < line) std::from_chars(bytes.data() + space + 1, bytes.data() + line, message.number);
  if (line < bytes.size()) message.text = bytes.substr(line + 1);
  return message;
}

std::string message_text(std::string_view kind, std::uint64_t number, std::string_view text) {
  return fmt::format("{} {}\n{}", kind, number, text);
}

}  // namespace

Master::Master(Messenger& messenger, double patience)
    : messenger_(messenger),
      patience_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience))),
      ranks_(messenger.size()) {}

void Master::run(RankTasks& tasks, const std::function<bool()>& cancelled) {
  for (;;) {
    bool heard = false;
    while (const std::optional<Messenger::Message> message = messenger_.receive()) {
      hear(*message, tasks);
      heard = true;
    }
    if (cancelled() && !stopping_) {
      stopping_ = Clock::now();
      for (std::size_t rank = 1; rank < ranks_.size(); ++rank) messenger_.send(rank, "stop");
    }
    watch(tasks);
    hand_out(tasks);
    if (tasks.settled()) return;
    if (!heard) std::this_thread::sleep_for(kPause);
  }
}

void Master::hear(const Messenger::Message& message, RankTasks& tasks) {
  Rank& rank = ranks_[message.from];
  rank.heard = Clock::now();
  const RankMessage said = parse_message(message.text);
  if (said.kind == "ready") ++rank.idle;
  if (!rank.tasks.contains(said.number)) return;
  if (said.kind == "state") tasks.note(said.number, said.text);
  if (said.kind != "result") return;
  ++rank.idle;
  rank.tasks.erase(said.number);
  tasks.finish(said.number, said.text);
}

void Master::hand_out(RankTasks& tasks) {
  for (std::size_t k = 1; k < ranks_.size(); ++k) {
    Rank& rank = ranks_[k];
    while (!rank.lost && rank.idle > 0) {
      const std::optional<RankTasks::Task> task = tasks.take_away();
      if (!task) return;
      --rank.idle;
      rank.tasks.insert(task->number);
      messenger_.send(k, message_text("task", task->number, task->text));
    }
  }
}

// When all is to stop, whoever does not answer soon is left behind: who asked for it may not wait
// long before killing.
void Master::watch(RankTasks& tasks) {
  const Clock::time_point now = Clock::now();
  const bool hurry = stopping_ && now - *stopping_ > kFarewell;
  for (std::size_t k = 1; k < ranks_.size(); ++k) {
    Rank& rank = ranks_[k];
    if (rank.lost || !(now - rank.heard > patience_ || (hurry && !rank.tasks.empty()))) continue;
    rank.lost = true;
    for (const std::uint64_t task : rank.tasks) tasks.give_back(task);
    rank.tasks.clear();
    messenger_.incomplete();
  }
}

std::vector<std::size_t> Master::lost() const {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 1; k < ranks_.size(); ++k) {
    if (ranks_[k].lost) numbers.push_back(k);
  }
  return numbers;
}

void Master::end() {
  const char* word = lost().empty() ? "end" : "leave";
  for (std::size_t rank = 1; rank < ranks_.size(); ++rank) messenger_.send(rank, word);
}

void Worker::serve(const std::function<void(const RankTasks::Task&)>& work) {
  std::vector<std::jthread> threads;
  for (std::size_t k = 0; k < std::max<std::size_t>(jobs_, 1); ++k) {
    say("ready");
    threads.emplace_back([&] {
      while (const std::optional<RankTasks::Task> task = take()) work(*task);
    });
  }
  auto alive = std::chrono::steady_clock::now();
  for (bool ended = false; !ended;) {
    bool busy = false;
    if (const auto now = std::chrono::steady_clock::now(); now - alive > kAlive) {
      say("alive");
      alive = now;
    }
    while (const std::optional<Messenger::Message> message = messenger_.receive()) {
      busy = true;
      ended = hear(message->text) || ended;
    }
    std::vector<std::string> sayings;
    {
      const std::lock_guard lock(mutex_);
      sayings.swap(sayings_);
    }
    for (std::string& text : sayings) messenger_.send(0, std::move(text));
    if (!busy && sayings.empty()) std::this_thread::sleep_for(kPause);
  }
}

bool Worker::hear(const std::string& text) {
  const RankMessage said = parse_message(text);
  if (said.kind == "stop") stopped_ = true;
  if (said.kind == "leave") messenger_.incomplete();
  const std::lock_guard lock(mutex_);
  if (said.kind == "task") tasks_.push_back({said.number, std::string(said.text)});
  if (said.kind == "end" || said.kind == "leave") ended_ = true;
  changed_.notify_all();
  return ended_;
}

std::optional<RankTasks::Task> Worker::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ended_ || !tasks_.empty(); });
  if (tasks_.empty()) return std::nullopt;
  RankTasks::Task task = std::move(tasks_.back());
  tasks_.pop_back();
  return task;
}

void Worker::say(std::string text) {
  const std::lock_guard lock(mutex_);
  sayings_.push_back(std::move(text));
}

void Worker::note(std::uint64_t number, std::string_view text) { say(message_text("state", number, text)); }

void Worker::finish(std::uint64_t number, std::string_view text) { say(message_text("result", number, text)); }

}  // namespace petriloom
