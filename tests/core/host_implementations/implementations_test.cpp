// Every host implementation of this machine, with every operator, type and unusual n, compared with the
// sequential reference.
#include "core/host_implementations/implementations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/base/machine_facts.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/host_implementations/mpi_program.hpp"
#include "core/host_implementations/run.hpp"

namespace lockstep::host {
namespace {

constexpr std::uint64_t kAwkward[] = {1, 2, 3, 1000, 4097};

// The result of a session, and whether it is correct.
std::string verdict_on(Session& session, const Plan& plan, const std::vector<std::byte>& in,
                       const std::vector<std::byte>& out) {
  const auto time = session.run({});
  if (!time) return time.error().message;
  return check_result(plan, in, out).message("out");
}

using Open = std::function<Result<std::unique_ptr<Session>>(const Job&)>;

void expect_right(const Implementation& implementation, const PlanRequest& request, unsigned threads,
                  const Open& open) {
  SCOPED_TRACE(fmt::format("{} {} {} n = {} threads = {}{}", implementation.id, opencl_name(request.type),
                           name(request.op), request.n, threads, request.exclusive ? " exclusive" : ""));
  const auto plan = make_host_plan(implementation, request, threads);
  ASSERT_TRUE(plan) << plan.error().message;
  const std::vector<std::byte> in = materialise(plan->buffers[0]);
  std::vector<std::byte> out(plan->buffers[1].bytes(), std::byte{0xA5});
  const auto session = open({request.type, request.op, request.exclusive, threads, in, out});
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(verdict_on(**session, *plan, in, out), "");
}

void expect_all_right(const Implementation& implementation, unsigned threads, const Open& open) {
  for (const Operator op : all_operators())
    for (const ElementType type : host_types())
      for (const std::uint64_t n : kAwkward)
        for (const bool exclusive : {false, true}) {
          if (!takes(op, type) || (!is_commutative(op) && !implementation.any_order.empty())) continue;
          if (exclusive && implementation.family != Algorithm::Family::scan) continue;
          PlanRequest request{.n = n, .op = op, .type = type, .exclusive = exclusive};
          if (n == 1000) request.input.pattern = Content::Pattern::fractions;
          if (n == 3) request.input = {Content::Pattern::alternating, 0, 1, nullptr};
          expect_right(implementation, request, threads, open);
        }
}

TEST(HostImplementations, AreRightForEveryOperatorTypeAndN) {
  unsigned there = 0;
  for (const Implementation& implementation : implementations()) {
    if (!implementation.is_there() || implementation.open == find_implementation("cpu/mpi-reduce")->open ||
        implementation.open == find_implementation("cpu/mpi-scan")->open)
      continue;
    ++there;
    for (const unsigned threads : {1u, 3u}) expect_all_right(implementation, threads, implementation.open);
  }
  EXPECT_GE(there, 2u) << "plain C++ needs nothing";
}

// All jobs use the same ranks, because starting the ranks takes longer than a small job.
TEST(HostImplementations, MpiIsRightForEveryOperatorTypeAndN) {
  const Implementation& reduce = *find_implementation("cpu/mpi-reduce");
  if (!reduce.is_there()) GTEST_SKIP() << reduce.missing;
  for (const unsigned count : {2u, 3u}) {
    const auto ranks = start_ranks(count);
    ASSERT_TRUE(ranks) << ranks.error().message;
    for (const Implementation* implementation : {&reduce, find_implementation("cpu/mpi-scan")})
      expect_all_right(*implementation, count,
                       [&](const Job& job) { return open_on_ranks(*ranks, job, implementation->family); });
  }
}

TEST(HostImplementations, MpiStopsBetweenRunsAndNoRankWaits) {
  const Implementation& scan = *find_implementation("cpu/mpi-scan");
  if (!scan.is_there()) GTEST_SKIP() << scan.missing;
  std::stop_source stop;
  measure::RunOptions options{.repetitions = 100'000};
  options.stop = stop.get_token();
  options.on_progress = [&](const measure::Progress& progress) {
    if (progress.done == 4) stop.request_stop();
  };
  const auto report = run_implementation(scan, {.n = 1000}, 2, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->status, HostReport::Status::cancelled);
}

TEST(HostImplementations, AreRightWhereSlicesAreLong) {
  for (const Implementation& implementation : implementations()) {
    if (!implementation.is_there()) continue;
    const auto report =
        run_implementation(implementation, {.n = 300'001}, 2, {.repetitions = 2, .warm_ups = 1});
    ASSERT_TRUE(report) << implementation.id << ": " << report.error().message;
    EXPECT_EQ(report->status, HostReport::Status::passed) << implementation.id << ": " << report->reason;
    EXPECT_GT(report->time_ns.min, 0u) << implementation.id;
  }
}

TEST(HostImplementations, EachHasANameAndADescription) {
  std::set<std::string> ids;
  for (const Implementation& implementation : implementations()) {
    EXPECT_TRUE(ids.insert(implementation.id).second) << implementation.id;
    EXPECT_TRUE(implementation.id.starts_with("cpu/")) << "not to be taken for an algorithm of the catalogue";
    EXPECT_FALSE(implementation.title.empty());
    EXPECT_TRUE(implementation.summary.ends_with(".")) << implementation.summary;
    EXPECT_EQ(find_implementation(implementation.id), &implementation);
    EXPECT_EQ(implementation.is_there(), implementation.open != nullptr && implementation.missing.empty());
  }
  EXPECT_EQ(find_implementation("cpu/no-such"), nullptr);
  EXPECT_GE(usable_processors(), 1u);
  EXPECT_FALSE(processor_name().empty());
}

TEST(HostImplementations, RefuseOperatorsWhoseOrderTheyDoNotKeep) {
  for (const Implementation& implementation : implementations()) {
    if (!implementation.is_there()) continue;
    const auto plan = make_host_plan(implementation, {.n = 100, .op = Operator::digits}, 2);
    EXPECT_EQ(plan.has_value(), implementation.any_order.empty()) << implementation.id;
    if (!plan) {
      EXPECT_NE(plan.error().message.find("digits is not commutative"), std::string::npos);
    }
    EXPECT_FALSE(make_host_plan(implementation, {.n = 100, .op = Operator::matrix}, 2)) << "of int";
  }
}

// The input is the same as that of the kernels.
TEST(HostImplementations, TakeTheInputOfTheKernels) {
  for (const Operator op : all_operators()) {
    const ElementType type = op == Operator::matrix ? ElementType::uint16x4 : ElementType::int32;
    const PlanRequest request{.n = 1000, .op = op, .type = type};
    const Algorithm& algorithm = catalogue().front();
    const Plan kernel = make_plan(algorithm, request, *load_kernel(algorithm, "")).value();
    const Plan host = make_host_plan(implementations().front(), request, 2).value();
    EXPECT_EQ(materialise(kernel.buffers[kernel.expectation->input_buffer]), materialise(host.buffers[0]));
  }
}

}  // namespace
}  // namespace lockstep::host
