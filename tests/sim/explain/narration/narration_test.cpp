// Sentences are generated from the run: tests of their parts, and of some complete sentences.
#include "sim/explain/narration/narration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/explain/narration/words.hpp"
#include "tests/pattern.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Trace> traced_plan(const Plan& plan, const std::string& model = "cc9.0") {
  auto trace = Trace::record(plan, model_named(model));
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace ? *trace : nullptr;
}

// The first moment with all of these flags.
std::uint64_t first_with(const Trace& trace, std::uint16_t flags, std::uint64_t from = 0) {
  for (std::uint64_t position = from; position < trace.size(); ++position)
    if ((trace.at(position).flags & flags) == flags) return position;
  return trace.size();
}

TEST(Words, Lanes) {
  EXPECT_EQ(words::lanes(0b1000), "lane 3");
  EXPECT_EQ(words::lanes(0b10001), "lanes 0 and 4");
  EXPECT_EQ(words::lanes(0xFF), "lanes 0 to 7");
  EXPECT_EQ(words::lanes(0x55555555), "lanes 0, 2, 4, 6 …");
}

TEST(Words, Counts) {
  EXPECT_EQ(words::how_many(0xFFFF, 0xFFFFFFFF), "16 of 32 lanes");
  EXPECT_EQ(words::how_many(0xFF, 0xFF), "all 8 lanes");
  EXPECT_EQ(words::how_many(1, 1), "its only lane");
}

TEST(Words, Assignments) {
  EXPECT_EQ(words::split_assignment("a[i] = b").target, "a[i]");
  EXPECT_EQ(words::split_assignment("a[i] = b").value, "b");
  EXPECT_EQ(words::split_assignment("a[i == 0] += f(x = 1)").target, "a[i == 0]");
  EXPECT_EQ(words::split_assignment("a <<= 2").op, "<<=");
  EXPECT_EQ(words::split_assignment("a == b").value, "");
  EXPECT_EQ(words::split_assignment("a <= b").value, "");
}

TEST(Words, Verbs) {
  EXPECT_EQ(words::conjugate("add", true), "adds");
  EXPECT_EQ(words::conjugate("reach", true), "reaches");
  EXPECT_EQ(words::conjugate("take the maximum", true), "takes the maximum");
  EXPECT_EQ(words::conjugate("add", false), "add");
}

TEST(Narration, EveryMomentHasASentence) {
  for (const std::string& id : kAlgorithms) {
    const auto trace = traced_plan(catalogue_plan(id, {.n = 40, .group_size = 16}));
    for (std::uint64_t position = 0; position <= trace->size(); ++position) {
      const std::string sentence = narrate(*trace, position);
      EXPECT_FALSE(sentence.empty());
      EXPECT_EQ(sentence.back(), '.') << sentence;
      EXPECT_EQ(sentence.find("  "), std::string::npos) << sentence;
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    }
  }
}

TEST(Narration, WorkNamesOperandsLanesAndTheLineThatMasks) {
  const auto trace = traced_plan(catalogue_plan("reduce/divergent", {.n = 32, .group_size = 32}));
  const std::string sentence = narrate(*trace, first_with(*trace, TraceRecord::work));
  EXPECT_THAT(sentence, HasSubstr("Warp 0: 16 of 32 lanes add"));
  EXPECT_THAT(sentence, HasSubstr("scratch[t + s]"));
  EXPECT_THAT(sentence, ContainsPattern("16 are masked off by line [0-9]+"));
  EXPECT_THAT(sentence, HasSubstr("Lane 0 makes Σ x0..x1 from x0 and x1."));
}

TEST(Narration, TheLastSentenceExplainsAWrongResult) {
  const auto trace = traced_plan(catalogue_plan("hazards/missing-barrier", {.n = 256, .group_size = 256}));
  EXPECT_THAT(narrate(*trace, trace->size()),
              ContainsPattern("a wrong result: out.0. is .*: x96..x127, x160..x255 are missing"));
}

TEST(Narration, DivergenceIsNamed) {
  const auto trace = traced_plan(catalogue_plan("reduce/divergent", {.n = 32, .group_size = 32}));
  const std::string sentence = narrate(*trace, first_with(*trace, TraceRecord::divergent));
  EXPECT_THAT(sentence, HasSubstr("t % (2 * s) == 0"));
  EXPECT_THAT(sentence, HasSubstr("16 take the branch and 16 skip it, so the warp diverges"));
}

// All sentences of a kernel with this body, which has the buffers out and in.
std::string sentences_of(const std::string& body) {
  const std::string kernel = "kernel void k(global int* out, global const int* in) { " + body + " }";
  Plan plan = kernel_plan(kernel, 32, 32);
  plan.programs[0].options = "-cl-std=CL2.0";
  const auto trace = traced_plan(plan);
  std::string all;
  for (std::uint64_t position = 0; position < trace->size(); ++position)
    all += narrate(*trace, position) + "\n";
  return all;
}

TEST(Narration, ThePathThatNoLaneTakesDoesNotBegin) {
  const std::string branch = " ) out[get_global_id(0)] = 1; else out[get_global_id(0)] = 2;";
  const std::string taken_by_all = sentences_of("if (get_global_id(0) < 32" + branch);
  EXPECT_THAT(taken_by_all, HasSubstr("no lane takes the other path"));
  EXPECT_THAT(taken_by_all, testing::Not(HasSubstr("the other path begins")));
  EXPECT_THAT(sentences_of("if (get_global_id(0) < 5" + branch), HasSubstr("the other path begins"));
}

