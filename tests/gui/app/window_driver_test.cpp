// The real window: every key of the list and the named widgets of every tab, operated through the X server.
#include "tests/gui/app/window_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lockstep::gui {
namespace {

using nlohmann::json;

// This kernel has a finding and barriers to go to, and it runs fast on the device.
constexpr const char* kScene = R"({"lockstep_scene": 1, "algorithm": "hazards/missing-barrier", "n": 64,
  "group_size": 64, "compare": {"pair": ["reduce/divergent", "reduce/strided-index"]}, "benchmark": {"sizes": [1024], "algorithms": ["reduce/divergent"], "repetitions": 1}})";

constexpr std::string_view kTabNames[] = {"step", "compare", "gpu", "theory"};
constexpr KeyPress kTabKeys[] = {
    {Key::digit1, true}, {Key::digit2, true}, {Key::digit3, true}, {Key::digit4, true}};

std::size_t tab_of(KeyScope scope) {
  if (scope == KeyScope::compare || scope == KeyScope::pair) return 1;
  return scope == KeyScope::theory ? 3 : 0;
}

class DrivenProgram : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(window_.is_there()) << window_.why_not(); }

  // No overlay is open, no text field has the focus, nothing plays, and this tab is shown.
  bool calm(std::size_t tab) {
    for (int i = 0; i < 6; ++i) {
      const json now = window_.report();
      if (now["overlay"] == "" && !now["typing"] && !now["playing"] && !now["scene"]["presentation"] &&
          now["focus"] == "" && !now["scene"]["compare"]["stepping"])
        break;
      window_.press({Key::escape});
      window_.wait_until([&](const json& then) { return then != now; });
    }
    window_.press(kTabKeys[tab]);
    return window_.wait_until([&](const json& now) { return now["scene"]["tab"] == kTabNames[tab]; });
  }

  void expect_action(const Binding& binding) {
    const std::uint64_t before = window_.report()["actions"].get<std::uint64_t>();
    window_.press(binding.press);
    EXPECT_TRUE(window_.wait_until([&](const json& now) {
      return now["actions"] > before && now["last_action"] == static_cast<int>(binding.action);
    })) << binding.label
        << ": " << binding.what << "; the last action was " << window_.report()["last_action"];
  }

  bool click_and_wait(const std::string& item, const std::function<bool(const json&)>& holds) {
    // On a busy machine a frame can take longer than the button is held.
    for (int i = 0; i < 3; ++i)
      if (window_.click(item) && window_.wait_until(holds)) return true;
    return false;
  }

  WindowDriver window_{kScene};
};

TEST_F(DrivenProgram, EveryKeyHasTheEffectThatTheListNames) {
  std::vector<Binding> all(bindings().begin(), bindings().end());
  // First the keys that need the marks of the scene; keys of Compare change these.
  std::ranges::stable_partition(all, [](const Binding& b) { return b.scope == KeyScope::pair; });
  for (const Binding& binding : all) {
    ASSERT_TRUE(calm(tab_of(binding.scope))) << "before " << binding.label;
    if (binding.scope == KeyScope::pair) {
      window_.press({Key::b});
      ASSERT_TRUE(
          window_.wait_until([](const json& now) { return now["scene"]["compare"]["stepping"] == true; }));
    }
    if (binding.scope == KeyScope::why) {
      window_.press({Key::w});
      ASSERT_TRUE(window_.wait_until([](const json& now) { return now["overlay"] == "why"; }));
    }
    expect_action(binding);
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
  EXPECT_TRUE(click_and_wait(describe(Action::go_to_end), [](const json& now) {
    return now["scene"].contains("position") && now["scene"]["position"] > 100;
  }));
  EXPECT_TRUE(click_and_wait(describe(Action::play_or_pause),
                             [](const json& now) { return now["playing"] == true; }));
  EXPECT_TRUE(click_and_wait("run", on_tab("gpu")));
}

// A key goes down and up between two frames of a slow machine; its effect must not be lost.
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

}  // namespace
}  // namespace lockstep::gui
