#include "core/base/text/natural_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep {
namespace {

TEST(NaturalOrder, NumbersCountAsNumbers) {
  std::vector<std::string> names{"b",   "a10", "A2", "a1", "", "a01", "a2b", "a", "a99999999999999999999",
                                 "a100"};
  std::ranges::sort(names, comes_before);
  EXPECT_THAT(names, testing::ElementsAre("", "a", "a01", "a1", "A2", "a2b", "a10", "a100",
                                          "a99999999999999999999", "b"));
}

TEST(NaturalOrder, IsStrict) {
  const std::vector<std::string> names{"", "0", "00", "a", "A", "a1", "a01", "\xc3\xa4", "1a", "a-1"};
  for (const std::string& a : names)
    for (const std::string& b : names) {
      EXPECT_EQ(comes_before(a, b) || comes_before(b, a), a != b) << a << " " << b;
      EXPECT_FALSE(comes_before(a, b) && comes_before(b, a)) << a << " " << b;
      for (const std::string& c : names)
        EXPECT_TRUE(!comes_before(a, b) || !comes_before(b, c) || comes_before(a, c))
            << a << " " << b << " " << c;
    }
}

}  // namespace
}  // namespace lockstep
