// Commands speak of a CUDA file in CUDA's terms, and of an OpenCL file in OpenCL's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kCuda = R"(__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  out[blockIdx.x * blockDim.x + t] = tile[blockDim.x - 1 - t];
}
)";
constexpr const char* kOpencl = R"(kernel void reverse(global const int* in, global int* out) {
  local int tile[64];
  int t = get_local_id(0);
  tile[t] = in[get_global_id(0)];
  out[get_global_id(0)] = tile[get_local_size(0) - 1 - t];
}
)";

std::string launched(const std::string& command, const std::string& file) {
  return command + " " + file + " --global 128 --local 64 buffer:int:128=iota buffer:int:128";
}

std::string said(const std::string& arguments) {
  const Output output = run_lockstep(arguments);
  return output.out + output.err;
}

const auto kTermsOfOpencl =
    AnyOf(HasSubstr("work-item"), HasSubstr("work-group"), HasSubstr("Work-"), HasSubstr("local memory"),
          HasSubstr("local load"), HasSubstr("barrier("), HasSubstr("CLK_"));
const auto kTermsOfCuda = AnyOf(HasSubstr("thread"), HasSubstr("block"), HasSubstr("__syncthreads"));

TEST(Terms, AreThoseOfTheFile) {
  const std::string cuda = write_file("reverse.cu", kCuda), opencl = write_file("reverse.cl", kOpencl);
  for (const char* command : {"explain", "simulate", "trace", "explain --json", "simulate --json",
                              "trace --json", "explain --format gcc", "simulate --format sarif", "plan"}) {
    EXPECT_THAT(said(launched(command, cuda)), Not(kTermsOfOpencl)) << command;
    EXPECT_THAT(said(launched(command, opencl)), Not(kTermsOfCuda)) << command;
  }
  for (const std::string command : {"counters ", "quiz --answers "}) {
    EXPECT_THAT(said(command + cuda), Not(kTermsOfOpencl)) << command;
    EXPECT_THAT(said(command + opencl), Not(kTermsOfCuda)) << command;
  }
}

TEST(Terms, OfACureAreCode) {
  const std::string words = said(launched("explain", write_file("reverse.cu", kCuda)));
  EXPECT_THAT(words, HasSubstr("thread 31 reads tile[32] at line 5 and thread 32 writes 32 to tile[32] at "
                               "line 4; there is no __syncthreads() between them"));
  EXPECT_THAT(words, HasSubstr("Put __syncthreads() after line 4: a trial run with it has no error."));
  EXPECT_THAT(words, HasSubstr("[-Wmissing-barrier]"));
  EXPECT_THAT(words, HasSubstr("call __syncthreads() in between"));
}

TEST(Terms, OfACureOfUpdatesAreCode) {
  const std::string file = write_file("count.cu",
                                      "__global__ void count(int* total) {\n"
                                      "  total[0] += 1;\n"
                                      "}\n");
  EXPECT_THAT(
      said("explain " + file + " --global 64 --local 32 buffer:int:1=0"),
      HasSubstr("Write atomicAdd(&total[0], 1) in place of total[0] += 1 at line 2: a trial run with it "
                "has no error."));
  const std::string of_floats = write_file("sum.cu",
                                           "__global__ void sum(float* total) {\n"
                                           "  total[0] += 1.5f;\n"
                                           "}\n");
  EXPECT_THAT(said("explain " + of_floats + " --global 64 --local 32 buffer:float:1=0"),
              HasSubstr("Write atomicAdd(&total[0], 1.5f)"));
}

TEST(Terms, OfABarrierInABranch) {
  const std::string file = write_file("branch.cu",
                                      "__global__ void half(int* out) {\n"
                                      "  if (threadIdx.x < 32) {\n"
                                      "    __syncthreads();\n"
                                      "    out[threadIdx.x] = 1;\n"
                                      "  }\n"
                                      "}\n");
  EXPECT_THAT(said("explain " + file + " --global 64 --local 64 buffer:int:64"),
              HasSubstr("thread 0 waits at __syncthreads() at line 3"));
}

TEST(Terms, OfErrorsAreThoseOfTheFile) {
  const std::string file = write_file("wrong.cu",
                                      "__global__ void k(int* out) {\n"
                                      "  __shared__ int s[4] = {0};\n"
                                      "  barrier(0);\n"
                                      "  out[get_local_id(0)] = s[0];\n"
                                      "}\n");
  const std::string words = said("explain " + file);
  EXPECT_THAT(words, HasSubstr("a __shared__ variable cannot have an initial value; let threads store it"));
  EXPECT_THAT(words, HasSubstr("unknown function 'barrier': CUDA has __syncthreads()"));
  EXPECT_THAT(words, HasSubstr("unknown function 'get_local_id': CUDA has threadIdx.x"));
  EXPECT_THAT(said("simulate " + write_file("reverse.cu", kCuda) + " --global 100 --local 64"),
              HasSubstr("guard the kernel body with if (blockIdx.x * blockDim.x + threadIdx.x < 100)"));
}

TEST(Terms, AreChosenByAnOption) {
  const std::string cuda = write_file("reverse.cu", kCuda), opencl = write_file("reverse.cl", kOpencl);
  EXPECT_THAT(said(launched("explain --words opencl", cuda)), HasSubstr("work-item 31 reads"));
  EXPECT_THAT(said(launched("explain --words cuda", opencl)), HasSubstr("thread 31 reads"));
  EXPECT_THAT(said(launched("explain --words metal", opencl)), HasSubstr("--words"));
}

// Tables keep their columns.
TEST(Terms, OfTablesStandInColumns) {
  const Output output = run_lockstep("counters " + write_file("reverse.cu", kCuda));
  std::size_t width = 0;
  for (const char* row : {"\nblocks ", "\nwarps ", "\nshared load requests "}) {
    const std::size_t at = output.out.find(row);
    ASSERT_NE(at, std::string::npos) << row << output.out;
    const std::size_t length = output.out.find('\n', at + 1) - at;
    if (width != 0) {
      EXPECT_EQ(length, width) << row;
    }
    width = length;
  }
}

TEST(Terms, OfAFormSayThatTheFileIsCudaAlready) {
  const Output output = run_lockstep("form " + write_file("reverse.cu", kCuda));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("is CUDA C++ already"));
  EXPECT_THAT(output.err, HasSubstr("`lockstep form`"));
}

}  // namespace
}  // namespace lockstep::cli
