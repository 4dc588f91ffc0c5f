#include "core/plan/plan.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

Plan small_plan() {
  Plan plan;
  plan.id = "user.cl";
  plan.programs.push_back({{"user.cl", "__kernel void k(__global int *a) {}", ""}, ""});
  PlanBuffer buffer;
  buffer.name = "a";
  buffer.elements = 8;
  plan.buffers.push_back(buffer);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = 8;
  launch.range.local_size[0] = 4;
  launch.arguments = {BufferArgument{0}};
  plan.launches.push_back(launch);
  return plan;
}

template <class Change>
void expect_invalid(Change&& change, std::string_view part) {
  Plan plan = small_plan();
  change(plan);
  const auto checked = validate(plan);
  ASSERT_FALSE(checked) << part;
  EXPECT_NE(checked.error().message.find(part), std::string::npos) << checked.error().message;
}

TEST(Plan, ValidateAcceptsAConsistentPlan) { EXPECT_TRUE(validate(small_plan())); }

TEST(Plan, ValidateNamesTheInconsistency) {
  expect_invalid([](Plan& plan) { plan.launches[0].program = 1; }, "a program that the plan does not have");
  expect_invalid([](Plan& plan) { plan.launches[0].arguments = {BufferArgument{1}}; },
                 "a buffer that the plan");
  expect_invalid([](Plan& plan) { plan.launches[0].arguments = {LocalArgument{0}}; },
                 "must have at least 1 byte of local memory");
  expect_invalid([](Plan& plan) { plan.launches[0].arguments = {ScalarArgument{}}; },
                 "a scalar and must have at least 1 byte");
  expect_invalid([](Plan& plan) { plan.launches[0].kernel.clear(); }, "must name a kernel");
  expect_invalid([](Plan& plan) { plan.launches[0].range.local_size[0] = 3; }, "round it up to 9");
  expect_invalid([](Plan& plan) { plan.launches[0].range.local_size[0] = 0; }, "at least 1");
  expect_invalid([](Plan& plan) { plan.launches[0].range.dimensions = 4; }, "1 to 3");
  expect_invalid([](Plan& plan) { plan.launches[0].range.global_size[1] = 2; }, "must be 1");
  expect_invalid(
      [](Plan& plan) {
        plan.launches[0].range = {{UINT64_MAX, 2, 1}, {1, 1, 1}, {0, 0, 0}, 2};
      },
      "more work-items than can be counted");
  expect_invalid([](Plan& plan) { plan.buffers[0].elements = 0; }, "has no elements");
  expect_invalid([](Plan& plan) { plan.buffers[0].elements = UINT64_MAX; }, "more than can be addressed");
  expect_invalid([](Plan& plan) { plan.buffers[0].content.pattern = Content::Pattern::bytes; },
                 "more data than");
  const auto call = [](HostCall::Kind kind, std::uint64_t offset, std::uint64_t bytes, std::size_t data) {
    HostCall made{kind, 0, "call", "", 0, offset, bytes};
    if (data != 0) made.data = std::make_shared<const std::vector<std::byte>>(data);
    return [made](Plan& plan) { plan.host_calls.push_back(made); };
  };
  using Kind = HostCall::Kind;
  expect_invalid(call(Kind::write, 0, 8, 0), "the call writes 8 bytes but has 0");
  expect_invalid(call(Kind::unmap, 0, 8, 4), "the call writes 8 bytes but has 4");
  expect_invalid(call(Kind::write, 28, 8, 8), "exceeds buffer 'a'");
  expect_invalid(call(Kind::read, UINT64_MAX, 8, 0), "exceeds buffer 'a'");
  expect_invalid(call(Kind::fill, 0, 8, 3), "a pattern of 3 bytes does not fill 8 bytes");
  expect_invalid(call(Kind::fill, 0, 8, 0), "a pattern of 0 bytes");
  expect_invalid(call(Kind::copy, 0, 8, 0), "overlap");
  expect_invalid(
      [](Plan& plan) {
        plan.host_calls.push_back({HostCall::Kind::finish, 2, "clFinish"});
      },
      "must be in the order of the launches");
  expect_invalid(
      [](Plan& plan) {
        plan.host_calls = {{HostCall::Kind::finish, 1, "clFinish"}, {HostCall::Kind::finish, 0, "clFinish"}};
      },
      "must be in the order of the launches");
  expect_invalid(
      [](Plan& plan) {
        plan.host_calls.push_back({HostCall::Kind::read, 0, "r", "", 1});
      },
      "a buffer that the plan does not have");
  expect_invalid(
      [](Plan& plan) {
        plan.launches[0].arguments = {BufferArgument{0, 16, 20}};
      },
      "a part of buffer 'a' but extends beyond its end");
  ImageDescription image;
  image.width = 4;
  expect_invalid(
      [&](Plan& plan) {
        plan.launches[0].arguments = {BufferArgument{0, 16, 16, image}};
      },
      "argument 0: an image of 64 bytes needs more memory than the 16 bytes");
  expect_invalid(
      [&](Plan& plan) {
        image.width = 1;
        plan.buffers[0].image = image;
        plan.launches[0].arguments = {BufferArgument{0, 0, 0, image}};
      },
      "'a' is already an image");
  expect_invalid([](Plan& plan) { plan.expectation = Expectation{.result_buffer = 7}; }, "expectation");
  expect_invalid([](Plan& plan) { plan.n = 9, plan.expectation = Expectation{}; }, "fewer than n");
}

