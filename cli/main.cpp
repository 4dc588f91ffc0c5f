#include <cstdio>
#include <new>
#include <system_error>

#include "cli/command.hpp"
#include "core/base/shortage.hpp"

int main(int argument_count, char** arguments) {
  try {
    return lockstep::cli::run_command_line(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    std::fputs("lockstep: Out of memory: choose a smaller n, or raise the limit (ulimit -v).\n", stderr);
    return lockstep::cli::kFailed;
  } catch (const std::system_error& error) {
    const std::string reason = lockstep::error_text(error.code().value());
    std::fprintf(stderr, "lockstep: The operating system refused a request: %s.\n", reason.c_str());
    return lockstep::cli::kFailed;
  }
}
