// The choices for a row whose kernel has findings of the simulator.
#include "gui/pages/gpu/looked_at.hpp"

#include <gtest/gtest.h>

#include "gui/pages/gpu/result_model.hpp"

namespace lockstep::gui {
namespace {

measure::BenchRow row_with(Precheck::Verdict verdict, measure::BenchRow::Status status) {
  measure::BenchRow row;
  row.id = "reduce/first-add";
  row.n = 1 << 20;
  row.group_size = 32;
  row.status = status;
  row.precheck = Precheck{verdict, "out_of_bounds", "writes out[5]", "first-add.cl", 12, 5, 133};
  return row;
}

TEST(LookedAt, OnlyKernelsHeldBackOfferToRunAnyway) {
  using Verdict = Precheck::Verdict;
  using Status = measure::BenchRow::Status;
  const LookedAt held = looked_at(row_with(Verdict::danger, Status::error));
  EXPECT_TRUE(held.can_be_shown && held.can_run);
  const LookedAt noted = looked_at(row_with(Verdict::remark, Status::failed));
  EXPECT_TRUE(noted.can_be_shown && !noted.can_run);
  const LookedAt unknown = looked_at(row_with(Verdict::unknown, Status::passed));
  EXPECT_FALSE(unknown.can_be_shown || unknown.can_run);
  const LookedAt clean = looked_at(measure::BenchRow{});
  EXPECT_FALSE(clean.can_be_shown || clean.can_run);
}

TEST(LookedAt, TheStepTabShowsTheRunWithTheFinding) {
  AppState state;
  state.tab = "gpu";
  state.algorithm = "scan/blelloch";
  state.position = 7;
  state.edited_texts["reduce/first-add"] = "mine";
  show_in_step(state, row_with(Precheck::Verdict::danger, measure::BenchRow::Status::error));
  EXPECT_EQ(state.tab, "step");
  EXPECT_EQ(state.algorithm, "reduce/first-add");
  EXPECT_EQ(state.n, 133u);
  EXPECT_EQ(state.group_size, 32u);
  EXPECT_FALSE(state.position);
  EXPECT_EQ(state.edited_texts.at("reduce/first-add"), "mine");
}

TEST(LookedAt, ARowThatRunsAgainIsShownAsRunning) {
  BenchmarkSnapshot seen;
  seen.requests.resize(2);
  for (measure::BenchRequest& request : seen.requests) request.algorithm = &catalogue().front();
  seen.rows = {row_with(Precheck::Verdict::danger, measure::BenchRow::Status::error),
               row_with(Precheck::Verdict::danger, measure::BenchRow::Status::error)};
  seen.running = true;
  seen.again = 1;
  const auto rows = prepare_results(seen);
  EXPECT_EQ(rows[0].status, "error");
  EXPECT_EQ(rows[1].status, "running");
}

}  // namespace
}  // namespace lockstep::gui
