// What students get is an assignment, and holds nothing of solutions and hidden tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "assignment/export/exporting.hpp"
#include "assignment/format/read_assignment.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/submission/files/write_zip.hpp"
#include "assignment/submission/files/zip_archive.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kExportedTests = R"(
points: 4
wrong: canary-71234567.cl, wrong result

Add `\{n\}` numbers. <!-- The solution is 72234567. -->

![A tree](tree.png)

```c
int shown = 1;
```

```test Hidden first
{"points": 1, "n": [73234], "seeds": [74234567], "visibility": "after due"}
```

```test Public
{"points": 2, "n": [7, 64], "L": 8, "needs": ["Hidden first"], "criteria": ["no finding", "T <= reference"]}
```

```test Hidden
{"points": 1, "n": 8, "L": 4, "visibility": "never", "criteria": ["barriers <= 75234567"],
 "buffers": [{"name": "in", "fill": "@canary-76234567.csv"}]}
```

Good luck.
)";

struct Exported : testing::Test {
  MadeAssignment made{kExportedTests};
  TemporaryFolder folder;
  std::vector<NamedBytes> files;
  AssignmentFolder student;

  Exported() {
    made.write("wrong/sum-of-a-group/canary-71234567.cl", "// 77234567\n");
    made.write("canary-76234567.csv", "78234567\n");
    made.write("tree.png", "picture");
    made.write("reference/sum.cl", kRightKernel + "// 79234567\n");
    files = student_files(made.assignment(), made.folder(), {}).value();
    for (const NamedBytes& file : files) {
      const std::filesystem::path path = folder.file(file.path);
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << file.bytes;
    }
    student = {"sums", folder.path().string()};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const NamedBytes& file : files) names.push_back(file.path);
    return names;
  }
};

TEST_F(Exported, HasNoSolutionAndNothingOfHiddenTests) {
  EXPECT_THAT(names(),
              testing::UnorderedElementsAre("assignment.md", "README.md", "sum.plan.json", "skeleton/sum.cl",
                                            "tree.png", "public-runs/sum-of-a-group/public.txt"));
  const std::string archive = zip_of(files).value();
  ZipArchive zip = std::move(*ZipArchive::from_bytes(archive, "student.zip"));
  std::string all;
  for (const ZipArchive::Entry& entry : zip.entries())
    all += entry.name + zip.read(entry, UINT64_MAX).value();
  for (const char* canary : {"71234567", "72234567", "73234", "74234567", "75234567", "76234567", "77234567",
                             "78234567", "79234567", "wrong:", "barriers <="})
    EXPECT_EQ(all.find(canary), all.npos) << canary;
}

// Points, titles and when they run are what students know of hidden tests; their cases stay at the teacher's.
TEST_F(Exported, IsAnAssignmentWithAllPointsWhoseHiddenTestsAreWithheld) {
  const Assignment read = load_assignment(student).value();
  ASSERT_EQ(read.tasks.size(), 1u);
  ASSERT_EQ(read.tasks[0].tests.size(), 3u);
  for (const assignment::Test& test : read.tasks[0].tests) {
    EXPECT_EQ(test.is_withheld, test.title != "Public") << test.title;
    EXPECT_EQ(test.visibility == Visibility::always, test.title == "Public");
  }
  EXPECT_EQ(read.points(), 4);
  EXPECT_THAT(read.text, HasSubstr("Add `\\{n\\}` numbers."));
  EXPECT_THAT(read.text, HasSubstr("int shown = 1;"));
  EXPECT_THAT(read.text, HasSubstr("Good luck."));
}

TEST_F(Exported, RunsOnlyWhatIsNotWithheld) {
  const Assignment read = load_assignment(student).value();
  Judge judge(read, student, "");
  const TaskResult result =
      judge
          .judge(read.tasks[0], handed_in(kRightKernel), [](const RunRequest& it) { return execute(it); }, {})
          .value();
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(result.points, 2);
}

