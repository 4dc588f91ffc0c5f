// The text of launch descriptions, without any kernel.
#include "sim/launch/sim_format/file.hpp"

#include <gtest/gtest.h>

namespace lockstep::sim {
namespace {

const std::string kHead = "k.cl\nk\n4 1 1\n2 1 1\n";

std::string errors_of(const std::string& arguments) {
  return report("f", parse_sim(kHead + arguments).errors);
}

SimHeader header(const std::string& text) {
  const SimFile file = parse_sim(kHead + text);
  EXPECT_EQ(report("f", file.errors), "");
  EXPECT_EQ(file.headers.size(), 1u);
  return file.headers.at(0);
}

TEST(SimFile, ProgramKernelAndRange) {
  const SimFile file = parse_sim("# first\n\nfolder/k.cl   scale # here\n8 4\n2 4 2 1\n");
  EXPECT_TRUE(file.errors.empty());
  EXPECT_EQ(file.program_file, "folder/k.cl");
  EXPECT_EQ(file.kernel, "scale");
  EXPECT_EQ(file.global_size, (std::array<std::uint64_t, 3>{8, 4, 2}));
  EXPECT_EQ(file.local_size, (std::array<std::uint64_t, 3>{4, 2, 1}));
  EXPECT_TRUE(file.headers.empty());
  EXPECT_EQ(file.program_line, 3u);
}

TEST(SimFile, HeaderWordsInAnyOrder) {
  const SimHeader a = header("< hex  float dump fill=7 size=16 ro>");
  EXPECT_EQ(a.size_bytes, 16u);
  EXPECT_EQ(a.type, ElementType::float32);
  EXPECT_EQ(a.fill, "7");
  EXPECT_TRUE(a.hex && a.dump && a.read_only);
  EXPECT_FALSE(a.noinit || a.null || a.write_only);
  const SimHeader b = header("<wo size=16 range=0:1:3>");
  EXPECT_EQ(b.range, "0:1:3");
  EXPECT_TRUE(b.write_only);
  EXPECT_TRUE(header("<size=16 noinit>").noinit);
  EXPECT_TRUE(header("<null>").null);
}

TEST(SimFile, DataMayFollowOnTheSameLineAndBeSpreadOverLines) {
  const SimFile file = parse_sim(kHead + "<size=12>1 2 # 9 <9>\n\n\t3");
  ASSERT_EQ(file.headers.size(), 1u);
  const std::vector<SimWord> words = file.headers[0].data.words();
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[0].text, "1");
  EXPECT_EQ(words[0].line, 5u);
  EXPECT_EQ(words[2].text, "3");
  EXPECT_EQ(words[2].line, 7u);
}

TEST(SimFile, ValuesEndWhereAHeaderBegins) {
  const SimFile file = parse_sim(kHead + "<size=4>\n1<size=4>\n2");
  ASSERT_EQ(file.headers.size(), 2u);
  ASSERT_EQ(file.headers[0].data.words().size(), 1u);
  EXPECT_EQ(file.headers[0].data.words()[0].text, "1");
  EXPECT_EQ(file.headers[1].line, 6u);
}

TEST(SimFile, MistakesOfTheHead) {
  EXPECT_EQ(
      report("f", parse_sim("").errors),
      "f:1: the program file is missing; a launch description must begin with the program file, the kernel's "
      "name, three global sizes and three local sizes");
  EXPECT_EQ(
      report("f", parse_sim("k.cl k 4 1 1 2 1\n<size=4> 1").errors),
      "f:2: the third local size is missing; a launch description must begin with the program file, the "
      "kernel's name, three global sizes and three local sizes");
  EXPECT_EQ(report("f", parse_sim("k.cl\nk\n4 x 1\n0 1 1").errors),
            "f:3: the second global size must be a whole number of at least 1, not \"x\"\n"
            "f:4: the first local size must be a whole number of at least 1, not \"0\"");
  EXPECT_EQ(errors_of("7 <size=4> 1"),
            "f:5: \"7\" is not expected here, because an argument must begin with its header, such as "
            "<size=64 fill=0>");
}

TEST(SimFile, MistakesOfAHeader) {
  EXPECT_EQ(
      errors_of("<size=4 fil=1>"),
      "f:5: \"fil=1\" is not a word of an argument's header; the words are size=BYTES, a type such as int, "
      "fill=VALUE, range=START:STEP:END, noinit, null, ro, wo, hex and dump");
  EXPECT_EQ(errors_of("<size=4 int uint>"),
            "f:5: uint is a second type; an argument must have only one type, and int came first");
  EXPECT_EQ(errors_of("<size=4 int int>"),
            "f:5: int is a second type; an argument must have only one type, and int came first");
  EXPECT_EQ(errors_of("\n<size=0x4>"), "f:6: size must be a decimal number of bytes, not \"0x4\"");
  EXPECT_EQ(errors_of("<size>"), "f:5: size must be a decimal number of bytes, not \"\"");
  EXPECT_EQ(errors_of("<int>"), "f:5: size=BYTES is missing; only a null argument needs no size");
  EXPECT_EQ(errors_of("<size=4 size=4>"), "f:5: size is given twice");
  EXPECT_EQ(errors_of("<size=4 fill=>"), "f:5: a value is missing; write fill=VALUE");
  EXPECT_EQ(errors_of("<size=4 range=1:1:1 range=1:1:1>"), "f:5: range is given twice");
  EXPECT_EQ(errors_of("<size=4 fill=1 noinit>"),
            "f:5: the content of an argument must be given by only one of fill, range and noinit");
  EXPECT_EQ(errors_of("<size=4 ro wo fill=0>"), "f:5: ro and wo must not be used together");
  EXPECT_EQ(errors_of("<null dump>"),
            "f:5: null must be the only word, because a null buffer has no size, no content and no dump");
}

TEST(SimFile, AHeaderEndsOnItsLine) {
  EXPECT_EQ(errors_of("<size=4\nfill=1>"),
            "f:5: the header's '>' is missing; a header must end on the line on which it begins");
}

TEST(SimFile, AllMistakesAreReported) {
  EXPECT_EQ(errors_of("<int>\n<size=4 ro wo>"),
            "f:5: size=BYTES is missing; only a null argument needs no size\nf:6: ro and wo must not be used "
            "together");
}

}  // namespace
}  // namespace lockstep::sim
