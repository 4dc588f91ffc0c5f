#include "gui/pages/lab/page.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/files/whole_file.hpp"
#include "gui/app/headless.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using nlohmann::json;

AppState on_lab(const std::string& scene = "coalescing") {
  AppState state;
  state.tab = "lab";
  state.lab.scene = scene;
  return state;
}

struct LabWindow : Headless {
  explicit LabWindow(const AppState& state, int width = 1600, int height = 900)
      : Headless(state, width, height, 1) {
    settle(*this);
  }
  void press(KeyPress key) {
    frame({{key}, {}, {}});
    wait();
  }
  void wait() {
    frame();
    interface().lab().wait(std::chrono::minutes(1));
    frame();
    frame();
  }
  void click(const std::string& item) {
    const auto place = interface().item_place(item);
    ASSERT_TRUE(place) << item;
    point_at(place->centre());
    for (const bool down : {false, true, false}) {
      hold_button(down);
      frame();
    }
    wait();
  }
  bool says(std::string_view part) {
    WrittenFrame written;
    interface().note_text(&written);
    frame();
    interface().note_text(nullptr);
    return std::ranges::any_of(
        written.texts, [&](const WrittenText& text) { return text.text.find(part) != std::string::npos; });
  }
};

TEST(LabPage, ASceneIsChosenByMouseAndKeys) {
  LabWindow window(on_lab());
  EXPECT_TRUE(window.says("32 lanes request 128 bytes"));
  window.click("scene banks");
  EXPECT_EQ(window.interface().state().lab.scene, "banks");
  EXPECT_TRUE(window.says("no conflict"));
  window.press({Key::right});  // from the first example, which changes no settings
  EXPECT_EQ(lab_value(window.interface().state(), lab_scene(window.interface().state()).settings[1]), "2");
  EXPECT_TRUE(window.says("2-way conflict"));
  window.press({Key::down});
  EXPECT_EQ(window.interface().state().lab.scene, "padded-tile");
}

// Those of a document's entry are about its own scene.
TEST(LabPage, AnotherSceneHasNoWordsOfTheFirst) {
  AppState state;
  state.tab = LabChoice::kPage;
  state.lab.scene = lab::scenes().front().name;
  state.title = "tile²";
  state.story = "The tables have the documents' values.";
  choose_lab_scene(state, lab::scenes().front().name);
  EXPECT_FALSE(state.story.empty());
  choose_lab_scene(state, lab::scenes()[1].name);
  EXPECT_TRUE(state.title.empty() && state.story.empty());
}

TEST(LabPage, AnExampleBringsItsModel) {
  AppState state = on_lab();
  choose_lab_preset(state, lab_scene(state).presets.front());
  EXPECT_EQ(state.model, "cc1.2");
  EXPECT_EQ(chosen_preset(state), &lab_scene(state).presets.front());
  set_lab_value(state, lab_scene(state).settings.front(), "3");
  EXPECT_EQ(chosen_preset(state), nullptr);
}

TEST(LabPage, AWrongValueIsAnsweredInWords) {
  AppState state = on_lab("banks");
  state.lab.settings["banks"]["index"] = "l +";
  LabWindow window(state);
  EXPECT_TRUE(window.says("a number, l or ( is expected"));
}

TEST(LabPage, SettingsArePartOfAScene) {
  AppState state = on_lab("convolution");
  state.lab.settings["convolution"]["tile"] = "64";
  state.lab.settings["banks"]["stride"] = "3";
  const auto scene = parse_scene(to_scene(state));
  ASSERT_TRUE(scene);
  EXPECT_TRUE(scene->remarks.empty());
  EXPECT_EQ(scene->state, state);
}

TEST(LabPage, IsExportedAsDrawingAndNumbers) {
  const TemporaryFolder folder;
  LabWindow window(on_lab("padded-tile"));
  const std::string svg = (folder.path() / "lab.svg").string();
  const std::string numbers = (folder.path() / "lab.json").string();
  ASSERT_TRUE(window.interface().write_export(ExportFormat::svg, svg, 1100));
  ASSERT_TRUE(window.interface().write_export(ExportFormat::json, numbers, 1100));
  EXPECT_NE(read_file(svg).value_or("").find("Read by columns, no padding"), std::string::npos);
  EXPECT_EQ(json::parse(read_file(numbers).value_or("{}"))["scene"], "padded-tile");
}

TEST(LabPage, ItsCardsShareAPlaceInANarrowWindow) {
  LabWindow window(on_lab("banks"), 900, 600);
  EXPECT_TRUE(window.says("Scenes and settings"));
  EXPECT_TRUE(window.says("no conflict"));
}

// All passes are played one after another, and then all are shown again.
TEST(LabPage, PassesArePlayed) {
  AppState state = on_lab("banks");
  state.lab.settings["banks"]["stride"] = "2";
  LabWindow window(state);
  window.press({Key::b});
  EXPECT_TRUE(window.says("pass 1 of 2"));
  window.press({Key::b});
  EXPECT_TRUE(window.says("pass 2 of 2"));
  window.press({Key::b});
  EXPECT_TRUE(window.says("2 passes"));
}

}  // namespace
}  // namespace lockstep::gui
