#include "assignment/judging/missing_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Assignment two_tasks() {
  Assignment assignment;
  assignment.tasks.emplace_back().files = {"sum.cl", "sum.plan.json"};
  assignment.tasks.emplace_back().files = {"scan.cl"};
  return assignment;
}

MissingFiles missing(const std::vector<std::string>& paths) {
  const Assignment assignment = two_tasks();
  std::vector<SourceText> files;
  for (const std::string& path : paths) files.push_back({path, ""});
  return missing_files(assignment, assignment.tasks.front(), files);
}

TEST(MissingFiles, AreNamedWithThoseThatCouldBeMeant) {
  EXPECT_EQ(missing({"sum.cl", "sum.plan.json"}).sentences, "");
  EXPECT_EQ(missing({"sum.plan.json"}).sentences, "There is no file sum.cl in this submission.");
  EXPECT_FALSE(missing({"scan.cl", "sum.plan.json"}).has_others) << "of another task";
  for (const char* near : {"my_sum.cl", "sum.cl.txt", "smu.cl", "Lösung_sum.cl", "sub/sum_final.cl"}) {
    const MissingFiles found = missing({near, "zzzzzz.cl", "sum.plan.json", "scan.cl"});
    EXPECT_THAT(found.sentences, AllOf(HasSubstr(near), Not(HasSubstr("zzzzzz")), Not(HasSubstr("scan"))));
    EXPECT_TRUE(found.has_others);
  }
  EXPECT_THAT(missing({"kernel.cl", "sum.plan.json"}).sentences,
              HasSubstr("other names were found: kernel.cl."));
}

TEST(MissingFiles, InAnotherLanguageAreSaidToBe) {
  EXPECT_THAT(missing({"sum.cu", "sum.plan.json"}).sentences,
              HasSubstr("sum.cu was found, but this task requires OpenCL C."));
}

TEST(MissingFiles, AreAStateOfTheirOwnForAllTests) {
  const MadeAssignment made("```test A\n{\"points\": 4, \"n\": 8, \"L\": 4}\n```\n");
  const TaskResult result = made.judged(std::vector<SourceText>{{"other.cl", "kernel"}});
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(name(result.tests[0].state), "not handed in");
  EXPECT_EQ(result.points, 0);
  EXPECT_THAT(result.tests[0].failure->reason, HasSubstr("other.cl"));
  EXPECT_TRUE(result.has_other_files);
}

}  // namespace
}  // namespace lockstep::assignment
