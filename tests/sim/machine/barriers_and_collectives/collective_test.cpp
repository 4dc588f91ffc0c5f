// Functions of sub-groups and work-groups compared with loops that follow the specification: all types,
// several sub-group sizes, and a last sub-group that is not full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "core/plan/element.hpp"
#include "sim/bytecode/disassembly.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

using ::testing::HasSubstr;
using Kind = Finding::Kind;

struct Shape {
  unsigned width = 32;
  std::uint64_t local = 64;
  std::uint64_t global = 128;
};

const Shape kShapes[] = {{1, 8, 16},    {8, 64, 128},   {8, 20, 40},  {32, 64, 128},
                         {32, 50, 100}, {64, 128, 128}, {64, 70, 140}};

std::string program_text(const std::string& type, const std::string& body) {
  return "__kernel void k(__global " + type + "* out, __global const " + type +
         "* in) {\n"
         "size_t g = get_global_linear_id();\n" +
         type + " x = in[g];\n" + body + "\n}\n";
}

Plan text_plan(const std::string& text, PlanBuffer in, LaneType out_type, const Shape& shape) {
  Plan plan = plan_of({output_buffer("out", shape.global, out_type), std::move(in)},
                      {BufferArgument{0}, BufferArgument{1}}, shape.global, shape.local);
  plan.programs[0] = {{"test.cl", text, ""}, "-cl-std=CL3.0"};
  return plan;
}

Outcome run_text(const Plan& plan, unsigned width) {
  const auto machine = compile_machine(plan, model_of(width));
  if (!machine) {
    ADD_FAILURE() << machine.error().message;
    return {};
  }
  Outcome outcome{machine->initial_state(), {}};
  FindingLog log;
  Observer* const observers[] = {&log};
  machine->run(outcome.state, observers);
  outcome.findings = log.findings();
  return outcome;
}

template <class T>
std::vector<T> random_values(std::uint64_t count) {
  std::mt19937 random(7);
  std::vector<T> values(count);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(std::uniform_int_distribution<int>(-1000, 1000)(random)) / T{7};
    } else {
      value = static_cast<T>(random() * 0x100000001u);
    }
  }
  return values;
}

template <class T>
PlanBuffer buffer_of(const std::vector<T>& values, LaneType type) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  PlanBuffer buffer = output_buffer("in", values.size(), type);
  buffer.role = PlanBuffer::Role::input;
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes =
      std::make_shared<const std::vector<std::byte>>(first, first + values.size() * sizeof(T));
  return buffer;
}

template <class T>
std::vector<T> values_of(const Outcome& outcome) {
  std::vector<T> values(outcome.state.buffers.empty() ? 0 : outcome.state.buffers[0].size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), outcome.state.buffers[0].data(), values.size() * sizeof(T));
  return values;
}

// The result of `expected(values of the set, index in it)` for each work-item; a set is a sub-group
// or a work-group.
template <class T, class R, class F>
void expect_by_set(const std::string& text, LaneType type, LaneType result, const Shape& shape,
                   bool of_sub_group, F expected) {
  const auto in = random_values<T>(shape.global);
  const Outcome outcome = run_text(text_plan(text, buffer_of(in, type), result, shape), shape.width);
  for (const Finding& finding : outcome.findings) ADD_FAILURE() << finding.message;
  const auto out = values_of<R>(outcome);
  ASSERT_EQ(out.size(), in.size());
  for (std::uint64_t group = 0; group < shape.global; group += shape.local) {
    const std::uint64_t set = of_sub_group ? shape.width : shape.local;
    for (std::uint64_t begin = 0; begin < shape.local; begin += set) {
      const std::uint64_t end = std::min(begin + set, shape.local);
      const std::vector<T> members(in.begin() + group + begin, in.begin() + group + end);
      for (std::size_t i = 0; i < members.size(); ++i) {
        ASSERT_EQ(out[group + begin + i], expected(members, i))
            << text << "width " << shape.width << " local " << shape.local << " item " << group + begin + i;
      }
    }
  }
}

