#include "gui/canvas/svg.hpp"

#include <gmock/gmock.h>

#include <array>
#include <vector>

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::Not;

// Checks that all elements are closed in the correct order and all attributes are quoted, for the subset of
// XML that the program writes.
bool well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.starts_with('?')) continue;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty();
}

TEST(CanvasSvg, IsWellFormedWithEveryKindOfShape) {
  CanvasSvg canvas(300, 200, ThemeName::light);
  canvas.push_clip({10, 10, 100, 100});
  canvas.fill_rect({0, 0, 10, 10}, Role::acts, 4);
  canvas.stroke_rect({0, 0, 10, 10}, Role::line);
  canvas.hatch_rect({0, 0, 10, 10}, Role::masked);
  canvas.hatch_rect({20, 0, 10, 10}, Role::masked);
  canvas.line({0, 0}, {5, 5}, Role::ink);
  canvas.dashed_line({0, 0}, {5, 5}, Role::ink);
  canvas.curve({0, 0}, {1, 1}, {2, 2}, {3, 3}, Role::acts);
  canvas.fill_polygon(std::array<Point, 3>{{{0, 0}, {1, 0}, {0, 1}}}, Role::costs);
  canvas.fill_circle({5, 5}, 2, Role::good);
  canvas.text({1, 2}, "a < b & \"c\"", {});
  canvas.pop_clip();
  const std::string svg = canvas.document("sum > 3 & more");
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_THAT(svg, HasSubstr("<title>sum &gt; 3 &amp; more</title>"));
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 300 200\""));
  EXPECT_EQ(svg.find("<pattern"), svg.rfind("<pattern")) << "one pattern serves both hatches";
}

TEST(CanvasSvg, ClosesClipsThatWereLeftOpen) {
  CanvasSvg canvas(10, 10, ThemeName::dark);
  canvas.push_clip({0, 0, 5, 5});
  EXPECT_TRUE(well_formed(canvas.document("")));
}

TEST(CanvasSvg, NamesFontFamiliesAndRoles) {
  CanvasSvg canvas(10, 10, ThemeName::light);
  canvas.text({0, 0}, "x", {Font::code, Role::costs, Align::right, 12});
  const std::string svg = canvas.document("");
  EXPECT_THAT(svg, HasSubstr("'JetBrains Mono'"));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"end\""));
  EXPECT_THAT(svg, HasSubstr(hex(text_colour(ThemeName::light, Role::costs))));
}

TEST(CanvasSvg, LeavesOutWhatXmlForbids) { EXPECT_EQ(escape_xml(std::string("a\x01\x1f") + "b\n"), "ab\n"); }

// Code fonts draw != and fi as one glyph.
TEST(CanvasSvg, CodeHasNoLigatures) {
  CanvasSvg canvas(300, 200, ThemeName::light);
  canvas.text({0, 0}, "if (a != b)", {Font::code, Role::ink, Align::left, 12});
  canvas.text({0, 20}, "first a != b", {Font::text, Role::ink, Align::left, 12});
  const std::string document = canvas.document("code");
  EXPECT_TRUE(well_formed(document));
  EXPECT_THAT(document, HasSubstr("<tspan>if (a !</tspan><tspan>= b)</tspan>"));
  EXPECT_THAT(document, HasSubstr("font-variant-ligatures:none"));
  EXPECT_THAT(document, HasSubstr(">first a != b<"));
}

}  // namespace
}  // namespace lockstep::gui
