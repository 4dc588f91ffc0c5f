// A recorded program in place of an algorithm: each subcommand takes it.
#include "core/recording/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/sim/host_programs.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

std::string recorded(const TemporaryFolder& folder, const Plan& plan, const std::string& model = "cc2.0") {
  Recording recording;
  recording.plan = plan;
  recording.model = model;
  const std::string path = folder.file("scan.lockstep");
  const auto written = write_recording(recording, path);
  EXPECT_TRUE(written) << written.error().message;
  return path;
}

TEST(RecordedProgram, TraceShowsTheHostsCallsBetweenLaunches) {
  const TemporaryFolder folder;
  const std::string path = recorded(folder, sim::hillis_steele_program(16));
  const Output outcome = run_lockstep("trace " + path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t write = outcome.out.find("host      clEnqueueWriteBuffer(a, 0, 64 bytes) at host.c:30");
  const std::size_t first = outcome.out.find("launch 1 of 4: host.c:42 · kernel step");
  const std::size_t read = outcome.out.find("host      clEnqueueReadBuffer(a, 0, 64 bytes) at host.c:50");
  EXPECT_LT(write, first);
  EXPECT_LT(first, read);
  EXPECT_LT(read, outcome.out.size());
}

TEST(RecordedProgram, RunsOnTheModelThatItWasRecordedOnUnlessAnotherIsGiven) {
  const TemporaryFolder folder;
  const std::string path = recorded(folder, sim::hillis_steele_program(16));
  EXPECT_THAT(run_lockstep("counters " + path).out, HasSubstr("cc2.0"));
  EXPECT_THAT(run_lockstep("counters " + path + " --model cc9.0").out, HasSubstr("cc9.0"));
}

TEST(RecordedProgram, ALostResultIsAnErrorOfTheRun) {
  const TemporaryFolder folder;
  const std::string path = recorded(folder, sim::hillis_steele_program(16, {.swaps = false}));
  const Output explained = run_lockstep("explain " + path);
  EXPECT_EQ(explained.status, 1);
  EXPECT_THAT(explained.out,
              HasSubstr("unread_result: launch 2 (clEnqueueNDRangeKernel at host.c:42) reads a, but"));
  const Output traced = run_lockstep("trace " + path + " --json");
  EXPECT_EQ(traced.status, 1);
  const auto run = nlohmann::json::parse(traced.out);
  ASSERT_EQ(run["findings"].size(), 1u);
  EXPECT_EQ(run["findings"][0]["kind"], "unread_result");
  EXPECT_EQ(run["findings"][0]["first"]["launch"], 2);
  EXPECT_EQ(run["findings"][0]["second"]["launch"], 1);
  ASSERT_EQ(run["host_calls"].size(), 2u);
  EXPECT_EQ(run["host_calls"][0]["place"], "host.c:30");
  const Output simulated = run_lockstep("simulate " + path + " --json");
  EXPECT_EQ(simulated.status, 1);
  EXPECT_THAT(simulated.out, HasSubstr("unread_result"));
}

TEST(RecordedProgram, ADamagedFileIsAnError) {
  const TemporaryFolder folder;
  const std::string path = recorded(folder, sim::hillis_steele_program(16));
  std::filesystem::resize_file(path, 300);
  for (const char* command : {"trace", "counters", "explain", "simulate"}) {
    const Output outcome = run_lockstep(std::string(command) + " " + path);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("scan.lockstep is cut off.")) << command;
  }
}

}  // namespace
}  // namespace lockstep::cli
