// A solution of another kind than the reference has all points, under all schedules and orders and on two
// models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

#include "assignment/format/read_assignment.hpp"
#include "assignment/judging/execute.hpp"
#include "assignment/judging/judge.hpp"
#include "core/plan/language.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

struct Variant {
  std::string assignment, task;
  fs::path path;  // a kernel file, or a folder with it and a plan
  friend void PrintTo(const Variant& variant, std::ostream* to) { *to << variant.path.string(); }
};

fs::path variants_folder() { return fs::path(LOCKSTEP_SOURCE_DIR) / "tests" / "variants"; }

fs::path assets_folder() { return fs::path(LOCKSTEP_SOURCE_DIR) / "assets" / "assignments"; }

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

std::vector<Variant> all_variants() {
  std::vector<Variant> all;
  for (const AssignmentFolder& folder : assignment_folders()) {
    const Assignment assignment = load_assignment(folder).value();
    for (const Task& task : assignment.tasks) {
      // Those of the author, too.
      for (const fs::path& of_task :
           {variants_folder() / task.name, assets_folder() / folder.name / "right" / task.name})
        if (fs::is_directory(of_task))
          for (const fs::path& path : sorted_entries(of_task)) all.push_back({folder.name, task.name, path});
    }
  }
  return all;
}

std::string variant_name(const testing::TestParamInfo<Variant>& it) {
  const bool is_of_author = it.param.path.generic_string().find("/right/") != std::string::npos;
  std::string name = it.param.assignment + "_" + it.param.task + "_" + (is_of_author ? "right_" : "") +
                     it.param.path.stem().stem().string();
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

std::vector<SourceText> with_file(std::vector<SourceText> files, const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const bool is_kernel = is_kernel_file(path.string());
  for (SourceText& file : files)
    if (is_kernel_file(file.path) == is_kernel) file.text = text.str();
  return files;
}

std::string failures_of(const TaskResult& result) {
  std::string text;
  for (const TestResult& test : result.tests)
    if (test.failure)
      text += test.test->title + ": " + test.failure->reason + " (" +
              (test.failure->which ? test.failure->which->text() : "") + ")\n";
  return text;
}

// The tests of a task under all schedules and orders, and on a second model, whose counters are not asked.
Assignment widened(Assignment assignment) {
  for (Task& task : assignment.tasks)
    for (assignment::Test& test : task.tests) {
      test.lists.schedules = {"lockstep", "independent"};
      test.lists.orders = {"fixed", "random:1", "adversarial"};
    }
  return assignment;
}
Assignment on_second_model(Assignment assignment) {
  for (Task& task : assignment.tasks)
    for (assignment::Test& test : task.tests) {
      test.lists.models = {"cc2.0"};
      std::erase_if(test.criteria,
                    [](const Criterion& it) { return it.kind == Criterion::Kind::comparison; });
    }
  return widened(std::move(assignment));
}

class EachVariant : public testing::TestWithParam<Variant> {};
TEST_P(EachVariant, HasAllPoints) {
  const AssignmentFolder folder = *find_assignment(GetParam().assignment);
  const Assignment read = load_assignment(folder).value();
  for (const Assignment& assignment : {widened(read), on_second_model(read)}) {
    const Task& task = *assignment.find_task(GetParam().task);
    Judge judge(assignment, folder, "variants");
    std::vector<SourceText> files = judge.author_files(task, "reference");
    if (fs::is_directory(GetParam().path))
      for (const fs::path& path : sorted_entries(GetParam().path)) files = with_file(std::move(files), path);
    else
      files = with_file(std::move(files), GetParam().path);
    Judge::Options options;
    options.finds_examples = false;
    const auto result = judge.judge(
        task, files, [](const RunRequest& request) { return execute(request); }, options);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(failures_of(*result), "");
    EXPECT_EQ(result->points, task.points);
    EXPECT_EQ(result->bonus, task.bonus());
  }
}
INSTANTIATE_TEST_SUITE_P(Variants, EachVariant, testing::ValuesIn(all_variants()), variant_name);

TEST(Variants, EachFolderIsThatOfATask) {
  std::set<std::string> tasks;
  for (const AssignmentFolder& folder : assignment_folders()) {
    const Assignment assignment = load_assignment(folder).value();
    for (const Task& task : assignment.tasks) tasks.insert(task.name);
  }
  for (const fs::path& path : sorted_entries(variants_folder())) {
    if (!fs::is_directory(path)) continue;
    EXPECT_TRUE(tasks.contains(path.filename().string())) << path;
  }
  EXPECT_GE(all_variants().size(), 150u);
}

}  // namespace
}  // namespace lockstep::assignment