TEST(Narration, AnAtomicLoadUpdatesNothing) {
  const std::string relaxed = ", memory_order_relaxed, memory_scope_device)";
  const std::string object = "(volatile global atomic_int*)out";
  const std::string sentences =
      sentences_of("int seen = atomic_load_explicit(" + object + relaxed + "; atomic_store_explicit(" +
                   object + ", seen" + relaxed + "; atomic_add(out, 1);");
  EXPECT_THAT(sentences, HasSubstr("all 32 lanes read memory atomically: "));
  EXPECT_THAT(sentences, HasSubstr("all 32 lanes write memory atomically: "));
  EXPECT_THAT(sentences, HasSubstr("all 32 lanes update memory atomically, one after another: "));
}

TEST(Narration, ConflictsNameTwoLanesAndTheirBank) {
  const auto trace =
      traced_plan(kernel_plan("kernel void k(global int *out, global const int *in, local int *s) {"
                              " int t = get_local_id(0); s[t * 2] = in[t]; out[t] = s[t * 2]; }",
                              32, 32, 256));
  const std::string sentence = narrate(*trace, first_with(*trace, TraceRecord::conflict));
  EXPECT_THAT(sentence, HasSubstr("takes 2 passes because lanes 0 and 16 access different words of bank 0."));
}

// The number of different words is the number of passes.
TEST(Narration, ConflictsOfManyLanesNameTheWordsOfTheirBank) {
  for (const auto& [stride, words] : {std::pair(4, 4), std::pair(8, 8), std::pair(32, 32)}) {
    const std::string index = "s[t * " + std::to_string(stride) + "]";
    const auto trace =
        traced_plan(kernel_plan("kernel void k(global int *out, global const int *in, local int *s) {"
                                " int t = get_local_id(0); " +
                                    index + " = in[t]; out[t] = " + index + "; }",
                                32, 32, 128 * stride));
    EXPECT_THAT(
        narrate(*trace, first_with(*trace, TraceRecord::conflict)),
        ContainsPattern("takes " + std::to_string(words) + " passes because " + std::to_string(words) +
                        " lanes .0.*. access " + std::to_string(words) + " different words of bank 0."))
        << stride;
  }
}

TEST(Narration, LanesThatShareAWordOfABankAreCounted) {
  const auto trace =
      traced_plan(kernel_plan("kernel void k(global int *out, global const int *in, local int *s) {"
                              " int t = get_local_id(0); out[t] = s[t % 2 * 32]; }",
                              32, 32, 256));
  EXPECT_THAT(narrate(*trace, first_with(*trace, TraceRecord::conflict)),
              HasSubstr("32 lanes (0 to 31) access 2 different words of bank 0"));
}

TEST(Narration, UncoalescedAccessesNameTheUnusedBytes) {
  const auto trace = traced_plan(catalogue_plan("reduce/interleaved-global", {.n = 256, .group_size = 32}));
  const std::string sentence = narrate(*trace, first_with(*trace, TraceRecord::uncoalesced));
  EXPECT_THAT(sentence, ContainsPattern("moves 256 bytes .8 sectors.; 128 were requested"));
}

TEST(Narration, LoadsNameTheirCells) {
  const auto trace = traced_plan(catalogue_plan("reduce/interleaved-global", {.n = 16, .group_size = 8}));
  EXPECT_THAT(narrate(*trace, first_with(*trace, TraceRecord::global_access)),
              HasSubstr("all 8 lanes load a[0], a[2] … a[14] for OP(a[left], a[right])"));
}

TEST(Narration, BarriersNameTheWaitingWarps) {
  const auto trace = traced_plan(catalogue_plan("reduce/divergent", {.n = 64, .group_size = 64}));
  EXPECT_THAT(narrate(*trace, first_with(*trace, TraceRecord::barrier_arrive)),
              HasSubstr("Warp 0: all 32 lanes reach the barrier and wait for 1 warp"));
  EXPECT_THAT(narrate(*trace, first_with(*trace, TraceRecord::barrier_release)),
              HasSubstr("Warp 1: all 32 lanes reach the barrier as the last warp"));
}

TEST(Narration, TheOnlyRemainingWarpIsNamed) {
  const auto trace = traced_plan(catalogue_plan("hazards/divergent-barrier", {.n = 64, .group_size = 64}));
  ASSERT_FALSE(trace->findings().empty());
  EXPECT_THAT(narrate(*trace, trace->findings().front().step),
              HasSubstr("reach the barrier and continue: all other warps have finished"));
}

TEST(Narration, TheLastSentenceNamesTheResult) {
  const auto trace = traced_plan(catalogue_plan("reduce/divergent", {.n = 16, .group_size = 8}));
  EXPECT_THAT(narrate(*trace, trace->size()), ContainsPattern("is [0-9]+, which is Σ x0..x15\\.$"));
}

TEST(Narration, ALineNamesTheStoredValue) {
  const auto trace = traced_plan(catalogue_plan("reduce/divergent", {.n = 32, .group_size = 32}));
  std::uint64_t position = first_with(*trace, TraceRecord::work);
  position = trace->previous(position + 1, Trace::Step::line);
  const std::string sentence = narrate_line(*trace, position);
  EXPECT_THAT(sentence, HasSubstr("16 of 32 lanes store OP(scratch[t], scratch[t + s]) to scratch[t]"));
  EXPECT_THAT(sentence, HasSubstr("Lane 0 makes Σ x0..x1"));
}

}  // namespace
}  // namespace lockstep::sim
