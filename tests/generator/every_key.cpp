// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/every_key.h"

namespace petriloom::test {

const std::string& every_key() {
  static const std::string text = R"(name: base
links:
  wire: {latency: 1 us, overhead: 2 us, gap: 3 us, bandwidth: 1 GB/s, overhead_per_byte: 1 ns/B}
  bus: {latency: 4 us, overhead: 5 us, gap: 6 us, per_byte: 1 ns/B, overhead_per_byte: 2 ns/B}
costs:
  m:
    cpu: {idle_power: 10 W, highest_frequency: 3 GHz, phases: {one: {time: 1000 / f, power: 20}, two: {time: 5000 / f, power: 30}}}
    gpu: {idle_power: 20 W, highest_frequency: 1 GHz, phases: {one: {time: 500 / f, power: 100}, two: {time: 1.5, power: 90}}}
  n:
    cpu: {idle_power: 11 W, phases: {one: {time: 3.5, power: 20}}}
    gpu: {idle_power: 21 W, phases: {one: {time: 4.5, power: 20}}}
machine:
  kinds:
    k:
      sockets: 2
      cores_per_socket: 2
      frequency: 2 GHz
      flop_per_cycle: 4
      frequencies: [1 GHz, 2 GHz]
      power: {idle: 5 W, work: 5 + 0.01 * f, message: 8, sleep: {power: 1 W, after: 1 ms, wake: 10 us},
              change: {time: 10 us, power: 4 W}, cap: 20 W, node_cap: 500 W}
      temperature: {idle: 40, rise: 10 s, decay: 20 s, per_watt: 4, offset: 1, memory: 30, limit: 80, hysteresis: 5}
      cache: {latency: 20 ns, size: 4 MB, bandwidth: 50 GB/s}
      memory: {latency: 100 ns, bandwidth: 10 kB/s, core_bandwidth: 5 kB/s, sharing: fair, idle_power: 1 W, power: 3 W}
      gpus: {processors: 4, per_card: 3, frequency: 1 GHz, flop_per_cycle: 1000, memory: {size: 16 GB, bandwidth: 500 GB/s},
             launch: 5 us, kernels: 2, copy_engines: 2, gpudirect: true, idle_power: 50 W, power: 200 W,
             links: {link: wire, sharing: pair, pairs: [[0, 1], [2, 3]]}}
      bus: {to_device: bus, to_host: wire, power: 30 W, sharing: socket, duplex: full}
      nic: wire
    l: {cores_per_socket: 3, frequency: 3 GHz, memory: {latency: 100 ns, bandwidth: 10 GB/s}}
  nodes:
    - {kind: k, count: 4}
    - {kind: k, count: 2, cores_per_socket: 4}
  card: gpu
  power_cap: 10 kW
  storage: {bandwidth: 10 GB/s, latency: 1 ms, node_bandwidth: 1 GB/s}
  network:
    {topology: fat tree, leaf_switches: 2, spine_switches: 2, sharing: packets, packet: 10 B, crosstraffic: 0, link: wire,
     bandwidth: 2 GB/s,     hop_latency: 7 us, power: 6 W, idle_power: 2 W, switch_power: 10 W, rails: 1}
runtime: {policy: static, scheduling_time: 8 us, driver_time: 9 us, taken_back: blocks}
application:
  kind: stencil
  grid: [3, 2]
  periodic: false
  iterations: 2
  block: [64, 32]
  gpu_block: 8
  halo: {width: 1, bytes_per_point: 8 B}
  restart: false
mapping: {distribution: nbo, rounds: 1, cost_model: m}
run: {until: 100 s, replications: 2}
properties: [{name: a, invariant: tokens(DONE) <= 1}, {name: b, ltl: F DONE}, {name: c, ctl: AF DONE}, {name: d, bounded: true},
             {name: e, deadlock_free: true}, {name: f, live: true}, {name: g, quasi_live: true}, {name: h, reversible: true}]
)";
  return text;
}

}  // namespace petriloom::test
