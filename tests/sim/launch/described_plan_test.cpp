#include "sim/launch/described_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/explain/verdict.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

const char* const kStep =
    "kernel void scan_step(global const int* in, global int* out, int offset) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = i >= offset ? in[i] + in[i - offset] : in[i];\n"
    "}\n";

// The host loop of a naive scan: one launch for each offset, and the buffers are exchanged after each launch.
LaunchDescription ping_pong(std::uint64_t launches, bool swaps = true) {
  LaunchDescription description;
  description.file = "scan.cl";
  description.buffers = {{"in", "int", 8, "3,1,7,0,4,1,6,3"}, {"out", "int", 8, ""}};
  DescribedLaunch launch;
  launch.kernel = "scan_step";
  launch.range.global_size[0] = 8;
  launch.range.local_size[0] = 4;
  launch.arguments.resize(3);
  launch.arguments[0].buffer = "in";
  launch.arguments[1].buffer = "out";
  launch.arguments[2].kind = DescribedArgument::Kind::scalar;
  launch.arguments[2].value = "1";
  launch.arguments[2].next = "*2";
  launch.repeat = launches;
  if (swaps) launch.swaps = {{"in", "out"}};
  description.launches = {launch};
  description.expectation = {DescribedExpectation::Kind::inclusive_scan, swaps ? "in" : "out", "", "in"};
  return description;
}

DescribedRun made(const LaunchDescription& description, const char* text = kStep) {
  return make_described_run(description, {"scan.cl", text, {}}, {}, **find_device_model("cc9.0"));
}

RunVerdict verdict_of_run(const DescribedRun& made) {
  const DeviceModel& model = **find_device_model("cc9.0");
  const auto run = run_counted(made.run->plan, model, {});
  return verdict_of(made.run->plan, model, {}, *run);
}

std::string first_error(const LaunchDescription& description, const char* text = kStep) {
  const DescribedRun run = made(description, text);
  return run.errors.empty() ? "accepted" : run.errors.front().key + " " + run.errors.front().message;
}

// The first launch of a reduction: one element for each work-group.
TEST(DescribedPlan, EachWorkGroupsPartIsExpected) {
  const char* const text =
      "kernel void sums(global const int* in, global int* out) {\n"
      "  if (get_local_id(0) == 0) {\n"
      "    int sum = 0;\n"
      "    for (int i = 0; i < 4; ++i) sum += in[get_global_id(0) + i];\n"
      "    out[get_group_id(0)] = sum;\n"
      "  }\n"
      "}\n";
  LaunchDescription description = ping_pong(1, false);
  description.launches[0].kernel = "sums";
  description.launches[0].arguments.pop_back();
  description.expectation = {DescribedExpectation::Kind::reduction, "out", "", "in", Operator::sum, true};
  const DescribedRun run = made(description, text);
  ASSERT_TRUE(run.run) << run.errors.front().key << " " << run.errors.front().message;
  EXPECT_EQ(verdict_of_run(run).message, "");
  EXPECT_EQ(run.run->plan.expectation->result_elements, 2u);
  description.expectation.op = Operator::max;
  EXPECT_EQ(verdict_of_run(made(description, text)).message,
            "out[0] is 11, but 7 is expected. One more element is wrong.");
  description.buffers[1].count = 1;
  EXPECT_THAT(first_error(description, text),
              HasSubstr("expect.buffer has 1 element, but the first launch has 2 work-groups"));
  description.buffers[0].count = (1 << 24) + 1;
  description.buffers[0].fill = "1";
  EXPECT_THAT(first_error(description, text), HasSubstr("expect.by_group must have an input of at most"));
}

