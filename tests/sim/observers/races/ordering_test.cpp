// Programs in which atomics and fences order work-groups, or work-items of a group: the correct programs
// have no finding, and each has wrong twins in which one part is missing. Groups run in the order of
// their numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/observers/races/kernel_findings.hpp"

namespace lockstep::sim {
namespace {

using ::testing::HasSubstr;

// `body` has data, out, flag (atomic), count (for functions of OpenCL 1.x); l, g, G: local id, group, groups.
std::string kernel_of(const std::string& body) {
  return "kernel void k(global int* data, global int* out, volatile global atomic_int* flag,\n"
         "              volatile global int* count) {\n"
         "  int l = get_local_id(0), g = get_group_id(0), G = get_num_groups(0);\n" +
         body + "\n}\n";
}

std::vector<Finding> findings(const std::string& body) { return findings_of_kernel(kernel_of(body), 4); }

void expect_right(const std::string& body) {
  for (const Finding& finding : findings(body)) ADD_FAILURE() << finding.message << "\n" << body;
}

void expect_race(const std::string& body, const std::string& part = "") {
  const std::vector<Finding> found = findings(body);
  ASSERT_FALSE(found.empty()) << body;
  EXPECT_EQ(found[0].kind, Finding::Kind::data_race);
  EXPECT_THAT(found[0].message, HasSubstr(part)) << body;
}

// Group 0 writes data and sets the flag by `set`; group 1 reads the flag by `test` and then the data.
std::string message(const std::string& set, const std::string& test, const std::string& then = "") {
  return "if (l == 0 && g == 0) { data[0] = 7; " + set + " }\nif (l == 0 && g == 1) { if (" + test + ") {\n" +
         then + " out[0] = data[0]; } }";
}

const char* const kRelease = "atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);";
const char* const kAcquire = "atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)";
const char* const kSetRelaxed = "atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);";
const char* const kGetRelaxed = "atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)";
const char* const kReleaseFence =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);";
const char* const kAcquireFence =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);";

TEST(Ordering, AMessageByAFlag) {
  expect_right(message(kRelease, kAcquire));
  expect_right(message("atomic_store(flag, 1);", "atomic_load(flag)"));
  expect_right(message("atomic_exchange(flag, 1);", "atomic_load_explicit(flag, memory_order_acquire)"));
  expect_right(message("atomic_fetch_or_explicit(flag, 1, memory_order_acq_rel);", kAcquire));
}

TEST(Ordering, AMessageWithoutReleaseOrAcquire) {
  expect_race(message(kSetRelaxed, kAcquire), "no release and acquire order them");
  expect_race(message(kRelease, kGetRelaxed), "does not acquire it");
  expect_race(message(kSetRelaxed, kGetRelaxed));
  expect_race(message("count[0] = 1;", "count[0]"));  // a flag that is not atomic
}

TEST(Ordering, AMessageWhoseScopeIsTooNarrow) {
  expect_race(
      message("atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);", kAcquire));
  expect_race(message(kRelease, "atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group)"));
}

TEST(Ordering, AccessesOnTheWrongSide) {
  expect_race("if (l == 0 && g == 0) { " + std::string(kRelease) + " data[0] = 7; }\n" +
              "if (l == 0 && g == 1) if (" + kAcquire + ") out[0] = data[0];");
  expect_race("if (l == 0 && g == 0) { data[0] = 7; " + std::string(kRelease) +
              " }\nif (l == 0 && g == 1) { int x = data[0]; if (" + kAcquire + ") out[0] = x; }");
}

TEST(Ordering, FencesAroundRelaxedAtomics) {
  const std::string set = std::string(kReleaseFence) + kSetRelaxed;
  expect_right(message(set, kGetRelaxed, kAcquireFence));
  expect_right(message(set, kAcquire));
  expect_right(message(kRelease, kGetRelaxed, kAcquireFence));
  expect_race(message(std::string(kSetRelaxed) + kReleaseFence, kGetRelaxed, kAcquireFence));
  expect_race(message(set, kGetRelaxed, kReleaseFence));
  const std::string local_fence =
      "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_device);";
  expect_race(message(local_fence + kSetRelaxed, kGetRelaxed, kAcquireFence));
  const std::string narrow =
      "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);";
  expect_race(message(narrow + kSetRelaxed, kGetRelaxed, kAcquireFence));
}

