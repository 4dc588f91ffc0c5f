// The results of single instructions, for all lane types, with full and partial masks and any warp width.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/bytecode/builtin.hpp"
#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

template <class T>
constexpr LaneType kLane = LaneType::int32;
template <>
constexpr LaneType kLane<std::int8_t> = LaneType::int8;
template <>
constexpr LaneType kLane<std::uint8_t> = LaneType::uint8;
template <>
constexpr LaneType kLane<std::int16_t> = LaneType::int16;
template <>
constexpr LaneType kLane<std::uint16_t> = LaneType::uint16;
template <>
constexpr LaneType kLane<std::uint32_t> = LaneType::uint32;
template <>
constexpr LaneType kLane<std::int64_t> = LaneType::int64;
template <>
constexpr LaneType kLane<std::uint64_t> = LaneType::uint64;
template <>
constexpr LaneType kLane<float> = LaneType::float32;
template <>
constexpr LaneType kLane<double> = LaneType::float64;

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// The result of `make` with constant operands: in a full warp, and in an odd lane of a divergent warp. Both
// must agree, and the other lanes must be unchanged.
template <class R>
R value_of(const std::function<Register(Assembler&)>& make) {
  Assembler a;
  const Register out = a.global_parameter("out", kLane<R>);
  const Register id = a.query_int(WorkItemQuery::global_id);
  a.store(a.element(out, id, kLane<R>), make(a), kLane<R>);
  const Register odd = a.binary(Opcode::bit_and, LaneType::int32, id, a.integer(1));
  const Register place = a.element(out, a.binary(Opcode::add, LaneType::int32, id, a.integer(32)), kLane<R>);
  a.if_(odd, [&] { a.store(place, make(a), kLane<R>); });
  Plan plan = plan_of({output_buffer("out", 64, kLane<R>)}, {BufferArgument{0}}, 32, 32);
  plan.buffers[0].content.pattern = Content::Pattern::constant;
  plan.buffers[0].content.value = 1;
  const auto program = a.finish();
  std::vector<R> full(64), narrow(64);
  std::memcpy(full.data(), run(plan, program, 32).state.buffers[0].data(), 64 * sizeof(R));
  std::memcpy(narrow.data(), run(plan, program, 5).state.buffers[0].data(), 64 * sizeof(R));
  EXPECT_EQ(std::memcmp(full.data(), narrow.data(), 64 * sizeof(R)), 0);
  for (std::size_t lane = 1; lane < 32; ++lane) {
    EXPECT_EQ(bits_of(full[lane]), bits_of(full[0]));
    EXPECT_EQ(bits_of(full[32 + lane]), bits_of(lane % 2 != 0 ? full[0] : R{1}));
  }
  return full[0];
}

template <class T, class R = T>
R binary(Opcode op, T x, T y) {
  return value_of<R>([=](Assembler& a) {
    return a.binary(op, kLane<T>, a.constant(kLane<T>, bits_of(x)), a.constant(kLane<T>, bits_of(y)));
  });
}

TEST(Value, IntegersWrap) {
  constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
  constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(binary(Opcode::add, kMax, 1), kLeast);
  EXPECT_EQ(binary(Opcode::sub, kLeast, 1), kMax);
  EXPECT_EQ(binary(Opcode::mul, kMax, 2), -2);
  EXPECT_EQ(binary(Opcode::div, kLeast, -1), kLeast);
  EXPECT_EQ(binary(Opcode::rem, kLeast, -1), 0);
  EXPECT_EQ(binary(Opcode::div, -7, 2), -3);
  EXPECT_EQ(binary(Opcode::rem, -7, 2), -1);
  EXPECT_EQ(binary<std::uint8_t>(Opcode::add, 250, 10), 4);
  EXPECT_EQ(binary<std::uint16_t>(Opcode::mul, 65535, 65535), 1);
  EXPECT_EQ(binary<std::int8_t>(Opcode::mul, 100, 100), 16);
  EXPECT_EQ(binary<std::uint64_t>(Opcode::mul, 1ull << 63, 3), 1ull << 63);
}

