// SPDX-License-Identifier: Apache-2.0
// A token game as a person or a script plays it (docs/play.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/play/condition.h"
#include "cli/play/names.h"
#include "cli/play/recorder.h"
#include "cli/shell/exit_code.h"
#include "engine/game/game_history.h"

namespace petriloom::cli {

/// What makes a run stop: a condition that comes to hold, or the firing of a transition.
struct Break {
  std::size_t number = 0;
  std::string text;
  std::unique_ptr<GameExpression> condition;  ///< null: a transition
  bool held = false;                          ///< the condition, when it was last looked at
};

class Player {
 public:
  /// Throws EvalError if the net cannot be compiled.
  Player(const Net& net, std::uint64_t seed, std::uint64_t replication, Session& session);

  /// Goes on from a saved state before anything else. False if that cannot be; that was reported.
  bool start_from(const std::string& path);
  /// Carries out one line. False if it was wrong; that was reported.
  bool obey(const std::string& line);
  [[nodiscard]] bool quitting() const { return quitting_; }
  /// What the run of a script ends with: `expect` may have failed.
  [[nodiscard]] ExitCode code() const { return code_; }
  /// What the word at the end of a line may become.
  std::vector<std::string> complete(const std::string& line, const std::string& word);
  /// What the net is and where it stands, for the beginning.
  void introduce();

  // ---- the commands; `rest` is what stands behind the name. False if that is wrong.
  bool show_marking(const std::string& rest);
  bool show_enabled(const std::string& rest);
  bool fire(const std::string& rest);
  bool step(const std::string& rest);
  bool run(const std::string& rest);
  bool add_break(const std::string& rest);
  bool remove_break(const std::string& rest);
  bool undo(const std::string& rest);
  bool redo(const std::string& rest);
  bool back(const std::string& rest);
  bool set(const std::string& rest);
  bool put(const std::string& rest);
  bool take(const std::string& rest);
  bool show(const std::string& rest);
  bool measures(const std::string& rest);
  bool expect(const std::string& rest);
  bool save(const std::string& rest);
  bool load(const std::string& rest);
  bool seed(const std::string& rest);
  bool restart(const std::string& rest);
  bool help(const std::string& rest);
  bool quit(const std::string& rest);

 private:
  /// Where a run goes to.
  struct Goal {
    double time = std::numeric_limits<double>::infinity();
    std::uint64_t firings = 0;  ///< 0: no limit
    std::string transition;
    std::unique_ptr<GameExpression> condition;
  };
  TokenGame& game() { return history_->game(); }
  bool wrong(const std::string& message);
  bool only(const std::string& rest, std::string_view command);
  std::optional<std::uint64_t> count(const std::string& rest, std::string_view command);
  bool go(Goal& goal);
  /// Why the run stops here; empty if it goes on.
  std::string reason(Goal& goal);
  void note_breaks();
  void tell_move(Stepped stepped, const std::string& reason);
  void tell_firings();
  void tell_state();
  [[nodiscard]] std::string names(TransitionId transition, std::span<const Word> binding) const;
  bool fires(const SeenFiring& firing, const std::string& transition) const;
  /// A name that is not there, with the one that may have been meant.
  [[nodiscard]] std::string unknown(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> complete_fire(const std::string& before, const std::string& word);
  [[nodiscard]] std::string binding_line(const Choice& choice, std::size_t number);
  std::string choices_text(const Choices& choices, std::size_t most);
  std::string moved_text(const std::vector<Moved>& moved, double now);
  enum class Change : std::uint8_t { set, put, take };
  bool change(const std::string& rest, Change change);
  bool changed_tokens(const GivenTokens& given, Change change, std::vector<InitialTokens>& tokens);
  void start(std::uint64_t seed);
  bool load_state(const std::string& path);

  const Net& net_;
  Session& session_;
  bool timed_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  Recorder recorder_;
  std::unique_ptr<GameHistory> history_;
  std::vector<Break> breaks_;
  std::size_t breaks_made_ = 0;
  GameNames names_;
  bool quitting_ = false;
  ExitCode code_ = ExitCode::done;
};

/// One command of the game.
struct PlayCommand {
  std::string_view name;
  std::string_view alias;  ///< a letter, or empty
  std::string_view usage;
  std::string_view summary;
  bool (Player::*run)(const std::string& rest);
};
std::span<const PlayCommand> play_commands();

}  // namespace petriloom::cli