TEST(Plan, PartialGroupsNeedOpenCL2) {
  Plan plan = small_plan();
  plan.launches[0].range.global_size[0] = 10;
  const auto accepts = [&](const std::string& options) {
    plan.programs[0].options = options;
    return validate(plan).has_value();
  };
  EXPECT_FALSE(accepts(""));
  EXPECT_FALSE(accepts("-cl-std=CL1.2"));
  EXPECT_TRUE(accepts("-D N=4 -cl-std=CL2.0"));
  EXPECT_TRUE(accepts("-cl-std=CL3.0"));
  EXPECT_FALSE(accepts("-cl-std=CL3.0 -cl-uniform-work-group-size"));
  EXPECT_FALSE(accepts("'-D T=-cl-std=CL3.0'"));
  plan.launches[0].range.local_size[0] = 16;
  EXPECT_TRUE(accepts("-cl-std=CL2.0"));
  EXPECT_EQ(plan.launches[0].range.num_groups(0), 1u);
}

TEST(Plan, TheLastGroupsOfADimensionAreSmaller) {
  const NdRange range{{10, 5, 1}, {4, 2, 1}, {0, 0, 0}, 2};
  EXPECT_EQ(range.group_count(), 9u);
  const auto size = [&](std::uint64_t group) { return range.size_of_group(group); };
  EXPECT_EQ(size(0), (std::array<std::uint64_t, 3>{4, 2, 1}));
  EXPECT_EQ(size(2), (std::array<std::uint64_t, 3>{2, 2, 1}));
  EXPECT_EQ(size(7), (std::array<std::uint64_t, 3>{4, 1, 1}));
  EXPECT_EQ(size(8), (std::array<std::uint64_t, 3>{2, 1, 1}));
}

TEST(Plan, JsonDescribesTheLaunches) {
  const Algorithm& algorithm = **find_algorithm("reduce/interleaved-global");
  const auto plan = make_plan(algorithm, {}, *load_kernel(algorithm, ""));
  const auto json = nlohmann::json::parse(to_json(*plan));
  EXPECT_EQ(json["id"], "reduce/interleaved-global");
  EXPECT_EQ(json["launches"].size(), 6u);
  EXPECT_EQ(json["launches"][2]["label"], "s = 4");
  EXPECT_EQ(json["launches"][2]["arguments"][0]["buffer"], "a");
  EXPECT_EQ(json["launches"][2]["arguments"][1]["value"], "04000000");
  EXPECT_EQ(json["launches"][2]["arguments"][1]["number"], 4);
  EXPECT_EQ(json["launches"][2]["global"], nlohmann::json::array({8}));
  EXPECT_EQ(json["expectation"]["op"], "sum");
}

TEST(Plan, JsonOfABrokenPlanIsStillJson) {
  Plan plan = small_plan();
  plan.launches[0].arguments = {BufferArgument{5}, NullArgument{},
                                ScalarArgument{std::vector<std::byte>(16)}};
  plan.launches[0].label = "\xff";
  plan.expectation = Expectation{.result_buffer = 9};
  EXPECT_TRUE(nlohmann::json::accept(to_json(plan)));
}

TEST(Plan, LiteralBytesCompareByValue) {
  Plan a = small_plan();
  a.buffers[0].content.pattern = Content::Pattern::bytes;
  a.buffers[0].content.bytes = std::make_shared<const std::vector<std::byte>>(4, std::byte{1});
  Plan b = a;
  b.buffers[0].content.bytes = std::make_shared<const std::vector<std::byte>>(4, std::byte{1});
  EXPECT_EQ(a, b);
  b.buffers[0].content.bytes = std::make_shared<const std::vector<std::byte>>(4, std::byte{2});
  EXPECT_FALSE(a == b);
  b.buffers[0].content.bytes = nullptr;
  EXPECT_FALSE(a == b);
}

}  // namespace
}  // namespace lockstep
