#include "sim/explain/story.hpp"

#include <gmock/gmock.h>

#include "core/catalogue/algorithm.hpp"
#include "core/plan/typed_values.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/moment_words.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

// The bread of the lecture: 100 inches, of which 39 are left.
struct StoryTest : testing::Test {
  StoryTest() {
    PlanRequest request;
    request.n = 10;
    request.group_size = 16;
    request.input = parse_typed_values("3,5,2,7,28,4,3,0,8,1", ElementType::int32)->content;
    const Algorithm& scan = **find_algorithm("scan/kogge-stone");
    trace = *Trace::record(*make_plan(scan, request, *load_kernel(scan, "")), **find_device_model("cc9.0"));
    combination = prepare_combination(*trace);
  }
  Result<std::string> tell(std::string_view story, std::uint64_t position = UINT64_MAX) const {
    return tell_story(story, *trace, &combination, position);
  }
  std::string mistake(std::string_view story) const {
    const auto told = tell(story);
    return told ? "no mistake: " + *told : told.error().message;
  }
  std::shared_ptr<const Trace> trace;
  Combination combination;
};

TEST_F(StoryTest, SaysWhatTheRunGives) {
  EXPECT_EQ(tell("{100 - out[last]} inches are left."), "39 inches are left.");
  EXPECT_EQ(tell("{n}: {out[0]} {out[ 4 ]} {out[last - 1] + 1 - in[last]}{in[4]}"), "10: 3 45 6028");
  EXPECT_EQ(tell("{result[1]} of {input[0] + input[1]}"), "8 of 8");
  EXPECT_EQ(tell("no value"), "no value");
  EXPECT_EQ(tell(""), "");
}

TEST(StoryOfAText, ShowsItsCharacters) {
  PlanRequest request;
  request.group_size = 4;
  const auto told = [&](const char* characters) {
    std::vector<std::byte> bytes;
    for (const char c : std::string_view(characters)) bytes.push_back(static_cast<std::byte>(c));
    request.n = bytes.size();
    request.input.pattern = Content::Pattern::bytes;
    request.input.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    const Algorithm& words = **find_algorithm("patterns/word-count");
    const auto trace =
        *Trace::record(*make_plan(words, request, *load_kernel(words, "")), **find_device_model("cc9.0"));
    const Combination combination = prepare_combination(*trace);
    return tell_story("In {text} {n} characters", *trace, &combination, 0).value_or("a mistake");
  };
  EXPECT_EQ(told("to be"), "In “to be” 5 characters");
  EXPECT_EQ(told("a\nb\t"), "In “a\\nb·” 4 characters");
  const std::string many(80, 'x');
  EXPECT_EQ(told(many.c_str()), "In “" + many.substr(16) + "…” 80 characters");
}

TEST_F(StoryTest, KnowsCountersAndLines) {
  EXPECT_EQ(tell("{n * 2 + 6 / 3} {group_size} {lanes}"), "22 16 32");
  EXPECT_EQ(tell("{barriers}"), std::to_string(trace->counted().total.barriers));
  const auto kernel = line_with(*trace, "__kernel void scan_kogge_stone(");
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message;
  EXPECT_EQ(tell("{line \"__kernel void scan_kogge_stone(\"}"), std::to_string(*kernel));
}

TEST_F(StoryTest, FindsMoments) {
  EXPECT_EQ(find_moment(*trace, "start"), 0u);
  EXPECT_EQ(find_moment(*trace, "at end"), trace->size());
  EXPECT_EQ(find_moment(*trace, "7"), 7u);
  EXPECT_EQ(find_moment(*trace, "barrier"), trace->next(0, Trace::Step::barrier));
  EXPECT_EQ(find_moment(*trace, "barrier, second time"),
            trace->next(trace->next(0, Trace::Step::barrier), Trace::Step::barrier));
  EXPECT_EQ(find_moment(*trace, "launch 1"), 0u);
  const std::uint32_t line = trace->range_at(trace->next(0, Trace::Step::line)).line;
  EXPECT_EQ(find_moment(*trace, "line " + std::to_string(line) + ", 1st time"),
            trace->next(0, Trace::Step::line));
  const auto wrong = [&](std::string_view words) {
    const auto found = find_moment(*trace, words);
    return found ? "found" : found.error().message;
  };
  EXPECT_THAT(wrong("line 1"), HasSubstr("does not happen in this run"));
  EXPECT_THAT(wrong("launch 2"), HasSubstr("no launch 2: it has 1 launch"));
  EXPECT_THAT(wrong("barrier, 90th time"), HasSubstr("in this run, not 90 times"));
  EXPECT_THAT(wrong("soon"), HasSubstr("is not a moment. Write start, end"));
  EXPECT_THAT(wrong("end, often"), HasSubstr("is not understood"));
}

TEST_F(StoryTest, HidesWhatTheRunHasNotStoredYet) {
  EXPECT_EQ(tell("{out[0]} of {in[0]}, {100 - out[last]}", 0), "… of 3, …");
  std::uint64_t stored = 0;
  while (tell("{out[0]}", stored) == "…") ++stored;
  EXPECT_EQ(trace->seek(stored)->machine.buffers.size(), trace->plan().buffers.size());
  EXPECT_GT(stored, 0u);
  EXPECT_NE(trace->at(stored - 1).flags & TraceRecord::store, 0);
}

TEST_F(StoryTest, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(mistake("{out[10]}"), HasSubstr("the last element is out[9]"));
  EXPECT_THAT(mistake("{out[last - 99]}"), HasSubstr("the last element is out[9]"));
  EXPECT_THAT(mistake("{bread[0]}"), HasSubstr("no such buffer"));
  EXPECT_THAT(mistake("{out[0}"), HasSubstr("] is expected"));
  EXPECT_THAT(mistake("{out[0] % 2}"), HasSubstr("an operator"));
  EXPECT_THAT(mistake("{n / 0}"), HasSubstr("not 0"));
  EXPECT_THAT(mistake("{line \"no such code\"}"), HasSubstr("No line of the kernel"));
  EXPECT_THAT(mistake("{in}"), HasSubstr("[ and an index")) << "numbers are not characters";
  EXPECT_THAT(mistake("{}"), HasSubstr("a number, n or an element"));
  EXPECT_THAT(mistake("{out[x]}"), HasSubstr("an index or last"));
  EXPECT_THAT(mistake("{99999999999999999999}"), HasSubstr("a whole number"));
  EXPECT_THAT(mistake("left: {out[0]"), HasSubstr("without a }"));
}

}  // namespace
}  // namespace lockstep::sim
