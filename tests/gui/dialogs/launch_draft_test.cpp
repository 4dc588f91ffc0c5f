#include "gui/dialogs/launch_draft.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(LaunchDraft, SizesAreRead) {
  EXPECT_EQ(*read_extents("64"), (std::vector<std::uint64_t>{64}));
  EXPECT_EQ(*read_extents("16, 8"), (std::vector<std::uint64_t>{16, 8}));
  EXPECT_FALSE(read_extents("16,"));
  EXPECT_FALSE(read_extents("1,2,3,4"));
}

}  // namespace
}  // namespace lockstep::gui
