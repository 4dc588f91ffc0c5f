#include "cli/command.hpp"

int main(int argument_count, char** arguments) {
  return lockstep::cli::run_command_line(argument_count, arguments);
}
