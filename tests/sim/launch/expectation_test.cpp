// --expect: the values that it accepts, the buffers that it selects, and that it distinguishes correct from
// wrong results.
#include "sim/launch/expectation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "sim/device_models/device_model.hpp"
#include "sim/explain/verdict.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using Verdict = RunVerdict::Kind;

const DeviceModel& model() { return **find_device_model("cc9.0"); }

struct OwnKernel {
  std::string body;
  std::string global, local;
  std::vector<std::string> arguments;
};

Result<PreparedRun> prepared(const OwnKernel& kernel, const std::string& expected) {
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file("k.cl");
  std::ofstream(options.file) << kernel.body;
  options.global_size = kernel.global;
  options.local_size = kernel.local;
  options.arguments = kernel.arguments;
  options.model = &model();
  Result<PreparedRun> run = prepare_kernel_file(options);
  if (!run) return run;
  return expect_result(*run, expected).map([&] { return std::move(*run); });
}

std::string refusal(const OwnKernel& kernel, const std::string& expected) {
  const auto run = prepared(kernel, expected);
  return run ? "accepted" : run.error().message;
}

Verdict verdict(const OwnKernel& kernel, const std::string& expected) {
  const auto run = prepared(kernel, expected);
  if (!run) {
    ADD_FAILURE() << expected << ": " << run.error().message;
    return Verdict::not_checked;
  }
  const auto counted = run_counted(run->plan, model(), {});
  return verdict_of(run->plan, model(), {}, *counted).kind;
}

OwnKernel elementwise(const std::string& value, const std::string& fill = "3,1,2,0") {
  return {
      "kernel void k(global const int* in, global int* out) {\n"
      "  int i = get_global_id(0), s = 0;\n"
      "  for (int j = 0; j < 4; ++j) s += j <= i ? in[j] : 0;\n"
      "  out[i] = " +
          value + ";\n}\n",
      "4",
      "2",
      {"buffer:int:4=" + fill, "buffer:int:4=0:dump"}};
}

TEST(Expect, EachWordTellsRightFromWrong) {
  const std::pair<const char*, const char*> right[] = {{"inclusive", "s"},
                                                       {"exclusive", "s - in[i]"},
                                                       {"sort", "i"},
                                                       {"sum", "6"},
                                                       {"product", "0"},
                                                       {"min", "0"},
                                                       {"max", "3"},
                                                       {"group-max", "i ? 2 : 3"},
                                                       {"4,2,3,1", "in[i] + 1"},
                                                       {"7", "7"},
                                                       {"iota", "i"},
                                                       {"transpose", "in[i % 2 * 2 + i / 2]"}};
  for (const auto& [expected, value] : right) {
    EXPECT_EQ(verdict(elementwise(value), expected), Verdict::right) << expected;
    EXPECT_EQ(verdict(elementwise("in[i] + 5"), expected), Verdict::wrong) << expected;
    EXPECT_EQ(verdict(elementwise(value), std::string("out=") + expected), Verdict::right) << expected;
  }
}

TEST(Expect, NamesOfBuffersChooseOthersThanTheFirst) {
  OwnKernel kernel = elementwise("s");
  kernel.body =
      "kernel void k(global const int* a, global const int* b, global int* c, global int* d) {\n"
      "  int i = get_global_id(0);\n  c[i] = 0;\n  d[i] = i ? 0 : b[0] + b[1] + b[2] + b[3];\n}\n";
  kernel.arguments = {"buffer:int:4=9", "buffer:int:4=iota", "buffer:int:4=0:dump", "buffer:int:4=0:dump"};
  EXPECT_EQ(verdict(kernel, "d=sum:b"), Verdict::right);
  EXPECT_EQ(verdict(kernel, "d=sum"), Verdict::wrong);
  EXPECT_EQ(verdict(kernel, "sum:b"), Verdict::wrong);
}

