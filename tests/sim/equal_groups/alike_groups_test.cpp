// Counters computed by classes of work-groups equal those of a run of all work-groups, or the method
// is rejected.
#include "sim/equal_groups/alike_groups.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/counters/operations.hpp"
#include "sim/observers/longest_chain.hpp"
#include "sim/observers/memory_waits.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct Counting {
  CounterObserver counters;
  OperationObserver operations;
  MemoryWaitObserver memory;
  LongestChainObserver chain;

  explicit Counting(const Machine& machine)
      : counters(machine), operations(machine), memory(machine), chain(machine) {}
  std::array<Observer*, 4> all() { return {&counters, &operations, &memory, &chain}; }
  void merge(const Counting& part, std::uint32_t launch, std::uint64_t times) {
    counters.merge(part.counters, launch, times);
    operations.merge(part.operations, launch, times);
    memory.merge(part.memory, launch, times);
    chain.merge(part.chain, launch, times);
  }
  void clear(std::uint32_t launch) {
    counters.clear(launch);
    operations.clear(launch);
    memory.clear(launch);
    chain.clear(launch);
  }
};

Machine machine_of(const Plan& plan, const DeviceModel& model) {
  MachineOptions options;
  options.track_uninitialised = false;
  return compile_machine(plan, model, options).value();
}

struct ByClasses {
  std::string obstacle;
  std::uint64_t executed = 0;
};

// With zeros as data, because the counts do not depend on the data.
ByClasses count_by_classes(const Machine& machine, Counting& whole) {
  std::vector<std::vector<std::byte>> buffers;
  for (const PlanBuffer& buffer : machine.plan().buffers) buffers.emplace_back(buffer.bytes());
  std::vector<std::vector<std::uint8_t>> written(buffers.size());
  MachineState state = machine.initial_state(std::move(buffers), std::move(written));
  Counting part(machine);
  ByClasses result;
  for (std::uint32_t launch = 0; launch < machine.plan().launches.size(); ++launch) {
    machine.begin_launch(state, launch);
    whole.counters.on_launch_begin(state, launch);
    const AlikeGroups alike = for_each_class(machine, state, part.all(), [&](std::uint64_t times) {
      whole.merge(part, launch, times);
      part.clear(launch);
    });
    result.executed += alike.executed;
    if (result.obstacle = alike.obstacle; !result.obstacle.empty()) break;
  }
  return result;
}

std::string difference(const Counters& a, const Counters& b) {
#define M(name, title, unit, explanation) \
  if (a.name != b.name) return fmt::format(#name ": {} by classes, {} of all", a.name, b.name);
#include "sim/observers/counters/metrics.def"
#undef M
  return "";
}

void expect_equal(const Counting& classes, const Counting& all, const std::string& what) {
  const auto a = classes.counters.launches(), b = all.counters.launches();
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(difference(a[i], b[i]), "") << what << " launch " << i;
    const auto ao = classes.operations.launches()[i], bo = all.operations.launches()[i];
    EXPECT_EQ(ao.operations, bo.operations) << what << " launch " << i;
    EXPECT_EQ(ao.divisions, bo.divisions) << what;
    EXPECT_EQ(ao.multiplications, bo.multiplications) << what;
    EXPECT_EQ(ao.idle_accesses, bo.idle_accesses) << what << " launch " << i;
    const auto am = classes.memory.launches()[i], bm = all.memory.launches()[i];
    EXPECT_EQ(am.waits, bm.waits) << what << " launch " << i;
    EXPECT_EQ(am.cached_waits, bm.cached_waits) << what << " launch " << i;
    EXPECT_EQ(am.cached_bytes, bm.cached_bytes) << what << " launch " << i;
    EXPECT_EQ(am.touched_bytes, bm.touched_bytes) << what << " launch " << i;
    const auto ac = classes.chain.launches()[i], bc = all.chain.launches()[i];
    EXPECT_EQ(ac.operations, bc.operations) << what << " launch " << i;
    EXPECT_EQ(ac.divisions, bc.divisions) << what;
    EXPECT_EQ(ac.multiplications, bc.multiplications) << what;
  }
  EXPECT_EQ(classes.counters.lines(), all.counters.lines()) << what;
}

