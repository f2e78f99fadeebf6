// SPDX-License-Identifier: Apache-2.0
// The assembly of a program of ranks: the nodes, their network, the program, and the ranks that go
// through it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "engine/text/real_text.h"
#include "generator/assembly/generate.h"
#include "generator/assembly/network_part.h"
#include "generator/assembly/rank_nodes.h"
#include "generator/assembly/rank_power_part.h"

namespace petriloom {
namespace {

void write_ranks(AssemblyText& out, const Description& d, const RankSystem& system) {
  const std::size_t nodes = d.machine.nodes.size();
  const RankJob& first = system.jobs.front();
  out.line(fmt::format("colour Node = index node with 0..{};", nodes - 1));
  out.line(fmt::format("colour End = index rank with 0..{};", system.ranks() - 1), first.ranks_per_node.where);
  if (system.trace) {
    out.line("colour Kind = int with 0..max(1, length(messages)) - 1;");
  } else if (system.farm) {
    out.line(fmt::format("const tasks = {};", system.farm->tasks.value), system.farm->tasks.where);
    out.line("colour Kind = int with 0..tasks - 1;  // of messages: the task");
  } else {
    const bool staged =
        std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return step.gpu && step.gpu->messages; });
    out.line(fmt::format("colour Kind = int with 0..{}length(steps) - 1;  // of messages: the step", staged ? "2 * " : ""));
  }
  out.line("colour Parcel = product End * End * Kind;     // sender, receiver");
  if (!system.has_jobs()) {
    const bool cyclic = first.cyclic.value;
    const std::size_t of_node = static_cast<std::size_t>(first.ranks_per_node.value);
    const std::string node = cyclic ? fmt::format("ord(e) % {}", nodes) : fmt::format("ord(e) / {}", of_node);
    out.line(fmt::format("fun node_of(e : End) : Node = Node({});", node), first.cyclic.where);
    const std::string number = cyclic ? fmt::format("ord(e) / {}", nodes) : fmt::format("ord(e) % {}", of_node);
    out.line(fmt::format("fun number_in_node(e : End) : int = {};", number), first.cyclic.where);
  }
  out.blank();
}

void write_list_end(AssemblyText& out) {
  out.line("];");
  out.blank();
}

void write_steps(AssemblyText& out, const RankSystem& system) {
  out.line("const steps : list of Step = [");
  for (std::size_t k = 0; k < system.steps.size(); ++k) {
    out.line(fmt::format("    {}{}", system.steps[k].value, k + 1 < system.steps.size() ? "," : ""), system.steps[k].where);
  }
  write_list_end(out);
}

/// The programs (nets/ranks/jobs.loom).
void write_programs(AssemblyText& out, const RankSystem& system) {
  out.line("const programs : list of Program = [");
  std::size_t rank = 0;
  for (const RankJob& job : system.jobs) {
    const RankDomain& domain = job.domain;
    out.line(
        fmt::format(
            "    {{first = {}, begin = {}, entry = {}, end = {}, passes = {}, starts = {}, waits = {}, grid = [{}], points = [{}], "
            "periodic = {}}}{}",
            rank, job.first_step, job.first_step + job.entry, job.first_step + job.steps - 1, job.passes,
            real_text(job.start.value), !job.after.empty(), fmt::join(domain.grid, ", "), fmt::join(domain.points, ", "),
            domain.periodic.value, &job == &system.jobs.back() ? "" : ","),
        job.where);
    rank += job.ranks();
  }
  write_list_end(out);
}

/// The nodes of jobs (nets/ranks/several_jobs.loom).
void write_homes(AssemblyText& out, const RankSystem& system) {
  out.line("const homes : list of Home = [");
  for (const RankJob& job : system.jobs) {
    out.line(fmt::format("    {{nodes = [{}], ranks = {}, dealt = {}}}{}", fmt::join(job.nodes, ", "), job.ranks_per_node.value,
                         job.cyclic.value, &job == &system.jobs.back() ? "" : ","),
             job.where);
  }
  write_list_end(out);
}

