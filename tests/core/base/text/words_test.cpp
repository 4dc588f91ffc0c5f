#include "core/base/text/words.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Words, CudaHasOtherNames) {
  EXPECT_EQ(in_words("Work-item 3 reads what work-item 4 of the work-group wrote", Words::cuda),
            "Thread 3 reads what thread 4 of the block wrote");
  EXPECT_EQ(in_words("16 work-groups of 256 · Local memory · 32 banks", Words::cuda),
            "16 blocks of 256 · Shared memory · 32 banks");
  EXPECT_EQ(in_words("1,024 work-items in groups of 256; a[3] (local), p (private)", Words::cuda),
            "1,024 threads in blocks of 256; a[3] (shared), p (per thread)");
}

TEST(Words, SizesOfALaunchHaveOtherNames) {
  EXPECT_EQ(in_words("round the global size up; global size, local size", Words::cuda),
            "round the number of threads up; all threads, block size");
}

TEST(Words, OpenclAndIdentifiersStay) {
  EXPECT_EQ(in_words("a work-item", Words::opencl), "a work-item");
  EXPECT_EQ(in_words("my_work-item, teamwork-items", Words::cuda), "my_work-item, teamwork-items");
  EXPECT_EQ(in_words("barrier(CLK_LOCAL_MEM_FENCE)", Words::cuda), "barrier(CLK_LOCAL_MEM_FENCE)");
}

TEST(Words, NamesOfFilesStay) {
  EXPECT_EQ(in_words("work-group.cu has no kernel; see work-item/a.cu and /tmp/work-item", Words::cuda),
            "work-group.cu has no kernel; see work-item/a.cu and /tmp/work-item");
  EXPECT_EQ(in_words("as large as a work-group.", Words::cuda), "as large as a block.");
}

TEST(Words, ReplacingTwiceChangesNothing) {
  const std::string once =
      in_words("Work-items of a sub-group share the local memory of their work-group", Words::cuda);
  EXPECT_EQ(in_words(once, Words::cuda), once);
}

TEST(Words, AreReadBack) {
  for (const Words words : {Words::opencl, Words::cuda}) EXPECT_EQ(parse_words(name(words)), words);
  EXPECT_EQ(parse_words("metal"), std::nullopt);
}

}  // namespace
}  // namespace lockstep