template <class T>
T plus(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <class T>
struct Operation {
  const char* name;
  T (*apply)(T, T);
  T identity;
};

template <class T>
std::vector<Operation<T>> operations() {
  using Limits = std::numeric_limits<T>;
  const T highest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  const T lowest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  return {{"add", plus<T>, T{}},
          {"min", [](T a, T b) { return std::min(a, b); }, highest},
          {"max", [](T a, T b) { return std::max(a, b); }, lowest}};
}

template <class T>
T folded(const Operation<T>& operation, const std::vector<T>& values, std::size_t count) {
  if (count == 0) return operation.identity;
  T total = values[0];
  for (std::size_t i = 1; i < count; ++i) total = operation.apply(total, values[i]);
  return total;
}

template <class T>
void expect_combinations(const std::string& type_name, LaneType type) {
  using Values = std::vector<T>;
  for (const bool of_sub_group : {true, false}) {
    const std::string scope = of_sub_group ? "sub_group_" : "work_group_";
    for (const Operation<T>& operation : operations<T>()) {
      const auto text = [&](const std::string& kind) {
        return program_text(type_name, "out[g] = " + scope + kind + operation.name + "(x);");
      };
      for (const Shape& shape : kShapes) {
        expect_by_set<T, T>(text("reduce_"), type, type, shape, of_sub_group,
                            [&](const Values& v, std::size_t) { return folded(operation, v, v.size()); });
        expect_by_set<T, T>(text("scan_inclusive_"), type, type, shape, of_sub_group,
                            [&](const Values& v, std::size_t i) { return folded(operation, v, i + 1); });
        expect_by_set<T, T>(text("scan_exclusive_"), type, type, shape, of_sub_group,
                            [&](const Values& v, std::size_t i) { return folded(operation, v, i); });
      }
    }
  }
}

TEST(Collective, ReductionsAndScansOfInt) { expect_combinations<std::int32_t>("int", LaneType::int32); }
TEST(Collective, ReductionsAndScansOfUint) { expect_combinations<std::uint32_t>("uint", LaneType::uint32); }
TEST(Collective, ReductionsAndScansOfLong) { expect_combinations<std::int64_t>("long", LaneType::int64); }
TEST(Collective, ReductionsAndScansOfUlong) { expect_combinations<std::uint64_t>("ulong", LaneType::uint64); }
TEST(Collective, ReductionsAndScansOfFloat) { expect_combinations<float>("float", LaneType::float32); }
TEST(Collective, ReductionsAndScansOfDouble) { expect_combinations<double>("double", LaneType::float64); }

using Ints = std::vector<std::int32_t>;

template <class F>
void expect_ints(const std::string& body, bool of_sub_group, F expected) {
  for (const Shape& shape : kShapes)
    expect_by_set<std::int32_t, std::int32_t>(program_text("int", body), LaneType::int32, LaneType::int32,
                                              shape, of_sub_group, expected);
}

TEST(Collective, BroadcastIsTheValueOfOne) {
  expect_ints("out[g] = sub_group_broadcast(x, get_sub_group_size() - 1);", true,
              [](const Ints& v, std::size_t) { return v.back(); });
  expect_ints("out[g] = work_group_broadcast(x, 5);", false, [](const Ints& v, std::size_t) { return v[5]; });
}

// A 3-dimensional group of 4 by 3 by 2: local id (2, 1, 1) has the number 2 + 4 (1 + 3).
TEST(Collective, WorkGroupBroadcastNamesALocalIdByItsDimensions) {
  Plan plan =
      text_plan(program_text("int",
                             "out[g] = get_work_dim() == 3 ? work_group_broadcast(x, 2, 1, 1) : "
                             "work_group_broadcast(x, 2, 1);"),
                buffer_of(random_values<std::int32_t>(24), LaneType::int32), LaneType::int32, {32, 24, 24});
  const auto in = random_values<std::int32_t>(24);
  for (const unsigned dimensions : {3u, 2u}) {
    plan.launches[0].range.dimensions = dimensions;
    plan.launches[0].range.global_size = plan.launches[0].range.local_size = {4, 3, 2};
    if (dimensions == 2) plan.launches[0].range.global_size = plan.launches[0].range.local_size = {4, 6, 1};
    for (const std::int32_t value : run_text(plan, 8).ints(0)) EXPECT_EQ(value, in[dimensions == 3 ? 18 : 6]);
  }
}

// The specification does not define values from outside the sub-group; here the lane's own value is used.
TEST(Collective, ShufflesTakeTheValueOfAnotherLane) {
  const auto at = [](const Ints& v, std::size_t i, std::size_t from) {
    return from < v.size() ? v[from] : v[i];
  };
  expect_ints("out[g] = sub_group_shuffle(x, get_sub_group_size() - 1 - get_sub_group_local_id());", true,
              [](const Ints& v, std::size_t i) { return v[v.size() - 1 - i]; });
  expect_ints("out[g] = sub_group_shuffle_xor(x, 5);", true,
              [&](const Ints& v, std::size_t i) { return at(v, i, i ^ 5); });
  expect_ints("out[g] = sub_group_shuffle_up(x, 3);", true,
              [&](const Ints& v, std::size_t i) { return at(v, i, i - 3); });
  expect_ints("x = sub_group_shuffle_down(x, 3); out[g] = x;", true,
              [&](const Ints& v, std::size_t i) { return at(v, i, i + 3); });
  expect_ints("out[g] = sub_group_clustered_rotate(x, -1, 4);", true,
              [&](const Ints& v, std::size_t i) { return at(v, i, i / 4 * 4 + (i + 3) % 4); });
}

TEST(Collective, RotationGoesAroundTheSubGroup) {
  const Shape shape{16, 32, 32};
  expect_by_set<std::int32_t, std::int32_t>(program_text("int", "out[g] = sub_group_rotate(x, 3);"),
                                            LaneType::int32, LaneType::int32, shape, true,
                                            [](const Ints& v, std::size_t i) { return v[(i + 3) % 16]; });
}

TEST(Collective, VectorsAndSmallTypesArePassedOn) {
  expect_ints(
      "int4 v = (int4)(x, x + 1, 0, x * 2); out[g] = sub_group_broadcast(v, 1 % get_sub_group_size()).w;",
      true, [](const Ints& v, std::size_t) {
        return static_cast<std::int32_t>(2u * static_cast<std::uint32_t>(v[1 % v.size()]));
      });
  expect_ints("out[g] = sub_group_reduce_add((uchar)x);", true, [](const Ints& v, std::size_t) {
    std::uint8_t sum = 0;
    for (const std::int32_t value : v) sum = static_cast<std::uint8_t>(sum + value);
    return static_cast<std::int32_t>(sum);
  });
}

TEST(Collective, VotesAreOneOrZero) {
  const auto count = [](const Ints& v) {
    return std::ranges::count_if(v, [](int x) { return (x & 24) != 0; });
  };
  for (const std::string scope : {"sub_group_", "work_group_"}) {
    const bool sub = scope == "sub_group_";
    expect_ints("out[g] = " + scope + "all(x & 24);", sub, [&](const Ints& v, std::size_t) {
      return count(v) == static_cast<std::ptrdiff_t>(v.size()) ? 1 : 0;
    });
    expect_ints("out[g] = " + scope + "any(x & 24);", sub,
                [&](const Ints& v, std::size_t) { return count(v) != 0 ? 1 : 0; });
  }
  expect_ints(
      "out[g] = sub_group_non_uniform_all_equal(get_sub_group_id()) + 2 * "
      "sub_group_non_uniform_all_equal(x);",
      true, [](const Ints& v, std::size_t) { return v.size() == 1 ? 3 : 1; });
}

std::uint64_t ballot_of(const Ints& v) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < v.size(); ++i) bits |= std::uint64_t{v[i] < 0} << i;
  return bits;
}

