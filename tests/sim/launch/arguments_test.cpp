#include "sim/launch/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/device_models/device_model.hpp"
#include "sim/launch/extents.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/value_types.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

template <class T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

// A parameter that accepts the typed text.
std::string parameter_for(const std::string& text) {
  if (text.starts_with("local:")) return "local int* p";
  if (!text.starts_with("scalar:")) return "global char* p";
  const auto type = parse_value_type(text.substr(7, text.find('=') - 7));
  return (type ? type->name() : "int") + " p";
}

Result<PreparedRun> run_of(const std::string& text, const std::string& parameter,
                           const std::string& before = "") {
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file("k.cl");
  std::ofstream(options.file) << before << "kernel void k(" << parameter << ") {}\n";
  options.global_size = options.local_size = "1";
  options.arguments = {text};
  options.model = *find_device_model("cc9.0");
  return prepare_kernel_file(options);
}

std::string message_of(const std::string& text, const std::string& parameter) {
  const auto run = run_of(text, parameter);
  return run ? "accepted" : run.error().message;
}
std::string message_of(const std::string& text) { return message_of(text, parameter_for(text)); }

PlanBuffer buffer_of(const std::string& text) {
  const auto run = run_of(text, parameter_for(text));
  return run ? run->plan.buffers.at(0) : PlanBuffer{};
}

Argument argument_of(const std::string& text, const std::string& parameter) {
  const auto run = run_of(text, parameter);
  return run ? run->plan.launches.at(0).arguments.at(0) : Argument{};
}
Argument argument_of(const std::string& text) { return argument_of(text, parameter_for(text)); }

template <class T>
std::vector<T> scalar_of(const std::string& text) {
  const Argument argument = argument_of(text);
  const auto* scalar = std::get_if<ScalarArgument>(&argument);
  return scalar == nullptr ? std::vector<T>{} : values_of<T>(scalar->bytes);
}

TEST(Arguments, BufferWithANumber) {
  const auto run = run_of("buffer:int:4=-7:dump", "global int* p");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->dumped.size(), 1u);
  const PlanBuffer& buffer = run->plan.buffers.at(0);
  EXPECT_EQ(buffer.name, "p");
  EXPECT_EQ(buffer.elements, 4u);
  EXPECT_EQ(values_of<int>(materialise(buffer)), (std::vector<int>{-7, -7, -7, -7}));
  EXPECT_EQ(buffer.role, PlanBuffer::Role::input);
}

// A buffer of zeros receives results; it is not part of the input.
TEST(Arguments, ZerosAreNotInput) { EXPECT_EQ(buffer_of("buffer:float:4=0").role, PlanBuffer::Role::output); }

TEST(Arguments, BufferWithoutFillIsUninitialised) {
  const PlanBuffer buffer = buffer_of("buffer:uint:1Ki");
  EXPECT_EQ(buffer.content.pattern, Content::Pattern::uninitialised);
  EXPECT_EQ(buffer.elements, 1024u);
}

TEST(Arguments, PatternsAndSeeds) {
  EXPECT_EQ(buffer_of("buffer:int:4=iota").content.pattern, Content::Pattern::iota);
  EXPECT_EQ(buffer_of("buffer:int:4=random:42:dump").content.seed, 42u);
}

TEST(Arguments, VectorsTakeTheirElements) {
  EXPECT_EQ(buffer_of("buffer:float4:16=0").elements, 64u);
  EXPECT_EQ(buffer_of("buffer:int3:2=0").elements, 8u);  // a 3-vector has the size of 4
  EXPECT_EQ(scalar_of<float>("scalar:float4=1,2.5,-3,4"), (std::vector<float>{1, 2.5F, -3, 4}));
}

TEST(Arguments, ValuesOfAPlainTypeAreAStructure) {
  const auto run = run_of("scalar:int=1,2,3", "S p", "typedef struct { int a, b, c; } S;\n");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(values_of<int>(std::get<ScalarArgument>(run->plan.launches.at(0).arguments.at(0)).bytes),
            (std::vector<int>{1, 2, 3}));
}

TEST(Arguments, LocalAndNull) {
  EXPECT_EQ(std::get<LocalArgument>(argument_of("local:1Ki")).bytes, 1024u);
  EXPECT_TRUE(std::holds_alternative<NullArgument>(argument_of("null")));
  EXPECT_EQ(message_of("local:0"), "\"local:0\": local memory must have at least 1 byte");
}

TEST(Arguments, ASamplerHasWords) {
  EXPECT_EQ(std::get<SamplerArgument>(argument_of("sampler:linear,clamp", "sampler_t p")).bits,
            SamplerBits::linear | SamplerBits::clamp);
  EXPECT_THAT(message_of("sampler:near", "sampler_t p"),
              testing::StartsWith("\"sampler:near\": the words of a sampler must be"));
}

TEST(Arguments, TheWayBack) {
  for (const std::string text : {"buffer:int:4=3,1,7,0:dump", "image:rgba:float:16x16=iota", "local:64",
                                 "scalar:float4=1,2,3,4", "sampler:linear,clamp", "null"}) {
    TypedLaunch launch;
    launch.description.launches.resize(1);
    ASSERT_TRUE(add_typed_argument(launch, text, "p"));
    EXPECT_EQ(typed_argument(launch.description, launch.description.launches[0].arguments.at(0),
                             !launch.dumped.empty()),
              text);
  }
}

