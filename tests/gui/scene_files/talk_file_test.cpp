// Lists of scenes as files: reading, writing, and errors in them.
#include "gui/scene_files/talk_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gui/scene_files/scenes.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TalkFile : public testing::Test {
 protected:
  TalkFile() {
    fs::create_directories(folder / "scenes");
    write("scenes/tree.json", R"({"algorithm": "reduce/divergent", "n": 16, "title": "The tree"})");
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }
  std::string error_of(const std::string& text) const {
    const auto talk = load_talk(write("wrong.talk.json", text));
    return talk ? "" : talk.error().message;
  }

  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
};

TEST_F(TalkFile, NamesScenesOrHasThem) {
  const auto loaded = load_talk(write("a.talk.json", R"({"lockstep_talk": 1, "title": "Two", "pages": [
    {"scene": "scenes/tree.json", "note": "Ask first.", "steps": true, "show": "figure:large sentence"},
    {"scene": {"algorithm": "scan/blelloch", "n": 32}, "title": "Scan"}]})"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_THAT(loaded->remarks, testing::IsEmpty());
  const Talk& talk = loaded->talk;
  ASSERT_EQ(talk.pages.size(), 2u);
  EXPECT_EQ(page_title(talk.pages[0]), "The tree");
  EXPECT_EQ(talk.pages[0].scene.n, 16u);
  EXPECT_EQ(talk.pages[0].note, "Ask first.");
  EXPECT_TRUE(talk.pages[0].steps);
  EXPECT_EQ(to_text(talk.pages[0].scene.show), "figure:large sentence");
  EXPECT_EQ(talk.pages[1].scene.algorithm, "scan/blelloch");
  EXPECT_EQ(page_title(talk.pages[1]), "Scan");
}

TEST_F(TalkFile, IsReadAsItWasWritten) {
  Talk talk;
  talk.title = "Mine";
  talk.pages.resize(2);
  talk.pages[0].scene.n = 12;
  talk.pages[0].note = "Two\nlines";
  talk.pages[0].answer = "**Answer:** 12.";
  talk.pages[0].scene.show = *parse_show("source lanes:small");
  talk.pages[1].scene = load_scene((folder / "scenes/tree.json").string())->state;
  talk.pages[1].scene_file = "scenes/tree.json";
  talk.file = (folder / "first.talk.json").string();
  const std::string path = (folder / "scenes/moved.talk.json").string();
  ASSERT_TRUE(save_talk(talk, path));
  EXPECT_EQ(talk.file, path);
  EXPECT_EQ(talk.pages[1].scene_file, "tree.json");
  const auto loaded = load_talk(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->talk, talk);
}

TEST_F(TalkFile, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(error_of("[]"), HasSubstr("wrong.talk.json: This is not a talk"));
  EXPECT_THAT(error_of("{}"), HasSubstr("no \"lockstep_talk\"; this program reads \"lockstep_talk\": 1"));
  EXPECT_THAT(error_of(R"({"lockstep_talk": 1})"), HasSubstr("no list of \"pages\""));
  EXPECT_THAT(error_of(R"({"lockstep_talk": 1, "pages": [{}]})"), HasSubstr("Page 1: \"scene\" is missing"));
  EXPECT_THAT(error_of(R"({"lockstep_talk": 1, "pages": [{"scene": "none.json"}]})"),
              testing::AllOf(HasSubstr("Page 1: Cannot read the scene"), HasSubstr("check the path")));
  EXPECT_THAT(load_talk((folder / "no.talk.json").string()).error().message, HasSubstr("check the path"));
}

TEST_F(TalkFile, RemarksOnWhatItIgnores) {
  const auto loaded = load_talk(write("odd.talk.json", R"({"lockstep_talk": 1, "pages": [
    {"scene": {"n": 8, "m": 3}, "titel": "x", "steps": 1, "show": "figures"}]})"));
  ASSERT_TRUE(loaded);
  EXPECT_THAT(loaded->remarks,
              testing::UnorderedElementsAre(HasSubstr("Page 1: The scene's \"m\""), HasSubstr("\"titel\""),
                                            HasSubstr("\"steps\" is 1, not true or false"),
                                            HasSubstr("\"figures\" is not a card")));
  EXPECT_EQ(loaded->talk.pages[0].scene.show, usual_show());
}

TEST(TalkOf02, IsReadWithoutARemark) {
  const auto loaded = load_talk(LOCKSTEP_SOURCE_DIR "/tests/data/files_of_0.2/scan.talk.json");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_THAT(loaded->remarks, testing::IsEmpty());
  const Talk& talk = loaded->talk;
  EXPECT_EQ(talk.title, "Two pages");
  ASSERT_EQ(talk.pages.size(), 2u);
  EXPECT_EQ(talk.pages[0].scene.n, 32u);
  EXPECT_EQ(talk.pages[0].text, "How many steps does it take?");
  EXPECT_EQ(talk.pages[0].answer, "**Answer:** 5.");
  EXPECT_EQ(talk.pages[0].note, "Ask first.\nThen step.");
  EXPECT_TRUE(talk.pages[0].steps);
  EXPECT_EQ(to_text(talk.pages[0].scene.show), "source lanes:small");
  EXPECT_EQ(talk.pages[1].scene.algorithm, "reduce/divergent");
  EXPECT_EQ(page_title(talk.pages[1]), "The tree");
}

}  // namespace
}  // namespace lockstep::gui
