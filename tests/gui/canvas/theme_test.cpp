#include "gui/canvas/theme.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(Theme, TextIsReadableInEveryRoleThatLettersUse) {
  for (const ThemeName theme : kThemeNames) {
    for (const Role role : {Role::ink, Role::second_ink, Role::acts, Role::acted, Role::costs, Role::warns,
                            Role::good, Role::changed, Role::masked, Role::waiting, Role::second_warp,
                            Role::third_warp, Role::fourth_warp}) {
      for (const Role behind : {Role::card, Role::ground}) {
        EXPECT_GE(contrast(text_colour(theme, role), shape_colour(theme, behind)), 4.5)
            << name(theme) << ", role " << static_cast<int>(role);
      }
    }
    // A kernel's text is drawn on the card, and on the highlight of the next line.
    for (const Role role :
         {Role::ink, Role::second_ink, Role::code_type, Role::code_builtin, Role::code_value}) {
      for (const Role behind : {Role::card, Role::ground, Role::acts_pale}) {
        EXPECT_GE(contrast(text_colour(theme, role), shape_colour(theme, behind)), 4.5)
            << name(theme) << ", role " << static_cast<int>(role);
      }
    }
    EXPECT_GE(contrast(text_colour(theme, Role::on_acts), shape_colour(theme, Role::acts)), 4.5)
        << name(theme);
    EXPECT_GE(contrast(text_colour(theme, Role::on_costs), shape_colour(theme, Role::costs)), 4.5)
        << name(theme);
    EXPECT_GE(contrast(text_colour(theme, Role::costs), shape_colour(theme, Role::costs_pale)), 4.5)
        << name(theme);
    EXPECT_GE(contrast(text_colour(theme, Role::ink), shape_colour(theme, Role::acts_pale)), 4.5)
        << name(theme);
  }
}

TEST(Theme, LightColoursAreThePublishedOnes) {
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::acts)), "#0072b2");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::acted)), "#56b4e9");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::costs)), "#d55e00");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::warns)), "#e69f00");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::good)), "#009e73");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::changed)), "#f0e442");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::ink)), "#1b1f24");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::second_ink)), "#5b6470");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::line)), "#d9dee5");
  EXPECT_EQ(hex(shape_colour(ThemeName::light, Role::ground)), "#f6f7f9");
}

// Shapes on a card need a contrast of 3 : 1, and neighbours differ in lightness or hue.
TEST(Theme, LinesOfEveryWarpAreSeen) {
  constexpr Role kWarps[] = {Role::acts, Role::second_warp, Role::third_warp, Role::fourth_warp};
  for (const ThemeName theme : kThemeNames) {
    for (const Role role : kWarps) {
      EXPECT_GE(contrast(shape_colour(theme, role), shape_colour(theme, Role::card)), 3) << name(theme);
      for (const Role other : kWarps)
        EXPECT_TRUE(role == other || !(shape_colour(theme, role) == shape_colour(theme, other)));
    }
  }
}

TEST(Theme, NamesComeBack) {
  for (const ThemeName theme : kThemeNames) EXPECT_EQ(parse_theme(name(theme)), theme);
  EXPECT_FALSE(parse_theme("pink"));
}

}  // namespace
}  // namespace lockstep::gui