// Parts for whole work-groups. The last part has the remaining elements; parts are larger if each work-item
// processes several elements.
TEST(Expect, GroupsReduceWhatTheirWorkItemsCover) {
  OwnKernel kernel{
      "kernel void k(global const int* in, global int* out, int each) {\n"
      "  int group = get_group_id(0), part = get_local_size(0) * each, s = 0;\n"
      "  for (int i = group * part; i < (group + 1) * part && i < 50; ++i) s += in[i];\n"
      "  if (get_local_id(0) == 0) out[group] = s;\n}\n",
      "64",
      "16",
      {"buffer:int:50=iota", "buffer:int:4=0:dump", "scalar:int=1"}};
  EXPECT_EQ(verdict(kernel, "group-sum"), Verdict::right);
  kernel.global = "32";
  kernel.arguments = {"buffer:int:50=iota", "buffer:int:2=0:dump", "scalar:int=2"};
  EXPECT_EQ(verdict(kernel, "group-sum"), Verdict::right);
}

TEST(Expect, AResultMayBeOfAWiderType) {
  OwnKernel kernel = elementwise("in[i]");
  kernel.body =
      "kernel void k(global const int* in, global long* out) {\n"
      "  long s = 0;\n  for (int j = 0; j <= get_global_id(0); ++j) s += in[j];\n"
      "  out[get_global_id(0)] = s;\n}\n";
  kernel.arguments = {"buffer:int:4=2000000000", "buffer:long:4=0:dump"};
  EXPECT_EQ(verdict(kernel, "inclusive"), Verdict::right);
  EXPECT_EQ(verdict(kernel, "exclusive"), Verdict::wrong);
  EXPECT_EQ(verdict(kernel, "out=sum:in"), Verdict::wrong);
  EXPECT_THAT(refusal(kernel, "transpose:in:2"),
              HasSubstr("both must have the same type, which must not be half"));
  kernel.body.replace(kernel.body.find("long s"), 4, "int");
  EXPECT_EQ(verdict(kernel, "inclusive"), Verdict::wrong);
  kernel.arguments[1] = "buffer:short:4=0:dump";
  EXPECT_THAT(refusal(kernel, "out=sum:in"), HasSubstr("or the result a wider type"));
}

TEST(Expect, ColumnsOfAMatrixAreTypedWhereTheRangeDoesNotSayThem) {
  OwnKernel kernel = elementwise("in[i]");
  kernel.body =
      "kernel void k(global const int* in, global int* out) {\n"
      "  int i = get_global_id(0);\n  out[i % 4 * 2 + i / 4] = in[i];\n}\n";
  kernel.global = "8";
  kernel.arguments = {"buffer:int:8=iota", "buffer:int:8=0:dump"};
  EXPECT_EQ(verdict(kernel, "transpose:in:4"), Verdict::right);
  EXPECT_EQ(verdict(kernel, "transpose:in:2"), Verdict::wrong);
  EXPECT_THAT(refusal(kernel, "transpose"), HasSubstr("enter transpose:in:COLUMNS"));
}

TEST(Expect, ARefusalSaysWhatToWrite) {
  const OwnKernel kernel = elementwise("s");
  EXPECT_THAT(refusal(kernel, "average"), HasSubstr("--expect average: enter sum, product"));
  EXPECT_THAT(refusal(kernel, "there=sum"), HasSubstr("there is no buffer there; the buffers are in, out"));
  EXPECT_THAT(refusal(kernel, "out=sum:there"), HasSubstr("no buffer there"));
  EXPECT_THAT(refusal(kernel, "1,2"), HasSubstr("2 values were given, but the buffer takes 4"));
  EXPECT_THAT(refusal(kernel, "sum:in:4"), HasSubstr("only transpose"));
  OwnKernel small = kernel;
  small.arguments.back() = "buffer:int:2=0:dump";
  EXPECT_THAT(refusal(small, "inclusive"), HasSubstr("out has 2 elements, fewer than the 4 of in"));
}

}  // namespace
}  // namespace lockstep::sim