// Also criteria that compare with the reference, which is not there.
TEST_F(Exported, JudgesAsTheWholeAssignmentDoes) {
  const Assignment read = load_assignment(student).value();
  Judge judge(read, student, "");
  EXPECT_THAT(judge.problems(), testing::IsEmpty());
  const auto run = [](const RunRequest& request) { return execute(request); };
  const auto judged = [&](const std::string& kernel) {
    return judge.judge(read.tasks[0], handed_in(kernel), run, {}).value().tests[0];
  };
  EXPECT_TRUE(judged(kRightKernel).is_passed());
  const TestResult slow = judged(right_kernel_with(
      "block[t] += block[t + s];", "{ block[t] += block[t + s]; block[t] += in[0]; block[t] -= in[0]; }"));
  ASSERT_TRUE(slow.failure);
  EXPECT_EQ(slow.failure->kind, "T");
}

TEST(StudentFiles, AnAssignmentWithoutPublicTestIsRefused) {
  const MadeAssignment made("```test\n{\"visibility\": \"after due\"}\n```\n");
  const auto files = student_files(made.assignment(), made.folder(), {});
  ASSERT_FALSE(files);
  EXPECT_THAT(files.error().message, HasSubstr("no public test"));
}

TEST(StudentFiles, ATaskWithoutPublicTestStaysATask) {
  const MadeAssignment made(
      "```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n\n---\n\n# More\n\nfile: more.cl\nplan: "
      "sum.plan.json\n\n"
      "hint: 0.5: Think.\n\nAs fast as you can.\n\n```test Secret\n{\"points\": 3, \"bonus\": true, "
      "\"visibility\": \"after due\"}\n```\n");
  made.write("skeleton/more.cl", kRightKernel);
  const auto files = student_files(made.assignment(), made.folder(), {}).value();
  TemporaryFolder folder;
  for (const NamedBytes& file : files) {
    std::filesystem::create_directories(std::filesystem::path(folder.file(file.path)).parent_path());
    std::ofstream(folder.file(file.path)) << file.bytes;
  }
  const Assignment read = load_assignment({"sums", folder.path().string()}).value();
  ASSERT_EQ(read.tasks.size(), 2u);
  EXPECT_EQ(read.tasks[1].title, "More");
  EXPECT_EQ(read.tasks[1].files, std::vector<std::string>{"more.cl"});
  EXPECT_EQ(read.tasks[1].hints.size(), 1u);
  EXPECT_EQ(read.tasks[1].points, 0);
  EXPECT_EQ(read.tasks[1].bonus(), 3);
  EXPECT_TRUE(std::filesystem::exists(folder.file("skeleton/more.cl")));
}

// Tasks of two pages with the same plan and other skeletons.
TEST(StudentFiles, EachTaskHasThePlanOfItsOwnSkeleton) {
  const std::string page =
      "file: sum.cl, sum.plan.json\nplan: sum.plan.json\n\n```test Public\n{\"points\": 1, \"n\": 8, \"L\": "
      "4}\n```\n";
  const MadeAssignment made(
      "file: sum.plan.json\n\n```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n\n---\n\n# More\n\n" +
      page);
  made.write("skeleton/sum.plan.json", made.folder().read("sum.plan.json").value());
  const auto files = student_files(made.assignment(), made.folder(), {}).value();
  const auto text = std::ranges::find(files, "assignment.md", &NamedBytes::path)->bytes;
  EXPECT_THAT(text, HasSubstr("plan: plans/sum-of-a-group.plan.json"));
  EXPECT_THAT(text, HasSubstr("plan: plans/more.plan.json"));
}

