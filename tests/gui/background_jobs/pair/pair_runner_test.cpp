#include "gui/background_jobs/pair/pair_runner.hpp"

#include <gmock/gmock.h>

#include "gui/pages/compare/pair/model.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

AppState stepping(const std::string& first, const std::string& second) {
  AppState state;
  state.tab = "compare";
  state.compare.pair = {first, second};
  state.compare.stepping = true;
  state.compare.step = 0;
  return state;
}

std::string kernel_text(const std::string& algorithm) {
  return load_kernel(**find_algorithm(algorithm), {})->text;
}

// Waits until both runs have arrived, or an error explains why one is missing.
void settle(PairRunner& runner, const AppState& state) {
  for (int i = 0; i < 3; ++i) {
    runner.update(state, PairRunner::Clock::now() + std::chrono::seconds(i));
    runner.wait(std::chrono::minutes(1));
  }
  runner.update(state, PairRunner::Clock::now() + std::chrono::seconds(3));
}

TEST(PairSides, AreTheStateWithTheMarkedRows) {
  AppState state = stepping("scan/warp", "reduce/divergent");
  state.edited_texts["scan/warp"] = "edited";
  state.n = 100;
  state.op = Operator::max;
  state.model = "cc2.0";
  const auto sides = pair_sides(state);
  ASSERT_TRUE(sides);
  EXPECT_EQ((*sides)[0].label, "warp");
  for (const PairSide& side : *sides) {
    RunRequest wanted = run_request(state);
    wanted.algorithm = side.key;
    EXPECT_EQ(run_request(side.state), wanted);
    EXPECT_EQ(side.state.edited_text(), nullptr) << "the original is compared although there is an edit";
    EXPECT_EQ(side.note, "");
  }
}

TEST(PairSides, AStarMarksTheEditedText) {
  AppState state = stepping("scan/warp", "scan/warp*");
  EXPECT_FALSE(pair_sides(state)) << "nothing is edited";
  state.edited_texts = {{"scan/warp", "edited"}, {"scan/grid", "another"}};
  const auto sides = pair_sides(state);
  ASSERT_TRUE(sides);
  EXPECT_EQ((*sides)[0].note, "original");
  EXPECT_EQ((*sides)[0].state.edited_text(), nullptr);
  EXPECT_EQ((*sides)[1].note, "edited");
  ASSERT_NE((*sides)[1].state.edited_text(), nullptr);
  EXPECT_EQ(*(*sides)[1].state.edited_text(), "edited");
}

TEST(PairSides, TheUsersFileIsARow) {
  AppState state = stepping("scan/warp", "some/mine.cl");
  state.algorithm = "scan/warp";
  state.kernel_file = "some/mine.cl";
  const auto sides = pair_sides(state);
  ASSERT_TRUE(sides);
  EXPECT_EQ((*sides)[0].state.kernel_file, "");
  EXPECT_EQ((*sides)[1].state.kernel_file, "some/mine.cl");
  EXPECT_EQ((*sides)[1].state.algorithm, "scan/warp");
}

TEST(PairSides, ExistOnlyOnTheComparePageWithTwoRows) {
  const AppState open = stepping("scan/warp", "scan/grid");
  EXPECT_TRUE(pair_sides(open));
  AppState other = open;
  other.tab = "step";
  EXPECT_FALSE(pair_sides(other));
  EXPECT_TRUE(can_step_pair(other));
  other = open;
  other.compare.stepping = false;
  EXPECT_FALSE(pair_sides(other));
  other = open;
  other.compare.pair = {"scan/warp", "scan/nothing"};
  EXPECT_FALSE(pair_sides(other));
  other.compare.pair.pop_back();
  EXPECT_FALSE(can_step_pair(other));
}

TEST(PairSides, WithoutMarksTheOriginalAndTheEditAreCompared) {
  AppState state;
  mark_edited_pair(state);
  EXPECT_TRUE(state.compare.pair.empty()) << "nothing is edited";
  state.edited_texts[state.algorithm] = "edited";
  mark_edited_pair(state);
  EXPECT_EQ(state.compare.pair, (std::vector<std::string>{"reduce/divergent", "reduce/divergent*"}));
  EXPECT_TRUE(can_step_pair(state));
  state.kernel_file = "mine.cl";
  state.compare.pair = {"scan/warp"};
  mark_edited_pair(state);
  EXPECT_EQ(state.compare.pair.size(), 1u) << "marks are unchanged";
  state.compare.pair.clear();
  mark_edited_pair(state);
  EXPECT_TRUE(can_step_pair(state)) << "the file in place of the catalogue's";
}

