// Makes a Plan from a file: a kernel file, whose range and arguments are typed on the command line, or a file
// that contains the range and the arguments.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

// The options as typed. For a file that contains the launch, only `file`, `model` and the build
// options apply.
struct LaunchOptions {
  std::string file;
  std::string kernel;  // empty: the only kernel of the file
  std::string global_size;
  std::string local_size;  // empty: a size is chosen
  std::string build_options;
  std::vector<std::string> arguments;
  const DeviceModel* model = nullptr;  // never null
  std::string global_offset = {};      // empty: 0
  // Replaces the formulas in the text of a plan file with their values. Empty: the text is used unchanged.
  std::function<Result<std::string>(const std::string& text)> with_values = {};
};

struct PreparedRun {
  struct Dump {
    std::size_t buffer = 0;  // index into the plan's buffers
    bool hex = false;
    bool is_half = false;   // the buffer's 16 bits are halves
    std::string file = {};  // empty: the buffer is shown with the result
  };
  Plan plan;
  std::vector<Dump> dumped;
  bool one_value_a_line = false;      // dumps contain one value per line, as in Oclgrind
  std::vector<std::string> notes;     // choices that were made, and possible mistakes
  std::vector<std::string> warnings;  // of the compiler
  std::string recorded_model;         // of a recording: the model of the recorded run; empty: unknown
};

// Returns whether the name is the name of a file, that is, ends like a kernel file (.cl, .cu …) or in .sim,
// .plan.json or .lockstep. Other names are ids of the catalogue.
bool is_run_file(std::string_view name);
// Reads the file according to its extension. A file with an unknown extension is read as a kernel file.
Result<PreparedRun> prepare_run(const LaunchOptions& options);

// The parts of prepare_run() for each kind of file.
Result<PreparedRun> prepare_kernel_file(const LaunchOptions& options);
Result<PreparedRun> prepare_sim_file(const LaunchOptions& options);
Result<PreparedRun> prepare_recording(const std::string& path);
Result<PreparedRun> prepare_plan_file(const LaunchOptions& options);
// Returns a usage error if there are options that a file with a launch does not allow. Only build options
// are allowed.
Result<void> refuse_launch_options(const LaunchOptions& options);

// Reads a kernel file. Includes are searched in the folder of the file.
Result<KernelSource> read_kernel_source(const std::string& path);
// A compiled kernel file, and the kernel that --kernel names, or the only kernel of the file.
struct ChosenKernel {
  KernelSource source;
  std::shared_ptr<const Program> program;
  const Kernel* kernel = nullptr;  // of the program
};
Result<ChosenKernel> choose_kernel(const LaunchOptions& options);
// Returns the names of all kernels, such as "first, second".
std::string kernel_names(const Program& program);
// Returns the name of the buffer for the argument with this index: the parameter's name or, if the parameter
// has none, a name such as "buffer3".
std::string buffer_name(const Kernel& kernel, std::size_t index);
// Returns the declaration of a parameter, such as "global int* out".
std::string declaration_of(const Parameter& parameter);
// Returns the declarations of all parameters, such as "global int* out, global const int* in".
std::string parameter_list(const Kernel& kernel);

}  // namespace lockstep::sim
