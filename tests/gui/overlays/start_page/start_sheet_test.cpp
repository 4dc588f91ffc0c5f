// The start page: each entry with the mouse and with keys, the files opened last, and that the page is
// not stored.
#include "gui/overlays/start_page/start_sheet.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "gui/lesson/reading/library.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct StartWindow : DrivenWindow {
  explicit StartWindow(AppState state = {}, int width = 1280, int height = 720)
      : DrivenWindow(std::move(state), width, height) {
    interface().show_start_page();
    frame();
    frame();
  }
  void settle() {
    for (int i = 0; i < 4; ++i) {
      interface().session().wait(kLong);
      frame();
    }
  }
  std::set<std::string> texts() {
    WrittenFrame written;
    interface().note_text(&written);
    frame();
    interface().note_text(nullptr);
    std::set<std::string> all;
    for (const WrittenText& text : written.texts) all.insert(text.text);
    return all;
  }
};

void expect_first_steps(StartWindow& window) {
  window.settle();
  EXPECT_EQ(window.state().lesson.name, "first-steps");
  EXPECT_EQ(window.state().tab, LessonChoice::kPage);
  EXPECT_EQ(window.interface().overlay(), "");
}

void expect_lectures(StartWindow& window) {
  window.settle();
  EXPECT_EQ(window.state().lesson.name, "");
  EXPECT_EQ(window.state().tab, LessonChoice::kPage);
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_TRUE(window.interface().item_place("lesson first-steps"));
}

TEST(StartSheet, DoorsOpenByMouse) {
  StartWindow first, lectures, kernel, program, lecturers;
  first.click("start-first-steps");
  expect_first_steps(first);
  lectures.click("start-lectures");
  expect_lectures(lectures);
  kernel.click("start-kernel");
  EXPECT_EQ(kernel.interface().overlay(), "files");
  program.click("start-program");
  EXPECT_EQ(program.interface().overlay(), "program");
  lecturers.click("start-lecturers");
  EXPECT_EQ(lecturers.interface().overlay(), "lecturers");
}

TEST(StartSheet, ALessonThatTheLecturersPageNamesOpens) {
  StartWindow window;
  window.press({Key::l});
  window.click("lecturers-0");
  expect_first_steps(window);
}

TEST(StartSheet, LecturersReadTheirPage) {
  StartWindow window;
  window.press({Key::l});
  EXPECT_EQ(window.interface().overlay(), "lecturers");
  EXPECT_TRUE(window.texts().contains("For lecturers"));
  for (int i = 0; i < 20; ++i) window.press({Key::page_down});
  window.frame();
  EXPECT_TRUE(window.texts().contains("How counts were checked against silicon"));
  window.press({Key::escape});
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(StartSheet, DoorsOpenByKeys) {
  for (const Key key : {Key::digit1, Key::enter}) {
    StartWindow first;
    first.press({key});
    expect_first_steps(first);
  }
  StartWindow lectures, kernel, program;
  lectures.press({Key::digit2});
  expect_lectures(lectures);
  kernel.press({Key::digit3});
  EXPECT_EQ(kernel.interface().overlay(), "files");
  program.press({Key::p});
  EXPECT_EQ(program.interface().overlay(), "program");
}

TEST(StartSheet, TabReachesEverythingOnIt) {
  StartWindow window;
  std::set<std::string> reached;
  for (int i = 0; i < 8; ++i) {
    window.press({Key::tab});
    reached.insert(window.interface().focus());
  }
  for (const char* stop : {"start-first-steps", "start-lectures", "start-kernel", "start-tour",
                           "start-lecturers", "start-program", "start-new-kernel", "start-close"})
    EXPECT_TRUE(reached.contains(stop)) << stop;
  for (int i = 0; i < 8 && window.interface().focus() != "start-lectures"; ++i) window.press({Key::tab});
  window.press({Key::enter});
  expect_lectures(window);
}

TEST(StartSheet, ClosesByEscapeButtonAndClickBeside) {
  StartWindow escape, button, beside;
  escape.press({Key::escape});
  EXPECT_EQ(escape.interface().overlay(), "");
  button.click("start-close");
  EXPECT_EQ(button.interface().overlay(), "");
  beside.click(Point{4, 700});
  EXPECT_EQ(beside.interface().overlay(), "");
  EXPECT_EQ(beside.state().tab, kStepPage);
}

TEST(StartSheet, LeadsToTheTour) {
  StartWindow window;
  window.click("start-tour");
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "tour");
}

