#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assignment/format/read_assignment.hpp"
#include "assignment/host_programs/host_programs.hpp"
#include "assignment/test_quality/check.hpp"
#include "assignment/worker/worker.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

AssignmentFolder cheats_folder() { return {"cheats", LOCKSTEP_SOURCE_DIR "/tests/cheats"}; }

// check_assignment() asks each for its reason, the references for all points, and the skeletons for none.
TEST(Cheats, EachFailsForItsReason) {
  const AssignmentFolder folder = cheats_folder();
  const Assignment cheats = load_assignment(folder).value();
  Workers workers(worker_options());
  CheckOptions options;
  options.with_mutants = false;
  options.run = [&](const RunRequest& request) { return workers.run(request); };
  const AssignmentCheck check = check_assignment(cheats, folder, options).value();
  EXPECT_THAT(check.problems, testing::IsEmpty());
}

TEST(Cheats, OfHostProgramsEachFailsForItsReason) {
  if (const auto sandbox = Sandbox::find(); !sandbox) GTEST_SKIP() << sandbox.error().message;
  const AssignmentFolder folder{"host_programs", cheats_folder().path + "/host_programs"};
  const Assignment cheats = load_assignment(folder).value();
  Workers workers(worker_options());
  HostPrograms programs(LOCKSTEP_PROGRAM, {.processor_time = std::chrono::seconds(2)});
  CheckOptions options;
  options.with_mutants = false;
  options.run = [&](const RunRequest& request) { return workers.run(request); };
  options.run_host = [&](const HostRequest& request) { return programs.run(request); };
  const AssignmentCheck check = check_assignment(cheats, folder, options).value();
  EXPECT_THAT(check.problems, testing::IsEmpty());
}

TEST(Cheats, NoneIsForgotten) {
  const AssignmentFolder folder = cheats_folder();
  const Assignment cheats = load_assignment(folder).value();
  std::set<std::string> named, there;
  for (const Task& task : cheats.tasks)
    for (const WrongSolution& wrong : task.wrong) named.insert("wrong/" + task.name + "/" + wrong.file);
  for (const std::string& file : folder.files()) {
    const std::size_t end = file.find('/', file.find('/', file.find('/') + 1) + 1);
    if (file.starts_with("wrong/")) there.insert(file.substr(0, end));
  }
  EXPECT_EQ(named, there);
  EXPECT_GE(named.size(), 25u);
}

}  // namespace
}  // namespace lockstep::assignment
