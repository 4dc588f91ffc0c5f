// Parses the command line and runs a subcommand. An error is written to stderr on one line, unless it is a
// compiler's report, and sets the exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/command.hpp"
#include "cli/terms.hpp"
#include "cli/version.hpp"
#include "core/base/shortage.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/readable_message.hpp"
#include "core/base/text/terminal.hpp"

namespace lockstep::cli {

namespace {

int report(const Error& error, const Terms& terms = {}) {
  terms.print_error(fmt::format("lockstep: {}\n", readable_message(error.message)));
  return error.kind == Error::Kind::usage ? kUsage : kFailed;
}

std::vector<Command> add_commands(CLI::App& program) {
  return {
      add_list(program),         add_trace(program),      add_counters(program),     add_devices(program),
      add_bench(program),        add_simulate(program),   add_run(program),          add_explain(program),
      add_tune(program),         add_results(program),    add_bench_worker(program), add_ladder(program),
      add_lab(program),          add_quiz(program),       add_form(program),         add_documents(program),
      add_manual(program),       add_shot(program),       add_lesson(program),       add_disassemble(program),
      add_plan(program),         add_link(program),       add_assignment(program),   add_grade(program),
      add_grade_worker(program), add_grade_clock(program)};
}

// Runs a command. If standard output cannot be written, the exception of fmt::print() ends the command
// immediately. Otherwise the command might continue for hours without any output.
Result<int> run(const Command& command) {
  try {
    return command.run();
  } catch (const std::system_error&) {
    if (std::ferror(stdout) == 0) throw;
    return kFailed;  // flush_output() reports the cause
  }
}

int run_parsed(int argument_count, char** arguments) {
  CLI::App program("See a GPU reduce and scan, lane by lane. Without a subcommand the window opens.",
                   "lockstep");
  program.allow_windows_style_options(false);  // "/work/a.cl" is a path on all systems
  program.set_version_flag("--version", version_text());
  program.require_subcommand(0, 1);
  const std::function<int()> open_window = add_window(program);
  const std::vector<Command> commands = add_commands(program);
  // Supports "lockstep help", which many programs accept.
  char help_flag[] = "--help";
  std::vector<char*> words(arguments, arguments + argument_count);
  if (words.size() == 2 && std::string_view(words[1]) == "help") words[1] = help_flag;
  try {
    program.parse(argument_count, words.data());
  } catch (const CLI::Success& wish) {
    std::ostringstream help;  // --help or --version
    const int status = program.exit(wish, help, help);
    std::fputs(help.str().c_str(), stdout);
    return status;
  } catch (const CLI::ParseError& error) {
    std::string hint = "lockstep --help";
    for (const Command& command : commands)
      if (command.app->parsed()) hint = fmt::format("lockstep {} --help", command.app->get_name());
    const std::string_view what = error.what();
    if (what.find(" -cl-") != std::string_view::npos)
      hint = "--options, which takes build options, such as --options \"-cl-std=CL2.0 -D N=4\", and " + hint;
    return report({Error::Kind::usage, fmt::format("{}; see {}", what, hint)});
  }
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    const Result<int> status = run(command);
    return status ? *status : report(status.error(), terms_of(*command.app));
  }
  return open_window();
}

int run_caught(int argument_count, char** arguments) {
  try {
    return run_parsed(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    constexpr int kNoMemory = static_cast<int>(std::errc::not_enough_memory);
    return report({Error::Kind::failed, error_text(kNoMemory) + "."});
  } catch (const std::system_error& error) {
    return report({Error::Kind::failed, fmt::format("The operating system refused a request: {}.",
                                                    error_text(error.code().value()))});
  }
}

}  // namespace

int run_command_line(int argument_count, char** arguments) {
  watch_signals();
  filter_output();
  int status = run_caught(argument_count, arguments);
  // After a signal, the output may be incomplete even if the command was successful.
  if (const int stopped = stop_status(); stopped != 0) {
    fmt::print(stderr, "lockstep: Stopped by {}.\n", stop_reason());
    status = stopped;
  }
  const Result<void> flushed = flush_output();
  if (!flushed) status = report(flushed.error());
  return status;
}

}  // namespace lockstep::cli