TEST(Collective, BallotsAndTheirFunctions) {
  const std::string ballot = "uint4 b = sub_group_ballot(x < 0); ";
  const auto up_to = [](std::size_t i) { return i >= 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << i) - 1; };
  expect_ints(ballot + "out[g] = (int)(b.x ^ (b.y * 3) ^ b.z ^ b.w);", true, [](const Ints& v, std::size_t) {
    const std::uint64_t bits = ballot_of(v);
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) ^
                                     static_cast<std::uint32_t>(bits >> 32) * 3);
  });
  expect_ints(ballot + "out[g] = sub_group_ballot_bit_count(b);", true,
              [](const Ints& v, std::size_t) { return std::popcount(ballot_of(v)); });
  expect_ints(
      ballot + "out[g] = sub_group_ballot_inclusive_scan(b) * 100 + sub_group_ballot_exclusive_scan(b);",
      true, [&](const Ints& v, std::size_t i) {
        return std::popcount(ballot_of(v) & up_to(i)) * 100 + std::popcount(ballot_of(v) & (up_to(i) >> 1));
      });
  expect_ints(ballot +
                  "out[g] = b.x | b.y ? (int)(sub_group_ballot_find_lsb(b) * 100 + "
                  "sub_group_ballot_find_msb(b)) : -1;",
              true, [](const Ints& v, std::size_t) {
                const std::uint64_t bits = ballot_of(v);
                return bits == 0 ? -1 : std::countr_zero(bits) * 100 + 63 - std::countl_zero(bits);
              });
  expect_ints(ballot + "out[g] = sub_group_inverse_ballot(b) + 2 * sub_group_ballot_bit_extract(b, 0);", true,
              [](const Ints& v, std::size_t i) { return (v[i] < 0 ? 1 : 0) + (v[0] < 0 ? 2 : 0); });
}

