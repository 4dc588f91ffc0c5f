#include "core/plan/language.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Language, DecidesTheTerms) {
  EXPECT_EQ(words_of(language_of("scan.cu")), Words::cuda);
  EXPECT_EQ(words_of(language_of("scan.cl")), Words::opencl);
}

}  // namespace
}  // namespace lockstep
