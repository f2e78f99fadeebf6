// SPDX-License-Identifier: Apache-2.0
#include "cli/play/commands.h"

#include <array>

namespace petriloom::cli {

namespace {

constexpr std::array kPlayCommands{
    PlayCommand{"marking", "m", "marking [all|NAME]", "the tokens of all places, or of a place or module", &Player::show_marking},
    PlayCommand{"enabled", "e", "enabled [all]", "the enabled bindings with the numbers by which they are fired",
                &Player::show_enabled},
    PlayCommand{"fire", "f", "fire N | NAME [x = V]", "fires a binding now; a number alone does, too", &Player::fire},
    PlayCommand{"step", "s", "step [N]", "the next firings as the simulator would choose them", &Player::step},
    PlayCommand{"run", "r", "run [until WHAT]", "on until a time, a firing of a transition, or a condition; else to the end",
                &Player::run},
    PlayCommand{"break", "b", "break [WHAT]", "stops runs when a condition comes to hold or a transition fires; alone: lists them",
                &Player::add_break},
    PlayCommand{"delete", "", "delete N|all", "removes a break", &Player::remove_break},
    PlayCommand{"undo", "u", "undo [N]", "takes back the last moves (a move is what one command did)", &Player::undo},
    PlayCommand{"redo", "", "redo [N]", "does them again", &Player::redo},
    PlayCommand{"back", "", "back [N]", "goes back by that many firings", &Player::back},
    PlayCommand{"set", "", "set P = TOKENS", "place P holds these tokens and no others: set P = 3`(1, 2) ++ (2, 2) @+ 1 s",
                &Player::set},
    PlayCommand{"put", "", "put P = TOKENS", "adds tokens", &Player::put},
    PlayCommand{"take", "", "take P = TOKENS", "takes tokens away", &Player::take},
    PlayCommand{"show", "p", "show WHAT", "a place, module, transition, measure, or the value of an expression", &Player::show},
    PlayCommand{"measures", "", "measures [NAME]", "the measures of the net up to now", &Player::measures},
    PlayCommand{"expect", "", "expect CONDITION", "for scripts: if it does not hold the exit code is 1", &Player::expect},
    PlayCommand{"save", "", "save FILE", "writes the state: marking, time, timers, measures, random position", &Player::save},
    PlayCommand{"load", "", "load FILE", "goes on from a state that was saved, here or by simulate", &Player::load},
    PlayCommand{"seed", "", "seed [S]", "the seed, or another one: starts again", &Player::seed},
    PlayCommand{"restart", "", "restart", "starts again with the same seed", &Player::restart},
    PlayCommand{"help", "h", "help [COMMAND]", "this list", &Player::help},
    PlayCommand{"quit", "q", "quit", "ends the game", &Player::quit},
};

}  // namespace

std::span<const PlayCommand> play_commands() { return kPlayCommands; }

}  // namespace petriloom::cli
