// SPDX-License-Identifier: Apache-2.0
// Messages between processes that mpirun started. A library of its own, loaded when it is needed
// (cli/simulation/ranks.h).
#pragma once

#include "engine/simulate/messenger.h"

extern "C" {
/// Starts MPI and returns the messenger of this process, which ends MPI when it is deleted; null if
/// MPI does not start.
petriloom::Messenger* petriloom_mpi_messenger();
}