/// Which jobs wait for which.
void write_sequence(AssemblyText& out, const RankSystem& system) {
  std::vector<std::size_t> before;
  std::vector<std::vector<std::size_t>> behind(system.jobs.size());
  for (std::size_t j = 0; j < system.jobs.size(); ++j) {
    before.push_back(system.jobs[j].after.size());
    for (const std::size_t other : system.jobs[j].after) behind[other].push_back(j);
  }
  out.line(fmt::format("const jobs_before : list of int = [{}];  // how many each waits for", fmt::join(before, ", ")));
  out.line("const jobs_behind : list of list of int = [  // those that wait for each");
  for (std::size_t j = 0; j < behind.size(); ++j)
    out.line(fmt::format("    [{}]{}", fmt::join(behind[j], ", "), j + 1 < behind.size() ? "," : ""), system.jobs[j].where);
  write_list_end(out);
}

/// The only program, whose steps are of every iteration (nets/ranks/one_job.loom).
void write_program(AssemblyText& out, const RankJob& job) {
  const RankDomain& domain = job.domain;
  out.line(fmt::format("const iterations = {};", job.iterations.value), job.iterations.where);
  out.line(fmt::format("const grid = [{}];               // ranks along each dimension", fmt::join(domain.grid, ", ")),
           domain.where);
  out.line(fmt::format("const points = [{}];             // of the domain", fmt::join(domain.points, ", ")), domain.where);
  out.line(fmt::format("const periodic = {};", domain.periodic.value), domain.periodic.where);
}

/// The jobs, or the only program.
void write_steps_of_all(AssemblyText& out, const RankSystem& system) {
  const bool jobs = system.has_jobs();
  const bool plain = !jobs && system.jobs.front().passes == system.jobs.front().iterations.value;
  plain ? write_program(out, system.jobs.front()) : write_programs(out, system);
  if (jobs) write_homes(out, system);
  if (system.in_sequence()) write_sequence(out, system);
  write_steps(out, system);
  if (!plain && !jobs) {
    out.line("fun job_of(e : int) : int = 0;");
    out.line("import \"ranks/jobs.loom\";");
  }
  out.line(fmt::format("import \"ranks/{}.loom\";", jobs ? "several_jobs" : plain ? "steps" : "program"));
}

void write_trace(AssemblyText& out, const RankTrace& trace) {
  constexpr std::array kTables{std::pair{"operations", "TraceOperation"}, std::pair{"edges", "int"},
                               std::pair{"messages", "TraceMessage"}};
  for (const auto& [name, row] : kTables)
    out.line(fmt::format("const {} : list of {} = table \"<trace>/{}.csv\";", name, row, name), trace.where);
  std::vector<std::string> sizes;
  for (const RankMessageSize& one : trace.sizes) {
    sizes.push_back(fmt::format("{{bytes = {}, latency = {}, bandwidth = {}}}", real_text(one.bytes), real_text(one.latency),
                                real_text(one.bandwidth)));
  }
  out.line(fmt::format("const trace_sizes : list of TraceSize = [{}];", fmt::join(sizes, ", ")), trace.where);
  out.line(fmt::format("const trace_unit = {};", real_text(trace.unit)), trace.where);
  out.blank();
}

void write_farm(AssemblyText& out, const RankFarm& farm) {
  const auto number = [&](std::string_view name, const Located<double>& value) {
    out.line(fmt::format("const {} = {};", name, real_text(value.value)), value.where);
  };
  number("task_flop", farm.flop);
  number("task_traffic", farm.bytes);
  number("task_set", farm.working_set);
  number("request_bytes", farm.request);
  number("result_bytes", farm.result);
}

