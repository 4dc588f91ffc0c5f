#include <cstdio>
#include <new>

#include "cli/command.hpp"

int main(int argument_count, char** arguments) {
  try {
    return lockstep::cli::run_command_line(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    std::fputs("lockstep: out of memory; choose a smaller n\n", stderr);
    return lockstep::cli::kFailed;
  }
}
