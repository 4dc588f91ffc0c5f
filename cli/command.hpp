// A subcommand adds its options to the command line and returns the function that runs it.
#pragma once

#include <functional>
#include <string>

#include "core/base/result.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct LaunchArguments;

// Exit status: 0 success, 1 the kernel or the check failed, 2 usage error.
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

// Opens the window if there are no arguments; otherwise runs one subcommand. The result is the exit status.
int run_command_line(int argument_count, char** arguments);

// Prints the commands that can be used with the user's own kernel file; the result is the exit status.
int summarise_kernels(const std::string& path, const LaunchArguments& launch);

// Adds the window's own options and returns the function that opens it.
std::function<int()> add_window(CLI::App& program);

}  // namespace lockstep::cli
