// Each line of a journal comes back as it was written; what is no line of one is left out.
#include <gtest/gtest.h>

#include "runtime/journal/lines.hpp"

namespace lockstep::runtime {
namespace {

template <class Line>
Line again(const Line& line) {
  const auto read = parse_journal_line(to_text(line));
  if (!read || !std::holds_alternative<Line>(*read)) {
    ADD_FAILURE() << to_text(line);
    return {};
  }
  return std::get<Line>(*read);
}

TEST(JournalLines, ALaunch) {
  LaunchLine line;
  line.number = 3;
  line.is_recorded = true;
  line.call = "clEnqueueNDRangeKernel";
  line.model = "cc9.0";
  line.launch.kernel = "scan";
  line.launch.place = "program+0x1234";
  line.launch.range = {{8, 2, 1}, {4, 1, 1}, {1, 0, 0}, 2};
  line.launch.arguments = {BufferArgument{5, 16, 8}, LocalArgument{32}, NullArgument{},
                           scalar_argument(0x12345678), SamplerArgument{20}};
  line.buffers = {{5, "a", ElementType::float32, PlanBuffer::Access::read_only}};
  const LaunchLine read = again(line);
  EXPECT_EQ(read.number, 3u);
  EXPECT_TRUE(read.is_recorded);
  EXPECT_EQ(read.launch, line.launch);
  ASSERT_EQ(read.buffers.size(), 1u);
  EXPECT_EQ(read.buffers[0].type, ElementType::float32);
  EXPECT_EQ(read.buffers[0].access, PlanBuffer::Access::read_only);
  EXPECT_TRUE(is_launch_line(to_text(line)));
}

TEST(JournalLines, AResult) {
  ResultLine line{.number = 3, .is_checked = false, .nanoseconds = 12};
  line.counters.instructions = 7;
  line.findings = {{"data_race", "two of them", 4, 2, 9}};
  const ResultLine read = again(line);
  EXPECT_FALSE(read.is_checked);
  EXPECT_EQ(read.counters, line.counters);
  ASSERT_EQ(read.findings.size(), 1u);
  EXPECT_EQ(read.findings[0].message, "two of them");
  EXPECT_EQ(again(ResultLine{.number = 1, .failure = "no memory"}).failure, "no memory");
  EXPECT_FALSE(is_launch_line(to_text(line)));
}

TEST(JournalLines, AHostCallAndAProgram) {
  HostLine line;
  line.call.kind = HostCall::Kind::copy;
  line.call.text = "clEnqueueCopyBuffer";
  line.call.source = 4;
  line.data = HostLine::Data{100, 16};
  line.image = ImageDescription{};
  const HostLine read = again(line);
  EXPECT_EQ(read.call, line.call);
  EXPECT_EQ(read.image, line.image);
  ASSERT_TRUE(read.data);
  EXPECT_EQ(read.data->begin, 100u);
  ProgramLine program{"/x/a.cl", {{"a.cl", "kernel void a() {}\n"}, "-D N=1"}};
  program.program.source.headers = {{"n.h", "#define N 1\n"}};
  EXPECT_EQ(again(program).program, program.program);
}

TEST(JournalLines, OthersAreLeftOut) {
  const std::string whole = to_text(ErrorLine{"clFinish", "CL_INVALID_VALUE", "why", ""});
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(parse_journal_line(whole.substr(0, length))) << length;
  for (const char* text :
       {"7", "[]", "{}", R"({"event":7})", R"({"event":"later"})", R"({"event":"launch"})"})
    EXPECT_FALSE(parse_journal_line(text)) << text;
}

}  // namespace
}  // namespace lockstep::runtime
