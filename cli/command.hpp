// The subcommands. Each of the functions below adds a subcommand with its options to the command line and
// returns the function that runs the subcommand.
#pragma once

#include <functional>
#include <string>

#include "core/base/result.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct LaunchArguments;

// The exit status: 0 for success, 1 if the kernel or the check failed, 2 for a usage error.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

struct Command {
  CLI::App* app = nullptr;
  std::function<Result<int>()> run;
};

Command add_list(CLI::App& program);
Command add_trace(CLI::App& program);
Command add_counters(CLI::App& program);
Command add_explain(CLI::App& program);
Command add_plan(CLI::App& program);
Command add_form(CLI::App& program);
Command add_disassemble(CLI::App& program);
Command add_tune(CLI::App& program);
Command add_ladder(CLI::App& program);
Command add_lab(CLI::App& program);
Command add_documents(CLI::App& program);
Command add_quiz(CLI::App& program);
Command add_simulate(CLI::App& program);
Command add_devices(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_run(CLI::App& program);
Command add_results(CLI::App& program);
Command add_bench_worker(CLI::App& program);
Command add_manual(CLI::App& program);
Command add_shot(CLI::App& program);
Command add_lesson(CLI::App& program);
Command add_link(CLI::App& program);
Command add_assignment(CLI::App& program);
Command add_grade(CLI::App& program);
Command add_grade_worker(CLI::App& program);
Command add_grade_clock(CLI::App& program);

// Opens the window if there is no subcommand; otherwise runs the subcommand. Returns the exit status.
int run_command_line(int argument_count, char** arguments);

// Prints the commands that can be used with the user's own kernel file. Returns the exit status.
int summarise_kernels(const std::string& path, const LaunchArguments& launch);

// Adds the options of the window and returns the function that opens the window.
std::function<int()> add_window(CLI::App& program);

}  // namespace lockstep::cli
