#include "core/base/hash.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(TextHash, MatchesThePublishedTestVectors) {
  EXPECT_EQ(text_hash(""), "cbf29ce484222325");
  EXPECT_EQ(text_hash("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(text_hash("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace lockstep
