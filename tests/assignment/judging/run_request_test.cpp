#include "assignment/judging/run_request.hpp"

#include <gtest/gtest.h>

#include <random>

#include "assignment/judging/execute.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

RunRequest small_request() {
  RunRequest request;
  request.files = handed_in(kRightKernel);
  request.launch =
      R"({"lockstep_plan": 1, "file": "sum.cl", "buffers": [{"name": "in", "type": "int", "count": 4},
      {"name": "out", "type": "int", "count": 1}], "launches": [{"kernel": "sum", "global": 2, "local": 2,
      "arguments": ["in", "out", {"scalar": "uint", "value": 4}, {"local_bytes": 8}]}],
      "expect": {"buffer": "out", "values": 0}})";
  request.contents["in"] = Bytes(16, std::byte{1});
  request.model = "cc9.0";
  request.lanes = "lockstep";
  request.order = "fixed";
  return request;
}

TEST(RunRequest, LinesAreReadAsTheyWereWritten) {
  const RunRequest request = small_request();
  EXPECT_EQ(to_line(*parse_run_request(to_line(request))), to_line(request));
  const RunAnswer answer = execute(request);
  EXPECT_EQ(answer.state, RunAnswer::State::done) << answer.message;
  EXPECT_EQ(answer.result, "out");
  EXPECT_EQ(answer.contents.at("out"), Bytes(4, std::byte{4}));
  EXPECT_EQ(to_line(*parse_run_answer(to_line(answer))), to_line(answer));
}

// Each change alone is run: the text as it is, another operator, an endless loop, and what does not compile.
TEST(Execute, ChangesAreTriedOneByOne) {
  RunRequest request = small_request();
  const auto change = [&](const std::string& from, const std::string& to) {
    request.changes.push_back({"sum.cl", kRightKernel.find(from), from.size(), to});
  };
  change("+= block", "+= block");
  change("+= block", "-= block");
  change("s > 0", "1");
  change("+= block", "block");
  request.step_budget = 2'000;
  request.budget_of_changes = 1'000'000;
  EXPECT_EQ(to_line(*parse_run_request(to_line(request))), to_line(request));
  const RunAnswer answer = execute(request);
  EXPECT_EQ(to_line(*parse_run_answer(to_line(answer))), to_line(answer));
  ASSERT_EQ(answer.state, RunAnswer::State::done) << answer.message;
  EXPECT_EQ(answer.changed_results,
            (std::vector<Bytes>{Bytes(4, std::byte{4}), Bytes(4, std::byte{0}), Bytes(), Bytes()}));
  request.budget_of_changes = 1;
  EXPECT_EQ(execute(request).changed_results.size(), 1u);
}

TEST(RunRequest, BrokenLinesAreErrors) {
  const std::string line = to_line(execute(small_request()));
  for (std::size_t length = 0; length < line.size(); length += 7)
    EXPECT_FALSE(parse_run_answer(line.substr(0, length)));
  std::mt19937 random(3);
  for (int i = 0; i < 2'000; ++i) {
    std::string broken = line;
    for (int k = 0; k < 3; ++k) broken[random() % broken.size()] = static_cast<char>(' ' + random() % 95);
    const auto answer = parse_run_answer(broken);
    if (!answer) {
      EXPECT_FALSE(answer.error().message.empty());
    }
  }
}

TEST(Execute, BuffersWithoutContentBeginAsAPattern) {
  RunRequest request = small_request();
  request.files =
      handed_in("kernel void sum(global const int* in, global int* out, uint n, local int* block) {}");
  EXPECT_EQ(execute(request).contents.at("out"), Bytes(4, std::byte{0xA5}));
}

TEST(Execute, LimitsDoNotDependOnTime) {
  RunRequest request = small_request();
  request.step_budget = 10;
  const RunAnswer answer = execute(request);
  EXPECT_EQ(answer.state, RunAnswer::State::stopped);
  EXPECT_EQ(to_line(answer), to_line(execute(request)));
  request.step_budget = UINT64_MAX;
  request.memory_bytes = 8;
  EXPECT_EQ(execute(request).state, RunAnswer::State::memory);
}

}  // namespace
}  // namespace lockstep::assignment
