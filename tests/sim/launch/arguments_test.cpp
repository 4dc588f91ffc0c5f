#include "sim/launch/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

template <class T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

std::string message_of(const std::string& text) {
  const auto parsed = parse_argument(text);
  return parsed ? "accepted" : parsed.error().message;
}

TEST(Arguments, BufferWithANumber) {
  const auto parsed = parse_argument("buffer:int:4=-7:dump");
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->dump);
  EXPECT_EQ(parsed->buffer.elements, 4u);
  EXPECT_EQ(values_of<int>(materialise(parsed->buffer)), (std::vector<int>{-7, -7, -7, -7}));
  EXPECT_EQ(parsed->buffer.role, PlanBuffer::Role::input);
}

// A buffer of zeros receives results; it is not part of the input.
TEST(Arguments, ZerosAreNotInput) {
  EXPECT_EQ(parse_argument("buffer:float:4=0")->buffer.role, PlanBuffer::Role::output);
}

TEST(Arguments, BufferWithoutFillIsUninitialised) {
  const auto parsed = parse_argument("buffer:uint:1Ki");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->buffer.content.pattern, Content::Pattern::uninitialised);
  EXPECT_EQ(parsed->buffer.elements, 1024u);
}

TEST(Arguments, PatternsAndSeeds) {
  EXPECT_EQ(parse_argument("buffer:int:4=iota")->buffer.content.pattern, Content::Pattern::iota);
  const auto random = parse_argument("buffer:int:4=random:42:dump");
  ASSERT_TRUE(random);
  EXPECT_TRUE(random->dump);
  EXPECT_EQ(random->buffer.content.seed, 42u);
}

TEST(Arguments, VectorsTakeTheirElements) {
  EXPECT_EQ(parse_argument("buffer:float4:16=0")->buffer.elements, 64u);
  EXPECT_EQ(parse_argument("buffer:int3:2=0")->buffer.elements, 8u);  // a 3-vector has the size of 4
  const auto scalar = parse_argument("scalar:float4=1,2.5,-3,4");
  ASSERT_TRUE(scalar);
  EXPECT_EQ(values_of<float>(std::get<ScalarArgument>(scalar->argument).bytes),
            (std::vector<float>{1, 2.5F, -3, 4}));
}

TEST(Arguments, ValuesOfAPlainTypeAreAStructure) {
  const auto parsed = parse_argument("scalar:int=1,2,3");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(values_of<int>(std::get<ScalarArgument>(parsed->argument).bytes), (std::vector<int>{1, 2, 3}));
}

TEST(Arguments, LocalAndNull) {
  EXPECT_EQ(std::get<LocalArgument>(parse_argument("local:1Ki")->argument).bytes, 1024u);
  EXPECT_TRUE(std::holds_alternative<NullArgument>(parse_argument("null")->argument));
}

TEST(Arguments, MistakesAreSentences) {
  EXPECT_EQ(message_of("scalar:int=5x"), "\"scalar:int=5x\": \"5x\" is not a number of type int");
  EXPECT_EQ(message_of("scalar:uchar=256"), "\"scalar:uchar=256\": \"256\" is not a number of type uchar");
  EXPECT_EQ(message_of("scalar:uint=-1"), "\"scalar:uint=-1\": \"-1\" is not a number of type uint");
  EXPECT_EQ(message_of("scalar:int2=1"), "\"scalar:int2=1\": the type has 2 components, not 1");
  EXPECT_EQ(message_of("scalar:int="), "\"scalar:int=\": \"\" is not a number of type int");
  EXPECT_EQ(message_of("scalar:foo=1"), "\"foo\" is not a type; write int, uint, float4, double …");
  EXPECT_EQ(message_of("scalar:float5=1"), "\"float5\" is not a type; write int, uint, float4, double …");
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
  const auto parsed = parse_argument("buffer:float:4=@" + path);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(values_of<float>(materialise(parsed->buffer)), (std::vector<float>{1, 2.5F, -3, 400}));
  // As spreadsheets write it: with a byte-order mark, semicolons and the line ends of Windows.
  const auto sheet = parse_argument("buffer:float:4=@" + write("sheet.csv",
                                                               "\xEF\xBB\xBF"
                                                               "1;2.5\r\n-3;4e2\r\n"));
  ASSERT_TRUE(sheet) << sheet.error().message;
  EXPECT_EQ(values_of<float>(materialise(sheet->buffer)), (std::vector<float>{1, 2.5F, -3, 400}));
}

