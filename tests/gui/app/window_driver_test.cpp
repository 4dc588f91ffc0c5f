// The real window: every key of the list and the named widgets of every tab, operated through the X server.
#include "tests/gui/app/window_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "gui/app/interface.hpp"

namespace lockstep::gui {
namespace {

using nlohmann::json;

// This kernel has a finding and barriers to move to, and it runs fast on the device.
constexpr const char* kScene = R"({"lockstep_scene": 1, "algorithm": "hazards/missing-barrier", "n": 64,
  "group_size": 64, "compare": {"pair": ["reduce/divergent", "reduce/strided-index"]}, "benchmark": {"sizes": [1024], "algorithms": ["reduce/divergent"], "repetitions": 1}})";

constexpr std::string_view kTabNames[] = {"step", "compare", "gpu", "theory", "lab"};
constexpr KeyPress kTabKeys[] = {
    {Key::digit1, true}, {Key::digit2, true}, {Key::digit3, true}, {Key::digit4, true}, {Key::digit5, true}};
constexpr std::string_view kPair = "Stepping both rows";

// A key of the table of actions, and where it is pressed.
struct TestedKey {
  std::string title, where;  // of its group
  KeyPress press;
  std::string action, label;
};

const Actions& table() {
  static const Interface interface({}, {});
  return interface.keyboard().actions();
}

// Keys that require an open question, lesson or task are tested in gui/questions, gui/lesson
// and gui/pages/assignment.
bool needs_a_mode(const ActionGroup& group) {
  return group.title == "Answering a question (Q)" || group.where == "lessons" || group.where == "assignment";
}

std::vector<TestedKey> listed_keys() {
  std::vector<TestedKey> keys;
  for (const ActionGroup& group : table().groups()) {
    if (needs_a_mode(group)) continue;
    for (const ActionRow& row : group.rows)
      for (const KeyPress& press : row.keys)
        // F5 starts a talk only if one is open (below).
        if (!row.label.empty() && !(group.title == "Presentation" && group.where.empty()))
          keys.push_back({group.title, group.where, press, std::string(row.action.name), row.label});
  }
  return keys;
}

std::size_t tab_of(const std::string& where) {
  const auto found = std::ranges::find(kTabNames, where);
  return found == std::end(kTabNames) ? 0 : static_cast<std::size_t>(found - std::begin(kTabNames));
}

class DrivenProgram : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(window_.is_there()) << window_.why_not(); }

  // No overlay is open, no text field has the focus, nothing plays, and this tab is shown.
  bool calm(std::size_t tab) {
    const auto is_calm = [](const json& now) {
      return now["overlay"] == "" && !now["typing"] && !now["playing"] && !now["scene"]["presentation"] &&
             now["focus"] == "" && !now["scene"]["compare"]["stepping"] &&
             !now["scene"].value("predict", json::object()).value("on", false);
    };
    for (int i = 0; i < 6; ++i) {
      const json now = window_.report();
      window_.press(is_calm(now) ? kTabKeys[tab] : KeyPress{Key::escape});
      window_.wait_until(
          [&](const json& then) { return is_calm(now) ? then["actions"] > now["actions"] : then != now; });
      // The effect of the previous key may appear a frame later.
      const json then = window_.report();
      if (is_calm(now) && is_calm(then) && then["scene"]["tab"] == kTabNames[tab]) return true;
    }
    return false;
  }

  void expect_action(const TestedKey& key) {
    const std::uint64_t before = window_.report()["actions"].get<std::uint64_t>();
    window_.press(key.press);
    EXPECT_TRUE(window_.wait_until([&](const json& now) {
      return now["actions"] > before && now["last_action"] == key.action;
    })) << key.label
        << ": " << key.action << "; the last action was " << window_.report()["last_action"];
  }

  bool click_and_wait(const std::string& item, const std::function<bool(const json&)>& holds) {
    // On a busy machine, a frame can take longer than the press of the button.
    for (int i = 0; i < 3; ++i)
      if (window_.click(item) && window_.wait_until(holds)) return true;
    return false;
  }

  WindowDriver window_{kScene};
};