// Returns the time taken; the obstacle is empty if the counts were equal.
ByClasses compare(const Plan& plan, const DeviceModel& model, const std::string& what) {
  const Machine machine = machine_of(plan, model);
  Counting classes(machine), all(machine);
  const ByClasses result = count_by_classes(machine, classes);
  if (!result.obstacle.empty()) return result;
  MachineState state = machine.initial_state();
  machine.run(state, all.all());
  if (!state.ended_early()) expect_equal(classes, all, what);
  return result;
}

std::uint64_t groups_of(const Plan& plan) {
  std::uint64_t groups = 0;
  for (const PlanLaunch& launch : plan.launches) groups += launch.range.group_count();
  return groups;
}

struct Sum {
  std::uint64_t counted = 0, refused = 0, groups = 0, executed = 0;
  std::map<std::string, std::string> obstacles;
};

void compare_all(std::uint64_t n, std::uint64_t group_size, ElementType type, const std::string& model_name,
                 Sum& sum) {
  const DeviceModel& model = model_named(model_name);
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      PlanRequest request;
      request.n = n;
      request.group_size = group_size;
      request.type = type;
      request.limits = limits_of(model);
      const auto source = load_kernel(algorithm, "");
      ASSERT_TRUE(source) << algorithm.id;
      const auto plan = make_plan(algorithm, request, *source);
      if (!plan || !compile_machine(*plan, model)) continue;
      const std::string what = fmt::format("{} n = {} L = {} {}", algorithm.id, n, group_size, model_name);
      const ByClasses result = compare(*plan, model, what);
      if (result.obstacle.empty()) {
        ++sum.counted;
        sum.groups += groups_of(*plan);
        sum.executed += result.executed;
      } else {
        ++sum.refused;
        sum.obstacles[algorithm.id] = result.obstacle;
      }
    }
}

TEST(AlikeGroups, CountTheCatalogueExactly) {
  Sum sum;
  for (const std::uint64_t n : {1, 33, 1000, 5000}) compare_all(n, 32, ElementType::int32, "cc9.0", sum);
  compare_all(4096, 64, ElementType::int32, "cc9.0", sum);
  EXPECT_GT(sum.counted, 4 * sum.refused);
  EXPECT_LT(sum.executed * 2, sum.groups);
  const auto is_refused = [&](const char* id) { return sum.obstacles.contains(id); };
  EXPECT_TRUE(is_refused("reduce/tuned") && is_refused("scan/look-back") &&
              is_refused("patterns/word-count"));
  for (const char* id :
       {"reduce/sequential-local", "scan/grid", "patterns/transpose", "patterns/convolve-2d-tiled"})
    EXPECT_FALSE(is_refused(id)) << sum.obstacles[id];
}

TEST(AlikeGroups, CountOnEachModelExactly) {
  Sum sum;
  for (const DeviceModel& model : device_models()) compare_all(1500, 64, ElementType::int32, model.name, sum);
  for (const char* model : {"cc9.0", "cc1.0"})
    for (const ElementType type : {ElementType::float64, ElementType::int8})
      compare_all(1500, 64, type, model, sum);
  EXPECT_GT(sum.counted, 4 * sum.refused);
}

ByClasses of_body(const std::string& body, std::uint64_t items = 64 * 100, std::uint64_t local = 64) {
  const Plan plan = kernel_plan(
      "__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
      "__kernel void k(__global int *out, __global const int *in, __local int *s) {\n"
      "  uint t = get_local_id(0), g = get_global_id(0), w = get_group_id(0), n = get_global_size(0);\n" +
          body + "\n}\n",
      items, local, local * 4);
  ByClasses result;
  for (const char* model : {"cc9.0", "cc2.0", "cc1.0", "gcn"})
    result = compare(plan, model_named(model), body);
  return result;
}

TEST(AlikeGroups, AreManyWhereOnlyAddressesDiffer) {
  EXPECT_LE(of_body("out[g] = in[g];").executed, 1u);
  EXPECT_LE(of_body("out[g] = in[n - 1 - g];").executed, 1u);
  EXPECT_LE(of_body("if (g > 0 && g < n - 1) out[g] = in[g - 1] + in[g + 1];").executed, 3u);
  EXPECT_LE(of_body("for (uint i = g; i < n; i += n / 2) out[i] = in[i];").executed, 4u);
}