TEST_F(ArgumentFiles, BinaryHoldsBytes) {
  const std::string path = write("arguments.bin", std::string("\1\0\2\0", 4));
  const auto parsed = parse_argument("buffer:ushort:2=@" + path);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(values_of<std::uint16_t>(materialise(parsed->buffer)), (std::vector<std::uint16_t>{1, 2}));
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
    const auto parsed = parse_argument("scalar:" + text);
    return parsed ? values_of<std::int64_t>(std::get<ScalarArgument>(parsed->argument).bytes).front() : -77;
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
  EXPECT_EQ(parse_argument("buffer:int:1e3=0")->buffer.elements, 1000u);
  EXPECT_NE(message_of("buffer:int:1e-3=0"), "accepted");
  EXPECT_EQ(message_of("scalar:int=64.5"), "\"scalar:int=64.5\": \"64.5\" is not a number of type int");
  EXPECT_NE(message_of("scalar:int=1e10"), "accepted");
  EXPECT_NE(message_of("scalar:uint=-16Mi"), "accepted");
  EXPECT_NE(message_of("scalar:ulong=1e20"), "accepted");
  EXPECT_EQ(message_of("scalar:float=16Mi"), "accepted");
}

TEST(Arguments, CsOwnNamesOfTypes) {
  EXPECT_EQ(parse_argument("scalar:unsigned int=3")->type.type, ElementType::uint32);
  EXPECT_EQ(parse_argument("scalar:unsigned=3")->type.type, ElementType::uint32);
  EXPECT_EQ(parse_argument("buffer:unsigned char:3=3")->buffer.type, ElementType::uint8);
  EXPECT_EQ(parse_argument("scalar:unsigned long long=3")->type.type, ElementType::uint64);
  EXPECT_EQ(parse_argument("scalar:size_t=3")->type.type, ElementType::uint64);
  EXPECT_EQ(message_of("scalar:unsigned float=3"),
            "\"unsigned float\" is not a type; write int, uint, float4, double …");
}

TEST(Arguments, RandomNumbersOfARange) {
  const auto parsed = parse_argument("buffer:int:1000=random:7:-3..5:dump");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_TRUE(parsed->dump);
  const std::vector<int> values = values_of<int>(materialise(parsed->buffer));
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -3);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 5);
  EXPECT_EQ(values, values_of<int>(materialise(parse_argument("buffer:int:1000=random:7:-3..5")->buffer)));
  const std::vector<float> fractions =
      values_of<float>(materialise(parse_argument("buffer:float:1000=random:0.0..1.0")->buffer));
  EXPECT_GE(*std::min_element(fractions.begin(), fractions.end()), 0.0F);
  EXPECT_LE(*std::max_element(fractions.begin(), fractions.end()), 1.0F);
  EXPECT_NE(message_of("buffer:int:4=random:5..1"), "accepted");
  EXPECT_NE(message_of("buffer:int:4=random:1..x"), "accepted");
  EXPECT_NE(message_of("buffer:int:4=random1..2"), "accepted");
}

TEST(Arguments, Halves) {
  const auto parsed = parse_argument("buffer:half:4=1.5");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(values_of<std::uint16_t>(materialise(parsed->buffer)),
            (std::vector<std::uint16_t>{0x3E00, 0x3E00, 0x3E00, 0x3E00}));
  EXPECT_EQ(values_of<std::uint16_t>(materialise(parse_argument("buffer:half:3=iota")->buffer)),
            (std::vector<std::uint16_t>{0, 0x3C00, 0x4000}));
  EXPECT_EQ(message_of("buffer:half4:4=random"), "accepted");
}

TEST(Arguments, ADumpMayBeAFile) {
  const auto parsed = parse_argument("buffer:int:4=iota:dump=out.csv");
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->dump);
  EXPECT_EQ(parsed->dump_file, "out.csv");
}

TEST(Arguments, ValuesMustHaveTheParametersType) {
  Parameter n;
  n.name = "n";
  n.type_name = "int";
  n.type = ElementType::int32;
  n.bytes = 4;
  const auto answer = [&](const std::string& text) {
    const auto checked = check_argument(2, n, *parse_argument(text), text);
    return checked ? *checked : checked.error().message;
  };
  EXPECT_EQ(answer("scalar:int=1"), "");
  EXPECT_EQ(answer("scalar:uint=1"), "");
  EXPECT_EQ(answer("scalar:float=64"),
            "argument 2 of the kernel is int n, so write scalar:int=VALUE; \"scalar:float=64\" does not fit");
  n.kind = Parameter::Kind::global_buffer;
  n.type_name = "__global int*";
  EXPECT_EQ(answer("buffer:int:4=0"), "");
  EXPECT_EQ(answer("buffer:float:4=0"),
            "argument 2: __global int* n reads and writes the bytes of a buffer of float");
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
