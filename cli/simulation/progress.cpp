// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/shell/table.h"

namespace petriloom::cli {

namespace {

std::string left_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s left", std::ceil(seconds));
  if (seconds < 3600) return fmt::format("{:.0f} min {:02.0f} s left", std::floor(seconds / 60), std::fmod(seconds, 60));
  if (seconds < 100 * 3600.0)
    return fmt::format("{:.0f} h {:02.0f} min left", std::floor(seconds / 3600), std::fmod(seconds, 3600) / 60);
  return fmt::format("{:.0f} days left", seconds / 86400);
}

}  // namespace

std::string progress_bar(double share, double elapsed, std::size_t width) {
  constexpr double kLeast = 1;  // s before a guess is worth anything
  constexpr double kLeastShare = 1e-4;
  share = std::clamp(share, 0.0, 1.0);
  const auto full = static_cast<std::size_t>(share * static_cast<double>(width));
  std::string bar(full, '=');
  if (full < width) bar += '>';
  bar.resize(width, ' ');
  std::string text = fmt::format("[{}] {:3.0f} %", bar, std::floor(share * 100));
  if (elapsed >= kLeast && share >= kLeastShare) text += ", " + left_text(elapsed * (1 - share) / share);
  return text;
}

SimulationProgress::SimulationProgress(SimulationOptions& options, Session& session)
    : options_(options), session_(session), begin_(Clock::now()) {
  options.progress = [this](std::uint64_t firings, double now) {
    const std::lock_guard lock(mutex_);
    firings_ = firings;
    now_ = now;
    if (!note_.empty() && firings >= note_at_) session_.status.note(std::exchange(note_, {}));
    show();
  };
  options.finished = [this](std::uint64_t finished) {
    const std::lock_guard lock(mutex_);
    finished_ = finished;
    show();
  };
}

void SimulationProgress::show() {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  const auto all = static_cast<double>(options_.replications);
  double run = 0;  // share of the first run, as far as its limits tell
  if (std::isfinite(options_.until) && options_.until > 0) run = now_ / options_.until;
  if (options_.max_firings > 0) run = std::max(run, static_cast<double>(firings_) / static_cast<double>(options_.max_firings));
  const bool told = run > 0 || options_.replications > 1;
  const double share = options_.replications > 1 ? std::max(static_cast<double>(finished_) / all, run / all) : run;
  std::string text = told ? progress_bar(share, elapsed, 24) + "  " : std::string("simulating: ");
  if (options_.replications > 1) {
    text += fmt::format("{} of {} runs", grouped(finished_), grouped(options_.replications));
  } else {
    text += fmt::format("{} firings, {}", grouped(firings_), quantity(now_, "s"));
  }
  session_.status.progress(text);
}

}  // namespace petriloom::cli
