// The objects that do the long-running work of a window (gui/background_jobs).
#pragma once

#include <chrono>
#include <optional>

#include "gui/background_jobs/assignment_runner.hpp"
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/background_jobs/count_runner.hpp"
#include "gui/background_jobs/lab_runner.hpp"
#include "gui/background_jobs/ladder_runner.hpp"
#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/background_jobs/program_runner.hpp"
#include "gui/pages/page.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

struct Runners {
  using Clock = Session::Clock;

  Session session;            // the run in Step
  BenchmarkRunner benchmark;  // times on devices
  CountRunner counting;       // counters of many runs
  LadderRunner ladder;
  LabRunner lab;
  PairRunner pair;        // two runs that are stepped together
  ProgramRunner program;  // a program of the user, in the background
  AssignmentRunner assignments;

  // `host`: runs the long work. `results_file`: the file that stores benchmark results; empty: they are not
  // stored. `recordings`: the folder for recordings of programs; empty: a temporary folder, which is deleted
  // when the window closes.
  Runners(const std::string& kernel_dir, const JobHost& host, const std::string& results_file,
          bench::WorkerOptions worker, const std::string& recordings)
      : session(kernel_dir, host),
        benchmark(kernel_dir, host, results_file, std::move(worker)),
        counting(kernel_dir, host),
        ladder(kernel_dir, host),
        lab(host),
        pair(kernel_dir, host),
        program(recordings, host),
        assignments(host) {}

  PageServices for_pages() { return {benchmark, counting, ladder, lab, pair, assignments}; }

  // Waits until the runs that the state requests have been simulated, but not longer than
  // `most` for each run.
  void settle(const AppState& state, std::chrono::milliseconds most) {
    for (int i = 0; i < 2; ++i) {
      session.update(state, Clock::now());
      pair.update(state, Clock::now());
      session.wait(most);
      pair.wait(most);
    }
  }
};

}  // namespace lockstep::gui