// What the host launches is theirs to find; their copy still grades.
TEST(StudentFiles, OfHostProgramsThePlanHasNoLaunch) {
  const MadeAssignment made("file: host.c\n\n```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  made.write("skeleton/host.c", "int main() { return 0; }\n");
  const auto files = student_files(made.assignment(), made.folder(), {}).value();
  const TemporaryFolder folder;
  for (const NamedBytes& file : files) {
    EXPECT_EQ(file.bytes.find("(2 L)) * L"), file.bytes.npos) << file.path;
    EXPECT_EQ(file.bytes.find("\"work_items\":4"), file.bytes.npos) << file.path;
    std::filesystem::create_directories(system_path(folder.file(file.path)).parent_path());
    std::ofstream(folder.file(file.path), std::ios::binary) << file.bytes;
  }
  const AssignmentFolder student{"sums", folder.path().string()};
  const Assignment read = load_assignment(student).value();
  Judge judge(read, student, "");
  EXPECT_THAT(judge.problems(), testing::IsEmpty());
}

// Times are compared with those of the reference solution, which students do not have.
TEST(StudentFiles, TestsThatMeasureTimesRunAtTheTeachers) {
  const MadeAssignment made(
      "```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n"
      "```test Fast\n{\"points\": 1, \"n\": 8, \"L\": 4, \"criteria\": [\"time <= 2 reference\"]}\n```\n");
  const auto files = student_files(made.assignment(), made.folder(), {}).value();
  const auto text = std::ranges::find(files, "assignment.md", &NamedBytes::path)->bytes;
  EXPECT_THAT(text, HasSubstr("\"visibility\":\"public\",\"withheld\":true"));
  EXPECT_THAT(text, Not(HasSubstr("time <=")));
}

// Nothing else says why these tests are not graded on a platform.
TEST(PlatformFiles, SayWhatHostProgramsNeed) {
  const MadeAssignment without("```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  const MadeAssignment with("file: host.c\n\n```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  with.write("skeleton/host.c", "int main() { return 0; }\n");
  with.write("reference/host.c", "int main() { return 0; }\n");
  ExportOptions options;
  options.program =
      "\x7f"
      "ELF";
  options.device_library = "a library";
  for (const ExportTarget& target : export_targets()) {
    if (!target.has_program) continue;
    const auto read_me = [&](const MadeAssignment& made, const ExportOptions& given) {
      const auto files = target.files(made.assignment(), made.folder(), given).value();
      EXPECT_EQ(std::ranges::count_if(
                    files, [](const NamedBytes& file) { return file.path.ends_with(kDeviceLibraryFile); }),
                given.device_library.empty() ? 0 : 1)
          << target.name;
      return std::ranges::find(files, "README.md", &NamedBytes::path)->bytes;
    };
    EXPECT_THAT(read_me(with, options), HasSubstr("bubblewrap")) << target.name;
    EXPECT_THAT(read_me(without, {}), Not(HasSubstr("bubblewrap"))) << target.name;
  }
}

TEST(AuthorFiles, AreTheWholeAssignment) {
  const MadeAssignment made("```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  const auto target = std::ranges::find(export_targets(), "author", &ExportTarget::name);
  ASSERT_NE(target, export_targets().end());
  const auto files = target->files(made.assignment(), made.folder(), {}).value();
  std::vector<std::string> names;
  for (const NamedBytes& file : files) names.push_back(file.path);
  EXPECT_EQ(names, made.folder().files());
  EXPECT_THAT(names, Contains("reference/sum.cl"));
}

// The plan of the reference has the launches that are to be found.
TEST(StudentFiles, LaunchesThatAreHandedInAreThoseOfTheSkeleton) {
  const MadeAssignment made(
      "file: sum.plan.json\n\n```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n");
  const std::string plan = made.folder().read("sum.plan.json").value();
  made.write(
      "skeleton/sum.plan.json",
      R"({"launches": [{"kernel": "sum", "global": 4, "local": 4, "arguments": ["in", "out", {"scalar": "uint", "value": 0}, {"local_bytes": 16}]}]})");
  const auto files = student_files(made.assignment(), made.folder(), {}).value();
  const auto exported = std::ranges::find(files, "plans/sum-of-a-group.plan.json", &NamedBytes::path);
  ASSERT_NE(exported, files.end());
  EXPECT_THAT(exported->bytes, HasSubstr("random:{seed}"));
  EXPECT_THAT(exported->bytes, Not(HasSubstr("ceil(n / (2 L)) * L")));
}

}  // namespace
}  // namespace lockstep::assignment
