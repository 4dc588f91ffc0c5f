// Programs in the background: their output, their launches so far, their end.
#include "runtime/run_program/background_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::runtime {
namespace {

using testing::HasSubstr;

#ifdef LOCKSTEP_TEST_SUMS
constexpr const char *kSums = LOCKSTEP_TEST_SUMS, *kPingPong = LOCKSTEP_TEST_PINGPONG;
#else
constexpr const char *kSums = "", *kPingPong = "";
#endif
constexpr const char* kPrograms = LOCKSTEP_SOURCE_DIR "/tests/runtime/programs";

TEST(OutputTail, KeepsTheLastWholeLines) {
  OutputTail tail;
  tail.add("first\n");
  EXPECT_EQ(tail.text(), "first\n");
  EXPECT_FALSE(tail.is_cut());
  const std::string line(999, 'x');
  for (int i = 0; i < 100; ++i) tail.add(line + "\n");
  tail.add("last\n");
  EXPECT_TRUE(tail.is_cut());
  EXPECT_LE(tail.text().size(), OutputTail::kMaxBytes);
  EXPECT_EQ(tail.text().size() % 1000, 5u);
  EXPECT_TRUE(tail.text().ends_with("x\nlast\n"));
}

TEST(OutputTail, OneEndlessLineIsCutToo) {
  OutputTail tail;
  for (int i = 0; i < 10; ++i) tail.add(std::string(20'000, 'x'));
  EXPECT_LE(tail.text().size(), OutputTail::kMaxBytes);
}

TEST(LaunchCounter, FollowsJournalsThatGrow) {
  const TemporaryFolder folder;
  LaunchCounter counter(folder.path().string());
  EXPECT_EQ(counter.count(), 0u);
  std::ofstream journal(folder.file("7.jsonl"));
  journal << "{\"event\":\"start\"}\n{\"event\":\"launch\",\"kernel\":\"a\"}\n" << std::flush;
  EXPECT_EQ(counter.count(), 1u);
  journal << "{\"event\":\"launch\",\"ker" << std::flush;
  EXPECT_EQ(counter.count(), 1u) << "the line is not complete";
  journal << "nel\":\"b\"}\n{\"event\":\"program\",\"source\":\"\\\"event\\\":\\\"launch\\\"\"}\n"
          << std::flush;
  EXPECT_EQ(counter.count(), 2u);
}

class Background : public testing::Test {
 protected:
  void SetUp() override {
    if (*kSums == '\0')
      GTEST_SKIP() << "There is no OpenCL loader (libOpenCL.so.1) to link the programs with.";
  }
  static std::unique_ptr<BackgroundRun> run(GuestOptions options) {
    auto run = BackgroundRun::start(std::move(options));
    EXPECT_TRUE(run) << run.error().message;
    const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!(*run)->listen(std::chrono::milliseconds(20)) && std::chrono::steady_clock::now() < most) {
    }
    return std::move(*run);
  }
  static Report report_of_run(const BackgroundRun& done) { return report_of(*done.run().read()); }
  static Recording recording_of_run(const BackgroundRun& done) {
    return *done.run().recording(*done.run().read());
  }
};

TEST_F(Background, OutputLaunchesAndEnd) {
  const auto done = run({.command = {kSums, "launches", "3"}, .records = true});
  EXPECT_EQ(done->output().text(), "32640\n98176\n163712\n229248\n");
  EXPECT_EQ(done->launches(), 3u);
  EXPECT_EQ(done->end().status, 0);
  EXPECT_EQ(report_of_run(*done).launches.size(), 3u);
  EXPECT_EQ(recording_of_run(*done).plan.launches.size(), 3u);
  EXPECT_THAT(recording_of_run(*done).made_with, HasSubstr("Lockstep "));
}

TEST_F(Background, ATimeLimitEndsIt) {
  const auto done = run({.command = {kSums, "sleep"}, .time_limit = std::chrono::milliseconds(700)});
  EXPECT_TRUE(done->end().timed_out);
}

TEST_F(Background, StopEndsItAndKeepsWhatIsKnown) {
  auto run = BackgroundRun::start({.command = {kSums, "sleep"}}).value();
  const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (run->launches() == 0 && std::chrono::steady_clock::now() < most)
    run->listen(std::chrono::milliseconds(20));
  run->stop();
  while (!run->listen(std::chrono::milliseconds(20))) {
  }
  EXPECT_TRUE(run->end().stopped);
  EXPECT_EQ(report_of_run(*run).launches.size(), 1u);
}

TEST_F(Background, KernelsAreKnownByTheirFiles) {
  const auto done = run({.command = {kPingPong}, .folder = kPrograms, .records = true});
  EXPECT_EQ(done->output().text(), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 \n");
  auto report = report_of_run(*done);
  ASSERT_EQ(report.programs.size(), 2u);
  EXPECT_EQ(report.programs[1].name, "step.cl");
  EXPECT_EQ(report.programs[1].file, std::string(kPrograms) + "/step.cl");
  find_lost_results(recording_of_run(*done), done->run(), report);
  EXPECT_EQ(report.findings(), 0u);
}

TEST_F(Background, ALostResultIsFoundInTheRecording) {
  const auto done = run({.command = {kPingPong, "wrong"}, .folder = kPrograms, .records = true});
  auto report = report_of_run(*done);
  EXPECT_EQ(report.findings(), 0u) << "no kernel has an error";
  find_lost_results(recording_of_run(*done), done->run(), report);
  ASSERT_EQ(report.between.size(), 1u);
  EXPECT_EQ(report.between[0].kind, "unread_result");
  EXPECT_EQ(report.between[0].file, "step.cl");
  EXPECT_THAT(report.between[0].message, HasSubstr("swap a and out"));
}

TEST_F(Background, WrongOptionsAreErrors) {
  EXPECT_THAT(BackgroundRun::start({.command = {}}).error().message, HasSubstr("No program"));
  EXPECT_THAT(BackgroundRun::start({.command = {kSums}, .model = "nothing"}).error().message,
              HasSubstr("nothing"));
  EXPECT_THAT(BackgroundRun::start({.command = {kSums}, .folder = "/no/such"}).error().message,
              HasSubstr("/no/such does not exist"));
  EXPECT_THAT(BackgroundRun::start({.command = {"./no-such-program"}}).error().message,
              HasSubstr("cannot be started"));
  EXPECT_FALSE(BackgroundRun::start({.command = {kSums}, .launches = "x"}));
}

}  // namespace
}  // namespace lockstep::runtime
