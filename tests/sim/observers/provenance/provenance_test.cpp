// The inputs that each value contains, followed through real kernels.
#include <gtest/gtest.h>

#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::shared_ptr<const Trace> traced(const Plan& plan, const std::string& model = "cc9.0") {
  auto trace = Trace::record(plan, model_named(model));
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace ? *trace : nullptr;
}

ProvenanceId result_of(const Trace& trace, std::uint64_t index = 0) {
  const std::size_t buffer = trace.plan().expectation ? trace.plan().expectation->result_buffer : 0;
  return trace.seek(trace.size())->buffer_provenance[buffer][index];
}

std::string label_of_out(const std::string& body, std::uint64_t items = 4, std::uint64_t index = 0) {
  const auto trace =
      traced(kernel_plan("kernel void k(global int *out, global const int *in) {"
                         "int t = get_global_id(0); " +
                             body + " }",
                         items, items));
  return trace ? trace->provenance().label(result_of(*trace, index)) : "no trace";
}

TEST(Provenance, ResultsCoverEveryInputOnce) {
  for (const std::string& id : kAlgorithms) {
    for (const std::uint64_t n : {1u, 2u, 5u, 16u, 33u, 100u}) {
      const auto trace = traced(catalogue_plan(id, {.n = n, .group_size = 16}));
      EXPECT_EQ(trace->provenance().compare(result_of(*trace), 0, n), "") << id << " n = " << n;
    }
  }
}

// Interleaved addressing keeps the order of operands, sequential addressing does not.
TEST(Provenance, OrderOfOperands) {
  const auto ordered = traced(catalogue_plan("reduce/divergent", {.n = 8, .group_size = 8}));
  EXPECT_EQ(ordered->provenance().inputs(result_of(*ordered)),
            (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  const auto reordered = traced(catalogue_plan("reduce/sequential-local", {.n = 8, .group_size = 8}));
  EXPECT_EQ(reordered->provenance().inputs(result_of(*reordered)),
            (std::vector<std::uint64_t>{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(Provenance, OperatorsNameTheLabel) {
  const auto product =
      traced(catalogue_plan("reduce/divergent", {.n = 8, .group_size = 8, .op = Operator::product}));
  EXPECT_EQ(product->provenance().label(result_of(*product)), "Π x0..x7");
  const auto most = traced(catalogue_plan(
      "reduce/divergent", {.n = 8, .group_size = 8, .op = Operator::max, .type = ElementType::float32}));
  EXPECT_EQ(most->provenance().label(result_of(*most)), "max x0..x7");
}

TEST(Provenance, CopiesPassOn) {
  EXPECT_EQ(label_of_out("out[t] = in[t + 0];", 4, 3), "x3");
  EXPECT_EQ(label_of_out("float f = (float)-in[t]; out[t] = (int)f;", 4, 2), "x2");
  EXPECT_EQ(label_of_out("out[t] = t > 1 ? in[1] : in[2];", 4, 3), "x1");
  EXPECT_EQ(label_of_out("int a[2]; a[t & 1] = in[t]; out[t] = a[t & 1];", 4, 3), "x3");
}

TEST(Provenance, ConstantsAndIndicesAreNoInput) {
  EXPECT_EQ(label_of_out("out[t] = in[t] + 3 * t;"), "x0");
  EXPECT_EQ(label_of_out("out[t] = in[t] < 5;"), "");
  EXPECT_EQ(label_of_out("out[t] = t;"), "");
}

TEST(Provenance, CombinationsAreCountedEvenOfTheSameValue) {
  EXPECT_EQ(label_of_out("out[t] = in[0] + in[0];"), "Σ 2·x0");
}

// A minimum or maximum written as a comparison combines both operands, whichever is chosen.
TEST(Provenance, WrittenOutExtremaCombine) {
  EXPECT_EQ(label_of_out("out[t] = in[0] < in[1] ? in[0] : in[1];"), "min x0..x1");
  EXPECT_EQ(label_of_out("out[t] = in[0] < in[1] ? in[1] : in[0];"), "max x0..x1");
  EXPECT_EQ(label_of_out("int a = in[2], b = in[3]; out[t] = a >= b ? a : b;"), "max x2..x3");
  EXPECT_EQ(label_of_out("int m = in[0]; for (int i = 1; i < 4; ++i) if (in[i] > m) m = in[i]; out[t] = m;"),
            "max x0..x3");
  EXPECT_EQ(label_of_out("short a = (short)in[0], b = (short)in[1]; out[t] = (a > b) ? a : b;"),
            "max x0..x1");
  EXPECT_EQ(label_of_out("out[t] = in[1] > 0 ? in[1] : 0;"), "x1") << "an identity carries no input";
}

// The result of any other comparison contains only the chosen operand.
TEST(Provenance, OtherChoicesPassOnTheChosen) {
  EXPECT_EQ(label_of_out("out[t] = t < 2 ? in[0] : in[1];", 4, 3), "x1");
  EXPECT_EQ(label_of_out("int a = in[0], b = in[1]; out[t] = a == b ? a : b;", 4, 0), "x1");
  EXPECT_EQ(label_of_out("int a = 1, b = 2; out[t] = a < b ? in[3] : in[2];"), "x3");
}

TEST(Provenance, AtomicsCombineWithMemory) {
  const auto trace = traced(kernel_plan(
      "kernel void k(global int *out, global const int *in) { atomic_add(out, in[get_global_id(0)]); }", 8,
      8));
  EXPECT_EQ(trace->provenance().label(result_of(*trace)), "Σ x0..x7");
  EXPECT_EQ(trace->counted().total.work, 7u);
  EXPECT_EQ(trace->counted().total.steps, 7u);  // one after another
}

TEST(Provenance, CompareExchangeStoresOnlyWhereItMatched) {
  EXPECT_EQ(label_of_out("if (t == 0) atomic_cmpxchg(out, 0, in[3]);"), "x3");
  EXPECT_EQ(label_of_out("if (t == 0) atomic_cmpxchg(out, 1, in[3]);"), "");
}

// A lost update: both work-items read before either writes, so one input is missing.
TEST(Provenance, RacesBecomeSentences) {
  const auto trace = traced(kernel_plan(
      "kernel void k(global int *out, global const int *in) { out[0] = out[0] + in[get_global_id(0)]; }", 4,
      4));
  EXPECT_EQ(trace->provenance().compare(result_of(*trace), 0, 4, 1), "it contains only x3 of x0..x3");
}

// A launch starts only after the previous one has ended.
TEST(Provenance, StepsAddUpOverLaunches) {
  const auto trace = traced(catalogue_plan("reduce/divergent", {.n = 64, .group_size = 8}));
  const std::vector<Counters>& launches = trace->counted().launches;
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].steps, 3u);
  EXPECT_EQ(launches[1].steps, 3u);
}

}  // namespace
}  // namespace lockstep::sim
