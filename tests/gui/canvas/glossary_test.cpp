#include "gui/canvas/glossary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(Words, CudaHasOtherNames) {
  EXPECT_EQ(in_words("Work-item 3 reads what work-item 4 of the work-group wrote", Words::cuda),
            "Thread 3 reads what thread 4 of the block wrote");
  EXPECT_EQ(in_words("16 work-groups of 256 · Local memory · 32 banks", Words::cuda),
            "16 blocks of 256 · Shared memory · 32 banks");
}

TEST(Words, OpenclAndIdentifiersStay) {
  EXPECT_EQ(in_words("a work-item", Words::opencl), "a work-item");
  EXPECT_EQ(in_words("my_work-item, teamwork-items", Words::cuda), "my_work-item, teamwork-items");
  EXPECT_EQ(in_words("barrier(CLK_LOCAL_MEM_FENCE)", Words::cuda), "barrier(CLK_LOCAL_MEM_FENCE)");
}

TEST(Words, ReplacingTwiceChangesNothing) {
  const std::string once =
      in_words("Work-items of a sub-group share the local memory of their work-group", Words::cuda);
  EXPECT_EQ(in_words(once, Words::cuda), once);
}

TEST(Words, TheGlossaryExplainsTheTermsOfAText) {
  EXPECT_THAT(glossary_of("Work-items in a work-group", Words::opencl),
              testing::ElementsAre(testing::StartsWith("work-item (CUDA: thread): "),
                                   testing::StartsWith("work-group (CUDA: block): work-items that")));
  EXPECT_THAT(glossary_of("Work-items in a work-group", Words::cuda),
              testing::ElementsAre(testing::StartsWith("thread (OpenCL: work-item): "),
                                   testing::StartsWith("block (OpenCL: work-group): threads that")));
  EXPECT_TRUE(glossary_of("Elements of the input array", Words::opencl).empty());
}

TEST(Words, AreReadBack) {
  for (const Words words : {Words::opencl, Words::cuda}) EXPECT_EQ(parse_words(name(words)), words);
  EXPECT_EQ(parse_words("metal"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::gui
