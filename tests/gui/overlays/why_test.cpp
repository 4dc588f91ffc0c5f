// "What is wrong with this kernel?": the content of the sheet, how it opens and closes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "gui/overlays/why_model.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

struct WhyWindow : DrivenWindow {
  explicit WhyWindow(const std::string& algorithm) : DrivenWindow(of(algorithm)) {
    for (int i = 0; i < 200 && interface().session().explanation() == nullptr; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      frame();
    }
  }
  static AppState of(const std::string& algorithm) {
    AppState state;
    choose_algorithm(state, algorithm);
    return state;
  }
  std::vector<WhySection> sections() {
    return prepare_why(*interface().session().run()->trace, interface().session().run()->verdict,
                       interface().session().explanation());
  }
};

TEST(Why, NamesTheRaceItsCureAndTheValues) {
  WhyWindow window("hazards/missing-barrier");
  const std::vector<WhySection> sections = window.sections();
  ASSERT_GE(sections.size(), 2u);
  const auto wrong = std::ranges::find(sections, "Errors", &WhySection::title);
  ASSERT_NE(wrong, sections.end());
  const WhyItem& race = wrong->items.front();
  EXPECT_THAT(race.title, HasSubstr("Data race · line 33"));
  EXPECT_THAT(race.code, HasSubstr("scratch[t] = OP("));
  ASSERT_GE(race.sentences.size(), 2u);
  EXPECT_THAT(race.sentences[0], testing::StartsWith("Work-item "));
  EXPECT_THAT(race.sentences[1], HasSubstr("Put barrier(CLK_LOCAL_MEM_FENCE) after line 33"));
}

TEST(Why, EverySentenceEndsOnce) {
  for (const Algorithm& hazard : hazards()) {
    WhyWindow window(hazard.id);
    for (const WhySection& section : window.sections())
      for (const WhyItem& item : section.items)
        for (const std::string& sentence : item.sentences) {
          EXPECT_TRUE(sentence.ends_with('.')) << hazard.id << ": " << sentence;
          EXPECT_FALSE(sentence.ends_with("..")) << hazard.id << ": " << sentence;
        }
  }
}

TEST(Why, ARightKernelHasNoSectionOnErrors) {
  WhyWindow window("reduce/sequential-local");
  const std::vector<WhySection> sections = window.sections();
  ASSERT_EQ(sections.size(), 1u);
  EXPECT_THAT(sections.front().title,
              testing::StartsWith("Most expensive lines (rough estimate for this model"));
  EXPECT_EQ(sections.front().items.size(), 3u);
}

// The original with this text appended to the first line that contains `after`.
std::string edited_text(const std::string& algorithm, const std::string& after, const std::string& added) {
  std::string text = load_kernel(**find_algorithm(algorithm), "")->text;
  text.insert(text.find(after) + after.size(), added);
  return text;
}

TEST(Why, AWrongResultIsAFindingFromTheMomentItIsKnown) {
  RunRequest request = run_request(AppState());
  request.text = edited_text(request.algorithm, "OP(scratch[t], scratch[t + s])", " + 1");
  const auto run = make_run(request);
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->trace->findings().empty());
  const FindingsSummary summary = summarise_findings(*run, true);
  EXPECT_EQ(summary.text, "1");
  EXPECT_EQ(summary.role, Role::costs);
  EXPECT_THAT(wrong_result_title(*run), HasSubstr("out[0] · line 33"));
  ASSERT_TRUE(run->verdict.from);
  EXPECT_EQ(run->index.start, run->verdict.from->position);
  const auto sections = prepare_why(*run->trace, run->verdict, nullptr);
  ASSERT_FALSE(sections.empty());
  EXPECT_EQ(sections.front().title, "The result is wrong");
  EXPECT_EQ(sections.front().items.front().position, run->verdict.from->position);
  // Findings for another text are not shown.
  EXPECT_EQ(summarise_findings(*run, false).text, "not known");
}