TEST_F(DrivenProgram, EveryKeyHasTheEffectThatTheListNames) {
  std::vector<TestedKey> all = listed_keys();
  // First the keys that need the marks of the scene, because keys of Compare change the marks.
  std::ranges::stable_partition(all, [](const TestedKey& key) { return key.title == kPair; });
  // After this key the window is closed.
  std::ranges::stable_partition(all, [](const TestedKey& key) { return key.action != actions::quit.name; });
  for (const TestedKey& key : all) {
    ASSERT_TRUE(calm(tab_of(key.where))) << "before " << key.label;
    if (key.title == kPair) {
      window_.press({Key::b});
      ASSERT_TRUE(
          window_.wait_until([](const json& now) { return now["scene"]["compare"]["stepping"] == true; }));
    }
    if (key.where == kPresenting) {
      // Arrows turn pages only in a talk.
      if (key.press.key == Key::left || key.press.key == Key::right) continue;
      window_.press({Key::f6});
      ASSERT_TRUE(window_.wait_until([](const json& now) { return now["scene"]["presentation"] == true; }));
    }
    if (key.where == "why") {
      window_.press({Key::w});
      ASSERT_TRUE(window_.wait_until([](const json& now) { return now["overlay"] == "why"; }));
    }
    expect_action(key);
  }
}

TEST_F(DrivenProgram, NamedWidgetsCanBeClicked) {
  const auto on_tab = [](std::string_view tab) {
    return [tab](const json& now) { return now["scene"]["tab"] == tab; };
  };
  EXPECT_TRUE(click_and_wait("Compare", on_tab("compare")));
  EXPECT_TRUE(click_and_wait("Theory", on_tab("theory")));
  EXPECT_TRUE(click_and_wait("Run on GPU", on_tab("gpu")));
  EXPECT_TRUE(click_and_wait("Step", on_tab("step")));
  EXPECT_TRUE(click_and_wait("why", [](const json& now) { return now["overlay"] == "why"; }));
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["overlay"] == ""; }));
  EXPECT_TRUE(click_and_wait("keys", [](const json& now) { return now["overlay"] == "keys"; }));
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["overlay"] == ""; }));
  EXPECT_TRUE(click_and_wait(table().describe(actions::go_to_end), [](const json& now) {
    return now["scene"].contains("position") && now["scene"]["position"] > 100;
  }));
  EXPECT_TRUE(click_and_wait(table().describe(actions::play_or_pause),
                             [](const json& now) { return now["playing"] == true; }));
  EXPECT_TRUE(click_and_wait("run", on_tab("gpu")));
}

TEST_F(DrivenProgram, AnExpressionIsWatchedAndABreakpointHasACondition) {
  ASSERT_TRUE(calm(0));
  window_.press({Key::v});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  window_.type("t % 2");
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["scene"]["watches"] == json{"t % 2"}; }));
  window_.press({Key::f9, false, true});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  window_.type("t == 4");
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    const json& scene = now["scene"];
    return scene.contains("conditions") && scene["conditions"].begin().value() == "t == 4";
  }));
  EXPECT_TRUE(click_and_wait("unwatch-0", [](const json& now) { return now["scene"]["watches"].empty(); }));
}

// A key is pressed and released between two frames of a slow machine; its effect must not be lost.
TEST_F(DrivenProgram, AKeyPressShorterThanAFrameReachesAField) {
  ASSERT_TRUE(click_and_wait("n", [](const json& now) { return now["popup"] && now["field"]; }));
  window_.type("128000");
  for (int i = 0; i < 3; ++i) window_.press({Key::backspace});
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["scene"]["n"] == 128; }))
      << window_.report()["scene"]["n"];
}

TEST_F(DrivenProgram, ASizeIsTypedAndAKernelEdited) {
  ASSERT_TRUE(click_and_wait("n", [](const json& now) { return now["popup"] && now["field"]; }));
  window_.type("32");
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["scene"]["n"] == 32; }));
  window_.press({Key::f2});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  window_.type("// note");
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    const json texts = now["scene"].value("edited_texts", json::object());
    return texts.contains("hazards/missing-barrier") &&
           texts["hazards/missing-barrier"].get<std::string>().find("// note") != std::string::npos;
  }));
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == false; }));
}

bool is_edited(const json& now) { return !now["scene"].value("edited_texts", json::object()).empty(); }

TEST_F(DrivenProgram, TheKernelIsReadOnlyUntilADoubleClick) {
  ASSERT_TRUE(window_.click("source-text"));
  window_.type("8");
  ASSERT_TRUE(window_.double_click("source-text"));
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  EXPECT_FALSE(is_edited(window_.report())) << "what was typed before";
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == false; }));
}

