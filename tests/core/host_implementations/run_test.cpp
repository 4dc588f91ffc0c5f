// A run that is wrong or incomplete never has a time.
#include "core/host_implementations/run.hpp"

#include <gtest/gtest.h>

#include "core/host_implementations/function_session.hpp"

namespace lockstep::host {
namespace {

using Status = HostReport::Status;

// Omits the last element.
void forgetful(const Job& job) {
  with_arrays(job, []<class Operation>(const Arrays<Operation>& a) {
    typename Operation::T total = Operation::identity;
    for (std::size_t i = 0; i + 1 < a.count; ++i) total = typename Operation::Function()(total, a.in[i]);
    *a.out = total;
  });
}

void idle(const Job&) {}

class EveryOther final : public Session {
 public:
  explicit EveryOther(const Job& job) : job_(job) {}
  Result<std::uint64_t> run(std::stop_token) override {
    if (++runs_ % 2 == 1) (*find_implementation("cpu/sequential")->open(job_))->run({}).value();
    return runs_;
  }

 private:
  Job job_;
  unsigned runs_ = 0;
};

class Stuck final : public Session {
 public:
  Result<std::uint64_t> run(std::stop_token) override { return failure("It does not answer."); }
};

Implementation runs(OpenSession open) {
  Implementation implementation;
  implementation.id = "cpu/test";
  implementation.open = open;
  return implementation;
}

Result<HostReport> run_with(OpenSession open, const measure::RunOptions& options = {.repetitions = 3}) {
  return run_implementation(runs(open), {.n = 1000}, 2, options);
}

TEST(RunOnHost, AWrongResultIsNeverATime) {
  const auto report = run_with(&open_function<&forgetful>);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, Status::failed);
  EXPECT_NE(report->reason.find("out[0] is"), std::string::npos) << report->reason;
  EXPECT_EQ(report->time_ns.median, 0u);
  EXPECT_EQ(report->runs, 0u);
}

TEST(RunOnHost, TheResultOfThePreviousRunDoesNotPass) {
  EXPECT_EQ(run_with(&open_function<&idle>)->status, Status::failed);
  const auto report = run_with(
      [](const Job& job) -> Result<std::unique_ptr<Session>> { return std::make_unique<EveryOther>(job); });
  EXPECT_EQ(report->status, Status::failed);
  EXPECT_NE(report->reason.find("Run 1 of the same plan was right"), std::string::npos) << report->reason;
}

TEST(RunOnHost, ASessionThatFailsIsAnErrorWithItsReason) {
  const auto report =
      run_with([](const Job&) -> Result<std::unique_ptr<Session>> { return std::make_unique<Stuck>(); });
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, Error::Kind::failed);
  EXPECT_EQ(report.error().message, "It does not answer.");
}

TEST(RunOnHost, TimesTheRepetitionsAndNotTheWarmUps) {
  unsigned calls = 0;
  measure::Progress last;
  measure::RunOptions options{.repetitions = 5, .warm_ups = 2};
  options.on_progress = [&](const measure::Progress& progress) {
    ++calls;
    last = progress;
  };
  const auto report = run_implementation(*find_implementation("cpu/sequential"), {.n = 100'000}, 1, options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, Status::passed) << report->reason;
  EXPECT_EQ(report->runs, 5u);
  EXPECT_LE(report->time_ns.min, report->time_ns.median);
  EXPECT_LE(report->time_ns.median, report->time_ns.max);
  EXPECT_GT(report->time_ns.min, 0u);
  EXPECT_EQ(last.done, 7u);
  EXPECT_EQ(last.total, 7u);
  EXPECT_EQ(calls, 9u) << "filling, each run, done";
}

TEST(RunOnHost, StopsBetweenRuns) {
  std::stop_source stop;
  measure::RunOptions options{.repetitions = 1000};
  options.stop = stop.get_token();
  options.on_progress = [&](const measure::Progress& progress) {
    if (progress.done == 4) stop.request_stop();
  };
  const auto report =
      run_implementation(*find_implementation("cpu/sequential-scan"), {.n = 1000}, 1, options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, Status::cancelled);
  EXPECT_EQ(report->reason, "Cancelled after 4 of 1003 runs.");
}

TEST(RunOnHost, InvalidRequestsAreRefused) {
  const Implementation& reduce = *find_implementation("cpu/sequential");
  const Implementation& scan = *find_implementation("cpu/sequential-scan");
  const auto refusal = [](const Implementation& implementation, const PlanRequest& request) {
    const auto report = run_implementation(implementation, request, 1);
    EXPECT_FALSE(report);
    EXPECT_EQ(report.error().kind, Error::Kind::usage);
    return report.error().message;
  };
  EXPECT_NE(refusal(reduce, {.n = 0}).find("n is 0"), std::string::npos);
  EXPECT_NE(refusal(reduce, {.n = 8, .exclusive = true}).find("is a reduction"), std::string::npos);
  EXPECT_NE(refusal(scan, {.n = 8, .type = ElementType::int8}).find("choose int, uint, float"),
            std::string::npos);
  EXPECT_NE(refusal(scan, {.n = std::uint64_t{1} << 44}).find("choose a smaller n"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::host