/// What a program is, and how ranks go through it.
void write_imports(AssemblyText& out, const Description& description) {
  const RankSystem& system = *description.ranks;
  if (system.trace) {
    write_trace(out, *system.trace);
    out.line(fmt::format("import \"ranks/{}.loom\";", system.power ? "trace_powered" : "trace"));
  } else if (system.farm) {
    write_farm(out, *system.farm);
    out.line("import \"ranks/farm.loom\";");
  } else {
    write_steps_of_all(out, system);
    out.line(fmt::format("import \"ranks/{}.loom\";", way_through_steps(description)));
  }
  if (system.noise) out.line("import \"ranks/noise.loom\";");
}

/// What lengthens work: `factor` of steps, and noise.
void write_lengthening(AssemblyText& out, const RankSystem& system) {
  if (system.farm && !system.farm->factor.text.empty()) {
    const Expression& factor = system.farm->factor;
    out.line("fun rank_factor(e : End, p : Point) : real =");
    out.line("    let rank = ord(e) in");
    out.line("    let task = ord(p) in");
    out.quoting_line(fmt::format("    0.0 + ({});", factor.text), factor.where, factor.text);
  } else if (has_factors(system)) {
    out.line("fun rank_factor(e : End, p : Point) : real =");
    out.line(fmt::format("    let rank = {} in", system.has_jobs() ? "number(ord(e))" : "ord(e)"));
    for (std::size_t k = 0; k < system.steps.size(); ++k) {
      const Expression& factor = system.steps[k].factor;
      if (factor.text.empty()) continue;
      out.quoting_line(fmt::format("    if kind(p) = {} then 0.0 + ({}) else", k, factor.text), factor.where, factor.text);
    }
    out.line("    1.0;");
  }
  if (!system.noise) return;
  const RankNoise& noise = *system.noise;
  const std::string each = fmt::format("{}, {}", real_text(noise.period.value), real_text(noise.duration.value));
  const std::string phase = noise.how.value == RankNoise::How::apart
                                ? fmt::format("{} * ord(e) / length(all(End))", real_text(noise.period.value))
                                : "0.0";
  const std::string lost = noise.how.value == RankNoise::How::random ? fmt::format("lost_at_random(d, {})", each)
                                                                     : fmt::format("lost_at_times(d, t, {}, {})", phase, each);
  out.line(fmt::format("fun rank_noise(e : End, d : real, t : real) : real = {};", lost), noise.where);
}

/// The parameters of the module that goes through steps or tasks.
std::vector<Component::Parameter> of_steps(const Description& description) {
  std::vector<Component::Parameter> all;
  if (!description.ranks->farm && names_memories(description))
    all = {{"Memory", "Memory"}, {"memory_speed", "memory_speed"}, {"memories", "rank_memories"}};
  all.insert(
      all.end(),
      {{"speed", "rank_speed"}, {"bandwidth", "rank_bandwidth"}, {"cache", "rank_cache"}, {"cache_speed", "rank_cache_speed"}});
  if (description.ranks->power) all.insert(all.end(), {{"cores", "rank_cores"}, {"memory_shares", "memory_shares"}});
  if (has_factors(*description.ranks)) all.push_back({"drawn", "rank_factor"});
  if (description.ranks->eager) all.push_back({"eager", real_text(description.ranks->eager->value)});
  if (!description.ranks->farm && description.machine.network.rails.value > 1)
    all.insert(all.end(), {{"rails", "rails"}, {"rail", "rail_of"}});
  if (description.ranks->on_gpus()) {
    for (const char* const name :
         {"Gpu", "Bus", "gpu_of", "bus_of", "gpu_speed", "gpu_bandwidth", "gpu_room", "launch", "kernels", "copy_engines", "duplex",
          "bus_latency", "bus_byte_time", "Peer", "peers", "peer_latency", "peer_byte_time", "direct"})
      all.push_back({name, name});
    if (description.ranks->power) all.insert(all.end(), {{"gpu_power", "gpu_power"}, {"bus_power", "bus_power"}});
  }
  return all;
}

