#include "core/base/sizes.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Sizes, BinarySuffixes) {
  EXPECT_EQ(parse_size("1"), 1u);
  EXPECT_EQ(parse_size("64Ki"), 65536u);
  EXPECT_EQ(parse_size("16Mi"), 16777216u);
  EXPECT_EQ(parse_size("1Gi"), 1073741824u);
  EXPECT_EQ(parse_size("0"), 0u);
}

TEST(Sizes, RefusesInvalidSizes) {
  for (const char* text :
       {"", "Mi", "-1", "1.5Mi", "16M", "16Mi ", "99999999999999999999", "18446744073709551615Ki"}) {
    const auto size = parse_size(text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().kind, Error::Kind::usage);
    EXPECT_NE(size.error().message.find("16Mi"), std::string::npos) << "says what to write instead";
  }
}

TEST(Sizes, AreWrittenForPeople) {
  EXPECT_EQ(bytes_text(512), "512 bytes");
  EXPECT_EQ(bytes_text(48 * 1024), "48 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 30), "3 GiB");
  EXPECT_EQ(bytes_text(UINT64_MAX), "16 EiB");
  EXPECT_EQ(count_text(7), "7");
  EXPECT_EQ(count_text(16777216), "16,777,216");
  EXPECT_EQ(count_text(100), "100");
}

TEST(Sizes, SingularAndPlural) {
  EXPECT_EQ(plural(1, "pass"), "1 pass");
  EXPECT_EQ(plural(2, "pass"), "2 passes");
  EXPECT_EQ(plural(0, "branch"), "0 branches");
  EXPECT_EQ(plural(1024, "byte"), "1,024 bytes");
}

}  // namespace
}  // namespace lockstep