TEST_F(DrivenProgram, AListThatIsOpenedTakesTheKeyboardFromTheEditor) {
  window_.press({Key::f2});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  ASSERT_TRUE(click_and_wait(
      "n", [](const json& now) { return now["popup"] && now["field"] && now["typing"] == false; }));
  window_.type("32");
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["scene"]["n"] == 32; }));
  window_.type("9");
  window_.press({Key::end});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["last_action"] == "go-to-end"; }));
  EXPECT_FALSE(is_edited(window_.report()));
}

// A quick click is one batch of events, and no later event causes another frame.
TEST_F(DrivenProgram, EachQuickClickIsSeenAtOnce) {
  for (int i = 0; i < 8; ++i) {
    const std::string step = i % 2 == 0 ? "barrier" : "line";
    ASSERT_TRUE(window_.quick_click("step" + step));
    EXPECT_TRUE(window_.wait_until([&](const json& now) { return now["scene"]["step"] == step; })) << i;
  }
}

TEST_F(DrivenProgram, TheTimelineIsDraggedAlsoOutsideOfIt) {
  window_.press({Key::end});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["last_action"] == "go-to-end"; }));
  const auto last = window_.report()["scene"]["position"].get<double>();
  const auto is_at = [&](double from, double to) {
    return [=](const json& now) {
      const auto at = now["scene"].value("position", 0.0);
      return from * last <= at && at <= to * last;
    };
  };
  ASSERT_TRUE(window_.drag("timeline", {0.3f, 0.2f}, {0.7f, 0.2f}));
  EXPECT_TRUE(window_.wait_until(is_at(0.5, 0.8))) << window_.report()["scene"]["position"] << " of " << last;
  ASSERT_TRUE(window_.drag("timeline", {0.7f, 0.2f}, {0.4f, -1.5f}));
  EXPECT_TRUE(window_.wait_until(is_at(0.2, 0.5))) << window_.report()["scene"]["position"] << " of " << last;
  ASSERT_TRUE(window_.drag("timeline", {0.4f, 0.2f}, {-0.3f, 0.2f}));
  EXPECT_TRUE(window_.wait_until(is_at(0, 0))) << window_.report()["scene"]["position"] << " of " << last;
}

// The sheet offers a repair of the run's error; the repaired run needs no repair.
TEST_F(DrivenProgram, WhyIsAboutTheLatestRun) {
  const auto offers_cure = [](bool offered) {
    return [offered](const json& now) {
      bool items = false, cure = false;
      for (const json& place : now["places"]) {
        const auto id = place["id"].get<std::string>();
        items |= id == "why0";
        cure |= id.starts_with("repair-");
      }
      return now["run"] == "current" && items && cure == offered;
    };
  };
  for (int i = 0; i < 2; ++i) {
    window_.press({Key::w});
    ASSERT_TRUE(window_.wait_until(offers_cure(true)));
    ASSERT_TRUE(click_and_wait("repair-0", is_edited));
    window_.press({Key::w});
    EXPECT_TRUE(window_.wait_until(offers_cure(false)));
    window_.press({Key::escape});
    window_.wait_until([](const json& now) { return now["overlay"] == ""; });
    window_.press({Key::f2});
    window_.wait_until([](const json& now) { return now["typing"] == true; });
    window_.press({Key::z, true});
    ASSERT_TRUE(window_.wait_until([](const json& now) { return !is_edited(now); }));
    window_.press({Key::escape});
    ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == false; }));
  }
}

// The sentence about a misspelt card appears although no other event follows the click.
TEST_F(DrivenProgram, AClickShowsItsEffectWithoutAnotherEvent) {
  window_.press({Key::l, true});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["overlay"] == "talk"; }));
  ASSERT_TRUE(window_.click("talk-add"));
  ASSERT_TRUE(window_.click("talk-show"));
  window_.type("figur");
  const auto steps_y = [](const json& now) {
    for (const json& place : now["places"])
      if (place["id"] == "talk-steps") return place["y"].get<float>();
    return 0.0f;
  };
  ASSERT_TRUE(window_.wait_until([&](const json& now) { return steps_y(now) > 0; }));
  const float above = steps_y(window_.report());
  ASSERT_TRUE(window_.click("talk-close"));
  // The sentence about the card is between its field and this check box.
  EXPECT_TRUE(window_.wait_until([&](const json& now) { return steps_y(now) > above; }));
  EXPECT_EQ(window_.report()["overlay"], "talk");
  window_.press({Key::escape});
}