TEST(StartSheet, OpensFromTheKeysAndIsNeverStored) {
  DrivenWindow window;
  window.press({Key::f1, false, true});
  EXPECT_EQ(window.interface().overlay(), "start");
  EXPECT_EQ(window.interface().kept_state().overlay, OverlayChoice{}) << "the next start shows the window";
  window.press({Key::f1, false, true});
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(StartSheet, SaysWhatTheLessonsSay) {
  StartWindow window;
  const auto folder = find_lesson("first-steps");
  ASSERT_TRUE(folder);
  const auto loaded = load_lesson(*folder);
  ASSERT_TRUE(loaded);
  const auto doors = start_doors(window.interface().lessons());
  EXPECT_EQ(doors[0].text, loaded->lesson.summary);
  EXPECT_THAT(doors[0].facts, HasSubstr(std::to_string(loaded->lesson.minutes)));
  EXPECT_THAT(doors[1].facts, HasSubstr(std::to_string(lesson_folders().size())));
  EXPECT_TRUE(window.texts().contains(doors[1].facts));
  window.press({Key::digit1});
  expect_first_steps(window);
  EXPECT_THAT(start_doors(window.interface().lessons())[0].facts, HasSubstr("seen"));
}

// Opens `count` scenes with long names, and the start page above the last one.
void open_scenes(DrivenWindow& window, const TemporaryFolder& folder, int count) {
  for (int i = 0; i < count; ++i) {
    AppState state = window.state();
    choose_algorithm(state, "scan/blelloch");
    const std::string path =
        folder.file("a-scene-with-quite-a-long-name-of-a-lecture-in-winter-" + std::to_string(i) + ".json");
    ASSERT_TRUE(save_scene(state, path));
    window.interface().open_file(path);
  }
  window.interface().show_start_page();
  window.frame();
  window.frame();
}

TEST(StartSheet, OpensTheFilesOpenedLast) {
  const TemporaryFolder folder;
  DrivenWindow window({}, 1600, 900);
  EXPECT_FALSE(window.interface().item_place("start-recent-0"));
  open_scenes(window, folder, 2);
  EXPECT_TRUE(window.interface().item_place("start-recent-1"));
  window.press({Key::escape});
  window.press({Key::a});
  window.frame();
  EXPECT_NE(window.state().algorithm, "scan/blelloch");
  window.interface().show_start_page();
  window.frame();
  window.click("start-recent-0");
  window.frame();
  EXPECT_EQ(window.state().algorithm, "scan/blelloch");
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(StartSheet, IsLegibleWithFilesAtAnySize) {
  const TemporaryFolder folder;
  for (const WindowSize& size : {WindowSize{800, 450, 1}, WindowSize{1280, 720, 1}, WindowSize{1280, 720, 2},
                                 WindowSize{1920, 1080, 2}})
    for (const bool presenting : {false, true})
      for (const ThemeName theme : kThemeNames) {
        AppState state;
        state.theme = theme;
        state.ui_scale = size.ui_scale;
        state.presentation = presenting;
        DrivenWindow window(std::move(state), size.width, size.height);
        open_scenes(window, folder, 7);
        WrittenFrame frame;
        window.interface().note_text(&frame);
        window.frame();
        const std::string where = to_text(size) + " " + std::string(name(theme));
        EXPECT_EQ(window.interface().overlay(), "start");
        EXPECT_THAT(text_faults(frame, theme), IsEmpty()) << where;
        EXPECT_THAT(item_faults(window.interface().places(), frame), IsEmpty()) << where;
        // Its own sentences are complete: only file names may be shortened.
        for (const WrittenText& text : frame.texts) {
          const bool is_own = text.text.starts_with("1 2 3") || text.text.starts_with("See how");
          EXPECT_FALSE(is_own && text.text.ends_with("…")) << where;
        }
      }
}

}  // namespace
}  // namespace lockstep::gui