TEST(Arguments, MistakesAreSentences) {
  EXPECT_EQ(message_of("scalar:int=5x"), "\"scalar:int=5x\": \"5x\" is not a number of type int");
  EXPECT_EQ(message_of("scalar:uchar=256"), "\"scalar:uchar=256\": \"256\" is not a number of type uchar");
  EXPECT_EQ(message_of("scalar:uint=-1"), "\"scalar:uint=-1\": \"-1\" is not a number of type uint");
  EXPECT_EQ(message_of("scalar:int2=1"), "\"scalar:int2=1\": the type has 2 components, not 1");
  EXPECT_EQ(message_of("scalar:int="), "\"scalar:int=\": \"\" is not a number of type int");
  EXPECT_EQ(message_of("scalar:foo=1"), "\"foo\" is not a type; enter int, uint, float4, double …");
  EXPECT_EQ(message_of("scalar:float5=1"), "\"float5\" is not a type; enter int, uint, float4, double …");
  EXPECT_NE(message_of("buffer:int:0=1"), "accepted");
  EXPECT_NE(message_of("buffer:int:-4=1"), "accepted");
  EXPECT_NE(message_of("buffer:int:99999999999999999999=1"), "accepted");
  EXPECT_NE(message_of("buffer:int:16Gi=1"), "accepted");
  EXPECT_NE(message_of("buffer:int"), "accepted");
  EXPECT_NE(message_of("buffer:int:4=random:x"), "accepted");
  EXPECT_NE(message_of("local:"), "accepted");
  EXPECT_NE(message_of(""), "accepted");
}

class ArgumentFiles : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_.file(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ArgumentFiles, CsvHoldsNumbersOfTheType) {
  const std::string path = write("arguments.csv", "1, 2.5\n-3;4e2\n");
  EXPECT_EQ(values_of<float>(materialise(buffer_of("buffer:float:4=@" + path))),
            (std::vector<float>{1, 2.5F, -3, 400}));
  // In the format of spreadsheet programs: with a byte-order mark, semicolons and Windows line ends.
  const std::string sheet = write("sheet.csv",
                                  "\xEF\xBB\xBF"
                                  "1;2.5\r\n-3;4e2\r\n");
  EXPECT_EQ(values_of<float>(materialise(buffer_of("buffer:float:4=@" + sheet))),
            (std::vector<float>{1, 2.5F, -3, 400}));
}

TEST_F(ArgumentFiles, BinaryHoldsBytes) {
  const std::string path = write("arguments.bin", std::string("\1\0\2\0", 4));
  EXPECT_EQ(values_of<std::uint16_t>(materialise(buffer_of("buffer:ushort:2=@" + path))),
            (std::vector<std::uint16_t>{1, 2}));
}

TEST_F(ArgumentFiles, WrongFilesAreSentences) {
  const std::string path = write("short.bin", "abc");
  EXPECT_EQ(message_of("buffer:int:1=@" + path), path + " holds 3 bytes, but 1 elements of int are 4 bytes");
  EXPECT_NE(message_of("buffer:int:1=@/nowhere/at/all.bin"), "accepted");
  EXPECT_NE(message_of("buffer:int:1=@" + write("empty.bin", "")), "accepted");
  EXPECT_NE(message_of("buffer:int:1=@" + write("bad.csv", "one")), "accepted");
}

TEST_F(ArgumentFiles, MistakesOfACsvHaveARowAndAColumn) {
  EXPECT_THAT(message_of("buffer:int:1=@" + write("wide.csv", std::string("\xFF\xFE"
                                                                          "1\0",
                                                                          4))),
              testing::HasSubstr("UTF-8"));
  const std::string words = write("words.csv", "1, 2\n3; one\n");
  EXPECT_EQ(message_of("buffer:int:4=@" + words),
            words + ": row 2, column 2: \"one\" is not a number of type int");
  const std::string few = write("few.csv", "1,2\n\n3\n");
  EXPECT_EQ(message_of("buffer:int:4=@" + few),
            few + " has 3 numbers in 2 rows, but the buffer takes 4 of type int");
}

TEST(Numbers, WholeNumbersInEverySpelling) {
  const auto number = [](const std::string& text) {
    const auto values = scalar_of<std::int64_t>("scalar:" + text);
    return values.empty() ? -77 : values.front();
  };
  EXPECT_EQ(number("long=64.0"), 64);
  EXPECT_EQ(number("long=1e3"), 1000);
  EXPECT_EQ(number("long=1.5e3"), 1500);
  EXPECT_EQ(number("long=-2.50e1"), -25);
  EXPECT_EQ(number("long=1200e-2"), 12);
  EXPECT_EQ(number("long=16Mi"), std::int64_t{16} << 20);
  EXPECT_EQ(number("long=0x10"), 16);
  EXPECT_EQ(number("ulong=18446744073709551615"), -1);
  EXPECT_EQ(number("long=9007199254740993.0"), 9007199254740993);
  EXPECT_EQ(buffer_of("buffer:int:1e3=0").elements, 1000u);
  EXPECT_NE(message_of("buffer:int:1e-3=0"), "accepted");
  EXPECT_EQ(message_of("scalar:int=64.5"), "\"scalar:int=64.5\": \"64.5\" is not a number of type int");
  EXPECT_NE(message_of("scalar:int=1e10"), "accepted");
  EXPECT_NE(message_of("scalar:uint=-16Mi"), "accepted");
  EXPECT_NE(message_of("scalar:ulong=1e20"), "accepted");
  EXPECT_EQ(message_of("scalar:float=16Mi"), "accepted");
}

