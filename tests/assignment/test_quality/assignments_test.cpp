// The assignments of the program, and the example of the page that explains how one is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "assignment/format/read_assignment.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/test_quality/check.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {
namespace {

AssignmentCheck checked(const Assignment& assignment, const AssignmentFolder& folder,
                        std::size_t max_mutants = CheckOptions{}.max_mutants) {
  CheckOptions options;
  options.max_mutants = max_mutants;
  options.run = [](const RunRequest& request) { return execute(request); };
  auto check = check_assignment(assignment, folder, options);
  EXPECT_TRUE(check) << check.error().message;
  return check ? std::move(*check) : AssignmentCheck{};
}

std::string assignment_test_name(const testing::TestParamInfo<AssignmentFolder>& it) {
  std::string name = it.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

class EachAssignment : public testing::TestWithParam<AssignmentFolder> {};
// With a few mutants of each task; `lockstep assignment check NAME` tries all.
TEST_P(EachAssignment, SkeletonsHaveNoPointsSolutionsWhatTheyDeserveAndMutantsLosePointsForALine) {
  const auto assignment = load_assignment(GetParam());
  ASSERT_TRUE(assignment) << assignment.error().message;
  const AssignmentCheck check = checked(*assignment, GetParam(), 6);
  EXPECT_THAT(check.problems, testing::IsEmpty());
  for (const CheckedTask& task : check.tasks) {
    EXPECT_THAT(task.unlocated, testing::IsEmpty()) << task.task->title;
    EXPECT_EQ(task.unbuilt + task.located, task.caught) << task.task->title;
    EXPECT_GT(task.caught, 0u) << task.task->title;
    EXPECT_GE(task.task->wrong.size(), 3u) << task.task->title;
    EXPECT_FALSE(task.task->right.empty()) << task.task->title;
    EXPECT_FALSE(task.task->hints.empty()) << task.task->title;
  }
}
// Neither the solution in which one work-item does everything, nor what only looks like steps.
TEST_P(EachAssignment, NoPointIsHadWithoutParallelWork) {
  const Assignment assignment = load_assignment(GetParam()).value();
  Judge judge(assignment, GetParam(), "check");
  std::size_t tried = 0;
  for (const Task& task : assignment.tasks)
    for (const WrongSolution& wrong : task.wrong) {
      if (!wrong.file.starts_with("alone") && !wrong.file.starts_with("one-work-item")) continue;
      std::vector<SourceText> files = judge.author_files(task, "reference");
      for (SourceText& file : files) {
        const std::string path = "wrong/" + task.name + "/" + wrong.file;
        const std::string of_folder = path + "/" + file.path;
        if (GetParam().has(of_folder))
          file.text = *GetParam().read(of_folder);
        else if (wrong.file.ends_with(".cl") && file.path.ends_with(".cl"))
          file.text = *GetParam().read(path);
      }
      Judge::Options options;
      options.finds_examples = false;
      const auto result = judge.judge(
          task, files, [](const RunRequest& request) { return execute(request); }, options);
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(result->points + result->bonus, 0) << task.title << ", " << wrong.file;
      ++tried;
    }
  EXPECT_GE(tried, 4u);
}
INSTANTIATE_TEST_SUITE_P(Assignments, EachAssignment, testing::ValuesIn(assignment_folders()),
                         assignment_test_name);

// The points of tasks as the documents print them.
struct Printed {
  const char* name;
  std::vector<double> points;  // of the tasks, in order
  double extra;
};
class PointsOfDocuments : public testing::TestWithParam<Printed> {};
TEST_P(PointsOfDocuments, AreThoseThatArePrinted) {
  const auto assignment = load_assignment(*find_assignment(GetParam().name));
  ASSERT_TRUE(assignment) << assignment.error().message;
  std::vector<double> points;
  for (const Task& task : assignment->tasks) points.push_back(task.points);
  EXPECT_EQ(points, GetParam().points);
  EXPECT_EQ(assignment->bonus(), GetParam().extra);
  EXPECT_EQ(assignment->points(), 20);
}
INSTANTIATE_TEST_SUITE_P(Documents, PointsOfDocuments,
                         testing::Values(Printed{"gpu-computing-001", {3, 3, 4, 0, 2, 4, 4}, 2},
                                         Printed{"gpu-computing-003", {2, 3, 3, 2, 0, 2, 3, 2, 3}, 2}),
                         [](const auto& it) {
                           return std::string(it.param.name + std::string_view("gpu-computing-").size());
                         });

TEST(Puzzles, AreTwelveOfOnePointWithAPar) {
  const auto puzzles = load_assignment(*find_assignment("puzzles"));
  ASSERT_TRUE(puzzles) << puzzles.error().message;
  EXPECT_EQ(puzzles->tasks.size(), 12u);
  for (const Task& task : puzzles->tasks) {
    EXPECT_EQ(task.points, 1) << task.title;
    ASSERT_GE(task.tests.size(), 2u) << task.title;
    EXPECT_EQ(task.tests[0].visibility, Visibility::always) << task.title;
    // With other sizes and inputs that nobody can know: it takes the point away from a list of right answers.
    const assignment::Test& hidden = task.tests[1];
    EXPECT_EQ(hidden.visibility, Visibility::after_due) << task.title;
    EXPECT_EQ(hidden.deduction, 1) << task.title;
    EXPECT_TRUE(hidden.lists.seeds.empty()) << task.title;
    EXPECT_NE(hidden.lists.n, task.tests[0].lists.n) << task.title;
    EXPECT_TRUE(task.par) << task.title;
  }
}

// "Write an assignment in twenty minutes": what stands there between four backticks, each behind its file's
// name.
TEST(AssignmentOfThePage, HasNoFaultsAndCatchesEveryMutant) {
  std::ostringstream text;
  text << std::ifstream(LOCKSTEP_SOURCE_DIR "/docs/writing-assignments.md").rdbuf();
  const std::string page = text.str(), begin = "````", name = " file:";
  const TemporaryFolder folder;
  std::size_t files = 0;
  for (std::size_t at = 0; (at = page.find(begin, at)) != page.npos; ++files) {
    const std::size_t end_of_line = page.find('\n', at), to = page.find(begin + "\n", end_of_line);
    const std::string line = page.substr(at, end_of_line - at);
    ASSERT_NE(line.find(name), line.npos) << line;
    ASSERT_NE(to, page.npos);
    const std::filesystem::path path = folder.path() / line.substr(line.find(name) + name.size());
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << page.substr(end_of_line + 1, to - end_of_line - 1);
    at = to + begin.size();
  }
  EXPECT_GE(files, 5u);
  const AssignmentFolder found = *find_assignment((folder.path() / "sums").string());
  const auto assignment = load_assignment(found);
  ASSERT_TRUE(assignment) << assignment.error().message;
  const AssignmentCheck check = checked(*assignment, found);
  EXPECT_THAT(check.problems, testing::IsEmpty());
  EXPECT_GT(check.tasks.front().caught, 30u);
}

}  // namespace
}  // namespace lockstep::assignment
