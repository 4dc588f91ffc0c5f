// The meaning of the words of a launch description for a kernel's parameter.
#include "sim/launch/sim_format/argument.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

using ParameterKind = Parameter::Kind;

Parameter parameter(ParameterKind kind, ElementType type, const std::string& type_name) {
  Parameter result;
  result.kind = kind;
  result.name = "p";
  result.type = type;
  result.type_name = type_name;
  return result;
}

Parameter value(ElementType type, unsigned count, std::uint32_t bytes, const std::string& type_name) {
  Parameter result = parameter(ParameterKind::value, type, type_name);
  result.count = count;
  result.bytes = bytes;
  return result;
}

Parameter structure(std::uint32_t bytes) {
  Parameter result = value(ElementType::uint8, 1, bytes, "S");
  result.kind = ParameterKind::structure;
  result.is_record = true;
  return result;
}

const Parameter kInts = parameter(ParameterKind::global_buffer, ElementType::int32, "__global int*");

struct Read {
  TypedLaunch launch;
  std::string errors;
  const DescribedArgument& argument() const { return launch.description.launches.at(0).arguments.at(0); }
  const DescribedBuffer& buffer() const { return launch.description.buffers.at(0); }
};

Read read_for(const Parameter& parameter, const std::string& text) {
  SimFile file = parse_sim("k.cl k 1 1 1 1 1 1\n" + text);
  EXPECT_EQ(file.headers.size(), 1u);
  Kernel kernel;
  kernel.parameters = {parameter};
  Read read;
  read.launch.description.launches.resize(1);
  add_sim_argument(read.launch, kernel, 0, file.headers.at(0), file.errors);
  read.errors = report("f", file.errors);
  return read;
}

