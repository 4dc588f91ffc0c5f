// Asynchronous copies are in progress until they are waited for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/observers/races/kernel_findings.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// `body` has o, a, b (global), s, u (local, 64 ints), l: the local id, g: the group.
std::vector<std::string> messages(const std::string& body, const SmallLaunch& size = {64, 64}) {
  const std::string text =
      "kernel void k(global int* o, global int* a, global int* b) {\nlocal int s[64], u[64];\n"
      "int l = get_local_id(0), g = get_group_id(0); event_t e, f;\n" +
      body + "\n}\n";
  std::vector<std::string> found;
  for (const Finding& finding : findings_of_kernel(text, 3, size))
    found.push_back(std::string(kind_name(finding.kind)) + ": " + finding.message);
  return found;
}

const char* const kCopiesReverse = "o[64 * g + l] = s[63 - l];";

TEST(AsyncCopy, IsRightWhenAllWait) {
  const std::string copy = "e = async_work_group_copy(s, a + 64 * g, 64, 0);\n";
  EXPECT_THAT(messages(copy + "wait_group_events(1, &e);\n" + kCopiesReverse), IsEmpty());
  EXPECT_THAT(messages(copy + "wait_group_events(1, &e);\n" + kCopiesReverse, {256, 64}), IsEmpty());
  EXPECT_THAT(
      messages(copy + "wait_group_events(1, &e);\n" + kCopiesReverse, {64, 64, LaneSchedule::independent}),
      IsEmpty());
  EXPECT_THAT(messages(copy + "e = async_work_group_copy(u, b, 64, e);\nwait_group_events(1, &e);\n"
                              "o[l] = s[63 - l] + u[63 - l];"),
              IsEmpty());
  EXPECT_THAT(
      messages("s[l] = l;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
               "e = async_work_group_copy(o, s, 64, 0);\nu[l] = s[63 - l];\nwait_group_events(1, &e);\n"
               "s[l] = o[63 - l];"),
      IsEmpty());
  EXPECT_THAT(messages("e = async_work_group_strided_copy(s, a, 64, 2, 0);\nwait_group_events(1, &e);\n" +
                       std::string(kCopiesReverse)),
              IsEmpty());
}

// Two alternating buffers: the next tile is copied while the current tile is used.
TEST(AsyncCopy, DoubleBuffering) {
  const auto tiles = [](const std::string& wait) {
    return "local int t[2][64]; event_t w[2]; int sum = 0;\n"
           "w[0] = async_work_group_copy(t[0], a, 64, 0);\n"
           "for (int i = 0; i < 4; i++) {\n"
           "  if (i < 3) w[(i + 1) & 1] = async_work_group_copy(t[(i + 1) & 1], a + 64 * (i + 1), 64, 0);\n" +
           wait + "  sum += t[i & 1][63 - l];\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\no[l] = sum;";
  };
  EXPECT_THAT(messages(tiles("wait_group_events(1, &w[i & 1]);\n")), IsEmpty());
  EXPECT_THAT(messages(tiles("wait_group_events(1, &w[(i + 1) & 1]);\n")),
              Contains(HasSubstr("wait_group_events")));
}

TEST(AsyncCopy, ABarrierDoesNotWait) {
  EXPECT_THAT(
      messages("e = async_work_group_copy(s, a, 64, 0);\nbarrier(CLK_LOCAL_MEM_FENCE);\n" +
               std::string(kCopiesReverse) + "\nwait_group_events(1, &e);"),
      ElementsAre("data_race: the asynchronous copy writes 0 to s[31] at line 4 and work-item 32 reads "
                  "s[31] at line 6; the copy begun at line 4 is in flight until wait_group_events has "
                  "its event; a barrier does not wait for it"));
  EXPECT_THAT(messages("e = async_work_group_copy(s, a, 64, 0);\no[l] = s[l];\nwait_group_events(1, &e);"),
              ElementsAre(HasSubstr("in flight until wait_group_events")));
}