/// Those of the module that goes through a trace. Messages that never meet on the wires hold the
/// interfaces of both ends there.
std::vector<Component::Parameter> of_trace(const Network& network, const RankTrace& trace, bool powered) {
  const bool alone = network.sharing.value == kAlone;
  std::vector<Component::Parameter> all{
      {"speed", "rank_speed"},
      {"overhead_byte", real_text(network.link.overhead_per_byte)},
      {"gap", real_text(alone ? network.link.gap : 0)},
      {"byte_time", real_text(alone ? network.link.per_byte - network.link.overhead_per_byte : 0)},
      {"eager", real_text(trace.eager.value)},
      {"buffered", real_text(trace.buffered.value)}};
  if (!powered) return all;
  all.insert(
      all.end(),
      {{"draws", "rank_cores"}, {"link_gap", real_text(network.link.gap)}, {"link_byte_time", real_text(network.link.per_byte)}});
  return all;
}

bool stores(const RankSystem& system) {
  return std::any_of(system.steps.begin(), system.steps.end(), [](const RankStep& step) { return step.stores; });
}

/// The file system, between the ranks and the network.
void write_storage(AssemblyText& out, const Storage& storage) {
  out.line("import \"ranks/storage.loom\";", storage.where);
  out.line("place GIVEN : Parcel;", storage.where);
  out.instance({"storage",
                "STORAGE",
                "",
                storage.where,
                {{"bandwidth", real_text(storage.bandwidth.value)},
                 {"latency", real_text(storage.latency.value)},
                 {"node_bandwidth", real_text(storage.node_bandwidth.value)}},
                {{"GIVEN", "GIVEN"}, {"SENT", "SENT"}, {"ARRIVED", "ARRIVED"}}});
}

/// What the ranks are as a part of the net.
Component ranks_part(const Description& description) {
  const RankSystem& system = *description.ranks;
  const Network& network = description.machine.network;
  Component ranks{"ranks",
                  "RANKS",
                  "",
                  system.where,
                  system.trace ? of_trace(network, *system.trace, system.power.has_value()) : of_steps(description),
                  {{"SENT", stores(system) ? "GIVEN" : "SENT"}, {"ARRIVED", "ARRIVED"}, {"FINISHED", "FINISHED"}}};
  if (system.noise) ranks.parameters.push_back({"lost", "rank_noise"});
  const LogGp& copy = system.copy;
  ranks.parameters.insert(ranks.parameters.end(), {{"overhead", real_text(network.link.overhead)},
                                                   {"copy_latency", real_text(copy.latency + copy.overhead + copy.gap)},
                                                   {"copy_byte_time", real_text(copy.per_byte)}});
  return ranks;
}

/// A name that no job has.
std::string unlike_jobs(const RankSystem& system, std::string name) {
  const auto is_it = [&name](const RankJob& job) { return job.name == name; };
  while (std::any_of(system.jobs.begin(), system.jobs.end(), is_it)) name += "_";
  return name;
}

/// Jobs begin when those before them have ended, and then their ranks do.
void write_beginning_of_jobs(AssemblyText& out, std::string_view one) {
  out.line("place WAITING : Job = all(Job);");
  out.line("place PASSED : Job;  // one for each that a job has waited for");
  out.line("place UNFINISHED : Job;");
  out.line("place BEGINNING : End;");
  out.line("transition begin_job {");
  out.line(fmt::format("  in  WAITING : {};", one));
  out.line(fmt::format("  in  PASSED : nth(jobs_before, ord({0}))`{0};", one));
  out.line(fmt::format("  out UNFINISHED : {};", one));
  out.line(fmt::format("  out BEGINNING : each (if nth(jobs_before, ord({0})) > 0 then ranks_of_job(ord({0})) else []);", one));
  out.line("}");
}

