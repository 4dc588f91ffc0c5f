#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Quiz, AsksAndAnswers) {
  const Output asked = run_lockstep("quiz reduce/sequential-local --seed 7 --level 2 --count 5");
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_THAT(asked.out, HasSubstr("\n5. "));
  EXPECT_THAT(asked.out, Not(HasSubstr("Answer:")));
  const Output answered = run_lockstep("quiz reduce/sequential-local --seed 7 --level 2 --count 5 --answers");
  EXPECT_THAT(answered.out, HasSubstr("Answer: "));
  EXPECT_EQ(run_lockstep("quiz reduce/sequential-local --seed 7 --level 2 --count 5").out, asked.out);
}

TEST(Quiz, AsksWhatALessonAsks) {
  const Output output = run_lockstep(
      "quiz reduce/sequential-local --n 16 --group 8 --format json --ask 'active-lanes at line 35, "
      "second time'");
  ASSERT_EQ(output.status, 0) << output.err;
  const auto question = nlohmann::json::parse(output.out)["questions"][0];
  EXPECT_EQ(question["answer"], (std::vector<int>{0, 1}));
  EXPECT_EQ(question["kind"], "active-lanes");
  EXPECT_EQ(question["line"], 35);
  const Output wrong = run_lockstep("quiz reduce/sequential-local --ask 'active-lanes at lin 35'");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--ask: column 17: expected line, moment, start or end, not \"lin\""));
}

// Each algorithm has a size of its own, also where it would refuse the usual one.
TEST(Quiz, ChoosesASizeForTheAlgorithm) {
  for (const char* id : {"scan/block", "patterns/convolve-2d", "reduce/strided-index"}) {
    const Output output = run_lockstep(std::string("quiz ") + id + " --format json");
    ASSERT_EQ(output.status, 0) << output.err;
    const auto printed = nlohmann::json::parse(output.out);
    EXPECT_EQ(printed["questions"].size(), 10u) << id;
    EXPECT_GE(printed["group_size"], 8) << id;
  }
  const Output given = run_lockstep("quiz scan/block --n 100 --group 64 --format json");
  EXPECT_EQ(nlohmann::json::parse(given.out)["n"], 100);
}

TEST(Quiz, OfAKernelFile) {
  const std::string file = write_file("double.cl",
                                      "__kernel void k(__global int* a) {\n"
                                      "  int i = get_global_id(0);\n"
                                      "  if (i % 3 == 0)\n"
                                      "    a[i] = 2 * a[i];\n"
                                      "}\n");
  const Output output =
      run_lockstep("quiz " + file + " --global 16 --local 8 buffer:int:16=iota --count 8 --answers");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("if (i % 3 == 0)"));
}

TEST(Quiz, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(run_lockstep("quiz reduce/divergent --kinds lanes").err,
              HasSubstr("--kinds lanes: choose from active-lanes"));
  EXPECT_THAT(run_lockstep("quiz reduce/divergent --level 4").err,
              HasSubstr("--level: give a whole number from 1 to 3, not 4"));
  EXPECT_THAT(run_lockstep("quiz reduce/divergent --format html").err,
              HasSubstr("choose one of text, gift, json"));
  // Kinds that this run does not have.
  const Output none = run_lockstep("quiz reduce/divergent --kinds transactions --schedule independent");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("this run has 0 questions of these kinds"));
}

}  // namespace
}  // namespace lockstep::cli