TEST(Value, ShiftsAreModuloTheWidth) {
  EXPECT_EQ(binary(Opcode::shl, 1, 33), 2);
  EXPECT_EQ(binary(Opcode::shr, -8, 1), -4);
  EXPECT_EQ(binary<std::uint32_t>(Opcode::shr, 0x80000000u, 31), 1u);
  EXPECT_EQ(binary<std::uint8_t>(Opcode::shl, 0x81, 1), 2);
  EXPECT_EQ(binary<std::int64_t>(Opcode::shl, 1, 65), 2);
}

TEST(Value, ComparisonsRespectTheSign) {
  EXPECT_EQ((binary<std::int32_t, std::int32_t>(Opcode::cmp_lt, -1, 1)), 1);
  EXPECT_EQ((binary<std::uint32_t, std::int32_t>(Opcode::cmp_lt, ~0u, 1)), 0);
  EXPECT_EQ((binary<std::int64_t, std::int32_t>(Opcode::cmp_ge, -1, -1)), 1);
  EXPECT_EQ((binary<float, std::int32_t>(Opcode::cmp_eq, NAN, NAN)), 0);
  EXPECT_EQ((binary<double, std::int32_t>(Opcode::cmp_ne, NAN, NAN)), 1);
  EXPECT_EQ((binary<std::int8_t, std::int32_t>(Opcode::cmp_gt, 1, -1)), 1);
}

TEST(Value, Floats) {
  EXPECT_EQ(binary(Opcode::div, 1.0f, 0.0f), INFINITY);
  EXPECT_EQ(binary(Opcode::add, 0.1, 0.2), 0.1 + 0.2);
  EXPECT_TRUE(std::signbit(value_of<float>([](Assembler& a) {
    return a.unary(Opcode::neg, LaneType::float32, a.constant(LaneType::float32, 0));
  })));
}

template <class To, class From>
To converted(From value, ConvertMode mode = ConvertMode::c) {
  return value_of<To>([=](Assembler& a) {
    return a.convert(kLane<To>, kLane<From>, a.constant(kLane<From>, bits_of(value)), mode);
  });
}

TEST(Value, ConversionsAreThoseOfC) {
  EXPECT_EQ(converted<std::int8_t>(300), 44);
  EXPECT_EQ(converted<std::int64_t>(-1), -1);
  EXPECT_EQ(converted<std::uint64_t>(-1), ~0ull);
  EXPECT_EQ(converted<std::int32_t>(-2.9f), -2);
  EXPECT_EQ(converted<float>(16777217), 16777216.0f);
  EXPECT_EQ(converted<float>(1e300), INFINITY);
  EXPECT_EQ(converted<std::uint32_t>(3e9f), 3000000000u);
}

