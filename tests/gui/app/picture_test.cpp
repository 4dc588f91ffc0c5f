#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gui/app/headless.hpp"
#include "gui/app/shot.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

// The number of pixels of the picture with exactly this colour.
std::size_t count(const Image& image, Colour colour) {
  std::size_t found = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) found += image.at(x, y) == colour;
  }
  return found;
}

TEST(Picture, ShowsCardsOnTheGroundInEachTheme) {
  for (const ThemeName theme : kThemeNames) {
    AppState state;
    state.theme = theme;
    const Image image = render_frame(state, 1280, 720);
    ASSERT_EQ(image.width, 1280);
    EXPECT_EQ(image.at(6, 400), shape_colour(theme, Role::ground)) << name(theme);
    EXPECT_GT(count(image, shape_colour(theme, Role::card)), 300'000u) << name(theme);
    EXPECT_GT(count(image, shape_colour(theme, Role::acts)), 3'000u) << "the buttons, at least";
    EXPECT_GT(count(image, text_colour(theme, Role::ink)), 1'000u) << "letters have full strokes";
  }
}

TEST(Picture, IsTheSameEveryTime) {
  const Image first = render_frame({}, 800, 600), second = render_frame({}, 800, 600);
  EXPECT_EQ(first.rgba, second.rgba);
}

TEST(Picture, TranslucentNeighboursBlendEveryPixelOnce) {
  // The edge of a rounded card is anti-aliased with triangles that share edges; a pixel blended twice would
  // be darker than the colour of the line.
  const Image image = render_frame({}, 1280, 720);
  const Colour line = shape_colour(ThemeName::light, Role::line);
  for (int y = 70; y < 600; ++y) {
    for (int x = 8; x < 13; ++x) EXPECT_GE(image.at(x, y).r, line.r) << x << ", " << y;
  }
}

TEST(Shot, WritesPngAndSvg) {
  const TemporaryFolder folder;
  for (const std::string ending : {".png", ".svg"}) {
    const std::string path = folder.file("shot" + ending);
    std::filesystem::remove(path);
    ShotArguments arguments;
    arguments.output = path;
    const auto made = make_shot(arguments);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_GT(std::filesystem::file_size(path), 4'000u);
    std::ifstream file(path, std::ios::binary);
    std::string start(5, ' ');
    file.read(start.data(), 5);
    EXPECT_EQ(start, ending == ".png" ? std::string("\x89PNG\r", 5) : "<?xml");
    std::filesystem::remove(path);
  }
}

// The stage of each moment from 40 to 60, numbered.
TEST(Shot, WritesARangeOfMoments) {
  const TemporaryFolder folder;
  ShotArguments arguments;
  arguments.output = (folder.path() / "m-%02d.png").string();
  arguments.only_stage = true;
  arguments.from = 40;
  arguments.to = 60;
  arguments.by = sim::Trace::Step::launch;
  const auto made = make_shot(arguments);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "m-01.png"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "m-02.png"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "m-03.png"));
  arguments.to = 100'000;
  EXPECT_FALSE(make_shot(arguments)) << "there is no such moment";
  arguments.output = (folder.path() / "one.png").string();
  EXPECT_FALSE(make_shot(arguments)) << "one file name for two moments";
}

TEST(Shot, ReportsErrors) {
  ShotArguments arguments;
  arguments.output = "picture.jpg";
  EXPECT_FALSE(make_shot(arguments));
  arguments.output = "/nowhere/at/all.png";
  EXPECT_FALSE(make_shot(arguments));
  arguments.output = "picture.png";
  arguments.scene = "/no/such/scene.json";
  EXPECT_FALSE(make_shot(arguments));
}

}  // namespace
}  // namespace lockstep::gui
