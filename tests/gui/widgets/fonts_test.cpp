// Characters that the interface's fonts do not contain.
#include "gui/widgets/fonts.hpp"

#include <gmock/gmock.h>
#include <imgui.h>

#include <fstream>
#include <set>

#include "tests/gui/app/driven_window.hpp"
#include "tests/house/sources.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(Fonts, ACharacterThatNoFontHasIsShownByItsNumber) {
  ImFontAtlas atlas;
  const FontSet fonts = load_fonts(atlas, 1);
  ImFont& font = *fonts.faces.front().font;
  std::set<char32_t> wanted;
  EXPECT_EQ(with_escapes(font, "plain", &wanted), "plain");
  EXPECT_EQ(with_escapes(font, "Σ ⊕ é →", &wanted), "Σ ⊕ é →");
  EXPECT_TRUE(wanted.empty());
  EXPECT_EQ(with_escapes(font, "日本/a.cl", &wanted), "\\u65e5\\u672c/a.cl");
  EXPECT_EQ(wanted, (std::set<char32_t>{U'日', U'本'}));
  EXPECT_EQ(with_escapes(font, "😀"), "\\U0001f600");
}

// A font with many scripts has 20 MB, and a frame in which a new character appears loads the fonts again.
TEST(Fonts, FilesAreReadOnceForAWindow) {
  ImFontAtlas atlas;
  const FontSet first = load_fonts(atlas, 1);
  const FontSet larger = load_fonts(atlas, 2, {U'日'}, first.files);
  EXPECT_EQ(larger.files, first.files);
  EXPECT_NE(load_fonts(atlas, 2).files, first.files);
  DrivenWindow window;
  const auto files = window.fonts().files;
  window.interface().notify("日本.cl");
  window.frame();
  window.frame();
  EXPECT_EQ(window.fonts().files, files);
  // Each set has its own list of missing characters.
  const auto lacking = window.fonts().lacking;
  window.interface().notify("日本.cl");
  window.frame();
  window.frame();
  EXPECT_EQ(window.fonts().lacking, lacking) << "what no font has is asked for in every frame";
}

// Text of the interface itself is never escaped.
TEST(Fonts, EveryCharacterOfTheTextsHasAGlyph) {
  ImFontAtlas atlas;
  const FontSet fonts = load_fonts(atlas, 1);
  if (!fonts.missing.empty()) GTEST_SKIP() << fonts.missing;
  ImFont& font = *fonts.faces.front().font;
  for (const house::Source& source : house::sources({"core", "sim", "gui"}, {".cpp", ".hpp"})) {
    if (source.path == "sim/figure_rows/combination_tree.cpp") continue;  // drawn in terminals only
    house::for_each_line(source.text, [&](unsigned number, std::string_view line) {
      // Only text in quotation marks.
      bool quoted = false;
      std::string text;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if (!quoted && line.substr(i).starts_with("//")) break;
        if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
        if (quoted) text += line[i];
      }
      std::set<char32_t> lacking;
      const std::string shown = with_escapes(font, text, &lacking);
      EXPECT_TRUE(lacking.empty()) << source.path << ":" << number << ": " << shown;
    });
  }
}

// With a suitable font the name itself, otherwise its escape sequence, but never question marks.
TEST(Fonts, APathOfAnyScriptCanBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("日本.cl");
  std::ofstream(path) << load_kernel(**find_algorithm("reduce/divergent"), "")->text;
  DrivenWindow window;
  window.interface().open_file(path);
  window.pause();
  for (int i = 0; i < 3; ++i) window.frame();
  EXPECT_EQ(window.state().kernel_file, path);
  EXPECT_FALSE(window.interface().session().failure());
  EXPECT_THAT(window.interface().activity().notice, testing::HasSubstr(path));
}

}  // namespace
}  // namespace lockstep::gui