TEST(Ordering, MemFenceOrdersTheWholeDevice) {
  const std::string set = "mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(count, 1);";
  const std::string fence = "mem_fence(CLK_GLOBAL_MEM_FENCE);";
  expect_right(message(set, "atomic_or(count, 0)", fence));
  expect_right(message("write_mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(count, 1);", "atomic_or(count, 0)",
                       "read_mem_fence(CLK_GLOBAL_MEM_FENCE);"));
  expect_race(message("atomic_xchg(count, 1);", "atomic_or(count, 0)", fence));
  expect_race(message(set, "atomic_or(count, 0)"));
  expect_race(
      message("mem_fence(CLK_LOCAL_MEM_FENCE); atomic_xchg(count, 1);", "atomic_or(count, 0)", fence));
}

// Read-modify-write operations of other work-items continue the release sequence; their stores end it.
TEST(Ordering, AReleaseSequence) {
  const auto sequence = [](const std::string& between) {
    return "if (l == 0 && g == 0) { data[0] = 7; " + std::string(kRelease) + " }\n" +
           "if (l == 0 && g == 1) { " + between + " }\n" + "if (l == 0 && g == 2) if (" + kAcquire +
           ") out[0] = data[0];";
  };
  expect_right(sequence("atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, memory_scope_device);"));
  expect_race(sequence("atomic_store_explicit(flag, 2, memory_order_relaxed, memory_scope_device);"));
  expect_race(sequence("atomic_store_explicit(flag, 2, memory_order_release, memory_scope_device);"));
}

TEST(Ordering, OrderIsPassedOn) {
  const auto chain = [](const std::string& order) {
    return "if (l == 0 && g == 0) { data[0] = 7; " + std::string(kRelease) + " }\n" +
           "if (l == 0 && g == 1 && atomic_load_explicit(flag, " + order +
           ", memory_scope_device))\n"
           "  atomic_store_explicit(flag + 1, 1, memory_order_release, memory_scope_device);\n"
           "if (l == 0 && g == 2 && atomic_load_explicit(flag + 1, memory_order_acquire, "
           "memory_scope_device))\n"
           "  out[0] = data[0];";
  };
  expect_right(chain("memory_order_acquire"));
  expect_race(chain("memory_order_relaxed"));
}

// The work-group that arrives last adds the results of the others.
std::string last_group(const std::string& count, const std::string& barrier, const std::string& who) {
  return "local int last;\n"
         "if (l == 0) { data[g] = g; last = " +
         count + " == G - 1; }\n" + barrier + ";\nif (last && " + who +
         ") { int s = 0; for (int i = 0; i < G; i++) s += data[i]; out[l] = s; }";
}
std::string fetch_add(const std::string& order, const std::string& scope = "memory_scope_device") {
  return "atomic_fetch_add_explicit(flag, 1, " + order + ", " + scope + ")";
}

TEST(Ordering, TheLastWorkGroup) {
  const std::string local = "work_group_barrier(CLK_LOCAL_MEM_FENCE)";
  const std::string both = "work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  expect_right(last_group(fetch_add("memory_order_acq_rel"), local, "l == 0"));
  expect_right(last_group(fetch_add("memory_order_seq_cst"), both, "1"));
  expect_right(last_group("atomic_fetch_add(flag, 1)", both, "l < 7"));
  expect_race(last_group(fetch_add("memory_order_acquire"), both, "1"));
  expect_race(last_group(fetch_add("memory_order_release"), both, "1"), "does not acquire it");
  expect_race(last_group(fetch_add("memory_order_relaxed"), both, "1"));
  expect_race(last_group(fetch_add("memory_order_acq_rel"), local, "1"));
  expect_race(last_group(fetch_add("memory_order_acq_rel", "memory_scope_work_group"), both, "1"),
              "memory_scope_device");
}

// CUDA's sample threadFenceReduction.
TEST(Ordering, TheLastWorkGroupWithMemFence) {
  const std::string both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  const std::string count = "(mem_fence(CLK_GLOBAL_MEM_FENCE), atomic_inc(count))";
  expect_right(last_group(count, both, "1"));
  expect_right(last_group(count, "barrier(CLK_LOCAL_MEM_FENCE)", "l == 0"));
  expect_race(last_group("atomic_inc(count)", both, "1"));
  expect_race(last_group("(mem_fence(CLK_LOCAL_MEM_FENCE), atomic_inc(count))", both, "1"));
}

