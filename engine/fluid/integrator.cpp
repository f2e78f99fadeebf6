// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/integrator.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <utility>

namespace petriloom::fluid {

namespace {

// Components up to which a full Jacobian is factorised; beyond, Krylov steps without one.
constexpr std::size_t kMostDense = 400;
constexpr double kFarEnd = 1e300;  // s; stands for no end, as CVODE does sums with it
constexpr int kUnrecoverable = -1;

void say_nothing(int, const char*, const char*, char*, void*) {}

}  // namespace

struct Integrator::Solver {
  explicit Solver(const Slopes& given) : slopes(given) { SUNContext_Create(nullptr, &context); }
  ~Solver() {
    clear();
    SUNContext_Free(&context);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void clear() {
    if (memory != nullptr) CVodeFree(&memory);
    if (linear != nullptr) SUNLinSolFree(std::exchange(linear, nullptr));
    if (matrix != nullptr) SUNMatDestroy(std::exchange(matrix, nullptr));
    for (N_Vector* vector : {&state, &absolute, &asked}) {
      if (*vector != nullptr) N_VDestroy(std::exchange(*vector, nullptr));
    }
  }

  // All that depends on the number of components.
  void make(std::size_t count, double begin, double tolerance) {
    clear();
    size = count;
    const auto length = static_cast<sunindextype>(count);
    state = N_VNew_Serial(length, context);
    absolute = N_VNew_Serial(length, context);
    asked = N_VNew_Serial(length, context);
    N_VConst(0, state);
    N_VConst(tolerance, absolute);
    memory = CVodeCreate(CV_BDF, context);
    CVodeSetErrHandlerFn(memory, say_nothing, nullptr);
    CVodeInit(memory, &Solver::evaluate, begin, state);
    CVodeSVtolerances(memory, tolerance, absolute);
    CVodeSetUserData(memory, this);
    const bool dense = count <= kMostDense;
    if (dense) matrix = SUNDenseMatrix(length, length, context);
    linear = dense ? SUNLinSol_Dense(state, matrix, context) : SUNLinSol_SPGMR(state, SUN_PREC_NONE, 0, context);
    CVodeSetLinearSolver(memory, linear, matrix);
  }

  static int evaluate(realtype now, N_Vector y, N_Vector slopes, void* data) {
    auto& self = *static_cast<Solver*>(data);
    try {
      self.slopes(now, {N_VGetArrayPointer(y), self.size}, {N_VGetArrayPointer(slopes), self.size});
    } catch (...) {  // not through functions in C
      self.thrown = std::current_exception();
      return kUnrecoverable;
    }
    return 0;
  }

  const Slopes& slopes;
  SUNContext context = nullptr;
  void* memory = nullptr;
  N_Vector state = nullptr;
  N_Vector absolute = nullptr;
  N_Vector asked = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  std::size_t size = 0;
  double time = 0;
  std::exception_ptr thrown;
};

Integrator::Integrator(Slopes slopes, double tolerance)
    : slopes_(std::move(slopes)), tolerance_(tolerance), solver_(std::make_unique<Solver>(slopes_)) {}

Integrator::~Integrator() = default;

void Integrator::start(double time, std::span<const double> state, std::span<const double> absolute) {
  Solver& solver = *solver_;
  if (solver.memory == nullptr || solver.size != state.size()) solver.make(state.size(), time, tolerance_);
  std::copy(state.begin(), state.end(), N_VGetArrayPointer(solver.state));
  std::copy(absolute.begin(), absolute.end(), N_VGetArrayPointer(solver.absolute));
  CVodeReInit(solver.memory, time, solver.state);
  CVodeSVtolerances(solver.memory, tolerance_, solver.absolute);
  solver.time = time;
}

double Integrator::step(double end) {
  Solver& solver = *solver_;
  const double last = std::min(end, kFarEnd);
  CVodeSetStopTime(solver.memory, last);
  const double ahead = std::min(last, solver.time + std::max(1.0, std::fabs(solver.time)));
  const int result = CVode(solver.memory, ahead, solver.state, &solver.time, CV_ONE_STEP);
  if (solver.thrown) std::rethrow_exception(std::exchange(solver.thrown, nullptr));
  if (result >= 0) return solver.time;
  char* const name = CVodeGetReturnFlagName(result);
  const std::string reason = name;
  std::free(name);
  throw IntegrationError(reason);
}

void Integrator::at(double time, std::span<double> state) const {
  CVodeGetDky(solver_->memory, time, 0, solver_->asked);
  const double* const values = N_VGetArrayPointer(solver_->asked);
  std::copy(values, values + state.size(), state.begin());
}

}  // namespace petriloom::fluid