TEST(Arguments, CsOwnNamesOfTypes) {
  EXPECT_EQ(parse_value_type("unsigned int")->type, ElementType::uint32);
  EXPECT_EQ(parse_value_type("unsigned")->type, ElementType::uint32);
  EXPECT_EQ(buffer_of("buffer:unsigned char:3=3").type, ElementType::uint8);
  EXPECT_EQ(parse_value_type("unsigned long long")->type, ElementType::uint64);
  EXPECT_EQ(parse_value_type("size_t")->type, ElementType::uint64);
  EXPECT_EQ(message_of("scalar:unsigned float=3"),
            "\"unsigned float\" is not a type; enter int, uint, float4, double …");
}

TEST(Arguments, RandomNumbersOfARange) {
  const std::vector<int> values =
      values_of<int>(materialise(buffer_of("buffer:int:1000=random:7:-3..5:dump")));
  ASSERT_EQ(values.size(), 1000u);
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -3);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 5);
  EXPECT_EQ(values, values_of<int>(materialise(buffer_of("buffer:int:1000=random:7:-3..5"))));
  const std::vector<float> fractions =
      values_of<float>(materialise(buffer_of("buffer:float:1000=random:0.0..1.0")));
  ASSERT_EQ(fractions.size(), 1000u);
  EXPECT_GE(*std::min_element(fractions.begin(), fractions.end()), 0.0F);
  EXPECT_LE(*std::max_element(fractions.begin(), fractions.end()), 1.0F);
  EXPECT_NE(message_of("buffer:int:4=random:5..1"), "accepted");
  EXPECT_NE(message_of("buffer:int:4=random:1..x"), "accepted");
  EXPECT_NE(message_of("buffer:int:4=random1..2"), "accepted");
}

TEST(Arguments, Halves) {
  EXPECT_EQ(values_of<std::uint16_t>(materialise(buffer_of("buffer:half:4=1.5"))),
            (std::vector<std::uint16_t>{0x3E00, 0x3E00, 0x3E00, 0x3E00}));
  EXPECT_EQ(values_of<std::uint16_t>(materialise(buffer_of("buffer:half:3=iota"))),
            (std::vector<std::uint16_t>{0, 0x3C00, 0x4000}));
  EXPECT_EQ(message_of("buffer:half4:4=random"), "accepted");
}

TEST(Arguments, ADumpMayBeAFile) {
  const auto run = run_of("buffer:int:4=iota:dump=out.csv", "global int* p");
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->dumped.size(), 1u);
  EXPECT_EQ(run->dumped[0].file, "out.csv");
}

TEST(Arguments, ValuesMustHaveTheParametersType) {
  EXPECT_EQ(message_of("scalar:int=1", "int n"), "accepted");
  EXPECT_EQ(message_of("scalar:uint=1", "int n"), "accepted");
  EXPECT_EQ(message_of("scalar:float=64", "int n"),
            "argument 1 is scalar:float=64, but the parameter is int n; give a value of type int, so enter "
            "scalar:int=VALUE");
  EXPECT_EQ(
      message_of("buffer:int:4", "local int* room"),
      "argument 1 is buffer:int:4, but the parameter is __local int* room; give local memory (4 bytes for "
      "one element per work-item of a group), so enter local:4");
  EXPECT_THAT(run_of("buffer:int:4=0", "global int* n")->notes, testing::IsEmpty());
  EXPECT_THAT(
      run_of("buffer:float:4=0", "global int* n")->notes,
      testing::ElementsAre("argument 1: __global int* n reads and writes the bytes of a buffer of float"));
}

TEST(Extents, CommasSeparateThem) {
  EXPECT_EQ(parse_extents("--global", "64x1").error().message,
            "--global 64x1: separate the dimensions by commas, such as --global 64,4");
}

TEST(Extents, UpToThreeDimensions) {
  const auto extents = parse_extents("--global", "64,4Ki,2");
  ASSERT_TRUE(extents);
  EXPECT_EQ(extents->dimensions, 3u);
  EXPECT_EQ(extents->size[1], 4096u);
  EXPECT_FALSE(parse_extents("--global", "1,2,3,4"));
  EXPECT_FALSE(parse_extents("--global", "64,0"));
  EXPECT_FALSE(parse_extents("--global", "64,"));
  EXPECT_FALSE(parse_extents("--global", ""));
}

}  // namespace
}  // namespace lockstep::sim