/// Jobs by name. They are colours of a module of their own, as their names are any.
void write_names_of_jobs(AssemblyText& out, const RankSystem& system) {
  std::vector<std::string> names;
  for (const RankJob& job : system.jobs) names.push_back(job.name);
  const std::string one = unlike_jobs(system, "j");
  const std::string each = unlike_jobs(system, "k");
  const bool in_sequence = system.in_sequence();
  out.open("module JOBS", system.where);
  out.line(fmt::format("colour Job = enum {{ {} }};", fmt::join(names, ", ")), system.where);
  out.line("port in  FINISHED : End;");
  out.line("port out DONE : unit;");
  if (!in_sequence) out.line("place UNFINISHED : Job = all(Job);");
  out.line("place ENDED : Job;");
  out.line(fmt::format("var {} : Job;", one));
  if (in_sequence) write_beginning_of_jobs(out, one);
  out.line("transition end_job {");
  out.line(fmt::format("  in  UNFINISHED : {};", one));
  out.line(fmt::format("  in  FINISHED : each ranks_of_job(ord({}));", one));
  out.line(fmt::format("  out ENDED : {};", one));
  if (in_sequence) {
    out.line(fmt::format("  out PASSED : each map({1} in nth(jobs_behind, ord({0})) : nth(all(Job), {1}));", one,
                         unlike_jobs(system, "i")));
  }
  out.line("}");
  out.line("transition done { in ENDED : each all(Job); out DONE; }");
  if (in_sequence) {
    out.line(fmt::format("measure began[{1} in Job] \"s\" = last now + start_of_job(ord({0})) over begin_job where {0} = {1};", one,
                         each));
    out.line(fmt::format("measure ended[{1} in Job] \"s\" = last now over end_job where {0} = {1};", one, each));
    out.line(fmt::format("measure time[{0} in Job] \"s\" = value ended[{0}] - began[{0}];", each));
  } else {
    out.line(
        fmt::format("measure time[{1} in Job] \"s\" = last now - start_of_job(ord({0})) over end_job where {0} = {1};", one, each));
  }
  out.close();
  out.instance({"jobs", "JOBS", "", system.where, {}, {{"FINISHED", "FINISHED"}, {"DONE", "DONE"}}});
  if (in_sequence) out.line("fuse ranks.LATER, jobs.BEGINNING;", system.where);
}

/// When it is done, and how long that took.
void write_end(AssemblyText& out, const RankSystem& system) {
  if (system.has_jobs()) {
    write_names_of_jobs(out, system);
  } else {
    out.open("transition done", system.jobs.front().iterations.where);
    out.line("in  FINISHED : each all(End);");
    out.line("out DONE;");
    out.close();
  }
  out.line("stop when tokens(DONE) >= 1;");
  out.line("final when tokens(DONE) >= 1;");
  out.blank();
  out.line(fmt::format("measure run_time \"s\" = last now over {}done;", system.has_jobs() ? "jobs." : ""));
  if (!system.trace && !system.farm && !system.has_jobs())
    out.line(fmt::format("measure iteration_time \"s\" = value run_time / {};", system.jobs.front().iterations.value));
}

}  // namespace

Assembly assemble_ranks(const Description& description, const Component& network) {
  const RankSystem& system = *description.ranks;
  AssemblyText out;
  out.line(fmt::format("// {}: assembled from its description.", description.name));
  write_ranks(out, description, system);
  write_imports(out, description);
  import_wires(out, description.machine.network);
  out.quoting_line(fmt::format("import \"{}.loom\";", network.file), network.origin, chosen_name(network));
  out.blank();
  write_rank_nodes(out, description);
  write_lengthening(out, system);
  if (system.power) write_rank_cores(out, *system.power);
  Network wires = description.machine.network;
  if (system.trace && wires.sharing.value == kAlone) wires.link.gap = wires.link.per_byte = 0;
  write_network(out, wires, wires.link.latency, network, &system);
  out.line("place FINISHED : End;");
  out.line("place DONE : unit;");
  if (stores(system)) write_storage(out, *description.machine.storage);
  out.instance(ranks_part(description));
  write_end(out, system);
  out.line(fmt::format("measure efficiency = value sum(ranks.work_time[*]) / ({} * run_time);", system.ranks()));
  if (system.power) write_rank_energy(out, system);
  write_properties(out, description);
  return out.take();
}

}  // namespace petriloom
