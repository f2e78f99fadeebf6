// SPDX-License-Identifier: Apache-2.0
// A token game as a person or a script plays it (docs/play.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/play/breaks.h"
#include "cli/play/game_texts.h"
#include "cli/play/line_completion.h"
#include "cli/play/names.h"
#include "cli/play/recorder.h"
#include "cli/play/token_change.h"
#include "cli/shell/exit_code.h"
#include "engine/game/game_history.h"

namespace petriloom::cli {

class Player {
 public:
  /// Throws EvalError if the net cannot be compiled.
  Player(const Net& net, std::uint64_t seed, std::uint64_t replication, Session& session);

  /// Goes on from a saved state. False if that cannot be; that was reported.
  bool start_from(const std::string& path);
  /// Carries out one line. False if it was wrong; that was reported.
  bool obey(const std::string& line);
  [[nodiscard]] bool quitting() const { return quitting_; }
  /// What the run of a script ends with: `expect` may have failed.
  [[nodiscard]] ExitCode code() const { return code_; }
  /// What the word at the end of a line may become.
  std::vector<std::string> complete(const std::string& line, const std::string& word) {
    return LineCompletion(net_, game(), texts_, names_).words(line, word);
  }
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
  void tell_move(Stepped stepped, const std::string& reason);
  void tell_state();
  /// A name that is not there, with the one that may have been meant.
  [[nodiscard]] std::string unknown(const std::string& name) const;
  bool change(const std::string& rest, TokenChange change);
  void start(std::uint64_t seed);

  const Net& net_;
  Session& session_;
  bool timed_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  GameTexts texts_;
  Recorder recorder_;
  std::unique_ptr<GameHistory> history_;
  Breaks breaks_;
  GameNames names_;
  bool quitting_ = false;
  ExitCode code_ = ExitCode::done;
};

}  // namespace petriloom::cli
