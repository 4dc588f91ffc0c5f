// lockstep bench-worker: not for people. Drivers run in it, so that one that hangs or crashes leaves the
// window and `lockstep bench` alone (core/bench/worker/worker.hpp).
#include "core/bench/worker/worker.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "core/opencl/quirks.hpp"
#include "sim/explain/first_look.hpp"

namespace lockstep::cli {

Command add_bench_worker(CLI::App& program) {
  CLI::App* app = program.add_subcommand("bench-worker", "Started by `lockstep bench` and by the window");
  app->group("");  // not listed
  return {app, []() -> Result<int> {
            // What a driver or a kernel prints goes beside the answers, not between them.
            const int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
            dup2(STDERR_FILENO, STDOUT_FILENO);
            opencl::prepare_environment();
            opencl::serve_worker(STDIN_FILENO, answers, sim::first_look);
          }};
}

}  // namespace lockstep::cli
