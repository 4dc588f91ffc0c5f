#include "gui/canvas/glossary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(Glossary, ExplainsTheTermsOfAText) {
  EXPECT_THAT(glossary_of("Work-items in a work-group", Words::opencl),
              testing::ElementsAre(testing::StartsWith("work-item (CUDA: thread): "),
                                   testing::StartsWith("work-group (CUDA: block): work-items that")));
  EXPECT_THAT(glossary_of("Work-items in a work-group", Words::cuda),
              testing::ElementsAre(testing::StartsWith("thread (OpenCL: work-item): "),
                                   testing::StartsWith("block (OpenCL: work-group): threads that")));
  EXPECT_TRUE(glossary_of("Elements of the input array", Words::opencl).empty());
}

}  // namespace
}  // namespace lockstep::gui