std::string edited_text(const json& now) {
  return now["scene"].value("edited_texts", json::object()).value("hazards/missing-barrier", std::string());
}

bool has_place(const json& now, std::string_view id) {
  return std::ranges::any_of(now["places"], [&](const json& place) { return place["id"] == id; });
}

TEST_F(DrivenProgram, ANameIsCompletedFromTheList) {
  window_.press({Key::f2});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  window_.press({Key::end, true});
  window_.press({Key::enter});
  window_.type("get_glob");
  ASSERT_TRUE(window_.wait_until([](const json& now) { return has_place(now, "completion0"); }));
  window_.press({Key::enter});
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    return !has_place(now, "completion0") && edited_text(now).find("\nget_global_") != std::string::npos &&
           edited_text(now).find("get_globget") == std::string::npos;
  })) << edited_text(window_.report());
  window_.press({Key::space, true});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return has_place(now, "completion0"); }));
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    return !has_place(now, "completion0") && now["typing"] == true;
  })) << "Esc closes the list and goes on editing";
  window_.press({Key::escape});
  EXPECT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == false; }));
}

// `/` is Shift+7 on German keyboards, and a separate key on the keypad.
TEST_F(DrivenProgram, LinesBecomeCommentsOnEachLayout) {
  window_.press({Key::f2});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return now["typing"] == true; }));
  for (const KeyPress& key : {KeyPress{Key::digit7, true, true}, KeyPress{Key::slash, true}}) {
    window_.press(key);
    EXPECT_TRUE(window_.wait_until(is_edited)) << "a comment";
    window_.press(key);
    EXPECT_TRUE(window_.wait_until([](const json& now) { return !is_edited(now); })) << "and back";
  }
}

TEST_F(DrivenProgram, MatchesAreReplacedAsOneChange) {
  window_.press({Key::h, true});
  ASSERT_TRUE(window_.wait_until([](const json& now) { return has_place(now, "replace-field"); }));
  window_.type("scratch");
  window_.press({Key::tab});
  window_.type("shared");
  window_.press({Key::enter, true});
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    const std::string text = edited_text(now);
    return !text.empty() && text.find("scratch") == std::string::npos &&
           text.find("shared") != std::string::npos;
  })) << edited_text(window_.report());
}

TEST_F(DrivenProgram, ShownTextIsSelectedAndCopied) {
  ASSERT_TRUE(window_.drag("source-text", {0.2f, 0.05f}, {0.6f, 0.2f}));
  window_.press({Key::c, true});
  EXPECT_TRUE(window_.wait_until([](const json& now) {
    return now["last_action"] == "copy-text" && now["notice"].get<std::string>().starts_with("Copied: ");
  })) << window_.report()["notice"];
}

constexpr const char* kTalk = R"({"lockstep_talk": 1, "pages": [
  {"scene": {"algorithm": "reduce/divergent", "n": 1024, "group_size": 256}, "note": "First."},
  {"scene": {"algorithm": "scan/blelloch", "n": 1024, "group_size": 256}, "note": "Second."},
  {"scene": {"algorithm": "reduce/sequential-local", "n": 1024, "group_size": 256}}]})";

// From a key sent through the X server to the report that is written after the frame.
TEST(DrivenTalk, AClickerTurnsPages) {
  WindowDriver window(kTalk, "three.talk.json");
  ASSERT_TRUE(window.is_there()) << window.why_not();
  ASSERT_TRUE(window.wait_until([](const json& now) { return now["overlay"] == "talk"; }));
  window.press({Key::escape});
  ASSERT_TRUE(window.wait_until([](const json& now) { return now["overlay"] == ""; }));
  const auto shows = [](const char* algorithm) {
    return [algorithm](const json& now) {
      return now["scene"]["presentation"] == true && now["scene"]["algorithm"] == algorithm &&
             now["run"] == "current";
    };
  };
  window.press({Key::f5});
  ASSERT_TRUE(window.wait_until(shows("reduce/divergent")));
  window.press({Key::s});
  for (const auto& [key, algorithm] : {std::pair{Key::page_down, "scan/blelloch"},
                                       {Key::page_down, "reduce/sequential-local"},
                                       {Key::page_up, "scan/blelloch"},
                                       {Key::page_up, "reduce/divergent"}}) {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const auto begin = std::chrono::steady_clock::now();
    window.press({key});
    ASSERT_TRUE(window.wait_until(shows(algorithm))) << algorithm;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("%s: %.0f ms from the key to the frame\n", algorithm, took.count());
  }
  window.press({Key::escape});
  EXPECT_TRUE(window.wait_until([](const json& now) { return now["scene"]["presentation"] == false; }));
}