TEST(Collective, MasksOfPositions) {
  const std::pair<const char*, int (*)(std::size_t, std::size_t)> masks[] = {
      {"eq", [](std::size_t, std::size_t) { return 1; }},
      {"ge", [](std::size_t i, std::size_t n) { return static_cast<int>(n - i); }},
      {"gt", [](std::size_t i, std::size_t n) { return static_cast<int>(n - i - 1); }},
      {"le", [](std::size_t i, std::size_t) { return static_cast<int>(i + 1); }},
      {"lt", [](std::size_t i, std::size_t) { return static_cast<int>(i); }}};
  for (const auto& [name, count] : masks) {
    // Masks of greater positions are those of a complete sub-group.
    const std::string missing = name[0] == 'g' ? " - get_max_sub_group_size() + get_sub_group_size()" : "";
    expect_ints(std::string("uint4 m = get_sub_group_") + name +
                    "_mask(); out[g] = popcount(m.x) + popcount(m.y)" + missing + ";",
                true, [&](const Ints& v, std::size_t i) { return count(i, v.size()); });
  }
}

// Lanes with an odd id participate; the others keep -1.
template <class F>
void expect_of_odd(const std::string& expression, F expected) {
  expect_ints("out[g] = -1; if (get_sub_group_local_id() & 1) out[g] = " + expression + ";", true,
              [&](const Ints& v, std::size_t i) {
                if (i % 2 == 0) return -1;
                Ints odd;
                for (std::size_t k = 1; k < v.size(); k += 2) odd.push_back(v[k]);
                return static_cast<int>(expected(odd, i / 2));
              });
}

TEST(Collective, NonUniformFunctionsUseTheActiveLanes) {
  expect_of_odd("sub_group_non_uniform_reduce_xor(x)", [](const Ints& odd, std::size_t) {
    int total = 0;
    for (const int x : odd) total ^= x;
    return total;
  });
  expect_of_odd("sub_group_non_uniform_scan_inclusive_mul(x | 1)", [](const Ints& odd, std::size_t i) {
    std::uint32_t total = 1;
    for (std::size_t k = 0; k <= i; ++k) total *= static_cast<std::uint32_t>(odd[k] | 1);
    return static_cast<int>(total);
  });
  expect_of_odd("sub_group_non_uniform_scan_exclusive_logical_and(x & 3)",
                [](const Ints& odd, std::size_t i) {
                  bool all = true;
                  for (std::size_t k = 0; k < i; ++k) all = all && (odd[k] & 3) != 0;
                  return all ? 1 : 0;
                });
  expect_of_odd("sub_group_broadcast_first(x)", [](const Ints& odd, std::size_t) { return odd[0]; });
  expect_of_odd("sub_group_elect()", [](const Ints&, std::size_t i) { return i == 0 ? 1 : 0; });
}

