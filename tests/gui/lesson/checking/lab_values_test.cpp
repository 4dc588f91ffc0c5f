#include "gui/lesson/checking/lab_values.hpp"

#include <gmock/gmock.h>

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

// The half-warp of the documents' figure 1 (a), on the same device.
LabValues half_warp() {
  AppState scene;
  scene.tab = LabChoice::kPage;
  scene.model = "cc1.2";
  scene.lab.scene = "coalescing";
  scene.lab.settings["coalescing"]["active"] = "0-15";
  return LabValues(scene);
}

TEST(LabValues, AreThoseOfTheDocumentsFigures) {
  const LabValues values = half_warp();
  EXPECT_EQ(values.with_numbers("{lab.bytes_moved} and {lab.transactions}"), "64 and 1");
  EXPECT_EQ(values.with_numbers("{lab.bytes_moved with offset 4}"), "128");
  EXPECT_EQ(values.with_numbers("{lab.transactions with stride 3}, {lab.bytes_moved with stride 3}"),
            "2, 192");
  EXPECT_EQ(values.with_numbers("{lab.bytes_unused with stride 2}"), "64");
  EXPECT_EQ(values.with_numbers("{lab.transactions with order swapped on cc1.0}"), "16");
  EXPECT_EQ(values.with_numbers("{n} of { lab.bytes_asked }"), "{n} of 64");
}

TEST(LabValues, AreNoWholeNumbersWhereTheSceneHasNone) {
  AppState scene;
  scene.tab = LabChoice::kPage;
  scene.lab.scene = "convolution";
  const LabValues values(scene);
  // The lecture prints 4.9.
  EXPECT_EQ(values.with_numbers("{lab.interior_ratio with dimensions 1; mask 5; tile 128}"), "4.848");
}

TEST(LabValues, SayWhatIsNotUnderstood) {
  const LabValues values = half_warp();
  const auto mistake = [&](std::string_view text) { return values.with_numbers(text).error().message; };
  // The second time, it is already known.
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT(mistake("{lab.byte}"),
                testing::AllOf(HasSubstr("no value \"byte\""), HasSubstr("bytes_moved")));
  EXPECT_THAT(mistake("{lab.bytes_moved with strid 3}"), HasSubstr("stride"));
  EXPECT_THAT(mistake("{lab.bytes_moved with stride}"), HasSubstr("a name and a value"));
  EXPECT_THAT(mistake("{lab.bytes_moved on cc77}"), HasSubstr("cc77"));
}

}  // namespace
}  // namespace lockstep::gui