TEST(Value, ConversionsSaturateAndRoundAsRequested) {
  EXPECT_EQ(converted<std::uint8_t>(-5, ConvertMode::saturate), 0);
  EXPECT_EQ(converted<std::int8_t>(300u, ConvertMode::saturate), 127);
  EXPECT_EQ(converted<std::int32_t>(~std::uint64_t{0}, ConvertMode::saturate),
            std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(converted<std::uint8_t>(1e10f, ConvertMode::saturate), 255);
  EXPECT_EQ(converted<std::int32_t>(1e10f, ConvertMode::saturate), std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(converted<std::int32_t>(NAN, ConvertMode::saturate), 0);
  EXPECT_EQ(converted<std::int32_t>(2.5f, ConvertMode::rte), 2);
  EXPECT_EQ(converted<std::int32_t>(2.5f, ConvertMode::rtp), 3);
  EXPECT_EQ(converted<std::int32_t>(-2.5f, ConvertMode::rtn), -3);
  EXPECT_EQ(converted<std::int32_t>(-2.5f, ConvertMode::rtz), -2);
  EXPECT_EQ(converted<std::uint8_t>(255.5f, ConvertMode::saturate_rtp), 255);
  EXPECT_EQ(converted<float>(16777217, ConvertMode::rtp), 16777218.0f);
  EXPECT_EQ(converted<float>(-16777217, ConvertMode::rtz), -16777216.0f);
  EXPECT_EQ(converted<float>(0.1, ConvertMode::rtn), std::nextafter(0.1f, 0.0f));
  EXPECT_EQ(converted<float>(0.1, ConvertMode::rtp), 0.1f);
  EXPECT_EQ(converted<std::uint32_t>(1.0f, ConvertMode::bitcast), 0x3F800000u);
}

template <class T, class R = T>
R called(const char* name, T x, T y = T{}, T z = T{}) {
  return value_of<R>([=](Assembler& a) {
    const Register first = a.constant(kLane<T>, bits_of(x));
    const Register second = a.constant(kLane<T>, bits_of(y));
    return a.builtin(name, kLane<T>, first, second, a.constant(kLane<T>, bits_of(z)));
  });
}

template <class T>
T called_with_int(const char* name, T x, std::int32_t n) {
  return value_of<T>([=](Assembler& a) {
    const Register first = a.constant(kLane<T>, bits_of(x));
    return a.builtin(name, kLane<T>, first, a.integer(n));
  });
}

TEST(Value, IntegerBuiltins) {
  EXPECT_EQ((called<std::int32_t, std::uint32_t>("abs", std::numeric_limits<std::int32_t>::min())), 1u << 31);
  EXPECT_EQ((called<std::int8_t, std::uint8_t>("abs_diff", 127, -128)), 255);
  EXPECT_EQ(called<std::int32_t>("add_sat", 2000000000, 2000000000),
            std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(called<std::uint8_t>("sub_sat", 3, 5), 0);
  EXPECT_EQ(called<std::int32_t>("hadd", -3, -4), -4);
  EXPECT_EQ(called<std::int32_t>("rhadd", -3, -4), -3);
  EXPECT_EQ(called<std::uint64_t>("hadd", ~0ull, ~0ull), ~0ull);
  EXPECT_EQ(called<std::int16_t>("clz", 1), 15);
  EXPECT_EQ(called<std::int32_t>("clz", 0), 32);
  EXPECT_EQ(called<std::int32_t>("ctz", 8), 3);
  EXPECT_EQ(called<std::int64_t>("popcount", -1), 64);
  EXPECT_EQ(called<std::uint64_t>("mul_hi", ~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(called<std::int64_t>("mul_hi", std::int64_t{-1}, 5), -1);
  EXPECT_EQ(called<std::int32_t>("mad_hi", 1 << 30, 8, 3), 5);
  EXPECT_EQ(called<std::uint64_t>("mad_sat", ~0ull, 2, 1), ~0ull);
  EXPECT_EQ(called<std::int32_t>("mad_sat", 1 << 20, -(1 << 20), 0),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(called<std::uint8_t>("rotate", 0x81, 1), 3);
  EXPECT_EQ(called<std::int32_t>("rotate", 1, -1), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(called<std::int32_t>("mad24", 5, 6, 7), 37);
  EXPECT_EQ(called<std::int32_t>("min", -1, 1), -1);
  EXPECT_EQ(called<std::uint32_t>("max", ~0u, 1), ~0u);
  EXPECT_EQ(called<std::int32_t>("clamp", 9, 1, 5), 5);
  EXPECT_EQ(called<std::uint32_t>("bitselect", 0xF0F0u, 0x0FFFu, 0x00FFu), 0xF0FFu);
}

TEST(Value, FloatBuiltins) {
  EXPECT_EQ(called("sin", 1.5f), std::sin(1.5f));
  EXPECT_EQ(called("exp", 1.5), std::exp(1.5));
  EXPECT_EQ(called("pow", 2.0f, 10.0f), 1024.0f);
  EXPECT_EQ(called("fma", 3.0f, 4.0f, 5.0f), 17.0f);
  EXPECT_EQ(called("sinpi", 1.0f), 0.0f);
  EXPECT_EQ(called("cospi", 0.5), 0.0);
  EXPECT_EQ(called("fract", -0.25f), 0.75f);
  EXPECT_EQ(called("fract_second", -0.25f), -1.0f);
  EXPECT_EQ(called("modf", -1.25f), -0.25f);
  EXPECT_EQ(called("modf_second", -1.25f), -1.0f);
  EXPECT_EQ(called("frexp", 6.0f), 0.75f);
  EXPECT_EQ((called<float, std::int32_t>("frexp_second", 6.0f)), 3);
  EXPECT_EQ(called_with_int("ldexp", 3.0f, 4), 48.0f);
  EXPECT_EQ(called_with_int("pown", -2.0, 3), -8.0);
  EXPECT_EQ(called_with_int("rootn", -27.0f, 3), -3.0f);
  EXPECT_TRUE(std::isnan(called_with_int("rootn", -16.0f, 4)));
  EXPECT_TRUE(std::isnan(called("powr", -1.0f, 2.0f)));
  EXPECT_EQ((called<float, std::int32_t>("remquo_second", 1000.0f, 3.0f)), 333 & 127);
  EXPECT_EQ((called<double, std::int32_t>("remquo_second", -7.0, 2.0)), -4);
  EXPECT_EQ(called("maxmag", -3.0f, 2.0f), -3.0f);
  EXPECT_EQ(called("rint", 2.5f), 2.0f);
  EXPECT_EQ(called("round", 2.5f), 3.0f);
  EXPECT_EQ(called("fmax", NAN, 2.0f), 2.0f);
  EXPECT_EQ(called("clamp", 2.0f, 0.0f, 1.0f), 1.0f);
  EXPECT_EQ(called("mix", 2.0f, 4.0f, 0.5f), 3.0f);
  EXPECT_EQ(called("smoothstep", 0.0f, 2.0f, 1.0f), 0.5f);
  EXPECT_EQ(called("sign", -0.5), -1.0);
  EXPECT_EQ((called<float, std::int32_t>("isnan", NAN)), 1);
  EXPECT_EQ((called<double, std::int32_t>("isfinite", INFINITY)), 0);
  EXPECT_EQ((called<float, std::int32_t>("islessgreater", 1.0f, NAN)), 0);
  EXPECT_EQ((called<float, std::int32_t>("ilogb", 9.0f)), 3);
  EXPECT_EQ(bits_of(called<std::uint32_t, float>("nan", 5u)), 0x7FC00005u);
}

TEST(Value, EveryBuiltinRunsOnItsDomain) {
  for (const BuiltinInfo& function : kBuiltinTable) {
    const std::string name(function.name);
    if (function.domain != BuiltinDomain::integer) called<float, float>(name.c_str(), 0.5f, 0.25f, 2.0f);
    if (function.domain != BuiltinDomain::floating)
      called<std::uint32_t, std::uint32_t>(name.c_str(), 5u, 3u, 9u);
  }
}

std::uint16_t half_of(double value, ConvertMode mode = ConvertMode::c) {
  return value_of<std::uint16_t>([=](Assembler& a) {
    const Register dst = a.fresh();
    const Register source = a.constant(LaneType::float64, bits_of(value));
    a.emit({.op = Opcode::to_half,
            .type = LaneType::float64,
            .mode = static_cast<std::uint8_t>(mode),
            .dst = dst,
            .a = source});
    return dst;
  });
}
float from_half(std::uint16_t bits) {
  return value_of<float>([=](Assembler& a) {
    const Register source = a.constant(LaneType::uint16, bits);
    return a.unary(Opcode::from_half, LaneType::float32, source);
  });
}

TEST(Value, HalvesRoundAsRequested) {
  EXPECT_EQ(half_of(1.0), 0x3C00);
  EXPECT_EQ(half_of(-2.0), 0xC000);
  EXPECT_EQ(half_of(65504.0), 0x7BFF);
  EXPECT_EQ(half_of(65520.0), 0x7C00);
  EXPECT_EQ(half_of(1e9, ConvertMode::rtz), 0x7BFF);
  EXPECT_EQ(half_of(std::ldexp(1.0, -24)), 0x0001);
  EXPECT_EQ(half_of(std::ldexp(1.0, -25)), 0x0000);
  EXPECT_EQ(half_of(std::ldexp(1.0, -25), ConvertMode::rtp), 0x0001);
  EXPECT_EQ(half_of(-std::ldexp(1.0, -25), ConvertMode::rtn), 0x8001);
  EXPECT_EQ(half_of(1.0 + 1.0 / 2048), 0x3C00);
  EXPECT_EQ(half_of(2047.5 / 1024 + 1e-9), 0x4000);
  using Bits = std::initializer_list<std::uint16_t>;
  for (const std::uint16_t bits : Bits{0x0001, 0x03FF, 0x0400, 0x3C01, 0x7BFF, 0xFC00, 0x8000, 0x7E00}) {
    EXPECT_EQ(half_of(from_half(bits)), bits);
  }
}

class PrintedText : public FindingLog {
 public:
  void on_print(const MachineState&, const Moment&, std::string_view text) override { all += text; }
  bool wants_prints() const override { return true; }
  std::string all;
};

// One value printed with a format.
std::string printed(const char* format, LaneType type, std::uint64_t bits) {
  Assembler a;
  const Register value = a.constant(type, bits);
  a.emit({.op = Opcode::print, .count = 1, .a = value});
  Program program = *a.finish();
  program.formats = {format};
  program.format_types = {{type}};
  const Plan plan = plan_of({}, {}, 1, 1);
  const Machine machine = machine_of(plan, std::make_shared<const Program>(program), model_of(32));
  PrintedText output;
  Observer* const observers[] = {&output};
  MachineState state = machine.initial_state();
  machine.run(state, observers);
  return output.all;
}

TEST(Value, PrintfConvertsToTheLengthOfTheFormat) {
  const auto of_int = [](const char* format, std::int32_t value) {
    return printed(format, LaneType::int32, bits_of(value));
  };
  EXPECT_EQ(of_int("%hx", -32767), "8001");
  EXPECT_EQ(of_int("%hhx", -128), "80");
  EXPECT_EQ(of_int("%ho", -32767), "100001");
  EXPECT_EQ(of_int("%hd", 65535), "-1");
  EXPECT_EQ(of_int("%hhd", 255), "-1");
  EXPECT_EQ(of_int("%hhu", 257), "1");
  EXPECT_EQ(of_int("%+05hi", 3), "+0003");
  EXPECT_EQ(of_int("%d", -5), "-5");
  EXPECT_EQ(of_int("%x", -1), "ffffffff");
  EXPECT_EQ(printed("%lx", LaneType::int64, ~std::uint64_t{0}), "ffffffffffffffff");
}

TEST(Value, PrintfTakesNoTimeForPaddingThatNobodyKeeps) {
  const auto of_int = [](const char* format) { return printed(format, LaneType::int32, bits_of(7)); };
  EXPECT_EQ(of_int("%2147483647d").size(), 511u);
  EXPECT_EQ(of_int("%.2147483647d").size(), 511u);
  EXPECT_EQ(of_int("%512d").size(), 511u);
  EXPECT_EQ(of_int("%0511d").size(), 511u);
  EXPECT_EQ(of_int("%0012d"), "000000000007");
  EXPECT_EQ(of_int("%-6.3d"), "007   ");
}

TEST(Value, PrintfFormatsEachWorkItem) {
  Assembler a;
  const Register id = a.query_int(WorkItemQuery::global_id);
  const Register first = a.fresh();
  for (int i = 0; i < 3; ++i) a.fresh();
  a.move(LaneType::int32, first, id);
  a.emit({.op = Opcode::constant,
          .type = LaneType::float64,
          .dst = static_cast<Register>(first + 1),
          .imm = static_cast<std::int64_t>(bits_of(1.5))});
  a.move(LaneType::int32, static_cast<Register>(first + 2), id);
  a.move(LaneType::int32, static_cast<Register>(first + 3), id);
  a.emit({.op = Opcode::print, .count = 4, .a = first});
  Program program = *a.finish();
  program.formats = {"%d: %5.2f 100%% %v2hlx\n"};
  program.format_types = {{LaneType::int32, LaneType::float64, LaneType::int32, LaneType::int32}};
  const Plan plan = plan_of({}, {}, 2, 2);
  const Machine machine = machine_of(plan, std::make_shared<const Program>(program), model_of(32));
  PrintedText output;
  Observer* const observers[] = {&output};
  MachineState state = machine.initial_state();
  machine.run(state, observers);
  EXPECT_EQ(output.all, "0:  1.50 100% 0,0\n1:  1.50 100% 1,1\n");
}

}  // namespace
}  // namespace lockstep::sim::assembly
