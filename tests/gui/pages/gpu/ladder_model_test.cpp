// The ladder's rows, computed from counts and from measured times.
#include "gui/pages/gpu/ladder_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gui/background_jobs/ladder_runner.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

sim::LadderRequest small_request() {
  sim::LadderRequest request;
  request.ladders = {main_ladders().front()};
  request.request.n = 4096;
  request.model = sim::find_device_model("cc9.0").value();
  return request;
}

TEST(LadderModel, PredictsRungsThatWereNotMeasured) {
  const sim::LadderRequest request = small_request();
  const LadderModel model =
      prepare_ladder(sim::make_ladder_report(request, sim::count_ladders(request), nullptr));
  EXPECT_THAT(model.heading, StartsWith("4,096 elements, int, sum"));
  EXPECT_THAT(model.note, HasSubstr("Nothing was measured"));
  EXPECT_FALSE(model.all_measured);
  ASSERT_EQ(model.families.size(), 1u);
  EXPECT_EQ(model.families[0].title, "Reductions");
  double longest = 0;
  for (const LadderRow& row : model.families[0].rows) {
    EXPECT_EQ(row.measured, "not run");
    EXPECT_EQ(row.measured_share, 0);
    EXPECT_THAT(row.predicted, HasSubstr("s"));
    EXPECT_THAT(row.details, HasSubstr("local memory"));
    EXPECT_EQ(row.gain, "");
    EXPECT_THAT(row.idea, testing::EndsWith("."));
    EXPECT_THAT(row.counts, HasSubstr(" requests, "));
    EXPECT_THAT(row.counts, HasSubstr(" sectors"));
    EXPECT_EQ(row.why.empty(), &row == &model.families[0].rows.front());
    longest = std::max(longest, row.predicted_share);
  }
  EXPECT_EQ(longest, 1);
  EXPECT_THAT(model.families[0].rows.back().counts, StartsWith("1 launch, "));
}

TEST(LadderModel, MarksRungsThatAreSlower) {
  const sim::LadderRequest request = small_request();
  measure::BenchReport bench;
  std::uint64_t time = 1000;
  for (const Algorithm* rung : request.ladders[0]) {
    measure::BenchRow& row = bench.rows.emplace_back();
    row.id = rung->id;
    row.n = 4096;
    row.launches = 1;
    row.status = measure::BenchRow::Status::passed;
    row.device_ns.median = time;
    time = time == 1000 ? 2000 : 500;
  }
  const LadderModel model =
      prepare_ladder(sim::make_ladder_report(request, sim::count_ladders(request), &bench));
  const std::vector<LadderRow>& rows = model.families[0].rows;
  EXPECT_TRUE(model.all_measured);
  EXPECT_EQ(rows[1].gain, "0.50×");
  EXPECT_TRUE(rows[1].is_slower);
  EXPECT_EQ(rows[2].gain, "4.00×");
  EXPECT_FALSE(rows[2].is_slower);
  EXPECT_EQ(rows[1].measured, "2 µs");
}

TEST(LadderRunner, AnswersTheLatestRequestOnce) {
  std::atomic<int> woken = 0;
  LadderRunner runner({}, [&] { ++woken; });
  EXPECT_EQ(runner.answer(), nullptr);
  const sim::DeviceModel& model = *sim::find_device_model("cc9.0").value();
  PlanRequest request;
  request.n = 4096;
  runner.want(request, model, std::nullopt);
  request.n = 1024;
  runner.want(request, model, std::nullopt);
  runner.wait(std::chrono::seconds(30));
  const auto answer = runner.answer();
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->request.request.n, 1024u);
  for (const auto& [algorithm, work] : answer->counts) EXPECT_TRUE(work) << algorithm->id;
  runner.want(request, model, std::nullopt);
  EXPECT_EQ(runner.answer(), answer);
  // The window is woken when the answer is available.
  for (int i = 0; i < 3000 && woken == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(woken, 1);
}

}  // namespace
}  // namespace lockstep::gui
