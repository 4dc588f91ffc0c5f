// lockstep grade-worker: an internal subcommand. It gives up all access rights that it does not need, and
// then simulates submitted kernels.
#include "assignment/worker/worker.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/commands/trace/figure.hpp"

namespace lockstep::cli {

Command add_grade_worker(CLI::App& program) {
  CLI::App* app = program.add_subcommand(assignment::kWorkerCommand, "Started by `lockstep grade`");
  app->group("");  // not listed
  auto options = std::make_shared<assignment::ServeOptions>();
  app->add_flag(assignment::kUnconfined, options->may_be_unconfined);
  options->draw = failure_figure;
  return {app, [options]() -> Result<int> { return assignment::serve_runs(*options); }};
}

}  // namespace lockstep::cli
