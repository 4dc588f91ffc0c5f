// The options of `simulate`, and the run that they describe. A kernel file with arguments on the command
// line and a launch description both become a Plan of one launch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/run_control.hpp"
#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::cli {

struct SimulateOptions {
  std::string file;
  std::string kernel;
  std::string global_size;
  std::string local_size;
  std::string build_options;
  std::vector<std::string> definitions;   // of -D
  std::vector<std::string> include_dirs;  // of -I
  std::string model = "cc9.0";
  ScheduleOptions schedule;
  TimeoutOption timeout{"20"};
  std::vector<std::string> arguments;
  bool no_findings = false;
  bool same_value_races = false;
  bool json = false;
};

struct Job {
  struct Dump {
    std::size_t buffer = 0;  // of the plan
    bool hex = false;
    bool is_half = false;   // the buffer's 16 bits are halves
    std::string file = {};  // empty: stdout
  };
  Plan plan;
  std::vector<Dump> dumped;
  bool one_value_a_line = false;   // as in launch descriptions
  std::vector<std::string> notes;  // what was chosen or may be a mistake, for stderr and JSON
};

// FILE.cl: kernel, range and arguments are those of the options.
Result<Job> make_kernel_job(const SimulateOptions& options);

// FILE.sim: kernel, range and arguments are those of the file.
Result<Job> make_description_job(const SimulateOptions& options);

// A plan of one launch of `kernel` of a program, still without arguments.
Job make_launch(const KernelSource& source, const std::string& build_options, const std::string& kernel,
                const NdRange& range);

// Compiles the file; warnings of the compiler go to stderr.
Result<std::shared_ptr<const sim::Program>> compile_file(const KernelSource& source,
                                                         const std::string& build_options);
std::string kernel_names(const sim::Program& program);
std::string parameter_list(const sim::Kernel& kernel);

}  // namespace lockstep::cli
