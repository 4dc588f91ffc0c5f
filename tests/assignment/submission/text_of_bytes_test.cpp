#include "assignment/submission/text_of_bytes.hpp"

#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using Encoding = TextOfBytes::Encoding;
using namespace std::string_literals;  // NOLINT: for zeros in literals

TEST(TextOfBytes, Utf8IsKept) {
  const TextOfBytes text = text_of_bytes("// Größe 𝄞\nint x;\n");
  EXPECT_EQ(text.text, "// Größe 𝄞\nint x;\n");
  EXPECT_EQ(text.encoding, Encoding::utf8);
  EXPECT_FALSE(text.had_other_line_ends);
  EXPECT_EQ(text_of_bytes("").text, "");
}

TEST(TextOfBytes, AByteOrderMarkIsRemoved) {
  const TextOfBytes text = text_of_bytes("\xef\xbb\xbfint x;");
  EXPECT_EQ(text.text, "int x;");
  EXPECT_EQ(text.encoding, Encoding::utf8_with_mark);
}

TEST(TextOfBytes, Utf16IsConvertedInEitherOrder) {
  const TextOfBytes little = text_of_bytes(
      "\xff\xfe"
      "a\0\xe4\0\xac\x20\x34\xd8\x1e\xdd\r\0\n\0"s);
  EXPECT_EQ(little.text, "aä€𝄞\n");
  EXPECT_EQ(little.encoding, Encoding::utf16);
  EXPECT_TRUE(little.had_other_line_ends);
  EXPECT_EQ(text_of_bytes("\xfe\xff\0a\0\xe4\x20\xac\xd8\x34\xdd\x1e"s).text, "aä€𝄞");
}

TEST(TextOfBytes, BrokenUtf16IsReplacedNotRefused) {
  EXPECT_EQ(text_of_bytes("\xff\xfe\x34\xd8"
                          "a\0"s)
                .text,
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(text_of_bytes("\xff\xfe\x1e\xdd"
                          "a\0"s)
                .text,
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(text_of_bytes("\xff\xfe"
                          "a\0\x34\xd8"s)
                .text,
            "a\xef\xbf\xbd");
  EXPECT_EQ(text_of_bytes("\xff\xfe"
                          "a\0b"s)
                .text,
            "a\xef\xbf\xbd");
}

TEST(TextOfBytes, WhatIsNotUtf8IsWindows1252) {
  const TextOfBytes text = text_of_bytes(
      "// Gr\xf6\xdf"
      "e \x80 \x93x\x94 \x81");
  EXPECT_EQ(text.text, "// Größe € “x” \xef\xbf\xbd");
  EXPECT_EQ(text.encoding, Encoding::windows_1252);
  for (const char* wrong :
       {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xf8\x88\x80\x80\x80", "\x80"})
    EXPECT_EQ(text_of_bytes(wrong).encoding, Encoding::windows_1252) << wrong;
}

TEST(TextOfBytes, LineEndsOfOtherSystemsAreUnified) {
  const TextOfBytes text = text_of_bytes("a\r\nb\rc\n\r\r\nd\r");
  EXPECT_EQ(text.text, "a\nb\nc\n\n\nd\n");
  EXPECT_TRUE(text.had_other_line_ends);
}

TEST(TextOfBytes, BinaryFilesKeepTheirBytes) {
  for (const std::string& bytes : {"\x7f"
                                   "ELF\0\r\n"s,
                                   "\0"s, "\xff\xfe\0\0a\0"s}) {
    const TextOfBytes text = text_of_bytes(bytes);
    EXPECT_TRUE(text.is_binary());
    EXPECT_EQ(text.text, bytes);
    EXPECT_FALSE(text.had_other_line_ends);
  }
}

}  // namespace
}  // namespace lockstep::assignment
