// SPDX-License-Identifier: Apache-2.0
#include "generator/assembly/rank_power_part.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/text/real_text.h"
#include "generator/assembly/rank_nodes.h"

namespace petriloom {
namespace {

std::string clocks_text(const std::vector<RankClock>& clocks) {
  std::vector<std::string> each;
  for (const RankClock& clock : clocks) {
    each.push_back(fmt::format("{{rate = {}, work = {}, message = {}}}", real_text(clock.rate), real_text(clock.work),
                               real_text(clock.message)));
  }
  return fmt::format("[{}]", fmt::join(each, ", "));
}

void write_row(AssemblyText& out, const RankCores& k, bool last) {
  const auto number = [&out](std::string_view indent, std::string_view name, double value) {
    out.line(fmt::format("{}{} = {},", indent, name, real_text(value)));
  };
  out.line("    {");
  number("      ", "number", k.number);
  number("      ", "idle", k.idle);
  number("      ", "sleep", k.sleep);
  number("      ", "sleep_after", k.sleep_after);
  number("      ", "wake", k.wake);
  number("      ", "change_time", k.change_time);
  number("      ", "change_power", k.change_power);
  out.line(fmt::format("      clocks = {},", clocks_text(k.clocks)));
  out.line(fmt::format("      first = {},", k.first));
  out.line(fmt::format("      of_step = [{}],", fmt::join(k.of_step, ", ")));
  number("      ", "byte", k.byte);
  number("      ", "sending", k.sending);
  out.line("      heating = {");
  out.line(fmt::format("        heats = {},", k.heats));
  number("        ", "idle", k.heat_idle);
  number("        ", "rise", k.rise);
  number("        ", "decay", k.decay);
  number("        ", "per_watt", k.per_watt);
  number("        ", "offset", k.offset);
  number("        ", "memory", k.memory);
  out.line(fmt::format("        limits = {},", k.limits));
  number("        ", "limit", k.limit);
  out.line(fmt::format("        low = {}", real_text(k.low)));
  out.line("      }");
  out.line(last ? "    }" : "    },");
}

bool heats(const RankPower& power) {
  return std::any_of(power.kinds.rows.begin(), power.kinds.rows.end(), [](const RankCores& kind) { return kind.heats; });
}

}  // namespace

void write_rank_cores(AssemblyText& out, const RankPower& power) {
  std::vector<std::string> shares;
  for (const double share : power.memory_shares) shares.push_back(real_text(share));
  out.line(fmt::format("const memory_shares : list of real = [{}];  // of the instructions of each step", fmt::join(shares, ", ")));
  out.line("const kinds_of_cores : list of Cores = [", power.where);
  for (std::size_t k = 0; k < power.kinds.rows.size(); ++k) write_row(out, power.kinds.rows[k], k + 1 == power.kinds.rows.size());
  out.line("];");
  if (power.kinds.rows.size() == 1) {
    out.line("fun rank_cores(e : End) : Cores = head(kinds_of_cores);");
  } else if (!power.kinds.of_jobs.empty()) {
    write_rows_of_jobs(out, "kind", power.kinds.of_jobs, power.where);
    out.line("fun rank_cores(e : End) : Cores = nth(kinds_of_cores, kind_of_rank(e));");
  } else {
    out.line(fmt::format("const kind_of_node : list of int = [{}];", fmt::join(power.kinds.of_nodes, ", ")));
    out.line("fun rank_cores(e : End) : Cores = nth(kinds_of_cores, nth(kind_of_node, ord(node_of(e))));");
  }
}

void write_rank_energy(AssemblyText& out, const RankSystem& system) {
  const RankPower& power = *system.power;
  const bool gpus = system.on_gpus();
  const auto component = [&out](std::string_view name, double idle, std::string_view work) {
    out.line(fmt::format("measure {}_energy \"J\" = value {} * run_time{};", name, real_text(idle), work));
  };
  component("core", power.cores, " + ranks.core_work");
  component("memory", power.memories, system.trace ? "" : " + ranks.memory_work");  // a trace has no bytes of memory
  component("network", power.interfaces, " + ranks.network_work");
  component("switch", power.switches, "");
  const bool have_gpus = gpus || power.gpus > 0;
  if (have_gpus) component("gpu", power.gpus, gpus ? " + ranks.gpu_work" : "");
  if (gpus) out.line("measure bus_energy \"J\" = value ranks.bus_work;");
  out.line(fmt::format("measure energy \"J\" = value core_energy + memory_energy + network_energy + switch_energy{}{};",
                       have_gpus ? " + gpu_energy" : "", gpus ? " + bus_energy" : ""));
  out.line("measure mean_power \"W\" = value energy / run_time;");
  if (system.trace && !system.trace->has_flop) return;
  out.line(fmt::format("measure gflops_per_watt \"Gflop/s/W\" = value {} / energy / 1000000000.0;",
                       gpus ? "(ranks.flop + ranks.gpu_flop)" : "ranks.flop"));
  if (!heats(power)) return;
  out.line("measure temperature[r in End] = max u.peak over ranks.end_program where e = r;  // the highest of each rank");
  out.line("measure highest_temperature = value max(temperature[*]);");
}

}  // namespace petriloom
