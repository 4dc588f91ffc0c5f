// How pictures are converted to an animation: palettes, changed parts, and the file.
#include "gui/export/gif.hpp"

#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <iterator>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using ::testing::HasSubstr;

TEST(Palette, FewColoursAreKeptExactly) {
  Image image(20, 10, {255, 255, 255, 255});
  image.rgba[0] = 10;
  const Palette palette = reduce_colours(image, {0, 0, 20, 10});
  ASSERT_EQ(palette.colours.size(), 2u);
  EXPECT_EQ(palette.colours[palette.indices[0]], (Colour{10, 255, 255, 255}));
  EXPECT_EQ(palette.colours[palette.indices[1]], (Colour{255, 255, 255, 255}));
}

TEST(Palette, ARareButDistinctColourIsKept) {
  Image image(64, 64, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 64 * 64; ++i) image.rgba[4 * i + 2] = static_cast<std::uint8_t>(i % 251);
  for (std::size_t i = 0; i < 1000; ++i) image.rgba[4 * i + 1] = static_cast<std::uint8_t>(250 - i % 10);
  image.rgba[0] = image.rgba[1] = 0;
  const Palette palette = reduce_colours(image, {0, 0, 64, 64});
  EXPECT_EQ(palette.colours.size(), 255u);
  EXPECT_LT(palette.colours[palette.indices[0]].r, 40);
}

TEST(ChangedPart, IsTheSmallestRectangleAroundTheDifferences) {
  const Image before(20, 10, {255, 255, 255, 255});
  Image after = before;
  const auto set = [&](int x, int y) { after.rgba[4 * static_cast<std::size_t>(y * 20 + x)] = 0; };
  EXPECT_EQ(changed_part(before, after), (PixelRect{0, 0, 1, 1}));
  set(3, 2);
  set(7, 8);
  EXPECT_EQ(changed_part(before, after), (PixelRect{3, 2, 5, 7}));
}

#ifdef LOCKSTEP_GIF
std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(GifWriter, WritesEveryPictureWithItsDelay) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a.gif").string();
  auto writer = GifWriter::create(path, 250);
  ASSERT_TRUE(writer);
  for (const std::uint8_t grey : std::array<std::uint8_t, 3>{0, 100, 200})
    ASSERT_TRUE((*writer)->add(Image(30, 20, {grey, grey, grey, 255})));
  ASSERT_TRUE((*writer)->finish());
  const std::string bytes = read_all(path);
  EXPECT_EQ(bytes.substr(0, 6), "GIF89a");
  EXPECT_EQ(bytes.back(), ';');
  // A graphic control extension for each picture: 25 hundredths of a second.
  const std::string control{'\x21', '\xF9', '\x04', '\x04', '\x19', '\x00'};
  std::size_t count = 0;
  for (std::size_t at = bytes.find(control); at != std::string::npos; at = bytes.find(control, at + 1))
    ++count;
  EXPECT_EQ(count, 3u);
}

TEST(GifWriter, AnUnfinishedAnimationLeavesNoFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.gif");
  {
    auto writer = GifWriter::create(path, 250);
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->add(Image(30, 20, {10, 20, 30, 255})));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(GifWriter, ReportsAPathThatCannotBeWritten) {
  const auto writer = GifWriter::create("/nowhere/a.gif", 100);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("/nowhere/a.gif"));
}
#endif

}  // namespace
}  // namespace lockstep::gui