TEST(DescribedPlan, ALoopOfLaunchesSwapsBuffersAndChangesAScalar) {
  const DescribedRun run = made(ping_pong(3));
  ASSERT_TRUE(run.run) << run.errors.front().key << " " << run.errors.front().message;
  const Plan& plan = run.run->plan;
  ASSERT_EQ(plan.launches.size(), 3u);
  EXPECT_EQ(std::get<BufferArgument>(plan.launches[0].arguments[0]).buffer, 0u);
  EXPECT_EQ(std::get<BufferArgument>(plan.launches[1].arguments[0]).buffer, 1u);
  EXPECT_EQ(std::get<BufferArgument>(plan.launches[2].arguments[0]).buffer, 0u);
  EXPECT_EQ(plan.launches[2].label, "offset = 4");
  EXPECT_EQ(std::get<ScalarArgument>(plan.launches[2].arguments[2]), scalar_argument(4));
  EXPECT_EQ(plan.expectation->result_buffer, 1u);  // "in" after three swaps
  EXPECT_EQ(verdict_of_run(run).kind, RunVerdict::Kind::right);
}

TEST(DescribedPlan, AForgottenSwapIsAWrongResult) {
  const DescribedRun run = made(ping_pong(3, false));
  ASSERT_TRUE(run.run);
  const RunVerdict verdict = verdict_of_run(run);
  EXPECT_TRUE(verdict.is_wrong());
  EXPECT_THAT(verdict.message, HasSubstr("missing"));
}

TEST(DescribedPlan, ExpectedValuesMayBeTyped) {
  LaunchDescription description = ping_pong(3);
  description.expectation = {DescribedExpectation::Kind::values, "in", "3,4,11,11,15,16,22,25", ""};
  EXPECT_EQ(verdict_of_run(made(description)).kind, RunVerdict::Kind::right);
  description.expectation.values = "3,4,11,12,15,16,22,25";
  const RunVerdict wrong = verdict_of_run(made(description));
  EXPECT_EQ(wrong.message, "out[3] is 11, but 12 is expected.");
  EXPECT_EQ(wrong.differences, 1u);
}

const char* const kShift =
    "kernel void shift(read_only image1d_array_t from, write_only image1d_array_t to, sampler_t s) {\n"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  write_imagei(to, at, read_imagei(from, s, at - (int2)(1, 0)) + 1);\n"
    "}\n";

LaunchDescription shifted(const std::string& sampler) {
  LaunchDescription description;
  description.file = "shift.cl";
  description.buffers = {{"a", "image:r:signed_int32:4x2", 0, "iota"},
                         {"b", "image:r:signed_int32:4x2", 0, ""}};
  DescribedLaunch launch;
  launch.kernel = "shift";
  launch.range = {{4, 2, 1}, {4, 1, 1}, {0, 0, 0}, 2};
  launch.arguments.resize(3);
  launch.arguments[0].buffer = "a";
  launch.arguments[1].buffer = "b";
  launch.arguments[2].kind = DescribedArgument::Kind::scalar;
  launch.arguments[2].type = "sampler_t";
  launch.arguments[2].value = sampler;
  launch.repeat = 2;
  launch.swaps = {{"a", "b"}};
  description.launches = {launch};
  return description;
}

TEST(DescribedPlan, ImagesAndSamplers) {
  LaunchDescription description = shifted("nearest,clamp-to-edge");
  description.expectation = {DescribedExpectation::Kind::values, "a", "2,2,2,3,6,6,6,7", ""};
  const DescribedRun run = made(description, kShift);
  ASSERT_TRUE(run.run) << run.errors.front().key << " " << run.errors.front().message;
  const ImageDescription& image = *run.run->plan.buffers[0].image;
  EXPECT_EQ(image.kind, ImageKind::image1d_array);
  EXPECT_EQ(image.array_size, 2u);
  EXPECT_EQ(image.height, 1u);
  EXPECT_EQ(verdict_of_run(run).kind, RunVerdict::Kind::right) << verdict_of_run(run).message;
}

