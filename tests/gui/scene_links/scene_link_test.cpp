#include "gui/scene_links/scene_link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "core/base/files/text_file.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/packed_text/packed_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kPage = "https://lecture.example/lockstep.html";

std::string link_of(const AppState& state) {
  const auto made = link_to(state, kPage);
  EXPECT_TRUE(made) << made.error().message;
  return made ? made->link : "";
}

TEST(SceneLink, ShowsTheSameView) {
  AppState state;
  choose_algorithm(state, "scan/blelloch");
  state.n = 128;
  state.position = 17;
  state.breakpoints = {{12, "d == 1"}};
  state.edited_texts["scan/blelloch"] = "__kernel void f() {}\n// ß ≤ \"";
  state.edited_texts["reduce/divergent"] = "of another algorithm";
  state.theme = ThemeName::dark;
  const TemporaryFolder folder;
  const auto opened = scene_of_link(link_of(state), folder.path().string());
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_THAT(opened->remarks, IsEmpty());
  AppState wanted = state;
  wanted.edited_texts.erase("reduce/divergent");
  wanted.theme = AppState{}.theme;
  EXPECT_EQ(to_scene(opened->state), to_scene(wanted));
}

TEST(SceneLink, HoldsTheTextOfAnExercise) {
  const auto scene = load_view("document:001/task-1-sequential");
  ASSERT_TRUE(scene) << scene.error().message;
  AppState state = scene->state;
  ASSERT_FALSE(state.exercise.empty());
  state.edited_texts[state.exercise] = "__kernel void mine() {}\n";
  const auto made = link_to(state, "");
  ASSERT_TRUE(made) << made.error().message;
  const TemporaryFolder folder;
  const auto opened = scene_of_link(made->link, folder.path());
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->state.edited_texts.at(state.exercise), "__kernel void mine() {}\n");
}

TEST(SceneLink, OfEachAlgorithmIsShort) {
  for (const auto* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      AppState state;
      choose_algorithm(state, algorithm.id);
      state.position = 1234;
      EXPECT_LE(link_of(state).size(), 200u) << algorithm.id;
    }
}

// The format of published links.
TEST(SceneLink, OfTheFirstVersionOpens) {
  const TemporaryFolder folder;
  const auto opened = scene_of_link("x#AatGcSvYAUk5wDDNT84AJR_kRIbsLCNTs1qqOhTquFoA", folder.path().string());
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->state.algorithm, "scan/blelloch");
  EXPECT_EQ(opened->state.n, 64u);
}

TEST(SceneLink, HoldsTheTextOfAnOwnKernel) {
  const TemporaryFolder sender, reader;
  const std::string path = sender.file("mine.cl"),
                    text = "__kernel void mine(__global int *a) { a[0] = 1; }\n";
  std::ofstream(path) << text;
  AppState state = load_view(path)->state;
  ASSERT_TRUE(state.launch);
  const std::string link = link_of(state);
  const auto opened = scene_of_link(link, reader.path().string());
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_THAT(to_scene(opened->state), testing::Not(HasSubstr(sender.path().string())));
  EXPECT_EQ(opened->state.kernel_file, reader.file("mine.cl"));
  EXPECT_EQ(read_text_file(opened->state.kernel_file).value(), text);
  EXPECT_EQ(opened->state.launch->description.file, opened->state.kernel_file);
  // The second time, the file already exists. With another text, a second file is created.
  EXPECT_EQ(scene_of_link(link, reader.path().string())->state.kernel_file, reader.file("mine.cl"));
  std::ofstream(path) << text << "// later\n";
  const std::string later = link_of(load_view(path)->state);
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(scene_of_link(later, reader.path().string())->state.kernel_file, reader.file("mine-2.cl"));
  EXPECT_EQ(read_text_file(reader.file("mine.cl")).value(), text) << "the first one stays";
  EXPECT_FALSE(scene_of_link(link, "")) << "nothing is written where no folder is known";
}

TEST(SceneLink, StartsNothingAndWritesOnlyIntoItsFolder) {
  const TemporaryFolder folder;
  const auto link = [](const std::string& scene) {
    return std::string(kPage) + "#" + pack_text(scene).value();
  };
  const auto program = scene_of_link(
      link(R"({"algorithm": "scan/blelloch", "program": {"command": "rm -rf x"}})"), folder.path().string());
  ASSERT_TRUE(program);
  EXPECT_FALSE(program->state.program);
  const auto outside =
      scene_of_link(link(R"({"kernel_file": "../../../.bashrc", "edited_texts": {"../../../.bashrc": "x"}})"),
                    folder.path().string());
  ASSERT_TRUE(outside) << outside.error().message;
  EXPECT_EQ(outside->state.kernel_file, folder.file("bashrc.cl"));
  EXPECT_FALSE(scene_of_link(link(R"({"kernel_file": "/etc/passwd"})"), folder.path().string()));
  EXPECT_FALSE(scene_of_link(link(R"({"kernel_file": "/tmp/x.lockstep"})"), folder.path().string()));
}

TEST(SceneLink, IsRecognised) {
  EXPECT_TRUE(is_scene_link(link_of({})));
  EXPECT_TRUE(is_scene_link("lockstep.html#AbCd"));
  EXPECT_FALSE(is_scene_link("lesson.md"));
  EXPECT_FALSE(is_scene_link("https://lecture.example/#part 2"));
  EXPECT_FALSE(is_scene_link(""));
}

// Each mutated link gives a view or an error sentence.
TEST(SceneLink, AnyOtherTextIsASentence) {
  const TemporaryFolder folder;
  AppState state;
  choose_algorithm(state, "scan/block");
  state.edited_texts["scan/block"] = std::string(200, 'x') + "__kernel void f() {}";
  const std::string link = link_of(state);
  std::mt19937 random(7);
  const std::size_t begin = link.find('#') + 1;
  for (int i = 0; i < 10'000; ++i) {
    std::string mutated = link;
    for (unsigned change = 0; change <= random() % 3; ++change) {
      const std::size_t at = begin + random() % (mutated.size() - begin);
      switch (random() % 3) {
        case 0:
          mutated[at] = "ABCXYZabcxyz0189-_%# "[random() % 21];
          break;
        case 1:
          mutated.erase(at, random() % 9);
          break;
        default:
          mutated.insert(at, 1 + random() % 4, "AZaz09-_"[random() % 8]);
      }
      if (mutated.size() <= begin) mutated += "A";
    }
    const auto opened = scene_of_link(mutated, folder.path().string());
    EXPECT_TRUE(opened || opened.error().message.starts_with("This link ")) << mutated;
  }
}

}  // namespace
}  // namespace lockstep::gui
