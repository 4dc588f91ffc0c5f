// lockstep bench-worker: an internal subcommand. Drivers run in its process, so that a driver that hangs or
// crashes does not affect the window or `lockstep bench` (core/bench/worker/worker.hpp).
#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "core/base/process.hpp"
#include "core/bench/serve.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "sim/explain/precheck.hpp"

namespace lockstep::cli {

Command add_bench_worker(CLI::App& program) {
  CLI::App* app = program.add_subcommand("bench-worker", "Started by `lockstep bench` and by the window");
  app->group("");  // not listed
  return {app, []() -> Result<int> {
            Parent parent;
            opencl::prepare_environment();
            bench::serve_worker(parent, sim::precheck);
          }};
}

}  // namespace lockstep::cli
