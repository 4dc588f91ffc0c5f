// Kernels of CUDA C++ written in OpenCL C: the same buffers in the simulator and on an OpenCL device.
#include "sim/translation/to_opencl/opencl_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/device_models/device_model.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::cli {
namespace {

using Buffers = std::vector<std::vector<std::byte>>;

// "--kernel K --global G --local L argument …"
sim::LaunchOptions options_of(const std::string& file, const std::string& line) {
  sim::LaunchOptions options;
  options.file = file;
  options.model = *sim::find_device_model("cc9.0");
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word == "--kernel") {
      words >> options.kernel;
      if (options.kernel.ends_with('>')) options.build_options = "-instantiate=" + options.kernel;
    } else if (word == "--global") {
      words >> options.global_size;
    } else if (word == "--local") {
      words >> options.local_size;
    } else {
      options.arguments.push_back(word);
    }
  }
  return options;
}

// The buffers of the plan, without those of variables.
Buffers simulated(const Plan& plan, std::size_t count) {
  auto run = sim::run_counted(plan, **sim::find_device_model("cc9.0"));
  EXPECT_TRUE(run) << run.error().message;
  if (!run) return {};
  run->buffers.resize(count);
  return run->buffers;
}

// PoCL has neither half precision, sub-groups, functions of whole work-groups nor variables in global memory.
bool runs_on_pocl(const std::string& text) {
  return std::ranges::none_of(
      std::array{"cl_khr_fp16", "cl_khr_subgroups", "work_group_", "in global memory"},
      [&](const char* word) { return text.find(word) != std::string::npos; });
}

class WrittenKernels : public testing::Test {
 protected:
  void compare(const std::filesystem::path& file, const std::string& line) {
    const auto run = sim::prepare_run(options_of(file.string(), line));
    ASSERT_TRUE(run) << run.error().message;
    const auto written = sim::translation::with_opencl_text(run->plan);
    ASSERT_TRUE(written) << written.error().message;
    const std::size_t count = run->plan.buffers.size();
    const Buffers wanted = simulated(run->plan, count);
    EXPECT_EQ(simulated(*written, count), wanted) << file << line << written->programs[0].source.text;
    ++compared_;
    const std::string& text = written->programs[0].source.text;
    if (opencl::test_device() == nullptr || !runs_on_pocl(text)) return;
    const auto report = opencl::run_plan(*opencl::test_device(), *written, {.repetitions = 1, .warm_ups = 0},
                                         opencl::PlanRunner::Keep::buffers);
    ASSERT_TRUE(report) << report.error().message << text;
    EXPECT_EQ(report->buffers, wanted) << file << line;
    ++on_device_;
  }

  std::size_t compared_ = 0, on_device_ = 0;
};

TEST_F(WrittenKernels, GiveTheSameBuffers) {
  constexpr std::string_view kMark = "// run: ";
  for (const auto& entry :
       std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/cuda_kernels")) {
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line);)
      if (line.starts_with(kMark)) compare(entry.path(), line.substr(kMark.size()));
  }
  EXPECT_GE(compared_, 24u);
  if (opencl::test_device() != nullptr) {
    EXPECT_GE(on_device_, 17u);
  }
}

}  // namespace
}  // namespace lockstep::cli