// It has read the counts of all others, so a plain store by it, or after a barrier, follows them.
TEST(Ordering, TheLastWorkGroupResetsTheCounter) {
  const std::string both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  const auto program = [](const std::string& count, const std::string& barrier, const std::string& who) {
    return "local int last;\nif (l == 0) { mem_fence(CLK_GLOBAL_MEM_FENCE); last = " + count +
           " == G - 1; }\n" + barrier + ";\nif (" + who + ") count[0] = 0;";
  };
  expect_right(program("atomic_inc(count)", both, "last && l == 0"));
  expect_right(program("atomic_inc(count)", both, "last && l == 7"));
  expect_right(program("atomic_inc(count)", "barrier(CLK_LOCAL_MEM_FENCE)", "last && l == 0"));
  expect_race(program("atomic_inc(count)", both, "l == 0"));
  expect_race(program("atomic_inc(count)", "barrier(CLK_LOCAL_MEM_FENCE)", "last && l == 7"));
  expect_race(program("(g == G - 1 ? g : atomic_inc(count))", both, "last && l == 0"));
}

// What other work-items of the group wrote is released only after a barrier.
TEST(Ordering, ABarrierBeforeTheRelease) {
  const auto program = [](const std::string& before, const std::string& after) {
    return "if (g == 0) data[l] = l;\n" + before + ";\nif (g == 0 && l == 0) " + kRelease +
           "\nlocal int seen; if (l == 0) seen = g == 1 && " + kAcquire + ";\n" + after +
           ";\nif (seen) out[l] = data[63 - l];";
  };
  const std::string both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  expect_right(program("barrier(CLK_GLOBAL_MEM_FENCE)", both));
  expect_race(program("", both));
  expect_race(program("barrier(CLK_LOCAL_MEM_FENCE)", both));
  expect_race(program("barrier(CLK_GLOBAL_MEM_FENCE)", "barrier(CLK_LOCAL_MEM_FENCE)"));
}

TEST(Ordering, ABarrierOfTheWholeDevicesScopeIsAFence) {
  const auto program = [](const std::string& scope) {
    return "if (g == 0) data[l] = l;\nwork_group_barrier(CLK_GLOBAL_MEM_FENCE, " + scope +
           ");\nif (g == 0 && l == 0) " + kSetRelaxed + "\nif (g == 1 && l == 0 && " + kAcquire +
           ") out[0] = data[9];";
  };
  expect_right(program("memory_scope_device"));
  expect_race(program("memory_scope_work_group"));
}

// A barrier of OpenCL 1.x is a fence with its flags for all work-items: after the atomic of the reader, and
// before the atomic of the writer.
TEST(Ordering, ABarrierOfOpenCl1IsAFence) {
  const auto program = [](const std::string& before, const std::string& after) {
    return "if (g == 0) data[l] = l;\n" + before + ";\nif (g == 0 && l == 0) atomic_xchg(count, 1);\n" +
           "local int seen; if (l == 0) seen = g == 1 && atomic_or(count, 0) == 1;\n" + after +
           ";\nif (seen) out[l] = data[63 - l];";
  };
  const std::string both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  const std::string of_group = "work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
  expect_right(program(both, both));
  expect_race(program("", both));
  expect_race(program("barrier(CLK_LOCAL_MEM_FENCE)", both));
  expect_race(program(both, "barrier(CLK_LOCAL_MEM_FENCE)"));
  expect_race(program(of_group, both));
  expect_race(program(both, of_group));
}

TEST(Ordering, ALockOfAWholeWorkGroup) {
  const auto program = [](const std::string& barrier) {
    return "if (l == 0) while (atomic_cmpxchg(count, 0, 1));\n" + barrier + "data[l] += l;\n" + barrier +
           "if (l == 0) atomic_xchg(count, 0);";
  };
  expect_right(program("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"));
  expect_race(program("barrier(CLK_LOCAL_MEM_FENCE);"));
}

std::string locked(const std::string& lock, const std::string& unlock) {
  return "if (l == 0) {\n" + lock + "\ndata[0] += 1;\n" + unlock + "\n}";
}

TEST(Ordering, Locks) {
  const std::string ticket =
      "int mine = atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, memory_scope_device);\n"
      "while (atomic_load_explicit(flag + 1, memory_order_acquire, memory_scope_device) != mine);";
  const auto next = [](const std::string& order) {
    return "atomic_fetch_add_explicit(flag + 1, 1, " + order + ", memory_scope_device);";
  };
  expect_right(locked(ticket, next("memory_order_release")));
  expect_race(locked(ticket, next("memory_order_relaxed")));

  const std::string test_and_set = "while (atomic_flag_test_and_set((volatile global atomic_flag*)flag));";
  expect_right(locked(test_and_set, "atomic_flag_clear((volatile global atomic_flag*)flag);"));
  expect_race(locked(
      test_and_set, "atomic_flag_clear_explicit((volatile global atomic_flag*)flag, memory_order_relaxed);"));

  const std::string fence = "mem_fence(CLK_GLOBAL_MEM_FENCE);";
  expect_right(locked("while (atomic_cmpxchg(count, 0, 1)); " + fence, fence + "atomic_xchg(count, 0);"));
  expect_race(locked("while (atomic_cmpxchg(count, 0, 1));", "atomic_xchg(count, 0);"));
}

