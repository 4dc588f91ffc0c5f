// Contents of __constant__ variables: from build options, and copied by the host's part.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "sim/frontend/frontend.hpp"
#include "sim/launch/guessed_constants.hpp"

namespace lockstep::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kConstantsKernel =
    "__constant__ float M[5];\n__constant__ int table[2][2];\n"
    "__global__ void k(float* out) { out[threadIdx.x] = M[threadIdx.x] + table[1][0]; }\n";

KernelSource file(const std::string& host) { return {"own.cu", std::string(kConstantsKernel) + host}; }

// The contents that the host copies to M, computed by the statements before the copy.
std::string copied(const std::string& host) {
  const auto all = language::host_constants(
      file("int main() {\n" + host + "\n  cudaMemcpyToSymbol(M, mask, sizeof mask);\n}\n"), "");
  return all.size() == 1 && all[0].name == "M" ? all[0].fill : "";
}

template <class T>
std::vector<T> contents(const std::string& options, std::string_view name) {
  const auto unit = language::analyse(file(""), options);
  if (!unit) throw std::runtime_error(unit.error().message);
  const auto constant = std::ranges::find(unit->constants, name, &language::VariableDecl::name);
  const std::vector<std::byte>& bytes = (*constant)->initial_bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::string error_of(const std::string& options) {
  const auto unit = language::analyse(file(""), options);
  return unit ? "" : unit.error().message;
}

TEST(CudaConstants, AreZerosWithoutAnOption) {
  EXPECT_THAT(contents<float>("", "M"), ElementsAre(0, 0, 0, 0, 0));
}

TEST(CudaConstants, OptionsFillThem) {
  EXPECT_THAT(contents<float>("-constant=M=1,2.5,-3,2,1", "M"), ElementsAre(1, 2.5f, -3, 2, 1));
  EXPECT_THAT(contents<float>("-constant=M=0.25", "M"), ElementsAre(0.25f, 0.25f, 0.25f, 0.25f, 0.25f));
  EXPECT_THAT(contents<float>("-constant=M=1,2", "M"), ElementsAre(1, 2, 0, 0, 0))
      << "as an initialiser of C";
  EXPECT_THAT(contents<float>("-constant=M=iota", "M"), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(contents<int>("-constant=M=1 -constant=table=1,2,3,4", "table"), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(contents<float>("-constant=M=random:1", "M"), testing::Each(testing::Ge(1)));
}

TEST(CudaConstants, AMistakenOptionSaysWhatIsWrong) {
  EXPECT_THAT(error_of("-constant=N=1"), HasSubstr("there is no __constant__ variable 'N'"));
  EXPECT_THAT(error_of("-constant=M=1,2,3,4,5,6"), HasSubstr("own.cu:1:20: error"));
  EXPECT_THAT(error_of("-constant=M=1,2,3,4,5,6"), HasSubstr("the variable has only 5 elements"));
  EXPECT_THAT(error_of("-constant=table=0.5"), HasSubstr("\"0.5\" is not a number of type int"));
  EXPECT_THAT(error_of("-constant=M"), HasSubstr("needs contents"));
}

TEST(CudaConstants, TheHostsInitialisersAndLoopsAreRead) {
  EXPECT_EQ(copied("  float mask[5] = {0.5f, 1, -2.F, 3u, .5};"), "0.5,1,-2.,3,.5");
  EXPECT_EQ(copied("  const int two = 2;\n  float mask[] = {two, two + 1};"), "2,3");
  EXPECT_EQ(copied("  float mask[2][2] = {{1, 2}, {3, 4}};"), "1,2,3,4");
  EXPECT_EQ(copied("  float mask[5];\n  for (int i = 0; i < 5; ++i) mask[i] = i;"), "iota");
  EXPECT_EQ(copied("  float mask[5];\n  for (int i = 0; i < 5; ++i) mask[i] = 0.2f;"), "0.2");
  EXPECT_EQ(copied("  float mask[2][2];\n  for (…) mask[i][j] = 1;"), "1");
  EXPECT_EQ(copied("  float* mask = new float[5];\n  for (…) mask[i] = rand() % 8;"), "random:1");
}

TEST(CudaConstants, WhatTheTextDoesNotSayIsNotGuessed) {
  EXPECT_EQ(copied("  float mask[5];\n  read(mask);"), "");
  EXPECT_EQ(copied("  float mask[5] = {one(), 2};"), "");
  EXPECT_EQ(copied("  float mask[5];\n  for (int i = 0; i < 5; ++i) mask[i] = expf(-i);"), "");
}

TEST(CudaConstants, AreProposedAsOptions) {
  const KernelSource source = file(
      "float mask[5] = {1, 2, 3, 2, 1};\nint small[4] = {1, 2, 3, 4}, large[9] = {1, 2, 3, 4, 5, 6, 7, 8, "
      "9};\n"
      "void copy() {\n  cudaMemcpyToSymbol(M, mask, sizeof mask);\n"
      "  cudaMemcpyToSymbol(table, small, sizeof small);\n}\n");
  const GuessedConstants guessed = guessed_constants(source, "-g");
  EXPECT_EQ(guessed.options, "-constant=M=1,2,3,2,1 -constant=table=1,2,3,4");
  EXPECT_THAT(guessed.note, HasSubstr("contents of M, table are guessed from the host code"));
  EXPECT_EQ(guessed_constants(source, "-constant=M=0").options, "-constant=table=1,2,3,4")
      << "what is given is not guessed";
  EXPECT_EQ(joined_options("-g", guessed.options).substr(0, 13), "-g -constant=");
}

TEST(CudaConstants, WhatDoesNotFitIsNotProposed) {
  const KernelSource source = file(
      "int large[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};\n"
      "void copy() { cudaMemcpyToSymbol(table, large, sizeof large); }\n");
  EXPECT_EQ(guessed_constants(source, "").options, "");
  EXPECT_EQ(guessed_constants({"own.cl", "kernel void k() {}"}, "").options, "");
}

}  // namespace
}  // namespace lockstep::sim
