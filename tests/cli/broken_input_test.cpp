// Wrong arguments and wrong kernels: the answer is one clear sentence or a compiler's report with the right
// exit status, never a crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

struct BrokenCase {
  const char* name;
  std::string arguments;
  int status;
  std::string says;      // part of the message
  bool one_line = true;  // false: a compiler's report
};

std::string kernel_file(const std::string& text) {
  static int count = 0;
  return write_file("broken" + std::to_string(count++) + ".cl", text);
}

std::string simulate(const std::string& text, const std::string& rest) {
  return "simulate " + kernel_file(text) + " " + rest;
}

std::vector<BrokenCase> cases() {
  const std::string good = "kernel void k(global int *out, uint n) { if (get_global_id(0) < n) out[0] = 1; }";
  const std::string two = "kernel void a(global int *o) {}\nkernel void b(global int *o) {}";
  const std::string run = "--global 4 --local 4 ";
  const std::string given = "buffer:int:4=0 scalar:uint=4";
  return {
      {"syntax_error",
       simulate("kernel void k(global int *out) {\n    out[0] = ;\n}", run + "buffer:int:4=0"), 1,
       ":2:14: error:", false},
      {"unknown_identifier",
       simulate("kernel void k(global int *out) { out[0] = nosuch; }", run + "buffer:int:4=0"), 1, "nosuch",
       false},
      {"empty_file", simulate("", run), 1, "has no kernel"},
      {"missing_kernel", simulate(good, run + "--kernel other " + given), 2, "no kernel other"},
      {"which_kernel", simulate(two, run + "buffer:int:4=0"), 2, "--kernel"},
      {"too_few_arguments", simulate(good, run + "buffer:int:4=0"), 2, "takes 2 arguments"},
      {"too_many_arguments", simulate(good, run + given + " local:64"), 2, "takes 2 arguments"},
      {"wrong_kind", simulate(good, run + "scalar:int=1 scalar:uint=4"), 2, "out"},
      {"wrong_scalar_size", simulate(good, run + "buffer:int:4=0 scalar:ulong=4"), 2, "n"},
      {"no_global_size", simulate(good, given), 2, "--global"},
      {"global_zero", simulate(good, "--global 0 --local 4 " + given), 2, "--global"},
      {"local_zero", simulate(good, "--global 4 --local 0 " + given), 2, "--local"},
      {"local_too_large", simulate(good, "--global 4096 --local 4096 " + given), 2, "1024"},
      {"local_does_not_divide", simulate(good, "--global 10 --local 4 " + given), 2, "4"},
      {"global_garbage", simulate(good, "--global 4x --local 4 " + given), 2, "4x"},
      {"global_overflow", simulate(good, "--global 99999999999999999999 --local 4 " + given), 2, "--global"},
      {"global_negative", simulate(good, "--global=-4 --local 4 " + given), 2, "--global"},
      {"more_memory_than_fits", simulate(good, run + "buffer:int:16Gi=0 scalar:uint=4"), 1, "memory"},
      {"local_memory_too_large", simulate("kernel void k(local int *l) { l[0] = 1; }", run + "local:1Mi"), 1,
       "local memory"},
      {"unreadable_file", "simulate /nowhere/at/all.cl --global 1", 1, "/nowhere/at/all.cl"},
      {"folder_as_file", "simulate / --global 1", 1, "/"},
      {"unknown_model", simulate(good, run + given + " --model geforce256"), 2, "geforce256"},
      {"n_zero", "counters reduce/divergent --n 0 --group 64", 2, "n"},
      {"n_garbage", "counters reduce/divergent --n twelve", 2, "twelve"},
      {"n_negative", "counters reduce/divergent --n=-5", 2, "--n"},
      {"group_zero", "counters reduce/divergent --n 64 --group 0", 2, "group"},
      {"group_too_large", "counters reduce/divergent --n 4096 --group 4096", 2, "1024"},
      {"group_not_square", "counters patterns/convolve-2d --n 64 --group 96", 2, "square"},
      {"unknown_algorithm", "counters reduce/diverg", 2, "reduce/divergent"},
      {"unknown_operator", "counters reduce/divergent --op xor", 2, "xor"},
      {"unknown_type", "counters reduce/divergent --type quad", 2, "quad"},
      {"unknown_input", "counters reduce/divergent --input zeros", 2, "zeros"},
      {"too_many_moments", "trace reduce/divergent --n 16Mi --group 256", 2, "moments"},
      {"kernel_folder_missing", "counters reduce/divergent --kernel-dir /nowhere", 1, "/nowhere"},
      {"unknown_option", "counters --frobnicate", 2, "frobnicate"},
      {"unknown_subcommand", "frobnicate", 2, "frobnicate"},
  };
}

void PrintTo(const BrokenCase& broken, std::ostream* out) { *out << "lockstep " << broken.arguments; }

class BrokenInput : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenInput, IsOneSentenceAndTheRightStatus) {
  const Output output = run_lockstep(GetParam().arguments);
  EXPECT_EQ(output.status, GetParam().status) << output.err;
  EXPECT_THAT(output.err, HasSubstr(GetParam().says));
  ASSERT_FALSE(output.err.empty());
  EXPECT_EQ(output.err.back(), '\n');
  if (GetParam().one_line) {
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  }
  EXPECT_EQ(output.out, "");
}

INSTANTIATE_TEST_SUITE_P(CommandLine, BrokenInput, testing::ValuesIn(cases()),
                         [](const auto& broken) { return std::string(broken.param.name); });

// A wrong kernel in the user's own folder: the compiler's report names that file.
TEST(BrokenKernelFolder, ReportsTheFile) {
  const std::string path =
      write_file("kernels/reduce/divergent.cl", "kernel void reduce_divergent(global int *out) {");
  const std::string folder = path.substr(0, path.find("/reduce/"));
  const Output output = run_lockstep("counters reduce/divergent --kernel-dir " + folder);
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("divergent.cl:1:"));
}

TEST(BrokenJson, SaysSoOnStandardOutput) {
  const Output output = run_lockstep(simulate("kernel void k(", "--global 1 --json"));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("\"status\": \"error\""));
}

}  // namespace
}  // namespace lockstep::cli
