// Determines what to run from a file's name: a kernel file with its range and arguments as typed on the
// command line, or a file that contains them. Each becomes a Plan.
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

// The options as typed; only `file` and `model` for a file that contains everything else. Build options
// always apply.
struct LaunchOptions {
  std::string file;
  std::string kernel;  // empty: the only one
  std::string global_size;
  std::string local_size;  // empty: chosen
  std::string build_options;
  std::vector<std::string> arguments;
  const DeviceModel* model = nullptr;  // never null
  std::string global_offset = {};      // empty: 0
  // Replaces the formulas in the text of a plan file by their values. Empty: the text is used unchanged.
  std::function<Result<std::string>(const std::string& text)> with_values = {};
};

struct PreparedRun {
  struct Dump {
    std::size_t buffer = 0;  // of the plan
    bool hex = false;
    bool is_half = false;   // the buffer's 16 bits are halves
    std::string file = {};  // empty: shown with the result
  };
  Plan plan;
  std::vector<Dump> dumped;
  bool one_value_a_line = false;      // dumps as in Oclgrind's launch descriptions
  std::vector<std::string> notes;     // choices, and possible mistakes
  std::vector<std::string> warnings;  // of the compiler
  std::string recorded_model;         // of a recording: the model of the recorded run; empty: unknown
};

// Whether the name has the ending of a file: of a kernel file (.cl, .cu …), or .sim, .plan.json or .lockstep.
// Other names are ids of the catalogue.
bool is_run_file(std::string_view name);
// Reads the file according to its extension; a file with another extension is a kernel file.
Result<PreparedRun> prepare_run(const LaunchOptions& options);

// Parts of prepare_run(), for each kind of file.
Result<PreparedRun> prepare_kernel_file(const LaunchOptions& options);
Result<PreparedRun> prepare_sim_file(const LaunchOptions& options);
Result<PreparedRun> prepare_recording(const std::string& path);
Result<PreparedRun> prepare_plan_file(const LaunchOptions& options);
// If a file describes the launch, the only options allowed are build options.
Result<void> refuse_launch_options(const LaunchOptions& options);

// Reads a kernel file; its folder is used for includes.
Result<KernelSource> read_kernel_source(const std::string& path);
// A compiled kernel file, and the kernel that --kernel names, or the only one.
struct ChosenKernel {
  KernelSource source;
  std::shared_ptr<const Program> program;
  const Kernel* kernel = nullptr;  // of the program
};
Result<ChosenKernel> choose_kernel(const LaunchOptions& options);
// "first, second"
std::string kernel_names(const Program& program);
// The name of the buffer for the argument with this index: its parameter's, or "buffer3".
std::string buffer_name(const Kernel& kernel, std::size_t index);
// "global int* out"
std::string declaration_of(const Parameter& parameter);
// "global int* out, global const int* in"
std::string parameter_list(const Kernel& kernel);

}  // namespace lockstep::sim
