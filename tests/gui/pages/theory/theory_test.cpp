// The Theory tab: its formulas compared with the simulator's counts, and its picture on a recording Canvas.
#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <tuple>

#include "gui/canvas/recorder.hpp"
#include "gui/pages/theory/model.hpp"
#include "gui/pages/theory/plots.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

AppState on(const std::string& algorithm) {
  AppState state;
  state.algorithm = algorithm;
  return state;
}

// The counts that the worker would deliver, for n up to `most`.
CountSnapshot counted_up_to(const AppState& state, std::uint64_t most) {
  CountSnapshot counts;
  counts.requests = theory_requests(state);
  for (const CountRequest& request : counts.requests)
    counts.results.push_back(request.run.n <= most ? std::make_shared<const Counted>(count_run(request, ""))
                                                   : nullptr);
  return counts;
}

TEST(Theory, CountedPointsLieOnTheCurves) {
  for (const Algorithm& algorithm : catalogue()) {
    if (algorithm.depends_on_order) continue;
    const AppState state = on(algorithm.id);
    const TheoryModel model = prepare_theory(state, counted_up_to(state, 128));
    ASSERT_EQ(model.problem, "") << algorithm.id;
    EXPECT_EQ(model.counted, 4u) << algorithm.id;
    for (const TheoryPlot& plot : model.plots) {
      ASSERT_EQ(plot.counted.size(), 4u) << algorithm.id << plot.title;
      for (std::size_t i = 0; i < plot.counted.size(); ++i) {
        EXPECT_DOUBLE_EQ(plot.counted[i].x, plot.own[i].x);
        EXPECT_DOUBLE_EQ(plot.counted[i].y, plot.own[i].y) << algorithm.id << ' ' << plot.title;
      }
    }
  }
}

// The numbers of 002/formula-overhead: T_O = p · T_P − T_S.
TEST(Theory, TheTableHasTheSequentialTimeAndTheOverhead) {
  AppState state = on("reduce/grid-stride");
  state.theory.log2_n = 14;
  state.theory.p = 256;
  const TheoryModel model = prepare_theory(state, {});
  EXPECT_EQ(model.overhead.sequential, "16,383");
  EXPECT_EQ(model.overhead.fixed_value, "2,049");
  EXPECT_EQ(model.overhead.counted_value, "–");
  state.theory.log2_n = 7;
  EXPECT_NE(prepare_theory(state, counted_up_to(state, 128)).overhead.counted_value, "–");
}

TEST(Theory, NeverBetterThanWorkAndStepsAllow) {
  for (const Algorithm& algorithm : catalogue()) {
    if (algorithm.depends_on_order) continue;
    AppState state = on(algorithm.id);
    if (algorithm.complexity.shares.passes != 0) continue;  // p is a parameter of these
    for (const unsigned p : {0u, 5u, 20u}) {
      state.theory.log2_p = p;
      const TheoryModel model = prepare_theory(state, {});
      const auto& own = model.plots[0].own;
      const auto& fixed = model.plots[0].fixed;
      ASSERT_EQ(own.size(), fixed.size());
      for (std::size_t i = 0; i < own.size(); ++i) EXPECT_GE(fixed[i].y, own[i].y) << algorithm.id;
    }
  }
}

TEST(Theory, AMissingFormulaOrRunIsReported) {
  EXPECT_THAT(prepare_theory(on(hazards().front().id), {}).problem, HasSubstr("no formulas"));
  EXPECT_THAT(prepare_theory(on("scan/look-back"), {}).problem, HasSubstr("the order of the work-groups"));
  AppState state = on("scan/block");
  state.group_size = 8;
  EXPECT_THAT(prepare_theory(state, {}).problem, HasSubstr("multiple of 32"));
  EXPECT_THAT(prepare_theory(on("nonsense"), {}).problem, HasSubstr("nonsense"));
}

TEST(Theory, AKernelOfOnesOwnHasNoFormulas) {
  AppState state;
  choose_kernel_file(state, "/home/reader/sum.cl");
  EXPECT_TRUE(theory_requests(state).empty());
  EXPECT_THAT(prepare_theory(state, {}).problem, testing::HasSubstr("no formulas for sum.cl"));
}

TEST(Theory, TheIsoefficiencyCurvePassesThroughTheChosenPoint) {
  AppState state = on("reduce/grid-stride");
  state.theory = {14, 6};
  const TheoryModel model = prepare_theory(state, {});
  bool there = false;
  for (const TheoryPoint& point : model.isoefficiency)
    there |= point.x == 64 && std::abs(point.y - 16384) < 1e-6;
  EXPECT_TRUE(there);
  EXPECT_TRUE(model.cost_optimal);
  EXPECT_TRUE(model.work_optimal);
  EXPECT_THAT(model.processors_verdict, HasSubstr("1,170"));  // 16384 / 14
  const TheoryModel wasteful = prepare_theory(on("scan/hillis-steele-local"), {});
  EXPECT_TRUE(wasteful.isoefficiency.empty());
  EXPECT_FALSE(wasteful.work_optimal);
}

TEST(Theory, OneSentenceDescribesThePicture) {
  EXPECT_EQ(prepare_theory(on("reduce/divergent"), {}).sentence,
            "For n = 4,096, reduce/divergent takes 12 steps on 4,096 processors: 341 times as fast as one "
            "processor with its 4,095 steps, at an efficiency of 8.33 %. On p = 256 it takes Σ ⌈pᵢ / p⌉ = 23 "
            "steps, "
            "at an efficiency of 69.5 %.");
  EXPECT_THAT(
      prepare_theory(on("reduce/grid-stride"), {}).sentence,
      HasSubstr("On p = 256 it takes ⌈n / p⌉ + ⌈log p⌉ = 24 steps, at an efficiency of 66.7 %; without "
                "operations on identities 23 and 69.5 %."));
}