constexpr const char* kMasksPage = R"({"lockstep_scene": 1, "tab": "lessons",
  "lesson": {"name": "first-steps", "page": "masks"}})";

// A lane question with the mouse: a drag, a wrong answer, an offered solution, and then an answer with
// keys only.
TEST(DrivenLesson, LanesAreDraggedAndTyped) {
  WindowDriver window(kMasksPage);
  ASSERT_TRUE(window.is_there()) << window.why_not();
  ASSERT_TRUE(window.wait_until([](const json& now) { return has_place(now, "question-0-item-15"); }));
  EXPECT_FALSE(has_place(window.report(), "question-0-solution"));
  ASSERT_TRUE(window.drag("question-0-item-0", {0.5f, 0.5f}, {6.5f, 0.5f}));
  ASSERT_TRUE(window.click("question-0-check"));
  ASSERT_TRUE(window.wait_until([](const json& now) { return has_place(now, "question-0-solution"); }));
  // A digit is sent to the open question; after a wrong answer, the field keeps the keyboard.
  window.press({Key::digit1});
  ASSERT_TRUE(window.wait_until([](const json& now) { return now["typing"] == true; }));
  window.press({Key::enter});
  // A user reads the hint before typing again.
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_TRUE(window.report()["typing"]);
  window.type("0,2,4,6,8,10,12,14");
  std::this_thread::sleep_for(std::chrono::seconds(1));
  window.press({Key::enter});
  EXPECT_TRUE(window.wait_until([](const json& now) { return has_place(now, "question-0-show"); }));
  EXPECT_FALSE(window.report()["typing"]);
}

// F5 in a lesson: arrows step, Page Down answers, Esc returns to the lesson's page.
TEST(DrivenLesson, F5StepsAnswersAndReturns) {
  WindowDriver window(kMasksPage);
  ASSERT_TRUE(window.is_there()) << window.why_not();
  ASSERT_TRUE(window.wait_until([](const json& now) { return has_place(now, "question-0-item-15"); }));
  window.press({Key::f5, false, true});
  ASSERT_TRUE(window.wait_until(
      [](const json& now) { return now["scene"]["presentation"] == true && now["run"] == "current"; }));
  const json before = window.report();
  window.press({Key::right});
  EXPECT_TRUE(window.wait_until(
      [&](const json& now) { return now["scene"]["position"] != before["scene"]["position"]; }));
  EXPECT_EQ(window.report()["talk"], before["talk"]) << "the page is not turned";
  window.press({Key::f2});
  EXPECT_TRUE(window.wait_until([](const json& now) {
    return now["notice"].get<std::string>().find("F2 edits") != std::string::npos;
  }));
  window.press({Key::page_down});
  window.press({Key::escape});
  EXPECT_TRUE(window.wait_until([](const json& now) {
    return now["scene"]["presentation"] == false && now["scene"]["tab"] == "lessons" &&
           has_place(now, "lesson-next");
  }));
}

// Predict: after Answer, the same button below the pointer is the next step.
TEST(DrivenPredict, OneButtonLeadsThroughAllQuestions) {
  WindowDriver window(R"({"lockstep_scene": 1, "algorithm": "reduce/divergent", "n": 16, "group_size": 16,
    "predict": {"on": true}})");
  ASSERT_TRUE(window.is_there()) << window.why_not();
  const auto place_of = [&](const char* id) {
    const json now = window.report();
    for (const json& place : now["places"])
      if (place["id"] == id) return place;
    return json();
  };
  ASSERT_TRUE(window.wait_until([](const json& now) { return has_place(now, "predict-show"); }));
  const json button = place_of("predict-answer");
  ASSERT_TRUE(window.click("predict-show"));
  ASSERT_TRUE(window.wait_until([](const json& now) { return !has_place(now, "predict-show"); }));
  EXPECT_EQ(place_of("predict-answer"), button);
  EXPECT_TRUE(place_of("run").is_null()) << "Run on GPU does not come below the pointer";
  ASSERT_TRUE(window.click("predict-answer"));
  ASSERT_TRUE(window.wait_until([](const json& now) { return has_place(now, "predict-show"); }));
  EXPECT_EQ(place_of("predict-answer"), button);
}

}  // namespace
}  // namespace lockstep::gui
