#include "gui/session/prepared_runs.hpp"

#include <gtest/gtest.h>

#include "gui/session/session.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kPreparedLong = std::chrono::seconds(60);

TEST(PreparedRuns, TurningBackFindsTheRunAndItsExplanation) {
  Session session;
  const AppState first;
  AppState second;
  second.n = 32;
  const auto now = Session::Clock::now();
  session.update(first, now);
  session.wait(kPreparedLong);
  session.update(first, now);
  EXPECT_EQ(session.explanation(), nullptr) << "the first call requests it";
  session.wait(kPreparedLong);
  session.prepared().prepare({second});
  session.prepared().wait(kPreparedLong);
  session.prepared().prepare({second});
  session.update(first, now);
  EXPECT_NE(session.explanation(), nullptr);

  EXPECT_TRUE(session.update(second, now));
  EXPECT_EQ(session.status(second), Session::RunStatus::current) << "without waiting";
  EXPECT_TRUE(session.update(first, now));
  EXPECT_EQ(session.status(first), Session::RunStatus::current);
  EXPECT_NE(session.explanation(), nullptr);
}

}  // namespace
}  // namespace lockstep::gui