TEST(Collective, ClustersAreReducedSeparately) {
  expect_ints("out[g] = sub_group_clustered_reduce_max(x, 4);", true, [](const Ints& v, std::size_t i) {
    const auto begin = v.begin() + static_cast<std::ptrdiff_t>(i / 4 * 4);
    return *std::max_element(begin, std::min(begin + 4, v.end()));
  });
}

Outcome run_ints(const std::string& body, const Shape& shape = {}) {
  return run_text(text_plan(program_text("int", body),
                            buffer_of(random_values<std::int32_t>(shape.global), LaneType::int32),
                            LaneType::int32, shape),
                  shape.width);
}

TEST(Collective, AWorkGroupFunctionIsOneBarrier) {
  EXPECT_EQ(run_ints("out[g] = work_group_reduce_add(x) + work_group_any(x);").state.group.barriers, 2u);
  EXPECT_EQ(run_ints("out[g] = sub_group_reduce_add(x);").state.group.barriers, 0u);
}

TEST(Collective, APartOfTheSubGroupIsAFinding) {
  const Outcome outcome = run_ints("if (get_local_id(0) % 32 < 7)\n out[g] = sub_group_reduce_add(1);");
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, Kind::barrier_divergence);
  EXPECT_EQ(outcome.findings[0].message,
            "work-item 0 waits at the sub-group function at line 5, but work-item 7 is masked off by the if "
            "at line "
            "4; all work-items of a sub-group must reach it: move it out of the if");
  EXPECT_EQ(outcome.ints(0)[0], 7);  // of the participating lanes
}

TEST(Collective, APartOfTheWorkGroupIsAFinding) {
  const Outcome outcome = run_ints("if (get_local_id(0) >= 32) return;\n out[g] = work_group_reduce_add(1);");
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, Kind::barrier_divergence);
  EXPECT_THAT(
      outcome.findings[0].message,
      HasSubstr(
          "waits at the work-group function at line 5, but work-item 32 has already returned at line 4"));
  EXPECT_EQ(outcome.ints(0)[0], 32);
}

// Each warp waits at a different function: both continue, each with its own lanes, and the
// difference is reported.
TEST(Collective, DifferentFunctionsAreAFinding) {
  const Outcome outcome = run_ints(
      "if (get_local_id(0) < 32)\n out[g] = work_group_reduce_add(1);\nelse\n out[g] = "
      "work_group_reduce_max(2);");
  ASSERT_FALSE(outcome.findings.empty());
  EXPECT_THAT(outcome.findings[0].message,
              HasSubstr("waits at the work-group function at line 5 while work-item 32 "
                        "waits at another one at line 7"));
  EXPECT_EQ(outcome.ints(0)[0], 32);
  EXPECT_EQ(outcome.ints(0)[32], 2);
}

// The state contains the complete rendezvous: continued from a copy at any moment, the run ends in the
// same way.
TEST(Collective, ContinuesFromACopyOfTheState) {
  const Shape shape{8, 20, 40};
  const Plan plan = text_plan(
      program_text("int",
                   "int s = work_group_scan_inclusive_add(x); out[g] = s - sub_group_shuffle_up(s, 1);"),
      buffer_of(random_values<std::int32_t>(shape.global), LaneType::int32), LaneType::int32, shape);
  const auto machine = compile_machine(plan, model_of(shape.width));
  ASSERT_TRUE(machine.has_value());
  MachineState end = machine->initial_state();
  machine->run(end, {});
  MachineState state = machine->initial_state();
  do {
    MachineState copy = state;
    machine->run(copy, {});
    ASSERT_EQ(copy, end);
    ASSERT_EQ(hash(copy), hash(end));
  } while (machine->step(state, {}));
}

TEST(Collective, TheDisassemblyNamesTheFunction) {
  const Plan plan =
      text_plan(program_text("int", "out[g] = work_group_scan_exclusive_max(x);"),
                buffer_of(random_values<std::int32_t>(64), LaneType::int32), LaneType::int32, {32, 64, 64});
  const auto machine = compile_machine(plan, model_of(32));
  ASSERT_TRUE(machine.has_value());
  EXPECT_THAT(disassemble(machine->program(0)), HasSubstr("<- work-group scan_exclusive max r"));
}

}  // namespace
}  // namespace lockstep::sim::assembly