TEST(AlikeGroups, AreCountedByTheResidueOfTheirNumber) {
  of_body("if (w % 3 == 1) out[g] = in[g];");
  of_body("if ((w & 4) != 0) out[g] = in[g]; else out[g ^ 1] = in[g / 2];");
  of_body("out[w] = in[g >> 7]; out[g & 31] = 5;");
  of_body("if (g % 100 == 3) out[g & 0xFFF8] = in[g | 5]; out[(g & 0xF0) >> 4] = 3;");
  of_body("if (t == 0) out[w] = in[g]; if (t == 1) out[w + 2] = 1;");
}

TEST(AlikeGroups, AreStretchesWhereTheQuotientIsTheSame) {
  EXPECT_LE(of_body("if (g % 3200 == 0) out[g] = in[g];").executed, 4u);
  EXPECT_LE(of_body("if ((g & 4095) < 64) out[g] = in[g];").executed, 4u);
  of_body("if ((g & ~2047u) == 2048) out[g] = in[g / 2048]; out[g >> 10] = 1;");
  of_body(
      "int i = (int)g - 3000; if (i % 1000 == 5) out[g] = in[g]; if ((i & 1023) > 900) out[t] = i / 2000;");
  of_body(
      "uint row = g / 1280, column = g % 1280; if (column > 0) out[row * 1280 + column - 1] = in[column];");
}

TEST(AlikeGroups, DifferWhereTheirNumberDecides) {
  of_body("for (uint i = 0; i < w; ++i) out[g] += in[i];");
  of_body("if (w * w % 7 < 3) out[g] = in[g];");
  of_body("s[t] = w; barrier(CLK_LOCAL_MEM_FENCE); if (s[63 - t] > 50) out[g] = in[g];");
  of_body("int x[4]; for (int i = 0; i < 4; ++i) x[i] = g + i; out[x[t % 4]] = 1;");
  of_body("out[min(g, 1000u)] = 1; out[max(g, 1000u)] = 1; out[t < 5 ? g : t] = in[t < w ? t : 5];");
  of_body("switch (w) { case 3: out[g] = 1; break; case 50: out[t] = 1; break; default: out[0] = in[g]; }");
  of_body(
      "int i = (int)w - 50; if (i / 2 < -3) out[g] = 1; if (i >> 1 < 3) out[g] = 2; if (i % 4 == -1) out[t] "
      "= 3;");
  of_body("uchar c = w; if (c < 70) out[g] = 1; if ((uchar)(c * 4) < 100) out[t] = 1;");
  of_body("if ((float)w < 20.5f) out[g] = table[w % 8]; if (table[w % 8] > 3) out[g] = 1;");
  of_body("if (w) out[g] = 1; if (!w) out[t] = 1; if (w == 40) out[g] = 1; if (w != 41) out[t] = 1;");
  of_body("out[in == 0 ? 0 : (w < 10 ? g : g / 2)] = 1;");
}

TEST(AlikeGroups, ShareSectorsAlike) {
  of_body("out[g] = in[g] + in[t];");
  of_body("out[g / 2] = in[g] + in[2 * (g / 4)];");
  of_body("out[g] = in[g] + in[n - 1 - g] + in[5];");
}

// Statements whose conditions and indices are random expressions of ids, in types of all widths.
class RandomBody {
 public:
  explicit RandomBody(std::uint64_t seed)
      : depth_(static_cast<unsigned>(seed % 3)),
        statements_(static_cast<unsigned>(1 + seed / 3 % 4)),
        state_(seed * 0x9E3779B97F4A7C15 + 1) {}
  std::string text() {
    std::string body = "int x[4] = {0}; uint v = " + value(depth_) + "; long l = " + value(depth_) + ";";
    for (unsigned i = 0; i < statements_; ++i) body += statement(2);
    return body;
  }

