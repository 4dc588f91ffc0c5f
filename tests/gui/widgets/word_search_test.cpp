#include "gui/widgets/word_search.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(WordSearch, FindsAllWordsInAnyOrder) {
  EXPECT_TRUE(has_words("001/figure-6 Figure 6: interleaved addressing", "Interleaved figure"));
  EXPECT_FALSE(has_words("001/figure-6 Figure 6: interleaved addressing", "interleaved table"));
}

TEST(WordSearch, FindsNumbersAsAWhole) {
  EXPECT_TRUE(has_words("001/figure-6 Figure 6", "figure 6"));
  EXPECT_FALSE(has_words("002/figure-1a Figure 1 (a): 64 bytes", "figure 6"));
  EXPECT_TRUE(has_words("002/figure-1a Figure 1 (a): 64 bytes", "64"));
  EXPECT_TRUE(has_words("001/figure-6", "00")) << "a number that is being typed";
}

}  // namespace
}  // namespace lockstep::gui
