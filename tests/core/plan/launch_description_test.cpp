#include "core/plan/launch_description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::HasSubstr;

const char* const kWhole = R"({
  "lockstep_plan": 1,
  "file": "scan.cl",
  "options": "-D T=int",
  "buffers": [
    {"name": "a", "type": "int", "count": 8, "fill": [3, 1, 7, 0, 4, 1, 6, 3]},
    {"name": "b", "type": "int", "count": 8, "fill": "iota", "width": 4, "access": "read only"}
  ],
  "launches": [
    {"kernel": "step", "global": [8], "local": [4], "repeat": 3, "swap": [["a", "b"]],
     "arguments": [{"buffer": "a"}, "b", {"scalar": "int", "value": 1, "next": "*2"}, {"local_bytes": 64}, null]}
  ],
  "repeat": 2,
  "expect": {"buffer": "a", "reference": "inclusive scan", "of": "a", "op": "max"}
})";

std::string message_of(const std::string& text) {
  const auto description = parse_launch_description(text, "x.plan.json");
  return description ? "accepted" : description.error().message;
}

TEST(LaunchDescription, IsReadWithAllItsFields) {
  const auto read = parse_launch_description(kWhole, "x.plan.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->file, "scan.cl");
  EXPECT_EQ(read->buffers[0].fill, "3,1,7,0,4,1,6,3");
  EXPECT_EQ(read->buffers[1].width, 4u);
  EXPECT_EQ(read->buffers[1].access, PlanBuffer::Access::read_only);
  const DescribedLaunch& launch = read->launches.at(0);
  EXPECT_EQ(launch.range.global_size[0], 8u);
  EXPECT_EQ(launch.repeat, 3u);
  EXPECT_EQ(launch.swaps, (std::vector<Swap>{{"a", "b"}}));
  ASSERT_EQ(launch.arguments.size(), 5u);
  EXPECT_EQ(launch.arguments[1].buffer, "b");
  EXPECT_EQ(launch.arguments[2].value, "1");
  EXPECT_EQ(launch.arguments[2].next, "*2");
  EXPECT_EQ(launch.arguments[3].local_bytes, 64u);
  EXPECT_EQ(launch.arguments[4].kind, DescribedArgument::Kind::null);
  EXPECT_EQ(read->repeat, 2u);
  EXPECT_EQ(read->expectation.kind, DescribedExpectation::Kind::inclusive_scan);
  EXPECT_EQ(read->expectation.op, Operator::max);
}

TEST(LaunchDescription, IsTheSameAfterWritingAndReading) {
  const auto read = parse_launch_description(kWhole, "x.plan.json");
  ASSERT_TRUE(read);
  const auto again = parse_launch_description(to_text(*read), "x.plan.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *read);
}

TEST(LaunchDescription, ImagesHaveTheirSizesInTheirType) {
  const std::string text = R"({"lockstep_plan": 1, "file": "k.cl",
    "buffers": [{"name": "a", "type": "image:r:float:4x4", "fill": "iota"}],
    "launches": [{"kernel": "k", "global": [4], "local": [4],
      "arguments": ["a", {"scalar": "sampler_t", "value": "linear,clamp"}]}]})";
  const auto read = parse_launch_description(text, "x.plan.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->buffers[0].is_image());
  EXPECT_EQ(read->launches[0].arguments[1].value, "linear,clamp");
  const auto again = parse_launch_description(to_text(*read), "x.plan.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *read);
  std::string counted = text;
  counted.replace(counted.find("\"fill\""), 6, "\"count\": 16, \"fill\"");
  EXPECT_THAT(message_of(counted), HasSubstr("buffers[0].count is given, but the type of an image"));
}

TEST(LaunchDescription, MistakesNameTheFileAndTheKey) {
  EXPECT_EQ(message_of(R"({"lockstep_plan": 1, "launches": []})"), "x.plan.json: file is missing");
  EXPECT_THAT(message_of("{\n\"lockstep_plan\": 1,\n\"file\" \"a.cl\"}"),
              HasSubstr("x.plan.json:3:8: this is not JSON"));
  EXPECT_THAT(message_of(R"({"lockstep_plan": 7, "file": "a.cl"})"),
              HasSubstr("version 7; this program reads version 1"));
  EXPECT_THAT(message_of("[]"), HasSubstr("not an object"));
  const std::string wrong = message_of(R"({"lockstep_plan": 1, "file": "a.cl", "bufers": [], "launches": [
      {"kernel": "k", "global": [0], "local": [4, 4], "arguments": [{"scalr": 1}, {"buffer": "a", "null": true}]}]})");
  EXPECT_THAT(wrong, HasSubstr("x.plan.json: bufers is not a known key; the keys are "));
  EXPECT_THAT(wrong, HasSubstr("launches[0].global is [0]; each size is a whole number of at least 1"));
  EXPECT_THAT(wrong, HasSubstr("launches[0].arguments[0].scalr is not a known key"));
  EXPECT_THAT(wrong, HasSubstr("launches[0].arguments[1] needs exactly one of the keys"));
}

TEST(LaunchDescription, WhatIsNestedWithoutEndIsRefused) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_THAT(message_of(deep), HasSubstr("nested more than 16 levels deep"));
}

}  // namespace
}  // namespace lockstep
