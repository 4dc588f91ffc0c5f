// Every host implementation of this machine, with every operator, type and awkward n, against the sequential
// reference.
#include "core/host/ways.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/base/machine_facts.hpp"
#include "core/host/mpi_program.hpp"
#include "core/host/run.hpp"

namespace lockstep::host {
namespace {

constexpr std::uint64_t kAwkward[] = {1, 2, 3, 1000, 4097};

// The result of a session, and whether it is right.
std::string verdict_on(Session& session, const Plan& plan, const std::vector<std::byte>& in,
                       const std::vector<std::byte>& out) {
  const auto time = session.run({});
  if (!time) return time.error().message;
  return check_result(plan, in, out).message("out");
}

using Open = std::function<Result<std::unique_ptr<Session>>(const Job&)>;

void expect_right(const Way& way, const PlanRequest& request, unsigned threads, const Open& open) {
  SCOPED_TRACE(fmt::format("{} {} {} n = {} threads = {}{}", way.id, opencl_name(request.type),
                           name(request.op), request.n, threads, request.exclusive ? " exclusive" : ""));
  const auto plan = make_host_plan(way, request, threads);
  ASSERT_TRUE(plan) << plan.error().message;
  const std::vector<std::byte> in = materialise(plan->buffers[0]);
  std::vector<std::byte> out(plan->buffers[1].bytes(), std::byte{0xA5});
  const auto session = open({request.type, request.op, request.exclusive, threads, in, out});
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(verdict_on(**session, *plan, in, out), "");
}

void expect_all_right(const Way& way, unsigned threads, const Open& open) {
  for (const Operator op : all_operators())
    for (const ElementType type : host_types())
      for (const std::uint64_t n : kAwkward)
        for (const bool exclusive : {false, true}) {
          if (exclusive && way.family != Algorithm::Family::scan) continue;
          PlanRequest request{.n = n, .op = op, .type = type, .exclusive = exclusive};
          if (n == 1000) request.input.pattern = Content::Pattern::fractions;
          if (n == 3) request.input = {Content::Pattern::alternating, 0, 1, nullptr};
          expect_right(way, request, threads, open);
        }
}

TEST(Ways, AreRightForEveryOperatorTypeAndN) {
  unsigned there = 0;
  for (const Way& way : host_ways()) {
    if (!way.is_there() || way.open == find_host_way("cpu/mpi-reduce")->open ||
        way.open == find_host_way("cpu/mpi-scan")->open)
      continue;
    ++there;
    for (const unsigned threads : {1u, 3u}) expect_all_right(way, threads, way.open);
  }
  EXPECT_GE(there, 2u) << "plain C++ needs nothing";
}

// All jobs on the same ranks: starting the ranks takes longer than a small job.
TEST(Ways, MpiIsRightForEveryOperatorTypeAndN) {
  const Way& reduce = *find_host_way("cpu/mpi-reduce");
  if (!reduce.is_there()) GTEST_SKIP() << reduce.missing;
  for (const unsigned count : {2u, 3u}) {
    const auto ranks = start_ranks(count);
    ASSERT_TRUE(ranks) << ranks.error().message;
    for (const Way* way : {&reduce, find_host_way("cpu/mpi-scan")})
      expect_all_right(*way, count, [&](const Job& job) { return open_on_ranks(*ranks, job, way->family); });
  }
}

TEST(Ways, MpiStopsBetweenRunsAndNoRankWaits) {
  const Way& scan = *find_host_way("cpu/mpi-scan");
  if (!scan.is_there()) GTEST_SKIP() << scan.missing;
  std::stop_source stop;
  RunOptions options{.repetitions = 100'000};
  options.stop = stop.get_token();
  options.on_progress = [&](const Progress& progress) {
    if (progress.done == 4) stop.request_stop();
  };
  const auto report = run_way(scan, {.n = 1000}, 2, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->status, HostReport::Status::cancelled);
}

TEST(Ways, AreRightWhereSlicesAreLong) {
  for (const Way& way : host_ways()) {
    if (!way.is_there()) continue;
    const auto report = run_way(way, {.n = 300'001}, 2, {.repetitions = 2, .warm_ups = 1});
    ASSERT_TRUE(report) << way.id << ": " << report.error().message;
    EXPECT_EQ(report->status, HostReport::Status::passed) << way.id << ": " << report->reason;
    EXPECT_GT(report->time_ns.min, 0u) << way.id;
  }
}

TEST(Ways, EachHasANameAndADescription) {
  std::set<std::string> ids;
  for (const Way& way : host_ways()) {
    EXPECT_TRUE(ids.insert(way.id).second) << way.id;
    EXPECT_TRUE(way.id.starts_with("cpu/")) << "not to be taken for an algorithm of the catalogue";
    EXPECT_FALSE(way.title.empty());
    EXPECT_TRUE(way.summary.ends_with(".")) << way.summary;
    EXPECT_EQ(find_host_way(way.id), &way);
    EXPECT_EQ(way.is_there(), way.open != nullptr && way.missing.empty());
  }
  EXPECT_EQ(find_host_way("cpu/no-such"), nullptr);
  EXPECT_GE(usable_processors(), 1u);
  EXPECT_FALSE(processor_name().empty());
}

// The input is the same as that of the kernels.
TEST(Ways, TakeTheInputOfTheKernels) {
  for (const Operator op : all_operators()) {
    const PlanRequest request{.n = 1000, .op = op};
    const Algorithm& algorithm = catalogue().front();
    const Plan kernel = make_plan(algorithm, request, *load_kernel(algorithm, "")).value();
    const Plan host = make_host_plan(host_ways().front(), request, 2).value();
    EXPECT_EQ(materialise(kernel.buffers[kernel.expectation->input_buffer]), materialise(host.buffers[0]));
  }
}

}  // namespace
}  // namespace lockstep::host
