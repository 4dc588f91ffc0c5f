#include "core/check/error_text.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

const LargestError rounded{7, 1.5e-5, 6e-5, 3.0, 13.0, 2.0};
const LargestError exact{};

TEST(ErrorText, NamesTheErrorItsPlaceAndTheBound) {
  const std::string text = error_text(rounded, {}, "out");
  EXPECT_NE(text.find("1.5e-05 in out[7], which is 2.00 ulp and 3 u Σ|x|"), std::string::npos) << text;
  EXPECT_NE(text.find("at most 13 u Σ|x| = 6e-05."), std::string::npos) << text;
  EXPECT_NE(error_text(rounded, {.op = Operator::product}, "out").find("u |Π x|"), std::string::npos);
}

TEST(ErrorText, NamesTheReasonForNoError) {
  EXPECT_NE(error_text(exact, {}, "out").find("whole numbers of at most 2^24"), std::string::npos);
  EXPECT_NE(error_text(exact, {.type = ElementType::float64}, "out").find("2^53"), std::string::npos);
  EXPECT_EQ(error_text(exact, {.op = Operator::max}, "out"), "No rounding error: max rounds nothing.");
}

TEST(ErrorText, ATableOfSeveral) {
  const std::vector<ErrorRow> rows{{"reduce/a", rounded}, {"reduce/b", exact}};
  const std::string text = errors_table(rows, {});
  EXPECT_NE(text.find("reduce/a"), std::string::npos);
  EXPECT_NE(text.find("reduce/b"), std::string::npos);
  EXPECT_NE(text.find("1.5e-05"), std::string::npos);
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 130u) << text.substr(begin, end - begin);
  EXPECT_EQ(errors_table(std::span(rows).subspan(1), {}).find("No rounding error"), 0u);
  EXPECT_EQ(errors_table({}, {}), "");
}

}  // namespace
}  // namespace lockstep
