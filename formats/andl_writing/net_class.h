// SPDX-License-Identifier: Apache-2.0
// Which net class of ANDL and CANDL a net needs, and what of its time these have no form for.
#pragma once

#include <array>
#include <string>

#include "formats/common/format.h"

namespace petriloom::andl {

/// The sections of transitions, in the order in which they are written.
enum class Group : std::uint8_t { untimed, stochastic, immediate, deterministic, scheduled, continuous };
inline constexpr std::array<Group, 6> kGroups{Group::untimed,       Group::stochastic, Group::immediate,
                                              Group::deterministic, Group::scheduled,  Group::continuous};

/// The section a transition belongs to; untimed if nothing in the net is timed or weighted, or time
/// is left out.
Group group_of(const Net& net, const Transition& transition, const WriteOptions& options);
/// `start,period,end` of a scheduled transition. Empty if its times are not constant or not of one
/// period.
std::string schedule_text(const Net& net, const Transition& transition);
/// The line that opens the section; none for untimed nets.
std::string_view heading(Group group);
/// "pn", "xspn" ...
std::string_view class_name(const Net& net, const WriteOptions& options);
/// Reports every delay of tokens, priority, distribution, server and memory that has no form in the
/// language.
void check_time(const Net& net, const WriteOptions& options, std::string_view language, Diagnostics& diagnostics);

/// The identifiers of the transitions in the order of the net, if they are not written in it; else
/// nothing.
std::vector<std::string> kept_order(const Net& net, const WriteOptions& options, const std::vector<std::string>& names);

/// Appends the section of transitions to `text`: the heading of each kind that occurs, then
/// `write(number, kind)` for its transitions.
template <class Write>
void for_each_by_group(const Net& net, const WriteOptions& options, std::string& text, const Write& write) {
  text += "\ntransitions:\n";
  for (const Group group : kGroups) {
    bool any = false;
    for (std::size_t t = 0; t < net.transitions.size(); ++t) {
      if (group_of(net, net.transitions[t], options) != group) continue;
      if (!any) text += heading(group);
      any = true;
      write(t, group);
    }
  }
  text += "\n}\n";
}

}  // namespace petriloom::andl