TEST(Ordering, ACompareExchangeHasTwoOrders) {
  const auto test = [](int expected, const std::string& orders) {
    return "({ int e = " + std::to_string(expected) +
           "; atomic_compare_exchange_strong_explicit(flag, &e, 2, " + orders +
           ", memory_scope_device); e == 1; })";
  };
  expect_right(message(kRelease, test(1, "memory_order_acquire, memory_order_relaxed")));
  expect_right(message(kRelease, test(0, "memory_order_acquire, memory_order_acquire")));
  expect_race(message(kRelease, test(1, "memory_order_relaxed, memory_order_relaxed")));
  expect_race(message(kRelease, test(0, "memory_order_acquire, memory_order_relaxed")));
}

// Each work-group adds its total to that of the previous one, and marks it with a status word.
TEST(Ordering, LookBackWithStatusWords) {
  const auto look_back = [](const std::string& publish, const std::string& wait) {
    return "if (l == 0) { int before = 0;\n"
           "if (g > 0) { while (atomic_load_explicit(flag + g - 1, " +
           wait +
           ", memory_scope_device) == 0); before = data[g - 1]; }\n"
           "data[g] = before + 64; atomic_store_explicit(flag + g, 1, " +
           publish + ", memory_scope_device); }";
  };
  expect_right(look_back("memory_order_release", "memory_order_acquire"));
  expect_race(look_back("memory_order_relaxed", "memory_order_acquire"));
  expect_race(look_back("memory_order_release", "memory_order_relaxed"));
}

// A waiting group yields to a later group and continues afterwards.
TEST(Ordering, AGroupWaitsForALaterOne) {
  const auto program = [](const std::string& order) {
    return "if (l == 0 && g == 0) { data[1] = 3;\n"
           "while (!atomic_load_explicit(flag, " +
           order + ", memory_scope_device)); out[0] = data[0] + data[1]; }\n" +
           "if (l == 0 && g == 1) { data[0] = 7; " + kRelease + " }";
  };
  expect_right(program("memory_order_acquire"));
  expect_race(program("memory_order_relaxed"), "work-item 64 writes 7 to data[0]");
}

// Within a work-group, the scope of a work-group is sufficient. After a barrier, the last warp runs first.
TEST(Ordering, WithinAWorkGroup) {
  const auto program = [](const std::string& order, const std::string& scope) {
    return "local int value; local atomic_int ready;\n"
           "if (l == 0) atomic_store_explicit(&ready, 0, memory_order_relaxed, memory_scope_work_group);\n"
           "barrier(CLK_LOCAL_MEM_FENCE);\n"
           "if (l == 40) { value = 5; atomic_store_explicit(&ready, 1, " +
           order + ", " + scope +
           "); }\n"
           "if (l == 0 && atomic_load_explicit(&ready, memory_order_acquire, " +
           scope + ")) out[g] = value;";
  };
  expect_right(program("memory_order_release", "memory_scope_work_group"));
  expect_right(program("memory_order_release", "memory_scope_device"));
  expect_race(program("memory_order_relaxed", "memory_scope_work_group"));
  expect_race(program("memory_order_release", "memory_scope_sub_group"));
  expect_race(program("memory_order_release", "memory_scope_work_item"));
}

TEST(Ordering, AtomicsOfAWorkGroupsScopeRaceBetweenWorkGroups) {
  expect_race(fetch_add("memory_order_relaxed", "memory_scope_work_group") + ";",
              "does not include work-items of other work-groups: use memory_scope_device");
  expect_right(fetch_add("memory_order_relaxed", "memory_scope_all_svm_devices") + ";");
}

// For very many orders, the detector stops distinguishing them instead of running for minutes, and reports no
// false race.
TEST(Ordering, AHistogramWithDefaultOrders) {
  const std::string text =
      kernel_of("for (int i = 0; i < 8; i++) atomic_fetch_add(flag + ((l * 7 + i * 13 + g) & 1023), 1);");
  EXPECT_TRUE(findings_of_kernel(text, 4, {16384, 64}).empty());
}

}  // namespace
}  // namespace lockstep::sim