 private:
  unsigned below(unsigned n) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<unsigned>((state_ >> 20) % n);
  }
  std::string value(unsigned depth) {
    constexpr std::array kLeaves{"g", "w", "t", "(int)w", "3", "17u", "g", "w", "64", "(long)g", "n"};
    if (depth == 0) return kLeaves[below(kLeaves.size())];
    constexpr std::array kOperators{"+", "-", "*", "+", "-", "&", "|", "^", "<", "==", ">="};
    const std::string a = value(depth - 1);
    switch (below(9)) {
      case 0:
        return "(" + a + ") / " + std::to_string(1 + below(40));
      case 1:
        return "(" + a + ") % " + std::to_string(1 + below(200));
      case 2:
        return "((" + a + (below(2) != 0 ? ") >> " : ") << ") + std::to_string(below(9)) + ")";
      case 3: {
        constexpr std::array kTypes{"uchar", "char", "short", "ushort", "int", "uint", "long", "ulong"};
        return "(" + std::string(kTypes[below(kTypes.size())]) + ")(" + a + ")";
      }
      case 4:
        return "((" + a + ") < (" + value(depth - 1) + ") ? (" + value(depth - 1) + ") : (" + a + "))";
      case 5:
        return std::string(below(2) != 0 ? "min" : "max") + "((int)(" + a + "), (int)(" + value(depth - 1) +
               "))";
      default:
        return "((" + a + ") " + kOperators[below(kOperators.size())] + " (" + value(depth - 1) + "))";
    }
  }
  std::string index(unsigned depth) {
    return below(2) != 0 ? "(g + " + std::to_string(below(8)) + ") % n"
                         : "((uint)(" + value(depth) + ") & 4095)";
  }
  std::string statement(unsigned depth) {
    switch (below(depth == 0 ? 5 : 8)) {
      case 0:
        return "out[" + index(depth_) + "] = in[" + index(depth_ / 2) + "];";
      case 1:
        return "v += " + value(depth_) + ";";
      case 2:
        return "x[v & 3] = " + value(depth_ / 2) + "; l = x[t & 3] + " + value(depth_ / 2) + ";";
      case 3:
        return "s[t] = " + value(depth_) + "; v = s[(t + 1) % 32 + t / 32 * 32];";
      case 4:
        return "if (" + value(depth_ / 2) + " > (int)l) l += 2;";
      case 5:
        return "for (uint i = 0; i < ((uint)(" + value(depth_ / 2) + ") & 7); ++i) {" + statement(depth - 1) +
               "}";
      default:
        return "if (" + value(depth_) + ") {" + statement(depth - 1) + "} else {" + statement(depth - 1) +
               "}";
    }
  }
  unsigned depth_, statements_;  // few simple statements make more work-groups equal
  std::uint64_t state_;
};

TEST(AlikeGroups, CountRandomKernelsExactly) {
  std::uint64_t counted = 0, executed = 0;
  constexpr std::uint64_t kGroups = 70;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const ByClasses result = of_body(RandomBody(seed).text(), 64 * kGroups);
    if (!result.obstacle.empty()) continue;
    ++counted;
    executed += result.executed;
  }
  EXPECT_GT(counted, 40u);
  EXPECT_LT(2 * executed, counted * kGroups) << "few are alike";
}

TEST(AlikeGroups, SmallerLastGroupsAreOfTheirOwnKind) {
  for (const std::uint64_t items : {64 * 50 + 7, 63, 65}) {
    Plan plan = kernel_plan(
        "__kernel void k(__global int *out, __global const int *in) {\n"
        "  out[get_global_id(0)] = in[get_global_id(0)] + get_local_size(0); }\n",
        items, std::min<std::uint64_t>(items, 64));
    plan.programs.front().options = "-cl-std=CL2.0";
    EXPECT_EQ(compare(plan, model_named("cc9.0"), "cut").obstacle, "");
  }
}

TEST(AlikeGroups, AreRefusedWhereFewAreAlike) {
  const Plan plan = kernel_plan(
      "__kernel void k(__global int *out, __global const int *in) {\n"
      "  for (uint i = 0; i < get_group_id(0); ++i) out[get_global_id(0)] += in[i]; }\n",
      64 * 100, 64);
  const Machine machine = machine_of(plan, model_named("cc9.0"));
  MachineState state = machine.initial_state();
  const AlikeGroups alike = for_each_class(machine, state, {}, [](std::uint64_t) {}, {.trial = 20});
  EXPECT_NE(alike.obstacle, "");
  EXPECT_EQ(alike.executed, 21u);
}

TEST(AlikeGroups, AreRefusedWhereDataDecide) {
  EXPECT_NE(of_body("if (in[g] > 5) out[g] = 1;").obstacle, "");
  EXPECT_NE(of_body("out[in[g]] = 1;").obstacle, "");
  EXPECT_NE(of_body("if (atomic_inc(&out[0]) == 5) out[g] = 1;").obstacle, "");
  EXPECT_NE(of_body("s[t] = in[g]; if (s[t] > 5) out[g] = 1;").obstacle, "");
  EXPECT_EQ(of_body("s[t] = in[g]; out[g] = s[t] > 5 ? 1 : 2; atomic_add(&out[w], in[g]);").obstacle, "");
}

}  // namespace
}  // namespace lockstep::sim
