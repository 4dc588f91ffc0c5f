#include "core/plan/element.hpp"

#include <gtest/gtest.h>

#include "core/plan/operator_code.hpp"

namespace lockstep {
namespace {

constexpr std::array all_types{ElementType::int8,    ElementType::uint8,   ElementType::int16,
                               ElementType::uint16,  ElementType::int32,   ElementType::uint32,
                               ElementType::int64,   ElementType::uint64,  ElementType::float32,
                               ElementType::float64, ElementType::uint16x4};

TEST(Element, NamesReadBack) {
  for (const ElementType type : all_types) EXPECT_EQ(parse_element_type(opencl_name(type)), type);
  for (const Operator op : all_operators()) EXPECT_EQ(parse_operator(name(op)), op);
  EXPECT_EQ(parse_element_type("half"), std::nullopt);
  EXPECT_EQ(parse_operator("xor"), std::nullopt);
}

TEST(Element, SizesAreOpenCls) {
  EXPECT_EQ(size_bytes(ElementType::uint8), 1u);
  EXPECT_EQ(size_bytes(ElementType::int32), 4u);
  EXPECT_EQ(size_bytes(ElementType::float64), 8u);
  EXPECT_TRUE(is_floating(ElementType::float32));
  EXPECT_FALSE(is_floating(ElementType::uint64));
  EXPECT_EQ(size_bytes(ElementType::uint16x4), 8u);
}

TEST(Element, TextsHaveNoBlanksBecauseBlanksSeparateOptions) {
  for (const ElementType type : all_types)
    for (const Operator op : all_operators()) {
      EXPECT_EQ(operator_macro(op, type).find(' '), std::string_view::npos);
      EXPECT_EQ(identity_literal(op, type).find(' '), std::string_view::npos);
      EXPECT_FALSE(identity_literal(op, type).empty());
    }
}

TEST(Element, IdentitiesOfMinAndMaxAreTheOppositeExtremes) {
  EXPECT_EQ(identity_literal(Operator::min, ElementType::int32), "INT_MAX");
  EXPECT_EQ(identity_literal(Operator::max, ElementType::uint32), "0u");
  EXPECT_EQ(identity_literal(Operator::max, ElementType::float32), "(-INFINITY)");
}

}  // namespace
}  // namespace lockstep
