#include "assignment/grading/handed_in/wanted_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Assignment assignment_of(const std::vector<std::vector<std::string>>& files) {
  Assignment assignment;
  for (const auto& of_task : files) assignment.tasks.emplace_back().files = of_task;
  return assignment;
}

// Each file's text is its path.
std::vector<SourceText> handed_in_files(const std::vector<std::string>& paths) {
  std::vector<SourceText> files;
  for (const std::string& path : paths) files.push_back({path, path});
  return files;
}

// The path of what was taken for the first wanted file; empty: nothing was.
std::string taken(const Assignment& assignment, const std::vector<std::string>& paths) {
  const Task& task = assignment.tasks.front();
  const TaskFiles found = task_files(assignment, task, handed_in_files(paths));
  const auto wanted = std::ranges::find(found.files, task.files.front(), &SourceText::path);
  return wanted == found.files.end() ? "" : wanted->text;
}

std::vector<std::string> notes(const Assignment& assignment, const std::vector<std::string>& paths) {
  return task_files(assignment, assignment.tasks.front(), handed_in_files(paths)).notes;
}

TEST(TaskFiles, AreFoundByTheirNamesInAnyFolder) {
  const Assignment assignment = assignment_of({{"sum.cl"}, {"scan.cl"}});
  EXPECT_EQ(taken(assignment, {"other.cl", "src/sum.cl"}), "src/sum.cl");
  EXPECT_THAT(notes(assignment, {"other.cl", "src/sum.cl"}), IsEmpty());
}

TEST(TaskFiles, OfSeveralTheOneNearestToTheTopIsTakenAndAllAreNamed) {
  const Assignment assignment = assignment_of({{"sum.cl"}, {"scan.cl"}});
  EXPECT_EQ(taken(assignment, {"a/old/sum.cl", "z/sum.cl"}), "z/sum.cl");
  EXPECT_EQ(taken(assignment, {"b/sum.cl", "a/sum.cl", "sum.cl"}), "sum.cl");
  EXPECT_THAT(notes(assignment, {"b/sum.cl", "a/sum.cl"}),
              ElementsAre("Two files could be sum.cl: a/sum.cl was graded, b/sum.cl was not."));
}

TEST(TaskFiles, NamesThatDifferInCapitalsOrANumberAreTakenWithANote) {
  const Assignment assignment = assignment_of({{"sum.cl", "sum.plan.json"}, {"scan.cl"}});
  for (const char* name : {"Sum.cl", "SUM.CL", "sum (1).cl", "sum(2).cl", "x/Sum (12).cl"}) {
    EXPECT_EQ(taken(assignment, {name, "scan.cl"}), name);
    EXPECT_THAT(notes(assignment, {name}), ElementsAre(std::string(name) + " was graded as sum.cl."));
  }
  for (const char* name :
       {"sum2.cl", "my_sum.cl", "sum (a).cl", "sum ().cl", "sum.cu", "sum.cl.txt", "scan.cl"})
    EXPECT_EQ(taken(assignment, {name}), "") << name;
  EXPECT_THAT(notes(assignment, {"sum.cl", "sum (1).plan.json"}),
              ElementsAre("sum (1).plan.json was graded as sum.plan.json."));
}

TEST(TaskFiles, OnlyTheOnlyFileOfAnAssignmentMayHaveAnyName) {
  const Assignment one = assignment_of({{"sum.cl"}}), plan = assignment_of({{"sum.cl", "sum.plan.json"}}),
                   two = assignment_of({{"sum.cl"}, {"scan.cl"}});
  EXPECT_EQ(taken(one, {"mine.cl", "readme.txt"}), "mine.cl");
  EXPECT_EQ(taken(one, {"readme.txt"}), "");
  EXPECT_EQ(taken(one, {"mine.cu"}), "");
  EXPECT_EQ(taken(one, {"mine.cl", "yours.cl"}), "");
  EXPECT_EQ(taken(plan, {"mine.cl"}), "");
  EXPECT_EQ(taken(two, {"mine.cl"}), "");
}

}  // namespace
}  // namespace lockstep::assignment
