// The inputs that each value contains, tracked through real kernels.
#include <gtest/gtest.h>

#include "sim/observers/counters/counters.hpp"
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
  EXPECT_EQ(trace->counted().total.work, 8u);  // the first value is added to the host's 0
  EXPECT_EQ(trace->counted().total.useful_work, 7u);
  EXPECT_EQ(trace->counted().total.steps, 8u);  // one after another
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

Counters counted_work_of(const std::string& body, std::uint64_t items = 4) {
  const auto run = run_counted(kernel_plan("kernel void k(global int *out, global const int *in) {"
                                           "int t = get_global_id(0); " +
                                               body + " }",
                                           items, items),
                               model_named("cc9.0"), {.detect_findings = false});
  EXPECT_TRUE(run.has_value());
  return run ? run->total : Counters{};
}

void expect_work(const std::string& body, std::uint64_t all, std::uint64_t useful) {
  const Counters counted = counted_work_of(body);
  EXPECT_EQ(counted.work, all) << body;
  EXPECT_EQ(counted.useful_work, useful) << body;
}

// An empty sum, or the padding of a block, is an identity: the operation is executed and counts.
TEST(Identities, OperationsOnThemAreWork) {
  expect_work("int sum = 0; for (int i = 0; i < 3; ++i) sum += in[i]; out[t] = sum;", 12, 8);
  expect_work("out[t] = (t < 3 ? in[t] : 0) + (t < 2 ? in[t + 1] : 0);", 4, 2);
  expect_work("int a[2]; a[0] = in[t]; a[1] = 0; out[t] = a[0] + a[1];", 4, 0);
  expect_work("int a = 0, b = 0; if (t > 9) { a = in[t]; b = in[0]; } out[t] = a + b;", 4, 0);
  expect_work("out[t] = in[t] + 0;", 4, 0);
  expect_work("out[t] = out[t] + in[t];", 4, 0);  // the host has set it to 0
  expect_work("float best = -INFINITY; best = fmax(best, (float)in[t]); out[t] = (int)best;", 4, 0);
}

// Constants in the arithmetic of indices, conditions and loops are not identities.
TEST(Identities, IndexArithmeticIsNoWork) {
  expect_work("int s = 1; for (int i = 0; i < 3; ++i) s *= 2; out[t] = in[t & s];", 0, 0);
  expect_work("int last = 0; last = last + 3; out[t] = in[last];", 0, 0);
  expect_work("int count = 0; if (in[t] > 1) count = count + 1; out[t] = count;", 0, 0);
  expect_work("out[t] = in[t] + 3 * t;", 0, 0);
  expect_work("out[t] = in[in[t] % 2 + 1];", 0, 0);
  expect_work("int zero = 0; zero += 1; out[in[t] & zero] = t;", 0, 0);
}

// Registers are reused: a constant of one expression must not be mistaken for a constant of another, also
// through functions.
TEST(Identities, FollowValuesThroughFunctions) {
  const std::string text =
      "int add(int a, int b) { return a + b; }\n"
      "int next(int i) { return i + 1; }\n"
      "kernel void k(global int *out, global const int *in) {\n"
      "  int t = get_global_id(0), i = 0;\n"
      "  i = next(i);\n"
      "  int sum = 0;\n"
      "  for (int k = 0; k < 2; k = next(k)) sum = add(sum, in[k]);\n"
      "  out[t] = sum;\n"
      "}\n";
  const auto run = run_counted(kernel_plan(text, 4, 4), model_named("cc9.0"), {.detect_findings = false});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->total.work, 8u);
  EXPECT_EQ(run->total.useful_work, 4u);
}

TEST(Identities, HaveNoLabelAndLeaveThatOfAnInput) {
  EXPECT_EQ(label_of_out("int sum = 0; sum += in[t]; out[t] = sum;", 4, 2), "x2");
  EXPECT_EQ(label_of_out("int a = 0, b = 0; if (t > 9) a = b = in[t]; out[t] = a + b;"), "");
  EXPECT_EQ(label_of_out("int sum = 0; for (int i = 0; i < 4; ++i) sum += in[i]; out[t] = sum;"), "Σ x0..x3");
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
