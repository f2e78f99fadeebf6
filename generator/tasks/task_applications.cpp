// SPDX-License-Identifier: Apache-2.0
#include "generator/tasks/task_applications.h"

#include <algorithm>
#include <array>

namespace petriloom {
namespace {

using enum TaskKeyKind;

constexpr double kMostTiles = 400;  // a side
constexpr double kMostSide = 1 << 20;
constexpr double kMostCount = 1e6;
constexpr double kMostLocal = 1000;
constexpr double kMostTime = 1e6;  // s
constexpr double kMostSize = 1e15;
constexpr double kMostFactor = 1e9;

// A side in numbers and their bytes give `tile_bytes`.
constexpr TaskKey kTile{"tile", "", count, 1, kMostSide, "960"};
constexpr TaskKey number_of(std::string_view bytes) { return {"number", "", TaskKeyKind::bytes, 1, 64, bytes}; }

constexpr auto kCholeskyKeys = std::to_array<TaskKey>({
    {"tiles", "N", count, 1, kMostTiles, ""},
    kTile,
    number_of("4 B"),
});
constexpr auto kCholeskyKernels = std::to_array<TaskKernel>({
    {"potrf", "chol_model_potrf", "", 1.0 / 3, 1},
    {"trsm", "chol_model_trsm", "", 1, 2},
    {"syrk", "chol_model_syrk", "", 1, 2},
    {"gemm", "chol_model_gemm", "", 2, 3},
});

constexpr auto kLuKeys = std::to_array<TaskKey>({
    {"tiles", "N", count, 1, kMostTiles, ""},
    kTile,
    number_of("8 B"),
});
constexpr auto kLuKernels = std::to_array<TaskKernel>({
    {"getrf", "starpu_slu_lu_model_getrf", "starpu_dlu_lu_model_getrf", 2.0 / 3, 1},
    {"trsm", "starpu_slu_lu_model_trsm_ll", "starpu_dlu_lu_model_trsm_ll", 1, 2},
    {"gemm", "starpu_slu_lu_model_gemm", "starpu_dlu_lu_model_gemm", 2, 3},
    {"trsm_ru", "starpu_slu_lu_model_trsm_ru", "starpu_dlu_lu_model_trsm_ru", 1, 2, "trsm"},
});

constexpr auto kQrKeys = std::to_array<TaskKey>({
    {"columns", "N", count, 1, kMostTiles, ""},
    {"rows", "M", count, 1, kMostTiles, "=columns"},
    {"split", "split", truth, 0, 0, "false"},
    kTile,
    number_of("8 B"),
});
constexpr auto kQrKernels = std::to_array<TaskKernel>({
    {"geqrt", "", "", 4.0 / 3, 1},
    {"unmqr", "", "", 2, 2},
    {"tsqrt", "", "", 2, 2},
    {"tsmqr", "", "", 4, 3},
});

constexpr auto kGemmKeys = std::to_array<TaskKey>({
    {"columns", "N", count, 1, kMostTiles, ""},
    {"rows", "M", count, 1, kMostTiles, "=columns"},
    {"inner", "K", count, 1, kMostTiles, "=columns"},
    kTile,
    number_of("8 B"),
});
constexpr auto kGemmKernels = std::to_array<TaskKernel>({
    {"gemm", "starpu_sgemm_gemm", "starpu_dgemm_gemm", 2, 3},
});

constexpr auto kStencilKeys = std::to_array<TaskKey>({
    {"size", "size", count, 1, kMostSide, ""},
    {"blocks", "blocks", count, 1, kMostCount, ""},
    {"iterations", "iterations", count, 1, kMostCount, "1"},
    {"shape", "shape", choice, 0, 0, "strips", "apart strips squares"},
    {"barrier", "barrier", truth, 0, 0, "false"},
    {"small", "small", number, 1e-6, 1e6, "1"},
    {"large", "large", number, 1e-6, 1e6, "1"},
    {"point_bytes", "point_bytes", TaskKeyKind::bytes, 0, kMostSize, ""},
    {"edge_bytes", "edge_bytes", TaskKeyKind::bytes, 0, kMostSize, "=point_bytes"},
    {"flop_per_point", "work", number, 0, kMostSize, ""},
});

constexpr auto kStencil3dKeys = std::to_array<TaskKey>({
    {"size_x", "size_x", count, 1, kMostSide, ""},
    {"size_y", "size_y", count, 1, kMostSide, "=size_x"},
    {"size_z", "size_z", count, 1, kMostSide, "=size_x"},
    {"blocks_x", "blocks_x", count, 1, kMostCount, ""},
    {"blocks_y", "blocks_y", count, 1, kMostCount, "1"},
    {"blocks_z", "blocks_z", count, 1, kMostCount, "1"},
    {"exchanges", "exchanges", count, 1, kMostCount, "1"},
    {"local", "local", count, 1, kMostLocal, "1"},
    {"halo", "halo", count, 0, kMostLocal, "1"},
    {"small", "small", number, 1e-6, 1e6, "1"},
    {"large", "large", number, 1e-6, 1e6, "1"},
    {"point_bytes", "point_bytes", TaskKeyKind::bytes, 0, kMostSize, ""},
    {"flop_per_point", "work", number, 0, kMostSize, ""},
});

constexpr auto kForkjoinKeys = std::to_array<TaskKey>({
    {"phases", "phases", count, 1, kMostCount, ""},
    {"width", "width", count, 1, kMostCount, ""},
    {"fork", "fork", TaskKeyKind::time, 0, kMostTime, "0 s"},
    {"work", "work", TaskKeyKind::time, 0, kMostTime, ""},
    {"join", "join", TaskKeyKind::time, 0, kMostTime, "0 s"},
    {"spread", "spread", number, 0, 1, "0"},
    {"speedup", "speedup", number, 1e-6, kMostFactor, "1"},
    {"common", "common", TaskKeyKind::bytes, 0, kMostSize, "0 B"},
    {"part", "part", TaskKeyKind::bytes, 0, kMostSize, "0 B"},
});

constexpr auto kLayeredKeys = std::to_array<TaskKey>({
    {"seed", "seed", count, 0, 2'000'000'000, "1"},
    {"layers", "layers", count, 1, kMostCount, ""},
    {"width", "width", count, 1, kMostCount, ""},
    {"buffers", "buffers", count, 2, kMostCount, "=layers"},
    {"density", "density", number, 0, 1, "0"},
    {"shortest", "shortest", TaskKeyKind::time, 0, kMostTime, ""},
    {"longest", "longest", TaskKeyKind::time, 0, kMostTime, "=shortest"},
    {"least_speedup", "least_speedup", number, 1e-6, kMostFactor, "1"},
    {"most_speedup", "most_speedup", number, 1e-6, kMostFactor, "=least_speedup"},
    {"smallest", "smallest", TaskKeyKind::bytes, 0, kMostSize, "0 B"},
    {"largest", "largest", TaskKeyKind::bytes, 0, kMostSize, "=smallest"},
});

constexpr auto kAssemblyKeys = std::to_array<TaskKey>({
    {"how", "how", choice, 0, 0, "commuting", "in_order commuting reducing"},
    {"domains", "domains", count, 1, 10'000, ""},
    {"elements", "elements", count, 1, 10'000, ""},
    {"team", "team", count, 1, 4096, "1"},
    {"clear", "clear", TaskKeyKind::time, 0, kMostTime, "0 s"},
    {"add", "add", TaskKeyKind::time, 0, kMostTime, ""},
    {"spread", "spread", number, 0, 1, "0"},
    {"combine", "combine", TaskKeyKind::time, 0, kMostTime, "0 s"},
    {"solve", "solve", TaskKeyKind::time, 0, kMostTime, "0 s"},
    {"speedup", "speedup", number, 1e-6, kMostFactor, "1"},
    {"matrix", "matrix", TaskKeyKind::bytes, 0, kMostSize, "0 B"},
});

constexpr auto kGraphKeys = std::to_array<TaskKey>({
    {"tasks", kTaskRows, file, 0, 0, ""},
    {"accesses", "access_rows : list of Use", file, 0, 0, ""},
    {"edges", "edge_rows : list of Edge", file, 0, 0, "none"},
});

constexpr auto kApplicationKinds = std::to_array<TaskApplication>({
    {"cholesky", kCholeskyKeys, kCholeskyKernels},
    {"lu", kLuKeys, kLuKernels, false, "", "", "lu_sides"},
    {"qr", kQrKeys, kQrKernels},
    {"gemm", kGemmKeys, kGemmKernels},
    {"stencil", kStencilKeys, {}, true},
    {"stencil3d", kStencil3dKeys, {}, true},
    {"forkjoin", kForkjoinKeys, {}},
    {"layered", kLayeredKeys, {}},
    {"assembly", kAssemblyKeys, {}, false, "commuting reductions teams"},
    {"graph", kGraphKeys, {}, false, "", "file"},
});

}  // namespace

std::span<const TaskApplication> task_applications() { return kApplicationKinds; }

const TaskApplication* find_task_application(std::string_view name) {
  const auto found = std::find_if(kApplicationKinds.begin(), kApplicationKinds.end(),
                                  [name](const TaskApplication& one) { return one.name == name; });
  return found == kApplicationKinds.end() ? nullptr : &*found;
}

}  // namespace petriloom