TEST(DescribedPlan, MistakesOfImagesAndSamplers) {
  LaunchDescription description = shifted("near");
  EXPECT_THAT(first_error(description, kShift), HasSubstr("launches[0].arguments[2].value \"sampler:near\""));
  description = shifted("clamp");
  description.launches[0].arguments[2].next = "*2";
  EXPECT_THAT(first_error(description, kShift), HasSubstr("launches[0].arguments[2].next is given"));
  description = shifted("clamp");
  description.buffers[0].type = "image:r:signed_int32:4";
  EXPECT_THAT(first_error(description, kShift), HasSubstr("launches[0].arguments[0] does not fit"));
  description.buffers[0].type = "image:r:strange:4";
  EXPECT_THAT(first_error(description, kShift), HasSubstr("buffers[0].type"));
  description.buffers[0].type = "image:r:signed_int32:1000000x10000";
  EXPECT_THAT(first_error(description, kShift), HasSubstr("buffers[0].type"));
  description.buffers[0] = {"a", "int", 8, "iota"};
  EXPECT_THAT(first_error(description, kShift), HasSubstr("launches[0].arguments[0]"));
}

TEST(DescribedPlan, MistakesHaveTheKeyOfTheirField) {
  LaunchDescription description = ping_pong(1);
  description.launches[0].kernel = "scan";
  EXPECT_EQ(first_error(description), "launches[0].kernel is \"scan\", but scan.cl has scan_step");
  description = ping_pong(1);
  description.buffers[0].fill = "3,1";
  EXPECT_EQ(first_error(description),
            "buffers[0].fill 2 values were given, but the buffer takes 8 of type int");
  description = ping_pong(1);
  description.buffers[1].type = "integer";
  EXPECT_THAT(first_error(description), HasSubstr("buffers[1].type \"integer\" is not a type"));
  description = ping_pong(1);
  description.launches[0].arguments.pop_back();
  EXPECT_THAT(first_error(description),
              HasSubstr("launches[0].arguments are 2 in number, but kernel scan_step takes 3"));
  description = ping_pong(1);
  description.launches[0].arguments[2].next = "twice";
  EXPECT_THAT(first_error(description), HasSubstr("launches[0].arguments[2].next is \"twice\""));
  description = ping_pong(1);
  description.launches[0].swaps = {{"in", "tmp"}};
  EXPECT_EQ(first_error(description), "launches[0].swap names \"tmp\", but the buffers are in, out");
  description = ping_pong(1);
  description.launches[0].range.local_size[0] = 3;
  EXPECT_THAT(first_error(description), HasSubstr("launches[0].local"));
  description = ping_pong(1);
  description.repeat = kMaxLaunches;
  description.launches[0].repeat = 2;
  EXPECT_THAT(first_error(description), HasSubstr("repeat makes more than 100,000 launches"));
  description = ping_pong(1);
  description.expectation.of = "x";
  EXPECT_EQ(first_error(description), "expect.of is \"x\", but the buffers are in, out");
}

TEST(DescribedPlan, ArgumentsInAnotherOrderAreRecognised) {
  LaunchDescription description = ping_pong(1);
  std::swap(description.launches[0].arguments[1], description.launches[0].arguments[2]);
  EXPECT_EQ(first_error(description),
            "launches[0].arguments are in a different order from the parameters of kernel scan_step "
            "(__global const int* in, __global int* out, int offset); give them in this order: buffer in, "
            "buffer out, int 1");
}

TEST(DescribedPlan, LocalMemoryIsAskedForWhereABufferIsGiven) {
  LaunchDescription description = ping_pong(1);
  const char* const text =
      "kernel void scan_step(global const int* in, local int* room, int offset) { room[get_local_id(0)] = "
      "in[0]; }";
  EXPECT_THAT(
      first_error(description, text),
      HasSubstr("launches[0].arguments[1] is buffer out, but the parameter is __local int* room; give local "
                "memory (16 bytes for one element per work-item of a group)"));
}

TEST(DescribedPlan, ExchangedBuffersAreSaidBeforeTheyAreOutOfBounds) {
  LaunchDescription description = ping_pong(1);
  std::swap(description.launches[0].arguments[0], description.launches[0].arguments[1]);
  const DescribedRun run = made(description);
  ASSERT_TRUE(run.run);
  ASSERT_EQ(run.run->notes.size(), 1u);
  EXPECT_THAT(run.run->notes[0], HasSubstr("kernel scan_step writes its parameter 2"));
}

}  // namespace
}  // namespace lockstep::sim