// Every step of each run occurs once and in order, with only waits between them.
TEST(PairRunner, EachRunMakesAllItsStepsInOrder) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "scan/blelloch");
  settle(runner, state);
  ASSERT_EQ(runner.runs().size(), 2u);
  const std::uint64_t joint = runner.steps(0).count();
  ASSERT_EQ(runner.steps(1).count(), joint);
  for (std::size_t i = 0; i < 2; ++i) {
    const sim::Trace& trace = *runner.run(i)->trace;
    std::uint64_t alone = 0, moves = 0;
    for (std::uint64_t step = 1; step <= joint; ++step) {
      const std::uint64_t position = runner.steps(i).position_after(step);
      if (position != alone) {
        EXPECT_EQ(position, trace.next(alone, state.step)) << "run " << i << ", step " << step;
        ++moves;
      }
      EXPECT_EQ(runner.steps(i).moves(step), moves);
      alone = position;
    }
    EXPECT_EQ(alone, trace.size());
  }
  for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{5}, joint, joint + 50}) {
    state.compare.step = step;
    runner.update(state, PairRunner::Clock::now());
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint64_t position = runner.steps(i).position_after(step);
      EXPECT_EQ(runner.moment(i).position, position);
      EXPECT_EQ(runner.moment(i).so_far, runner.run(i)->trace->seek(position)->counters);
    }
    EXPECT_EQ(runner.step(state), std::min(step, joint));
  }
}

// Kernels 1 and 2 have different numbers of lines in a step of the tree, but are in the same step at
// each time.
TEST(PairRunner, BothAreInTheSamePhaseOfTheAlgorithm) {
  for (const std::uint64_t n : {64u, 300u})
    for (const auto by : {StepList::Kind::instruction, StepList::Kind::line}) {
      PairRunner runner;
      AppState state = stepping("reduce/divergent", "reduce/strided-index");
      state.n = n;
      state.step = by;
      settle(runner, state);
      const std::vector<Phase> a = phases_of(*runner.run(0)->figures->combination()),
                               b = phases_of(*runner.run(1)->figures->combination());
      ASSERT_EQ(a.size(), b.size());
      ASSERT_GT(a.size(), 6u);
      bool waited = false;
      for (std::uint64_t step = 0; step <= runner.steps(0).count(); ++step) {
        waited |= runner.steps(0).waits_after(step) || runner.steps(1).waits_after(step);
        const auto done = [&](const std::vector<Phase>& phases, std::size_t which) {
          return std::ranges::count_if(phases, [&](const Phase& phase) {
            return phase.end <= runner.steps(which).position_after(step);
          });
        };
        // One run may have made the last store of a phase some lines before the other run.
        EXPECT_LE(std::abs(done(a, 0) - done(b, 1)), 1) << "n " << n << ", step " << step;
      }
      EXPECT_TRUE(waited);
    }
}

TEST(PairRunner, AnotherKindOfStepKeepsThePlace) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "scan/blelloch");
  state.compare.step = 12;
  settle(runner, state);
  const std::uint64_t position = runner.moment(0).position;
  const std::uint64_t step = runner.step_of_kind(state, StepList::Kind::instruction);
  state.step = StepList::Kind::instruction;
  state.compare.step = step;
  runner.update(state, PairRunner::Clock::now());
  EXPECT_EQ(runner.moment(0).position, position);
  state.step = StepList::Kind::line;
  state.compare.step = 1'000'000;
  runner.update(state, PairRunner::Clock::now());
  EXPECT_GT(runner.step_of_kind(state, StepList::Kind::instruction), step) << "the end is the end";
}

TEST(PairRunner, BeginsAtARelevantMomentOfTheFirstRun) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "reduce/strided-index");
  state.compare.step.reset();
  settle(runner, state);
  const std::uint64_t telling = runner.run(0)->index.start;
  EXPECT_GT(runner.step(state), 0u);
  EXPECT_LE(runner.moment(0).position, telling);
  EXPECT_GT(runner.steps(0).position_after(runner.step(state) + 1), telling);
}

TEST(PairRunner, SessionsLiveOnlyWhileItIsOpen) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "reduce/strided-index");
  settle(runner, state);
  EXPECT_TRUE(runner.is_open());
  state.compare.stepping = false;
  runner.update(state, PairRunner::Clock::now());
  EXPECT_FALSE(runner.is_open());
  EXPECT_TRUE(runner.runs().empty());
  EXPECT_FALSE(runner.due());
}

TEST(PairRunner, ARunOfAnotherInputIsNotShown) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "reduce/strided-index");
  settle(runner, state);
  state.n = 128;
  runner.update(state, PairRunner::Clock::now());
  EXPECT_EQ(runner.run(0), nullptr) << "until the run of this input has arrived";
  settle(runner, state);
  ASSERT_NE(runner.run(0), nullptr);
  EXPECT_EQ(runner.run(0)->trace->plan().n, 128u);
}

