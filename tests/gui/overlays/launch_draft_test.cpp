#include "gui/overlays/launch_draft.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "gui/scene_files/open_run.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(LaunchDraft, SizesAreRead) {
  EXPECT_EQ(*read_extents("64"), (std::vector<std::uint64_t>{64}));
  EXPECT_EQ(*read_extents("16, 8"), (std::vector<std::uint64_t>{16, 8}));
  EXPECT_FALSE(read_extents("16,"));
  EXPECT_FALSE(read_extents("1,2,3,4"));
}

TEST(LaunchDraft, LocalMemoryFollowsTheWorkGroup) {
  LaunchDraft draft;
  DescribedLaunch launch;
  launch.range.local_size = {64, 1, 1};
  DescribedArgument per_item, fixed;
  per_item.kind = fixed.kind = DescribedArgument::Kind::local;
  per_item.local_bytes = 64 * 4;
  fixed.local_bytes = 100;  // this size, regardless of the work-group size
  launch.arguments = {per_item, fixed};
  draft.all().launches.push_back(launch);
  for (const std::uint64_t size : {1, 12, 128})
    draft.set_local_size({size});  // intermediate values while typing
  EXPECT_EQ(draft.launch().arguments[0].local_bytes, 512u);
  EXPECT_EQ(draft.launch().arguments[1].local_bytes, 100u);
  draft.set_local_size({16, 16});
  EXPECT_EQ(draft.launch().arguments[0].local_bytes, 1024u);
  EXPECT_EQ(draft.launch().range.dimensions, 2u);
}

DescribedArgument buffer_argument(const std::string& name) {
  DescribedArgument argument;
  argument.kind = DescribedArgument::Kind::buffer;
  argument.buffer = name;
  return argument;
}

// The sum of all elements is the result of the last launch, wherever it was expected initially; sums of the
// groups stay.
TEST(LaunchDraft, TheExpectedResultFollowsALaunchThatGoesOn) {
  for (const bool by_group : {false, true}) {
    LaunchDraft draft;
    DescribedLaunch launch;
    launch.kernel = "sum";
    launch.range.global_size = {64, 1, 1};
    launch.range.local_size = {16, 1, 1};
    launch.arguments = {buffer_argument("in"), buffer_argument("out")};
    draft.all().launches = {launch};
    draft.all().buffers = {{"in", "int", 64, "iota"}, {"out", "int", 4, ""}};
    DescribedExpectation& expected = draft.all().expectation;
    expected.kind = DescribedExpectation::Kind::reduction;
    expected.buffer = "out";
    expected.of = "in";
    expected.by_group = by_group;
    draft.add_launch();
    ASSERT_EQ(draft.all().launches.size(), 2u);
    EXPECT_EQ(draft.all().expectation.buffer, by_group ? "out" : "out2");
    draft.remove_launch();
    EXPECT_EQ(draft.all().expectation.buffer, "out");
  }
}

TEST(LaunchDraft, AnotherKernelKeepsWhatIsExpected) {
  const TemporaryFolder folder;
  const std::string file = folder.file("two.cl");
  std::ofstream(file) << "kernel void first(global int* partial, global const int* x) {\n"
                         "  if (get_local_id(0) == 0) partial[get_group_id(0)] = x[get_global_id(0)]; }\n"
                         "kernel void second(global int* out, global const int* in) {\n"
                         "  if (get_local_id(0) == 0) out[get_group_id(0)] = in[get_global_id(0)]; }\n";
  AppState state;
  ASSERT_TRUE(open_run(state, file));
  LaunchDraft draft(state);
  draft.choose_kernel("first");
  draft.expect(DescribedExpectation::Kind::reduction, Operator::max, true);
  draft.choose_kernel("second");
  const DescribedExpectation& expected = draft.all().expectation;
  EXPECT_EQ(expected.kind, DescribedExpectation::Kind::reduction);
  EXPECT_EQ(expected.op, Operator::max);
  EXPECT_TRUE(expected.by_group);
  EXPECT_EQ(expected.buffer, "out");
  EXPECT_EQ(expected.of, "in");
}

}  // namespace
}  // namespace lockstep::gui
