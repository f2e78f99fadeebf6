// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/hard_inputs.h"

#include <fmt/format.h>

namespace petriloom::test {

namespace {

// 2^60 calls or so: years.
const std::string kFib = "fun fib(n : int) : int = if n < 2 then n else fib(n - 1) + fib(n - 2);\n";

// `count` switches that are turned on and off: 2^count markings.
std::string switches(int count, const std::string& timing) {
  std::string text;
  for (int k = 0; k < count; ++k) {
    text += fmt::format("place OFF{0} : unit = 1`(); place ON{0} : unit;\n", k);
    text += fmt::format("transition on{0} {{ in OFF{0}; out ON{0}; {1} }}\ntransition off{0} {{ in ON{0}; out OFF{0}; {1} }}\n", k,
                        timing);
  }
  return text;
}

// A list that grows by one with every firing.
const std::string kGrowing =
    "var l : list of int;\nplace P : list of int = 1`[1, 2, 3];\ntransition t { in P : l; out P : (l ++ [length(l)]); delay 1 s; "
    "}\n";

std::string description(int nodes) {
  return fmt::format(R"(name: big
include:
  - {0}/templates/costs/coka-continuous.yaml
  - {0}/templates/buses/pcie-vanwerkhoven.yaml
  - {0}/templates/networks/ib-qdr.yaml
machine:
  kinds:
    workstation:
      sockets: 1
      cores_per_socket: 8
      frequency: 2400 MHz
      cache: {{latency: 15 ns}}
      memory: {{latency: 100 ns, bandwidth: 3 GB/s}}
      gpus: {{processors: 2, per_card: 1, frequency: 875 MHz}}
      bus: {{to_device: pcie-to-device, to_host: pcie-to-host, power: 30 W, sharing: card}}
  nodes:
    - {{kind: workstation, count: {1}}}
  network: {{topology: fat tree, leaf_switches: 2, spine_switches: 1, link: ib-qdr, power: 6 W}}
runtime:
  policy: static
application:
  grid: [{1}, 1]
  iterations: 5
  block: [1024, 1024]
  halo: {{width: 3, bytes_per_point: 296 B}}
mapping:
  rounds: 2
  cost_model: coka-continuous
)",
                     PETRILOOM_ROOT, nodes);
}

// Lists of 10,000 elements, all rotations of which are reachable, beside a counter: states that are
// heavy.
const std::string kHeavy =
    "fun turned(l : list of int) : list of int = concat(slice(l, 1, length(l)), [head(l)]);\nvar l : list of int;\n"
    "place P : list of int = 1`range(1, 10000);\ntransition t { in P : l; out P : turned(l); }\n";

// 180,901 markings of three places in a cycle of immediate transitions.
const std::string kImmediate =
    "place A : unit = 600`(); place B : unit; place C : unit; place D : unit; place S : unit = 1`();\n"
    "transition ab { in A; in S; out B; out S; weight 1.0; }\ntransition ba { in B; in S; out A; out S; weight 1.1; }\n"
    "transition ac { in A; in S; out C; out S; weight 1.0; }\ntransition ca { in C; in S; out A; out S; weight 1.2; }\n"
    "transition bc { in B; in S; out C; out S; weight 1.0; }\n"
    "transition fin { in S; in C : 600`(); out D; out A : 600`(); weight 1.0; }\n"
    "transition t { in D; out S; time exponential(1.0); }\n";

void write_files(const OwnFolder& folder) {
  folder.write("guard.loom", kFib +
                                 "var x : int with 0..3;\nplace P : int with 0..3 = 1`1;\n"
                                 "transition t { in P : x; guard fib(60 + x) > 0; out P : x; delay 1 s; }\n");
  folder.write("constant.loom", kFib + "const C : int = fib(60);\nplace P : unit = C`();\n");
  folder.write("weight.loom", kFib +
                                  "var x : int with 0..3;\nplace P : int with 0..3 = 1`1;\nplace Q : int with 0..3;\n"
                                  "transition t { in P : x; out Q : x; time exponential((1.0 + fib(60 + x)) / 1 s); }\n");
  folder.write("output.loom",
               kFib + "var x : int;\nplace P : int = 1`60;\ntransition t { in P : x; out P : fib(x); delay 1 s; }\n");
  folder.write("measure.loom", kFib +
                                   "var x : int;\nplace P : int = 1`60;\ntransition t { in P : x; out P : x; delay 1 s; }\n"
                                   "measure m = average fib(60 + tokens(P)) ;\n");
  folder.write("property.loom",
               kFib +
                   "place P : unit = 1`();\nplace Q : unit;\ntransition t { in P; out Q; }\ntransition u { in Q; out P; }\n"
                   "property p : invariant fib(60 + tokens(P)) >= 0;\n");
  folder.write("colours.loom",
               "colour C = int with 0..1000000000000;\nvar c : C;\nplace P : unit = 1`();\n"
               "transition t { in P; guard c % 999999999989 = 7777777; out P; delay 1 s; }\n");
  folder.write("counting.loom", "var n : int;\nplace P : int = 1`0;\ntransition t { in P : n; out P : n + 1; delay 1 s; }\n");
  folder.write("growing.loom", kGrowing);
  folder.write("heavy.loom", kHeavy);
  folder.write("pairs.loom",
               "colour N = int with 1..3000;\nvar a, b : N;\nplace P : N = all(N);\nplace Q : product N * N;\n"
               "transition t { in P : a; read P : b; out Q : (a, b); time exponential(1 / 1 s); }\n");
  folder.write("switches.loom", switches(40, "") +
                                    "property live40 : live;\nproperty never : invariant tokens(ON0) + tokens(ON1) < 3;\n"
                                    "property often : ltl G F (tokens(ON0) = 1);\nproperty back : ctl AG EF (tokens(ON5) = 0);\n");
  folder.write("markov.loom", switches(30, "time exponential(1 / 1 s);"));
  folder.write("slow.loom",
               "place P : unit = 1`(); place Q : unit;\ntransition t { in P; out Q; time exponential(1e9 / 1 s); }\n"
               "transition u { in Q; out P; time exponential(1e9 / 1 s); }\nmeasure m = average tokens(P);\n");
  folder.write("rare.loom",
               "place P : unit = 1`(); place Q : unit;\ntransition t { in P; out Q; time exponential(1e9); }\n"
               "transition u { in Q; out P; time exponential(1e9); }\ntransition end { in Q; time exponential(1e-6); }\n");
  folder.write("stations.loom",
               "place Q1 : unit; place F1 : unit = 315`(); place Q2 : unit; place F2 : unit = 315`();\n"
               "transition a { in F1; out Q1; time exponential(1.0); servers 1; }\n"
               "transition s1 { in Q1; in F2; out F1; out Q2; time exponential(1e6); servers 1; }\n"
               "transition s2 { in Q2; out F2; time exponential(1.2); servers 1; }\n");
  folder.write("immediate.loom", kImmediate);
  folder.write("big.yaml", description(100'000));
}

}  // namespace

std::vector<HardInput> hard_inputs(const OwnFolder& folder) {
  write_files(folder);
  return {
      {"a guard, verified", {"verify", "guard.loom"}, true},
      {"a constant, verified", {"verify", "constant.loom"}},
      {"an output, verified", {"verify", "output.loom"}, true},
      {"an atom, verified", {"verify", "property.loom"}, true},
      {"a formula given", {"verify", "switches.loom", "--ctl", "AG EF (tokens(ON0) = 1 & tokens(ON7) = 1)"}, true},
      {"colours without end, verified", {"verify", "colours.loom"}, true},
      {"a list that grows, verified", {"verify", "growing.loom", "--ctl", "AG (tokens(P) = 1)"}, true},
      {"heavy states", {"verify", "heavy.loom"}, true},
      {"many states", {"verify", "switches.loom", "--property", "never", "--property", "back"}, true},
      {"many states, fair", {"verify", "switches.loom", "--property", "often", "--fairness", "strong"}, true},
      {"many states, live", {"verify", "switches.loom", "--property", "live40"}, true},
      {"pairs, verified", {"verify", "pairs.loom"}, true},
      {"a guard, simulated", {"simulate", "guard.loom"}, true},
      {"a constant, simulated", {"simulate", "constant.loom"}},
      {"an output, simulated", {"simulate", "output.loom"}, true},
      {"a measure, simulated", {"simulate", "measure.loom", "--until", "10s"}, true},
      {"colours without end, simulated", {"simulate", "colours.loom"}, true},
      {"a counter, simulated", {"simulate", "counting.loom", "--until", "1e12s"}, true},
      {"a list that grows, simulated", {"simulate", "growing.loom", "--until", "1e12s"}, true},
      {"a long run", {"simulate", "slow.loom", "--until", "1e6s"}, true},
      {"a long run with a trace", {"simulate", "slow.loom", "--until", "1e6s", "--trace", "trace.csv"}, true},
      {"many runs", {"simulate", "slow.loom", "--until", "1e-3s", "--replications", "1000000"}, true},
      {"a rate, solved", {"solve", "weight.loom"}},
      {"many states, solved", {"solve", "markov.loom"}},
      {"many states at a time, solved", {"solve", "markov.loom", "--transient", "1s"}},
      {"fast rates for long, solved", {"solve", "rare.loom", "--transient", "1e6s"}},
      {"stiff stations, solved by GMRES", {"solve", "stations.loom", "--method", "gmres"}},
      {"stiff stations, eliminated", {"solve", "stations.loom", "--method", "direct"}},
      {"cycles of immediate transitions, solved", {"solve", "immediate.loom"}},
      {"a counter, unfolded", {"convert", "counting.loom", "flat.loom", "--unfold"}},
      {"a list that grows, unfolded", {"convert", "growing.loom", "flat.loom", "--unfold"}},
      {"a constant, checked", {"check", "constant.loom"}},
      {"a constant, drawn", {"render", "constant.loom", "-o", "net.svg"}},
      {"many nodes", {"generate", "big.yaml", "-o", "big.loom"}},
  };
}

}  // namespace petriloom::test
