// lockstep FILE.cl --commands: prints the kernels of the file, with a command that runs each kernel.
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/plan/language.hpp"
#include "sim/explain/tried_launch.hpp"

namespace lockstep::cli {

int summarise_kernels(const std::string& path, const LaunchArguments& launch) {
  const sim::LaunchOptions options = launch_options(path, launch, **sim::find_device_model("cc9.0"));
  const Result<std::string> summary = sim::summarise_kernel_file(options);
  const Terms terms(words_of(language_of(path)));
  if (!summary) {
    terms.print_error(fmt::format("lockstep: {}\n", summary.error().message));
    return summary.error().kind == Error::Kind::usage ? kUsage : kFailed;
  }
  terms.print(
      fmt::format("{}\n"
                  "`lockstep trace` and `lockstep explain` take the same arguments; the window, which "
                  "`lockstep {}` opens where there is a display, asks for them.\n",
                  *summary, path));
  return kDone;
}

}  // namespace lockstep::cli