TEST(AsyncCopy, ItsSourceMustNotChange) {
  const std::string copy =
      "s[l] = l;\nbarrier(CLK_LOCAL_MEM_FENCE);\ne = async_work_group_copy(o, s, 64, 0);\n";
  EXPECT_THAT(
      messages(copy + "s[l] = 7;\nwait_group_events(1, &e);"),
      ElementsAre(HasSubstr("the asynchronous copy reads s[32] at line 6 and work-item 32 writes 7")));
  EXPECT_THAT(messages(copy + "wait_group_events(1, &e);\ns[l] = 7;"), IsEmpty());
}

TEST(AsyncCopy, ItsSourceMustBeReady) {
  EXPECT_THAT(messages("s[l] = l;\ne = async_work_group_copy(o, s, 64, 0);\nwait_group_events(1, &e);"),
              ElementsAre(HasSubstr("there is no barrier(CLK_LOCAL_MEM_FENCE) between them")));
}

TEST(AsyncCopy, EachEventIsWaitedFor) {
  const std::string copies =
      "event_t v[2]; v[0] = async_work_group_copy(s, a, 64, 0);\nv[1] = async_work_group_copy(u, b, 64, "
      "0);\n";
  const std::string use = "o[l] = s[63 - l] + u[63 - l];";
  EXPECT_THAT(messages(copies + "wait_group_events(2, v);\n" + use), IsEmpty());
  EXPECT_THAT(messages(copies + "wait_group_events(1, v);\n" + use),
              ElementsAre(HasSubstr("the copy begun at line 5 is in flight"),
                          HasSubstr("asynchronous_copy: the work-group ends without waiting")));
  EXPECT_THAT(
      messages(copies + "wait_group_events(1, v + (l & 1));\n" + use),
      ElementsAre(HasSubstr("asynchronous_copy: work-items 0 and 1 wait for different events at line 6")));
  EXPECT_THAT(
      messages(copies + "wait_group_events(1 + (l & 1), v);\n" + use),
      Contains(HasSubstr("asynchronous_copy: work-items 0 and 1 wait for different numbers of events")));
}

TEST(AsyncCopy, TwoCopiesToOnePlace) {
  const std::string fill = "s[l] = l; u[l] = l + 1;\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
  EXPECT_THAT(
      messages(fill + "e = async_work_group_copy(o, s, 64, 0);\nf = async_work_group_copy(o, u, 64, 0);\n"
                      "wait_group_events(1, &e);\nwait_group_events(1, &f);"),
      ElementsAre(HasSubstr("the asynchronous copy writes 32 to o[32] at line 6 and the asynchronous copy "
                            "writes 33 to o[32] at line 7; the copy begun at line 6 is in flight")));
  EXPECT_THAT(messages(fill + "e = async_work_group_copy(o, s, 64, 0);\nwait_group_events(1, &e);\n"
                              "e = async_work_group_copy(o, u, 64, 0);\nwait_group_events(1, &e);"),
              IsEmpty());
}

TEST(AsyncCopy, EventsThatNoCopyReturned) {
  EXPECT_THAT(messages("e = 0;\nwait_group_events(1, &e);"),
              ElementsAre("asynchronous_copy: work-item 0 waits at line 5 for an event that no asynchronous "
                          "copy of its work-group returned"));
  EXPECT_THAT(
      messages("async_work_group_copy(s, a, 64, 0);\no[l] = 1;"),
      ElementsAre("asynchronous_copy: the work-group ends without waiting for this asynchronous copy; "
                  "call wait_group_events with its event before the kernel ends"));
}

TEST(AsyncCopy, WorksInGroupsOfOne) {
  const std::string copy = "s[0] = 3;\ne = async_work_group_copy(o + g, s, 1, 0);\n";
  EXPECT_THAT(messages(copy + "wait_group_events(1, &e);\ns[0] = 4;", {4, 1}), IsEmpty());
  EXPECT_THAT(messages(copy + "s[0] = 4;\nwait_group_events(1, &e);", {4, 1}),
              ElementsAre(HasSubstr("in flight")));
}

}  // namespace
}  // namespace lockstep::sim