template <class T>
std::vector<T> as(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

// As read by the compiler of the description.
PlanBuffer compiled(const DescribedBuffer& described) {
  const auto type = parse_value_type(described.type);
  auto buffer = make_buffer(*type, described.count);
  const bool is_filled = described.fill.empty() || fill_buffer(*buffer, *type, described.fill);
  EXPECT_TRUE(is_filled);
  return *buffer;
}

template <class T>
std::vector<T> buffer(const Parameter& parameter, const std::string& text) {
  const Read read = read_for(parameter, text);
  EXPECT_EQ(read.errors, "");
  const PlanBuffer filled = compiled(with_lists_as_text(read.launch).buffers.at(0));
  const auto& list = read.launch.lists.at(0);
  // The direct reading equals the reading that the window derives from the text.
  if (list) {
    EXPECT_EQ(*list, materialise(filled));
  }
  return as<T>(materialise(filled));
}

template <class T>
std::vector<T> scalar(const Parameter& parameter, const std::string& text) {
  const Read read = read_for(parameter, text);
  EXPECT_EQ(read.errors, "");
  const auto scalar = make_scalar(*parse_value_type(read.argument().type), read.argument().value);
  return scalar ? as<T>(scalar->bytes) : std::vector<T>{};
}

TEST(SimArgument, ListedValues) {
  EXPECT_EQ(buffer<int>(kInts, "<size=12> 1 -2\n+3"), (std::vector<int>{1, -2, 3}));
  EXPECT_EQ(buffer<int>(kInts, "<size=8 hex> 0x10 -ff"), (std::vector<int>{16, -255}));
}

TEST(SimArgument, Fill) {
  EXPECT_EQ(buffer<int>(kInts, "<size=8 fill=-7>"), (std::vector<int>{-7, -7}));
  EXPECT_EQ(buffer<int>(kInts, "<size=8 fill=1f hex>"), (std::vector<int>{31, 31}));
  EXPECT_EQ(buffer<float>(kInts, "<size=4 fill=42.24 float>"), (std::vector<float>{42.24F}));
  EXPECT_EQ(buffer<unsigned>(kInts, "<size=4 fill=-1 uint>"), (std::vector<unsigned>{0xFFFFFFFFu}));
}

TEST(SimArgument, Range) {
  EXPECT_EQ(buffer<int>(kInts, "<size=16 range=0:1:3>"), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(buffer<int>(kInts, "<size=12 range=4:-2:0>"), (std::vector<int>{4, 2, 0}));
  EXPECT_EQ(buffer<int>(kInts, "<size=8 hex range=f:1:10>"), (std::vector<int>{15, 16}));
  EXPECT_EQ(buffer<float>(kInts, "<size=12 float range=0:0.5:1>"), (std::vector<float>{0, 0.5F, 1}));
  EXPECT_EQ(buffer<std::int8_t>(kInts, "<size=2 char range=126:1:127>"),
            (std::vector<std::int8_t>{126, 127}));
}

// A million numbers would otherwise be read and written one by one.
TEST(SimArgument, NumbersThatCountAreNotListed) {
  EXPECT_EQ(read_for(kInts, "<size=16 range=0:1:3>").buffer().fill, "iota");
  const Read listed = read_for(kInts, "<size=16 range=1:1:4>");
  EXPECT_EQ(listed.buffer().fill, "");
  EXPECT_EQ(with_lists_as_text(listed.launch).buffers.at(0).fill, "1,2,3,4");
  EXPECT_EQ(read_for(kInts, "<size=8 float> 0 1").buffer().fill, "iota");
  EXPECT_EQ(read_for(kInts, "<size=4> 0").buffer().fill, "0");
}

TEST(SimArgument, NumbersOfAnyLength) {
  EXPECT_EQ(buffer<int>(kInts, "<size=24> 000000007 0000000007 999999999 1000000000 2147483647 -2147483648"),
            (std::vector<int>{7, 7, 999'999'999, 1'000'000'000, 2'147'483'647, -2'147'483'647 - 1}));
  EXPECT_EQ(buffer<std::uint8_t>(kInts, "<size=2 uchar> 255 0"), (std::vector<std::uint8_t>{255, 0}));
  for (const char* wrong : {"<size=4> 2147483648", "<size=1 char> 128", "<size=1 uchar> 256", "<size=4> 12a"})
    EXPECT_NE(read_for(kInts, wrong).errors, "") << wrong;
}

TEST(SimArgument, TheTypeIsTheParametersUnlessGiven) {
  const auto vectors = parameter(ParameterKind::global_buffer, ElementType::uint32, "__global uint4*");
  EXPECT_EQ(read_for(vectors, "<size=16 fill=0>").buffer().type, "uint");
  EXPECT_EQ(read_for(vectors, "<size=16 char fill=0>").buffer().type, "char");
  EXPECT_EQ(read_for(vectors, "<size=16 char fill=0>").buffer().count, 16u);
}

TEST(SimArgument, NoinitIsUninitialisedAndZerosAreNoInput) {
  const Read read = read_for(kInts, "<size=16 noinit dump>");
  EXPECT_EQ(read.errors, "");
  EXPECT_EQ(read.buffer().fill, "");
  EXPECT_EQ(read.launch.dumped.size(), 1u);
  EXPECT_EQ(compiled(read_for(kInts, "<size=16> 0 0 0 0").buffer()).role, PlanBuffer::Role::output);
  EXPECT_EQ(compiled(read_for(kInts, "<size=16 fill=1>").buffer()).role, PlanBuffer::Role::input);
}

TEST(SimArgument, AccessFlags) {
  EXPECT_EQ(read_for(kInts, "<size=4 fill=1>").buffer().access, PlanBuffer::Access::read_write);
  EXPECT_EQ(read_for(kInts, "<size=4 fill=1 ro>").buffer().access, PlanBuffer::Access::read_only);
  EXPECT_EQ(read_for(kInts, "<size=4 wo noinit>").buffer().access, PlanBuffer::Access::write_only);
}

TEST(SimArgument, NullAndEmptyBuffers) {
  EXPECT_EQ(read_for(kInts, "<null>").argument().kind, DescribedArgument::Kind::null);
  EXPECT_EQ(read_for(kInts, "<size=0 fill=0>").argument().kind, DescribedArgument::Kind::null);
}

TEST(SimArgument, ValuesVectorsAndStructures) {
  EXPECT_EQ(scalar<int>(value(ElementType::int32, 1, 4, "int"), "<size=4> 256"), (std::vector<int>{256}));
  EXPECT_EQ(scalar<float>(value(ElementType::float32, 4, 16, "float4"), "<size=16> 42.123 -3.7 1e5 -0.0"),
            (std::vector<float>{42.123F, -3.7F, 1e5F, -0.0F}));
  EXPECT_EQ(scalar<float>(structure(12), "<size=12 float> 42 3 18"), (std::vector<float>{42, 3, 18}));
  EXPECT_EQ(scalar<std::uint8_t>(structure(5), "<size=5 uchar hex> 1 2 0 0 ff"),
            (std::vector<std::uint8_t>{1, 2, 0, 0, 255}));
}

TEST(SimArgument, HalvesAreNumbers) {
  Parameter half = value(ElementType::uint16, 1, 2, "half");
  EXPECT_EQ(read_for(half, "<size=2> 15872").argument().value, "1.5");
  EXPECT_EQ(scalar<std::uint16_t>(half, "<size=2> 15872"), (std::vector<std::uint16_t>{0x3E00}));
}

TEST(SimArgument, LocalMemoryHasOnlyASize) {
  const auto local = parameter(ParameterKind::local_buffer, ElementType::int32, "__local int*");
  const Read read = read_for(local, "<size=64>");
  EXPECT_EQ(read.errors, "");
  EXPECT_EQ(read.argument().local_bytes, 64u);
  EXPECT_EQ(read_for(local, "<size=64 fill=0>").errors,
            "f:2: argument 1 (__local int* p): local memory cannot be initialised; give only its size");
  EXPECT_EQ(read_for(local, "<size=64> 1").errors,
            "f:2: argument 1 (__local int* p): local memory takes no values, but \"1\" follows");
  EXPECT_EQ(read_for(local, "<size=64 dump ro>").errors,
            "f:2: argument 1 (__local int* p): dump is allowed only for a global or constant buffer\n"
            "f:2: argument 1 (__local int* p): ro is allowed only for a global buffer");
}

TEST(SimArgument, NumberOfValues) {
  EXPECT_EQ(read_for(kInts, "<size=8>\n1").errors,
            "f:2: argument 1 (__global int* p): size=8 takes 2 values of type int, not 1");
  EXPECT_EQ(read_for(kInts, "<size=4>\n1\n2").errors,
            "f:4: argument 1 (__global int* p): size=4 takes 1 value of type int, not 2");
  EXPECT_EQ(read_for(kInts, "<size=4 fill=1>\n2").errors,
            "f:3: argument 1 (__global int* p): an argument with fill takes no values, but \"2\" follows");
}

TEST(SimArgument, Numbers) {
  const auto error = [](const std::string& text) {
    const std::string errors = read_for(kInts, text).errors;
    return errors.substr(std::min(errors.size(), errors.find("p): ") + 4));
  };
  EXPECT_EQ(error("<size=4> 1.5"), "\"1.5\" is not a number of type int");
  EXPECT_EQ(error("<size=4> 2147483648"), "\"2147483648\" is not a number of type int");
  EXPECT_EQ(error("<size=4> -2147483649"), "\"-2147483649\" is not a number of type int");
  EXPECT_EQ(error("<size=4 hex> xyz"), "\"xyz\" is not a hexadecimal number of type int");
  EXPECT_EQ(error("<size=1 char> 128"), "\"128\" is not a number of type char");
  EXPECT_EQ(error("<size=1 uchar> -1"), "\"-1\" is not a number of type uchar");
  EXPECT_EQ(error("<size=1 uchar> 256"), "\"256\" is not a number of type uchar");
  EXPECT_EQ(error("<size=4 float> 1e39"), "\"1e39\" is not a number of type float");
  EXPECT_EQ(error("<size=4 fill=x>"), "fill=x: \"x\" is not a number of type int");
  EXPECT_EQ(buffer<float>(kInts, "<size=4 float> 1e-60"), (std::vector<float>{0}));
}

TEST(SimArgument, Ranges) {
  const auto error = [](const std::string& range) {
    const std::string errors = read_for(kInts, "<size=16 range=" + range + ">").errors;
    return errors.substr(std::min(errors.size(), errors.find("p): ") + 4));
  };
  EXPECT_EQ(error("0:1"), "range=0:1 is not of the form START:STEP:END");
  EXPECT_EQ(error("0:0:3"), "range=0:0:3: no number of steps leads exactly from 0 to 3");
  EXPECT_EQ(error("0:2:3"), "range=0:2:3: no number of steps leads exactly from 0 to 3");
  EXPECT_EQ(error("3:1:0"), "range=3:1:0: no number of steps leads exactly from 3 to 0");
  EXPECT_EQ(error("0:1:4"), "range=0:1:4 has 5 values, but the size of the argument takes 4");
  EXPECT_EQ(error("0:1:x"), "\"x\" is not a number of type int");
}

TEST(SimArgument, SizesThatDoNotFit) {
  EXPECT_EQ(read_for(kInts, "<size=6 fill=0>").errors,
            "f:2: argument 1 (__global int* p): size=6 is not a multiple of the 4 bytes of int");
  EXPECT_EQ(read_for(value(ElementType::int32, 4, 16, "int4"), "<size=12> 1 2 3").errors,
            "f:2: argument 1 (int4 p): size=12, but int4 has 16 bytes");
  EXPECT_EQ(read_for(kInts, "<size=99999999999999 fill=0>").errors,
            "f:2: argument 1 (__global int* p): too much memory; the simulator takes buffers up to 4 GiB");
}

TEST(SimArgument, WordsThatDoNotFitTheParameter) {
  EXPECT_EQ(read_for(structure(8), "<size=8> 1 2").errors,
            "f:2: argument 1 (S p): a structure has members of several types; name the type of the values, "
            "such as char");
  EXPECT_EQ(read_for(value(ElementType::int32, 1, 4, "int"), "<size=4 noinit>").errors,
            "f:2: argument 1 (int p): noinit is allowed only for a global or constant buffer");
  EXPECT_EQ(read_for(value(ElementType::int32, 1, 4, "int"), "<null>").errors,
            "f:2: argument 1 (int p): null is allowed only for a global or constant buffer");
  const auto constant = parameter(ParameterKind::constant_buffer, ElementType::int32, "__constant int*");
  EXPECT_EQ(read_for(constant, "<size=4 wo fill=1>").errors,
            "f:2: argument 1 (__constant int* p): wo is allowed only for a global buffer");
}

}  // namespace
}  // namespace lockstep::sim