// Any p, not only a power of two; the curve has its minimum where the derivative is zero.
TEST(Theory, TheTimeOverProcessorsHasItsMinimumAndTheCostOptimalP) {
  AppState state = on("reduce/grid-stride");
  state.theory.p = 341;
  const TheoryModel model = prepare_theory(state, {});
  EXPECT_EQ(model.processors, 341u);
  EXPECT_EQ(model.plots[0].fixed_value, "22");  // 13 + 9
  std::vector<double> marked;
  for (const ProcessorMark& mark : model.marks) marked.push_back(mark.p);
  ASSERT_EQ(marked.size(), 4u);
  EXPECT_EQ(marked[0], 341);  // n / log n
  EXPECT_EQ(marked[1], 341);  // chosen
  EXPECT_NEAR(marked[2], 4096 * std::log(2), 1e-9);
  EXPECT_EQ(marked[3], 4096);
  double least = 1e9, at = 0;
  for (const TheoryPoint& point : model.over_p_smooth)
    if (point.y < least) std::tie(least, at) = std::pair(point.y, point.x);
  EXPECT_NEAR(at / (4096 * std::log(2)), 1, 0.06);
  for (const TheoryPoint& point : model.over_p) {
    const std::uint64_t p = static_cast<std::uint64_t>(point.x);
    EXPECT_EQ(point.y, static_cast<double>((4096 + p - 1) / p + (p < 2 ? 0 : std::bit_width(p - 1))));
  }
}

TEST(Theory, NumbersFitTheirColumn) {
  EXPECT_EQ(format_measure(Measure::cost, 9'999'999), "9,999,999");
  EXPECT_EQ(format_measure(Measure::cost, 16'773'120), "1.68·10⁷");
  EXPECT_EQ(format_measure(Measure::speed_up, 0.111), "0.111");
  EXPECT_EQ(format_measure(Measure::efficiency, 0.0833), "8.33 %");
}

TEST(Theory, TheCurvesEndWhereTheAlgorithmDoes) {
  AppState state = on("scan/one-item-per-output");
  state.theory.log2_n = TheoryChoice::kMaxN;
  const TheoryModel model = prepare_theory(state, {});
  EXPECT_EQ(model.n, std::uint64_t{1} << 20);
  EXPECT_DOUBLE_EQ(model.plots[0].own.back().x, 1 << 20);
}

std::vector<DrawnItem> texts_of(const Rect& area, const TheoryModel& model) {
  CanvasRecorder canvas;
  draw_theory(canvas, area, model);
  EXPECT_TRUE(canvas.clips_balanced());
  std::vector<DrawnItem> texts;
  for (const DrawnItem& item : canvas.items())
    if (item.kind == DrawnItem::Kind::text && !item.text.empty()) texts.push_back(item);
  return texts;
}

void expect_apart(const std::vector<DrawnItem>& texts, const std::string& of) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Rect shared = intersection(texts[i].bounds, texts[j].bounds);
      EXPECT_FALSE(shared.width > 1 && shared.height > 4)
          << of << ": " << texts[i].text << " over " << texts[j].text;
    }
  }
}

// For every algorithm, at 1280 by 720 and in presentation mode: all text is legible, inside the area,
// complete, and does not overlap.
TEST(Theory, ThePictureStaysInItsArea) {
  for (const Rect& place : {Rect{350, 60, 900, 620}, Rect{350, 60, 680, 520}}) {
    for (const Algorithm& algorithm : catalogue()) {
      for (const unsigned p : {0u, 20u}) {
        AppState state = on(algorithm.id);
        state.theory = {p == 0 ? TheoryChoice::kLeastN : TheoryChoice::kMaxN, p};
        const TheoryModel model = prepare_theory(state, {});
        // The page scrolls below this height.
        Rect area = place;
        area.height = std::max(area.height, least_theory_height(CanvasRecorder{}, area.width, model));
        const std::vector<DrawnItem> texts = texts_of(area, model);
        for (const DrawnItem& item : texts) {
          EXPECT_GE(item.style.size, 11);
          EXPECT_GE(item.bounds.x, area.x - 1) << algorithm.id << ": " << item.text;
          EXPECT_LE(item.bounds.right(), area.right() + 1) << algorithm.id << ": " << item.text;
          EXPECT_LE(item.bounds.bottom(), area.bottom() + 1) << algorithm.id << ": " << item.text;
          EXPECT_EQ(item.text.find("…"), std::string::npos) << algorithm.id << ": " << item.text;
        }
        expect_apart(texts, algorithm.id);
      }
    }
  }
}

TEST(Theory, APositionInThePictureGivesAnN) {
  const CanvasRecorder canvas;
  const Rect field = theory_frames(canvas, {0, 0, 900, 600}, {}).fields[0];
  const Rect in = curve_area(field);
  EXPECT_EQ(log2_n_at(field, {in.x, in.y + 5}), TheoryChoice::kLeastN);
  EXPECT_EQ(log2_n_at(field, {in.right(), in.y + 5}), TheoryChoice::kMaxN);
  EXPECT_EQ(log2_n_at(field, {in.centre().x, in.y + 5}), 15u);
  EXPECT_FALSE(log2_n_at(field, {in.x, field.y + 2}));
}

}  // namespace
}  // namespace lockstep::gui