TEST(PairModel, NamesThePositionsAndTheWorseCounters) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "reduce/strided-index");
  state.compare.step = 1'000'000;
  settle(runner, state);
  const PairModel end = prepare_pair(runner, state);
  for (const PairColumn& column : end.columns) {
    EXPECT_TRUE(column.ended);
    EXPECT_THAT(column.progress, HasSubstr("ended after"));
    EXPECT_THAT(column.sentence, HasSubstr("The run has ended"));
    EXPECT_EQ(column.code, "");
    EXPECT_EQ(column.findings, "none");
  }
  const auto counter = [&](std::string_view title) {
    return *std::ranges::find(end.counters, title, &CounterPair::title);
  };
  const sim::Counters a = runner.run(0)->trace->counted().total, b = runner.run(1)->trace->counted().total;
  ASSERT_GT(a.divergent_branches, b.divergent_branches);
  EXPECT_EQ(counter("divergent branches").first.worse_by,
            "+" + std::to_string(a.divergent_branches - b.divergent_branches));
  EXPECT_EQ(counter("divergent branches").second.worse_by, "");
  EXPECT_EQ(counter("bank conflicts").second.worse_by, "+" + std::to_string(b.local_conflicts));
  EXPECT_EQ(counter("work W").first.worse_by + counter("work W").second.worse_by, "") << "63 each";
  EXPECT_THAT(counter("active lanes").first.worse_by, HasSubstr("−"));

  state.compare.step = 3;
  runner.update(state, PairRunner::Clock::now());
  const PairModel early = prepare_pair(runner, state);
  const auto own = [&](std::size_t i) {
    const StepList& steps = runner.steps(i);
    return std::to_string(steps.moves(3)) + " of " + std::to_string(steps.moves(steps.count()));
  };
  EXPECT_EQ(pair_progress(early), "A " + own(0) + " · B " + own(1));
  EXPECT_NE(early.columns[0].phase, "");
  EXPECT_THAT(kernel_text("reduce/divergent"), HasSubstr(early.columns[0].code));
  EXPECT_FALSE(early.columns[0].code.empty());
}

TEST(PairModel, CountersFitTheirColumns) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "scan/blelloch");
  settle(runner, state);
  const auto widest = prepare_pair(runner, state).widest;
  for (std::uint64_t step = 0; step <= pair_length(runner.runs()); ++step) {
    state.compare.step = step;
    runner.update(state, PairRunner::Clock::now());
    const auto counters = prepare_pair(runner, state).counters;
    ASSERT_EQ(counters.size(), widest.size());
    for (std::size_t i = 0; i < counters.size(); ++i) {
      ASSERT_LE(counters[i].first.shown.size(), widest[i].first.shown.size()) << counters[i].title << step;
      ASSERT_LE(counters[i].second.worse_by.size(), widest[i].second.worse_by.size()) << counters[i].title;
    }
  }
}

TEST(PairModel, AnEditThatDropsBarriersShowsItsFindingsBesideTheOriginal) {
  PairRunner runner;
  AppState state = stepping("reduce/divergent", "reduce/divergent*");
  std::string text = kernel_text("reduce/divergent");
  const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE);";
  for (std::size_t at = text.find(barrier); at != std::string::npos; at = text.find(barrier))
    text.erase(at, barrier.size());
  state.edited_texts[state.algorithm] = text;
  state.compare.step = 1'000'000;
  settle(runner, state);
  const PairModel view = prepare_pair(runner, state);
  EXPECT_EQ(view.columns[0].findings, "none");
  const std::string all = std::to_string(runner.run(1)->trace->findings().size());
  EXPECT_EQ(view.columns[1].findings, all + " of " + all);
  EXPECT_NE(all, "0");
}

TEST(PairModel, ARunThatFailsShowsItsReasonAndTheOtherSteps) {
  PairRunner runner;
  AppState state = stepping("scan/warp*", "reduce/divergent*");
  state.edited_texts["scan/warp"] = "kernel oops(";
  state.edited_texts["reduce/divergent"] = kernel_text("reduce/divergent");
  state.compare.step = 4;
  settle(runner, state);
  PairModel view = prepare_pair(runner, state);
  EXPECT_THAT(view.columns[0].problem, HasSubstr("1:"));
  EXPECT_FALSE(view.columns[0].has_run());
  EXPECT_EQ(view.columns[1].at, 4u);
  EXPECT_EQ(runner.runs().size(), 1u);
  EXPECT_EQ(view.counters.front().first.shown, "–");
  EXPECT_NE(view.counters.front().second.shown, "–");
  EXPECT_EQ(view.counters.front().second.worse_by, "");

  state.edited_texts["reduce/divergent"] += "\n__kernel void oops( {\n";
  settle(runner, state);
  view = prepare_pair(runner, state);
  EXPECT_THAT(view.columns[1].problem, HasSubstr("does not compile.\nLine "));
  EXPECT_EQ(pair_progress(view), "");
}

}  // namespace
}  // namespace lockstep::gui
