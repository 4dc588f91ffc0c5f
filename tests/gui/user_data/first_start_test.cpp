#include "gui/user_data/first_start.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(FirstStart, IsClaimedOnce) {
  const TemporaryFolder folder;
  const std::string state = folder.file("state/lockstep");
  EXPECT_TRUE(claim_first_start(state));
  EXPECT_FALSE(claim_first_start(state)) << "whatever became of the first window";
}

TEST(FirstStart, IsNotClaimedWhereItCannotBeRemembered) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("a-file")) << "x";
  EXPECT_FALSE(claim_first_start(folder.file("a-file")));
  EXPECT_FALSE(claim_first_start(""));
}

}  // namespace
}  // namespace lockstep::gui
