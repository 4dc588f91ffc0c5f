// The same job with and without a thread: equal requests give equal results.
#include "core/base/job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kLong = std::chrono::minutes(1);

using SquareJob = Job<int, int>;

// The square of a number, computed row by row; a negative number never ends unless it is stopped.
SquareJob::Piece square(const int& number) {
  return [number, sum = 0, row = 0](SquareJob::Control& control) mutable -> std::optional<int> {
    if (control.stop().stop_requested()) return -1;
    if (number < 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return std::nullopt;
    }
    control.progress("row", row / static_cast<double>(std::max(1, number)));
    if (row++ == number) return sum;
    sum += number;
    return std::nullopt;
  };
}

// true: without threads.
class JobTest : public testing::TestWithParam<bool> {
 protected:
  JobHost host() {
    if (GetParam()) slices_ = std::make_shared<JobSlices>();
    return {[this] { ++woken_; }, slices_};
  }
  // The calls of a main loop between two frames.
  void pass_time() {
    if (slices_)
      slices_->run_slice(std::chrono::milliseconds(2));
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::shared_ptr<JobSlices> slices_;
  std::atomic<int> woken_ = 0;
};

TEST_P(JobTest, RequestsAreWorkedOnInOrder) {
  SquareJob job(square, host());
  EXPECT_FALSE(job.is_busy());
  for (const int number : {3, 4, 5}) job.ask(number);
  EXPECT_TRUE(job.is_busy());
  job.wait(kLong);
  EXPECT_FALSE(job.is_working());
  EXPECT_TRUE(job.is_busy()) << "results have not been taken";
  EXPECT_THAT(job.take(), ElementsAre(9, 16, 25));
  EXPECT_FALSE(job.is_busy());
  EXPECT_THAT(job.take(), IsEmpty());
  EXPECT_GE(woken_, 3);
}

TEST_P(JobTest, NewRequestsReplaceThoseThatWait) {
  SquareJob job(square, host());
  job.ask(-1);
  while (!job.running()) pass_time();
  job.ask_instead({3, 4});
  job.ask_instead({-1, 5});
  EXPECT_EQ(job.running(), -1);
  EXPECT_EQ(job.waiting(), 1u) << "the running request is not asked for twice";
  job.stop();
  job.wait(kLong);
  EXPECT_THAT(job.take(), ElementsAre(-1, -1)) << "both were stopped, and both gave a result";
}

TEST_P(JobTest, TheLatestRequestWins) {
  SquareJob job(square, host());
  job.ask(2);
  job.wait(kLong);
  job.ask(-1);
  while (!job.running()) pass_time();
  job.ask_only(7);
  job.wait(kLong);
  EXPECT_THAT(job.take(), ElementsAre(49)) << "no result of an older request is left";
}

TEST_P(JobTest, PartialResultsComeBeforeTheLastOne) {
  SquareJob job(
      [](const int& number) -> SquareJob::Piece {
        return [number](SquareJob::Control& control) -> std::optional<int> {
          for (int i = 0; i < number; ++i) control.hand_over(i);
          return 100;
        };
      },
      host());
  job.ask(3);
  job.wait(kLong);
  EXPECT_THAT(job.take(), ElementsAre(0, 1, 2, 100));
}

TEST_P(JobTest, ProgressWakesNowAndThen) {
  using std::chrono::steady_clock;
  SquareJob job(
      [](const int&) -> SquareJob::Piece {
        return [begin = steady_clock::now()](SquareJob::Control& control) -> std::optional<int> {
          control.progress("half way", 0.5);
          return steady_clock::now() - begin > std::chrono::milliseconds(250) ? std::optional(1)
                                                                              : std::nullopt;
        };
      },
      host());
  job.ask(1);
  job.wait(kLong);
  EXPECT_EQ(job.progress().what, "half way");
  EXPECT_EQ(job.progress().share, 0.5);
  EXPECT_GE(woken_, 3);
  EXPECT_LE(woken_, 8) << "thousands of reports, a wake-up each 100 ms";
}

TEST_P(JobTest, TheLastWakeUpFindsTheJobIdle) {
  std::atomic<bool> idle = false;
  const JobHost plain = host();
  SquareJob* asked = nullptr;
  SquareJob job(square, {[&] { idle = !asked->is_working(); }, plain.slices});
  asked = &job;
  job.ask(3);
  job.wait(kLong);
  for (int i = 0; i < 1000 && !idle; ++i) pass_time();
  EXPECT_TRUE(idle);
}

TEST_P(JobTest, AClosedJobEndsSoonAndGivesNothing) {
  SquareJob job(square, host());
  job.ask(-1);
  job.ask(3);
  while (!job.running()) pass_time();
  job.close();
  for (int i = 0; i < 1000 && job.is_working(); ++i) pass_time();
  EXPECT_FALSE(job.is_working());
  EXPECT_THAT(job.take(), IsEmpty());
}

TEST_P(JobTest, AJobCanBeDestroyedWhileItWorks) {
  SquareJob job(square, host());
  job.ask(-1);
  job.ask(-2);
  pass_time();
}

TEST_P(JobTest, WaitingEndsWithTheTime) {
  SquareJob job(square, host());
  job.ask(-1);
  job.wait(std::chrono::milliseconds(20));
  EXPECT_TRUE(job.is_working());
}

INSTANTIATE_TEST_SUITE_P(BothWays, JobTest, testing::Bool(), [](const testing::TestParamInfo<bool>& run) {
  return run.param ? "InSlices" : "WithAThread";
});

TEST(JobSlices, SharesTheTimeAmongItsJobs) {
  const auto slices = std::make_shared<JobSlices>();
  SquareJob one(square, {{}, slices}), other(square, {{}, slices});
  EXPECT_FALSE(slices->run_slice(std::chrono::milliseconds(1)));
  one.ask(-1);
  other.ask(3);
  for (int i = 0; i < 100 && other.is_working(); ++i)
    EXPECT_TRUE(slices->run_slice(std::chrono::milliseconds(5)));
  EXPECT_THAT(other.take(), ElementsAre(9)) << "beside a job that never ends";
  one.stop();
  EXPECT_FALSE(slices->run_slice(kLong));
}

}  // namespace
}  // namespace lockstep
