// SPDX-License-Identifier: Apache-2.0
// What the environment of this process says of mpirun and of other managers of processes.
#pragma once

namespace petriloom::cli {

/// Whether mpirun started several processes, of which this is one.
[[nodiscard]] bool one_of_several();
/// Whether mpirun started this process to work for another one, so that what is to be written is no
/// concern of it.
[[nodiscard]] bool started_as_worker();
/// Whether mpirun, or another manager of processes, started this process, also alone. It reads what
/// a process prints over a terminal of its own, wherever that goes then.
[[nodiscard]] bool started_with_others();

}  // namespace petriloom::cli
