// The process that calls the driver may behave in any way; here it is replaced by a shell script.
#include "core/bench/worker/worker.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/text/json.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/benchmark_data/row_json.hpp"

namespace lockstep::bench {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

// `q` is the question, `j` its number.
constexpr const char* kAsk =
    "ask() { read q || exit 0; j=$(echo \"$q\" | sed 's/^{\"job\":\\([0-9]*\\).*/\\1/'); }\n"
    "say() { echo \"{\\\"job\\\":$j,$1}\"; }\n";

WorkerOptions shell(const std::string& script, milliseconds timeout = milliseconds(10'000)) {
  return {.program = {"sh", "-c", kAsk + script}, .variables = {}, .timeout = timeout, .build_factor = 20};
}

measure::BenchRequest a_kernel() {
  measure::BenchRequest request;
  request.algorithm = &catalogue().front();
  request.request.n = 1000;
  return request;
}

std::string quoted_row(measure::BenchRow::Status status) {
  measure::BenchRow row;
  row.id = catalogue().front().id;
  row.n = 1000;
  row.status = status;
  row.reason = "as the worker says";
  const std::string json = "\"row\":" + json_line(row_json(row));
  return "'" + json + "'";
}

measure::BenchRow ask(Worker& worker, std::stop_token stop = {}) {
  const measure::Device device;
  measure::RunOptions options;
  options.stop = std::move(stop);
  return worker.row(&device, a_kernel(), 0, options);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Worker, AnswersAreFoundInTheOutputOfADriver) {
  Worker worker(shell("ask; echo hello; echo '{\"job\":99}'; echo '['; say " +
                      quoted_row(measure::BenchRow::Status::failed) + ""));
  const measure::BenchRow row = ask(worker);
  EXPECT_EQ(row.status, measure::BenchRow::Status::failed);
  EXPECT_EQ(row.reason, "as the worker says");
}

TEST(Worker, ProgressIsPassedOn) {
  Worker worker(shell("ask; say '\"progress\":{\"done\":3,\"total\":23,\"what\":\"run 4 of 23\"}'; say " +
                      quoted_row(measure::BenchRow::Status::failed)));
  std::vector<std::string> seen;
  measure::RunOptions options;
  options.on_progress = [&](const measure::Progress& progress) { seen.push_back(progress.what); };
  const measure::Device device;
  worker.row(&device, a_kernel(), 0, options);
  EXPECT_EQ(seen, std::vector<std::string>{"run 4 of 23"});
}

TEST(Worker, AfterACrashTheNextRowHasANewProcess) {
  Worker worker(shell("ask; test $j = 1 && echo bad page >&2 && kill -SEGV $$; say " +
                      quoted_row(measure::BenchRow::Status::failed)));
  const measure::BenchRow crashed = ask(worker);
  EXPECT_EQ(crashed.status, measure::BenchRow::Status::error);
  EXPECT_TRUE(has(crashed.reason, "ended by SIGSEGV") && has(crashed.reason, "It said: bad page"))
      << crashed.reason;
  EXPECT_EQ(ask(worker).status, measure::BenchRow::Status::failed);
}

TEST(Worker, ASilentWorkerTimesOut) {
  const auto start = Clock::now();
  Worker worker(shell("ask; say '\"progress\":{\"done\":0,\"total\":5,\"what\":\"run 1 of 5\"}'; sleep 60",
                      milliseconds(100)));
  const measure::BenchRow row = ask(worker);
  EXPECT_EQ(row.status, measure::BenchRow::Status::error);
  EXPECT_TRUE(has(row.reason, "did not answer for 100 ms during run 1 of 5, so its process was ended"))
      << row.reason;
  EXPECT_LT(Clock::now() - start, milliseconds(2000));
}

TEST(Worker, BuildsHaveALongerTimeout) {
  Worker worker(shell(
      "ask; say '\"progress\":{\"done\":0,\"total\":5,\"what\":\"building\",\"is_building\":true}'; sleep "
      "0.4; say " +
          quoted_row(measure::BenchRow::Status::failed),
      milliseconds(100)));
  EXPECT_EQ(ask(worker).reason, "as the worker says");
}

TEST(Worker, ACancelledRowOfAnUnresponsiveProcessEndsWithinASecond) {
  Worker worker(
      shell("ask; say '\"progress\":{\"done\":2,\"total\":5,\"what\":\"building\",\"is_building\":true}'; "
            "sleep 60"));
  std::stop_source stop;
  Clock::time_point asked;
  std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(150));
    asked = Clock::now();
    stop.request_stop();
  });
  const measure::BenchRow row = ask(worker, stop.get_token());
  EXPECT_LT(Clock::now() - asked, milliseconds(1000));
  EXPECT_EQ(row.status, measure::BenchRow::Status::skipped);
  EXPECT_EQ(row.reason, "Cancelled while building.");
  EXPECT_EQ(ask(worker, stop.get_token()).reason, "Cancelled before it began.");
}

TEST(Worker, AWorkerThatEndsWhenCancelledGivesItsOwnReason) {
  Worker worker(shell("ask; read stop; say " + quoted_row(measure::BenchRow::Status::skipped)));
  std::stop_source stop;
  std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.request_stop();
  });
  EXPECT_EQ(ask(worker, stop.get_token()).reason, "as the worker says");
}

TEST(Worker, ALostDeviceIsTriedTwiceOnly) {
  Worker worker(shell("while :; do ask; say '\"error\":\"It is gone.\",\"lost\":true'; done"));
  EXPECT_EQ(ask(worker).reason, "It is gone.");
  EXPECT_EQ(ask(worker).status, measure::BenchRow::Status::error);
  const measure::BenchRow third = ask(worker);
  EXPECT_EQ(third.status, measure::BenchRow::Status::skipped);
  EXPECT_TRUE(has(third.reason, "did not find the device")) << third.reason;
  worker.forget_losses();
  EXPECT_EQ(ask(worker).reason, "It is gone.");
}

TEST(Worker, WithoutAProgramThisProcessRunsTheRowAndReportsIt) {
  Worker worker({.program = {"/no/such/program"}, .variables = {}});
  measure::BenchRequest request;
  request.implementation = &host_implementations().front();
  request.request.n = 1000;
  BenchOptions options;
  options.repetitions = 2;
  options.worker = &worker;
  const measure::BenchReport report =
      run_benchmark(failure("There is none."), std::span(&request, 1), options);
  EXPECT_TRUE(has(report.no_worker, "/no/such/program cannot be started")) << report.no_worker;
  ASSERT_EQ(report.rows.size(), 1u);
  EXPECT_EQ(report.rows[0].status, measure::BenchRow::Status::passed) << report.rows[0].reason;
}

TEST(Worker, DevicesOfADriverThatCrashes) {
  Worker worker(shell("ask; kill -ABRT $$"));
  const auto devices = worker.devices();
  ASSERT_FALSE(devices);
  EXPECT_TRUE(has(devices.error().message, "crashes (its process was ended by SIGABRT"))
      << devices.error().message;
}

}  // namespace
}  // namespace lockstep::bench