TEST(Why, AWrongResultHasACureToo) {
  RunRequest request = run_request(AppState());
  request.text = load_kernel(**find_algorithm(request.algorithm), "")->text;
  const std::string identity = ": IDENTITY";
  request.text.replace(request.text.find(identity), identity.size(), ": 7");
  request.n = 12;  // the last work-items have no element
  const auto run = make_run(request);
  ASSERT_TRUE(run && run->verdict.is_wrong());
  const sim::Explanation explanation =
      sim::explain_run(run->trace->plan(), run->trace->model(), {}, run->trace->counted());
  const auto sections = prepare_why(*run->trace, run->verdict, &explanation);
  ASSERT_FALSE(sections.empty());
  const WhyItem& item = sections.front().items.front();
  EXPECT_THAT(item.sentences, testing::Contains(HasSubstr("Write 0 in place of 7 at line")));
  EXPECT_EQ(item.repaired_from, request.text);
  EXPECT_THAT(item.repaired, HasSubstr(": 0;"));
}

TEST(Why, ShowsTheErrorOfATextThatDoesNotCompile) {
  AppState state;
  state.overlay.name = "why";
  Session session;
  const auto settle = [&] {
    const auto begin = Session::Clock::now();
    for (int i = 0; i < 4; ++i) {
      session.update(state, begin + std::chrono::seconds(i));
      session.wait(DrivenWindow::kLong);
    }
    session.update(state, begin + std::chrono::seconds(5));
  };
  settle();
  EXPECT_EQ(session.status(state), Session::RunStatus::current);
  state.edited_texts[state.source_id()] = edited_text(state.algorithm, "scratch[t + s])", " + nothing");
  EXPECT_EQ(session.status(state), Session::RunStatus::simulating) << "the run is of the previous text";
  settle();
  EXPECT_EQ(session.status(state), Session::RunStatus::failed);
  const auto sections = prepare_why_not(*session.failure());
  ASSERT_EQ(sections.size(), 1u);
  EXPECT_THAT(sections[0].items.at(0).title, HasSubstr("Error · 33:"));
  EXPECT_THAT(sections[0].items.at(0).sentences.at(0), HasSubstr("nothing"));
  state.edited_texts.clear();
  settle();
  EXPECT_EQ(session.status(state), Session::RunStatus::current);
}

TEST(Why, OneKeyOpensItAndEnterGoesToTheFinding) {
  WhyWindow window("hazards/last-warp");
  window.press({Key::end});
  window.press({Key::w});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "why");
  EXPECT_TRUE(window.interface().item_place("why0"));
  const std::vector<WhySection> sections = window.sections();
  const auto wrong = std::ranges::find(sections, "Errors", &WhySection::title);
  ASSERT_NE(wrong, sections.end());
  for (std::size_t i = 0; i < (wrong == sections.begin() ? 0u : sections.front().items.size()) + 1; ++i)
    window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(window.position(), wrong->items[1].position);
}

// The view of a new user who has only chosen the hazard.
TEST(Why, EveryHazardOpensWithAnNThatShowsIt) {
  for (const Algorithm& hazard : hazards()) {
    if (hazard.id.ends_with("-repaired")) continue;
    AppState state;
    choose_algorithm(state, hazard.id);
    RunRequest request = run_request(state);
    request.text = load_kernel(hazard, "")->text;
    const auto run = make_run(request);
    ASSERT_TRUE(run) << hazard.id;
    EXPECT_FALSE(run->trace->findings().empty()) << hazard.id;
  }
}

// The worker may have to run the plan many times, so the explanation is computed only on request.
TEST(Why, IsComputedOnlyOnRequest) {
  AppState state;
  Session session;
  session.update(state, {});
  session.wait(DrivenWindow::kLong);
  session.update(state, {});
  ASSERT_NE(session.run(), nullptr);
  EXPECT_EQ(session.explanation(), nullptr) << "the request starts the computation";
  for (int i = 0; i < 500 && session.explanation() == nullptr; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    session.update(state, {});
  }
  EXPECT_NE(session.explanation(), nullptr);
  state.n = 32;
  for (int i = 0; i < 3; ++i) {
    session.update(state, {});
    session.wait(DrivenWindow::kLong);
  }
  EXPECT_EQ(session.explanation(), nullptr) << "another run needs another request";
}

TEST(Why, EscapeClosesItAndAClickOpensIt) {
  WhyWindow window("hazards/missing-barrier");
  window.click("why");
  EXPECT_EQ(window.interface().overlay(), "why");
  window.press({Key::escape});
  EXPECT_EQ(window.interface().overlay(), "");
}

}  // namespace
}  // namespace lockstep::gui
