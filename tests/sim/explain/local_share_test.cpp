// If local memory is the reason for few work-groups on a multiprocessor, this is reported.
#include "sim/explain/local_share.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/explain/explanation.hpp"
#include "sim/launch/prepared_run.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string first_line(const std::string& parameters, const std::string& declared,
                       std::vector<std::string> arguments, const std::string& group = "64") {
  const DeviceModel& model = **find_device_model("cc9.0");
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file("load.cl");
  std::ofstream(options.file) << "kernel void load(global const float* in, global float* out" << parameters
                              << ") {\n"
                              << declared
                              << "  int l = get_local_id(0), g = get_global_id(0);\n"
                                 "  big[l] = in[g];\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  out[g] = big[get_local_size(0) - 1 - l];\n}\n";
  options.global_size = "1024";
  options.local_size = group;
  options.arguments = {"buffer:float:1024=iota", "buffer:float:1024"};
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  options.model = &model;
  const Result<PreparedRun> run = prepare_kernel_file(options);
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  const auto counted = run_counted(run->plan, model, {.count_work = false});
  const std::vector<CostlyLine> lines = explain_run(run->plan, model, {}, *counted).lines;
  return lines.empty() ? "" : lines.front().reason + " " + lines.front().remedy;
}

TEST(LocalShare, DeclaredAndGivenLocalMemoryLeaveFewWarps) {
  const std::string declared = first_line("", "  local float big[12000];\n", {});
  EXPECT_THAT(declared, HasSubstr("uses 48,000 bytes of local memory"));
  EXPECT_THAT(declared,
              HasSubstr("holds 4 work-groups of kernel load at a time: 8 of its 64 warps (12.5 %)"));
  EXPECT_THAT(
      declared,
      HasSubstr("Only 256 bytes are accessed. With this size, the multiprocessor holds 64 warps (100 %)"));
  const std::string given = first_line(", local float* big", "", {"local:48000"});
  EXPECT_THAT(given, HasSubstr("8 of its 64 warps (12.5 %)"));
  EXPECT_THAT(given, HasSubstr("Only 256 bytes are accessed"));
}

TEST(LocalShare, EnoughWarpsOrAnotherReasonAreNotNamed) {
  EXPECT_THAT(first_line("", "  local float big[64];\n", {}), Not(HasSubstr("multiprocessor")));
  EXPECT_THAT(first_line("", "  local float big[1024];\n", {}, "1024"), Not(HasSubstr("multiprocessor")));
}

}  // namespace
}  // namespace lockstep::sim
