// Launch descriptions run by the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const char* const kRunScale =
    "kernel void scale(global float *out, global const float *in, float factor, local float *room) {\n"
    "    room[get_local_id(0)] = in[get_global_id(0)];\n"
    "    out[get_global_id(0)] = factor * room[get_local_id(0)];\n"
    "}\n";

std::string description(const std::string& arguments, const std::string& name = "scale.sim") {
  write_file("scale.cl", kRunScale);
  return write_file(name, "scale.cl # beside this file\nscale\n4 1 1\n2 1 1\n" + arguments);
}

const char* const kSimArguments = "<size=16 fill=0 dump>\n<size=16 range=0:1:3 ro>\n<size=4> 2.5\n<size=8>\n";

TEST(SimRun, DumpsAsOclgrindDoes) {
  const Output output = run_lockstep("simulate " + description(kSimArguments));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out,
              HasSubstr("\n\nArgument 'out': 16 bytes\n  out[0] = 0\n  out[1] = 2.5\n  out[2] = 5\n"
                        "  out[3] = 7.5\n\n"));
  EXPECT_THAT(output.out, HasSubstr("findings: none"));
}

TEST(SimRun, AsJsonUnderTheParametersNames) {
  const Output output = run_lockstep("simulate --json " + description(kSimArguments));
  EXPECT_EQ(output.status, 0) << output.err;
  const json result = json::parse(output.out);
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["buffers"], json({{"out", {0.0, 2.5, 5.0, 7.5}}}));
  EXPECT_EQ(result["counters"]["work_groups"], 2);
}

TEST(SimRun, DumpsInHex) {
  write_file("hex.cl",
             "kernel void hex(global char *c, global short *s, global int *i, global float *f) {\n"
             "    c[0] = -1; c[1] = 7; s[0] = -2; i[0] = 0x1234; f[0] = 1.0f / 3.0f;\n"
             "}\n");
  const Output output = run_lockstep(
      "simulate " + write_file("hex.sim",
                               "hex.cl hex 1 1 1 1 1 1 <size=2 fill=0 hex dump>\n<size=2 fill=0 hex dump>\n"
                               "<size=4 fill=0 hex dump>\n<size=4 fill=0 dump>\n"));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("  c[0] = 0xffffffff\n  c[1] = 0x07\n"));
  EXPECT_THAT(output.out, HasSubstr("  s[0] = 0xfffe\n"));
  EXPECT_THAT(output.out, HasSubstr("  i[0] = 0x00001234\n"));
  EXPECT_THAT(output.out, HasSubstr("  f[0] = 0.333333\n"));
}

TEST(SimRun, TheKernelsOutputIsShown) {
  write_file("print.cl", "kernel void p(int x) { printf(\"x is %d\\n\", x); }\n");
  const std::string file = write_file("print.sim", "print.cl p 1 1 1 1 1 1 <size=4> 42");
  EXPECT_THAT(run_lockstep("simulate " + file).out, HasSubstr("\nx is 42\n"));
  EXPECT_EQ(json::parse(run_lockstep("simulate --json " + file).out)["printed"], "x is 42\n");
}

TEST(SimRun, BuildOptionsAndModel) {
  write_file("size.cl", "kernel void k(global int *out) { out[0] = SIZE + get_work_dim(); }\n");
  const std::string file = write_file("size.sim", "size.cl k 1 1 1 1 1 1 <size=4 fill=0 dump>");
  const Output output = run_lockstep("simulate --build-options -DSIZE=39 --model gcn " + file);
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("out[0] = 42\n"));
}

TEST(SimRun, FindingsMakeTheStatusUnlessOnlyCountersAreWanted) {
  const std::string file =
      description("<size=12 fill=0>\n<size=16 range=0:1:3>\n<size=4> 1\n<size=8>\n", "short.sim");
  const Output output = run_lockstep("simulate " + file);
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("scale.cl:3:"));
  EXPECT_THAT(output.out, HasSubstr("out_of_bounds"));
  EXPECT_EQ(run_lockstep("simulate --no-findings " + file).status, 0);
}

TEST(SimRun, AccessFlagsAreChecked) {
  const Output output =
      run_lockstep("simulate " + description("<size=16 fill=0 ro>\n<size=16 range=0:1:3 wo>\n"
                                             "<size=4> 1\n<size=8>\n",
                                             "flags.sim"));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("write_only_read: work-item 0 reads in[0] at line 2, but this "
                                    "buffer may only be written"));
  EXPECT_THAT(output.out, HasSubstr("work-item 0 writes out[0] at line 3, but this buffer may only be read"));
}

std::string message_of(const std::string& file, const std::string& options = "") {
  const Output output = run_lockstep("simulate " + options + " " + file);
  EXPECT_EQ(output.status, 2) << output.out;
  const std::string folder = std::filesystem::path(file).parent_path().string() + "/";
  std::string text = output.err;
  for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
  return text;
}

TEST(SimRun, MistakesNameFileAndLine) {
  EXPECT_THAT(message_of(description("<size=16 fill=0 dumb>\n", "word.sim")),
              HasSubstr("word.sim:5: \"dumb\" is not a word"));
  EXPECT_THAT(
      message_of(description("<size=16 fill=0>\n<size=16 fill=0>\n", "few.sim")),
      HasSubstr("few.sim:6: kernel scale takes 4 arguments (__global float* out, __global const float* "
                "in, float factor, __local float* room), not 2"));
  EXPECT_THAT(message_of(description(std::string(kSimArguments) + "<size=4>\n1\n", "many.sim")),
              HasSubstr("many.sim:9: kernel scale takes 4 arguments"));
  EXPECT_THAT(
      message_of(description(std::string(kSimArguments) + "17\n", "left.sim")),
      HasSubstr("left.sim:9: argument 4 (__local float* room): local memory takes no values, but \"17\" "
                "follows"));
  EXPECT_THAT(message_of(write_file("kernel.sim", "scale.cl\nscole\n1 1 1 1 1 1")),
              HasSubstr("kernel.sim:2: scale.cl has no kernel scole; it has scale"));
  EXPECT_THAT(message_of(write_file("gone.sim", "gone.cl\nscale\n1 1 1 1 1 1")),
              HasSubstr("gone.sim:1: Cannot read gone.cl"));
  EXPECT_THAT(
      message_of(write_file("uneven.sim", "scale.cl\nscale\n5 1 1\n2 1 1\n" + std::string(kSimArguments))),
      HasSubstr("uneven.sim:4: the local size 2 does not divide the global size 5 of dimension 0"));
  EXPECT_THAT(message_of(description(kSimArguments), "--global 4"), HasSubstr("--global"));
}

TEST(SimRun, BitcodeIsRefused) {
  write_file("code.bc", "BC\xC0\xDE");
  EXPECT_THAT(message_of(write_file("code.sim", "code.bc k 1 1 1 1 1 1")),
              HasSubstr("code.sim:1: code.bc is LLVM bitcode; the simulator reads OpenCL C"));
}

}  // namespace
}  // namespace lockstep::cli
