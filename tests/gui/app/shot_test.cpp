// Pictures of scenes that cannot be shown: an error, and no file.
#include "gui/app/shot.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

struct Shots : testing::Test {
  TemporaryFolder folder;
  // The error of a picture of this scene; "" when there is a picture.
  std::string shot(const std::string& scene, const std::string& ending = ".png") const {
    std::ofstream(folder.file("scene.json")) << scene;
    ShotArguments arguments;
    arguments.scene = folder.file("scene.json");
    arguments.output = folder.file("out" + ending);
    arguments.width = 800;
    arguments.height = 600;
    const Result<std::string> made = make_shot(arguments);
    EXPECT_EQ(std::filesystem::exists(arguments.output), made.has_value()) << scene;
    return made ? "" : made.error().message;
  }
};

TEST_F(Shots, MarkAWrongResultInSvg) {
  ShotArguments arguments;
  arguments.scene = "document:001/figure-6";
  arguments.output = folder.file("figure.svg");
  arguments.width = 1200;
  ASSERT_TRUE(make_shot(arguments));
  const std::string svg = read_file(arguments.output, kAnySize).value();
  EXPECT_THAT(svg, HasSubstr(">not 92<"));
  EXPECT_THAT(svg, HasSubstr(">stale read<"));
  EXPECT_THAT(svg, testing::Not(HasSubstr("struck out")));
}

TEST_F(Shots, OfATalkAreRefused) {
  std::ofstream(folder.file("a.talk.json")) << R"({"lockstep_talk": 1, "pages": []})";
  ShotArguments arguments;
  arguments.scene = folder.file("a.talk.json");
  arguments.output = folder.file("out.png");
  const auto made = make_shot(arguments);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, Error::Kind::usage);
  EXPECT_FALSE(std::filesystem::exists(arguments.output));
}

TEST_F(Shots, OfASceneThatCannotRunAreAnErrorAndNoFile) {
  for (const char* ending : {".png", ".svg", ".gif"}) {
    EXPECT_THAT(shot(R"({"kernel_file": "/nowhere/mine.cl"})", ending), HasSubstr("/nowhere/mine.cl"));
    EXPECT_THAT(shot(R"({"edited_texts": {"reduce/divergent": "kernel oops("}})", ending),
                HasSubstr("error"));
    EXPECT_NE(shot(R"({"group_size": 1000000})", ending), "");
  }
  EXPECT_NE(shot(R"({"tab": "compare", "group_size": 2048,
                    "compare": {"pair": ["scan/warp", "reduce/divergent"], "stepping": true}})"),
            "");
}

TEST_F(Shots, OfOtherPagesNeedNoRun) {
  EXPECT_EQ(shot(R"({"tab": "theory", "kernel_file": "/nowhere/mine.cl"})"), "");
  EXPECT_EQ(shot("{}"), "");
}

TEST_F(Shots, OfAnotherVersionOfScenesAreRefused) {
  EXPECT_THAT(shot(R"({"lockstep_scene": 99})"),
              HasSubstr("has the version 99; this program reads version 1"));
  EXPECT_THAT(shot(R"({"lockstep_scene": "x"})"), HasSubstr("has the version"));
  EXPECT_EQ(shot(R"({"lockstep_scene": 1})"), "");
}

}  // namespace
}  // namespace lockstep::gui
