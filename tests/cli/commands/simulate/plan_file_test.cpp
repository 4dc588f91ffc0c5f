// Plan files, proposed commands, typed input and mistakes in arguments, by the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

const char* const kStep =
    "kernel void scan_step(global const int* in, global int* out, int offset) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = i >= offset ? in[i] + in[i - offset] : in[i];\n"
    "}\n";

std::string plan(const std::string& expect) {
  write_file("scan.cl", kStep);
  return write_file(
      "scan.plan.json",
      "{\"lockstep_plan\": 1, \"file\": \"scan.cl\", \"buffers\": [\n"
      "  {\"name\": \"in\", \"type\": \"int\", \"count\": 8, \"fill\": [3, 1, 7, 0, 4, 1, 6, 3]},\n"
      "  {\"name\": \"out\", \"type\": \"int\", \"count\": 8}],\n"
      "\"launches\": [{\"kernel\": \"scan_step\", \"global\": 8, \"local\": 4, \"repeat\": 3, "
      "\"swap\": [\"in\", \"out\"],\n"
      "  \"arguments\": [\"in\", \"out\", {\"scalar\": \"int\", \"value\": 1, \"next\": \"*2\"}]}],\n"
      "\"expect\": {\"buffer\": \"in\", " +
          expect + "}}\n");
}

TEST(PlanFile, RunsByEveryCommand) {
  const std::string file = plan("\"reference\": \"inclusive scan\", \"of\": \"in\"");
  const Output simulated = run_lockstep("simulate --json " + file);
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  const auto json = nlohmann::json::parse(simulated.out);
  EXPECT_EQ(json["result"], "right");
  EXPECT_EQ(json["buffers"]["out"], nlohmann::json({3, 4, 11, 11, 15, 16, 22, 25}));
  EXPECT_EQ(json["counters"]["launches"], 3);
  for (const char* command : {"trace ", "counters ", "explain "}) {
    const Output output = run_lockstep(command + file);
    EXPECT_EQ(output.status, 0) << command << output.err;
    EXPECT_THAT(output.out, HasSubstr("scan.plan.json"));
  }
}

TEST(PlanFile, AWrongResultNamesTheExpectedValue) {
  const Output output = run_lockstep("simulate " + plan("\"values\": [3, 4, 11, 12, 15, 16, 22, 25]"));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("out[3] is 11, but 12 is expected."));
}

TEST(PlanFile, MistakesNameFileAndKey) {
  const Output output = run_lockstep("simulate " + plan("\"reference\": \"average\", \"of\": \"in\""));
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.err, HasSubstr("scan.plan.json: expect.reference is \"average\"; choose sum, product"));
}

// A plan of somebody else reaches no file outside of its folder; what is typed may be anywhere.
TEST(PlanFile, ReachesOnlyItsOwnFolder) {
  const std::string data = write_file("values.bin", std::string(16, '\1'));
  const auto with = [](const std::string& kernel, const std::string& fill, const std::string& options = "") {
    write_file("boundary/k.cl", "kernel void k(global int* a) { a[get_global_id(0)] += 1; }\n");
    return write_file(
        "boundary/x.plan.json",
        "{\"lockstep_plan\": 1, \"options\": \"" + options + "\", \"file\": \"" + kernel +
            "\", \"buffers\": [{\"name\": \"a\", \"type\": \"int\", \"count\": 4, \"fill\": \"" + fill +
            "\"}], \"launches\": [{\"kernel\": \"k\", \"global\": 4, \"local\": 4, \"arguments\": "
            "[\"a\"]}]}\n");
  };
  for (const std::string& kernel : {std::string("/etc/passwd"), std::string("../boundary-2/k.cl")}) {
    const Output output = run_lockstep("simulate " + with(kernel, "iota"));
    EXPECT_EQ(output.status, 2) << kernel;
    EXPECT_THAT(output.err, HasSubstr("is outside the folder"));
    EXPECT_THAT(output.err, HasSubstr("x.plan.json: file cannot be used"));
    EXPECT_THAT(output.err, testing::Not(HasSubstr("root:")));
  }
  for (const std::string& fill :
       {std::string("@../values.bin"), std::string("@") + data, std::string("@/dev/zero")}) {
    const Output output = run_lockstep("simulate " + with("k.cl", fill));
    EXPECT_EQ(output.status, 2) << fill;
    EXPECT_THAT(output.err, HasSubstr("x.plan.json: buffers[0].fill"));
    EXPECT_THAT(output.err, HasSubstr("is outside the folder"));
  }
  const Output included = run_lockstep("simulate " + with("k.cl", "iota", "-I /etc"));
  EXPECT_EQ(included.status, 2);
  EXPECT_THAT(included.err, HasSubstr("x.plan.json: options cannot be used: /etc is outside"));
  const std::string kernel =
      write_file("boundary/k.cl", "kernel void k(global int* a) { a[get_global_id(0)] += 1; }\n");
  EXPECT_EQ(run_lockstep("simulate " + kernel + " --global 4 buffer:int:4=@" + data).status, 0);
}

TEST(KernelFile, ThePrintedCommandsRun) {
  const std::string file = write_file("own.cl", std::string(kStep) +
                                                    "kernel void twice(global float* a, uint n) {\n"
                                                    "  uint i = get_global_id(0); if (i < n) a[i] *= 2; }\n");
  const Output summary = run_lockstep(file + " --commands");
  EXPECT_EQ(summary.status, 0) << summary.err;
  EXPECT_THAT(summary.out, HasSubstr("has 2 kernels"));
  std::size_t commands = 0;
  for (std::size_t at = 0; (at = summary.out.find("  lockstep ", at)) != std::string::npos; ++commands) {
    const std::size_t end = summary.out.find('\n', at);
    const Output output = run_lockstep(summary.out.substr(at + 11, end - at - 11));
    EXPECT_EQ(output.status, 0) << summary.out.substr(at, end - at) << "\n" << output.err;
    at = end;
  }
  EXPECT_EQ(commands, 2u);
}

TEST(TypedInput, DecidesN) {
  const Output output = run_lockstep("trace reduce/sequential-local --input 3,1,7,0,4,1,6,3 --json");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(nlohmann::json::parse(output.out)["n"], 8);
  const Output both = run_lockstep("counters reduce/divergent --n 5 --input 3,1,7");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--input has 3 values"));
  EXPECT_THAT(run_lockstep("counters reduce/divergent --input 3,one").err,
              HasSubstr("\"one\" is not a number of type int"));
}

TEST(ArgumentMistakes, AreSaidInWords) {
  const std::string file = write_file("scan.cl", kStep) + " --global 8 --local 4 ";
  EXPECT_THAT(run_lockstep("simulate " + file + "buffer:int:8=iota scalar:int=1 buffer:int:8=0").err,
              HasSubstr("give them in this order: buffer:int:8=iota, buffer:int:8=0, scalar:int=1"));
  // What is written is the input: said before anything else.
  EXPECT_THAT(run_lockstep("simulate " + file + "buffer:int:1=0 buffer:int:8=iota scalar:int=1").err,
              HasSubstr("the buffers may be in the wrong order: kernel scan_step writes its parameter 2"));
  const std::string local = write_file(
      "local.cl",
      "kernel void k(global int* out, local int* room) { room[get_local_id(0)] = 1; out[0] = room[0]; }");
  const Output missing = run_lockstep("simulate " + local + " --global 8 --local 4 buffer:int:1");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("missing: local:16 for __local int* room"));
}

}  // namespace
}  // namespace lockstep::cli
