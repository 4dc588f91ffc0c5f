#include "core/base/text/readable_message.hpp"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

TEST(ReadableMessage, ShortOnesStayAsTheyAre) {
  EXPECT_EQ(readable_message(""), "");
  EXPECT_EQ(readable_message("a.cl:1:2: wrong\n  x\n  ^"), "a.cl:1:2: wrong\n  x\n  ^");
}

TEST(ReadableMessage, LongOnesAreCut) {
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "wrong\n";
  EXPECT_THAT(readable_message(many), testing::EndsWith("wrong\n99,901 lines more."));
  EXPECT_LT(readable_message(std::string(5'000'000, 'x')).size(), 1100u);
}

}  // namespace
}  // namespace lockstep
