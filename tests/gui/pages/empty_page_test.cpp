// A new page consists of its own code and an entry of the list: an empty page, defined here, has a tab, a
// key, a place, a toolbar, exports and a part of the scene.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/whole_file.hpp"
#include "gui/app/headless.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

class EmptyPanel final : public Panel {
 public:
  std::string_view help() const override { return "An empty card with one sentence on it."; }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    context.ui.canvas.text({card.x + 20, card.y + 20}, "Nothing is here yet.",
                           {Font::text, Role::ink, Align::left, 13});
  }
};

class EmptyPage final : public Page {
 public:
  std::string_view title() const override { return "Empty"; }
  std::string_view summary() const override { return "Empty: a page of a test"; }
  std::string tooltip(const std::string& keys) const override { return "A page of a test (" + keys + ")"; }
  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext&) override {
    return {{"empty", &panel_, window.below_top_bar()}};
  }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override { bar.model(context); }
  std::vector<ActionGroup> actions() override {
    return {{"On Empty", "empty", {{{"reseed"}, {{Key::right}}, "→", "Next seed", [](ActionContext& context) {
                                      ++context.state.seed;
                                    }}}}};
  }
  std::vector<PageExport> exports(const AppState&) const override {
    return {{ExportFormat::csv, "A line.",
             [](const ActionContext&, const std::string& path, std::optional<float>) {
               return write_atomically(path, "empty\n");
             }},
            {ExportFormat::png, "A picture of the window."}};
  }
  static void scene(SceneFields& fields, AppState& state) {
    fields.object("empty", [&](SceneFields& part) { part.count("bars", state.benchmark.bars_n); });
  }

 private:
  EmptyPanel panel_;
};

PageList with_empty_page() {
  PageList pages = all_pages();
  pages.push_back({"empty",
                   [](const PageServices&) -> std::unique_ptr<Page> { return std::make_unique<EmptyPage>(); },
                   EmptyPage::scene});
  return pages;
}

InterfaceOptions with_page() {
  InterfaceOptions options;
  options.pages = with_empty_page();
  return options;
}

// For the last page; the digit keys are in the order of the tabs.
KeyPress key_of_last_page() {
  return {static_cast<Key>(static_cast<int>(Key::digit1) + static_cast<int>(all_pages().size())), true};
}

struct EmptyPageWindow : Headless {
  EmptyPageWindow() : Headless({}, 1600, 900, 1, with_page()) {
    interface().settle(std::chrono::minutes(1));
    frame();
  }
  void press(KeyPress key) {
    frame({{key}, {}, {}});
    frame();
  }
  bool says(std::string_view sentence) {
    WrittenFrame written;
    interface().note_text(&written);
    frame();
    interface().note_text(nullptr);
    return std::ranges::any_of(written.texts, [&](const WrittenText& text) { return text.text == sentence; });
  }
};

TEST(EmptyPage, HasATab) {
  EmptyPageWindow window;
  const auto tab = window.interface().item_place("Empty");
  ASSERT_TRUE(tab);
  window.point_at(tab->centre());
  for (const bool down : {false, true, false}) {
    window.hold_button(down);
    window.frame();
  }
  window.frame();
  EXPECT_EQ(window.interface().state().tab, "empty");
  EXPECT_TRUE(window.says("Nothing is here yet."));
  EXPECT_TRUE(window.interface().item_place("model")) << "its toolbar";
  EXPECT_FALSE(window.interface().item_place("operator")) << "another page's";
}

TEST(EmptyPage, HasTheNextNumberKeyAndKeysOfItsOwn) {
  EmptyPageWindow window;
  window.press({Key::right});
  EXPECT_EQ(window.interface().state().seed, 1u) << "not its page";
  window.press(key_of_last_page());
  EXPECT_EQ(window.interface().state().tab, "empty");
  window.press({Key::right});
  EXPECT_EQ(window.interface().state().seed, 2u);
  window.press({Key::f1});
  EXPECT_TRUE(window.says("Empty: a page of a test"));
  EXPECT_TRUE(window.says("On Empty"));
}

TEST(EmptyPage, IsExported) {
  const auto before = std::filesystem::current_path();
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path());
  EmptyPageWindow window;
  window.press(key_of_last_page());
  window.press({Key::e, true});
  EXPECT_EQ(read_file("empty.csv").value_or(""), "empty\n");
  window.press({Key::e, true, true});
  EXPECT_TRUE(window.interface().item_place("export-formatPNG"));
  window.press({Key::right});
  window.press({Key::enter});
  const auto late = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!std::filesystem::exists("empty.png") && std::chrono::steady_clock::now() < late) window.frame();
  EXPECT_TRUE(read_file("empty.png").value_or("").starts_with("\x89PNG"));
  std::filesystem::current_path(before);
}

TEST(EmptyPage, IsPartOfAScene) {
  AppState state;
  state.tab = "empty";
  state.benchmark.bars_n = 7;
  const auto scene = parse_scene(to_scene(state, with_empty_page()), with_empty_page());
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->state, state);
  EXPECT_TRUE(scene->remarks.empty());
  const auto without = parse_scene(to_scene(state, with_empty_page()));
  EXPECT_EQ(without->state.tab, "step") << "unknown to a window without this page";
  EXPECT_EQ(without->remarks.size(), 2u);
}

TEST(EmptyPage, NeedsNoPartOfAScene) {
  PageList pages = with_empty_page();
  pages.back().fields = nullptr;
  AppState state;
  state.tab = "empty";
  const auto scene = parse_scene(to_scene(state, pages), pages);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->state.tab, "empty");
  EXPECT_TRUE(scene->remarks.empty());
}

TEST(EveryPage, ExplainsItselfAndItsPanels) {
  Headless all({}, 1600, 900);
  for (const auto& page : all.interface().screen().pages()) {
    EXPECT_FALSE(page->title().empty());
    EXPECT_TRUE(page->summary().starts_with(page->title())) << page->key();
    AppState state;
    state.tab = page->key();
    Headless window(std::move(state), 1600, 900);
    window.frame();
    ASSERT_FALSE(window.interface().screen().cards().empty());
    for (const PlacedPanel& placed : window.interface().screen().cards())
      EXPECT_GT(placed.panel->help().size(), 20u) << placed.name;
  }
}

}  // namespace
}  // namespace lockstep::gui
