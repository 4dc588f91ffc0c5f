#include "sim/frontend/tree/type.hpp"

#include <gtest/gtest.h>

#include "sim/frontend/tree/type_table.hpp"

namespace lockstep::sim::language {
namespace {

TEST(TypeTable, GivesTheSameObjectForTheSameType) {
  TypeTable types;
  EXPECT_EQ(types.vector(types.int_type(), 4), types.vector(types.int_type(), 4));
  EXPECT_NE(types.vector(types.int_type(), 4), types.vector(types.uint_type(), 4));
  EXPECT_EQ(types.vector(types.int_type(), 1), types.int_type());
  const Type* global_int = types.pointer(types.int_type(), AddressSpace::global);
  EXPECT_EQ(global_int, types.pointer(types.int_type(), AddressSpace::global));
  EXPECT_NE(global_int, types.pointer(types.int_type(), AddressSpace::local));
  EXPECT_NE(global_int, types.pointer(types.int_type(), AddressSpace::global, true));
}

TEST(TypeTable, SizesAreThoseOfOpenCl) {
  TypeTable types;
  EXPECT_EQ(types.vector(types.float_type(), 3)->size, 16u);
  EXPECT_EQ(types.vector(types.float_type(), 3)->alignment, 16u);
  EXPECT_EQ(types.vector(types.basic(TypeKind::char_), 16)->size, 16u);
  EXPECT_EQ(types.pointer(types.int_type(), AddressSpace::local)->size, 8u);
  EXPECT_EQ(types.array(types.array(types.int_type(), 8), 4)->size, 128u);
}

TEST(TypeTable, LaysOutRecordsWithPadding) {
  TypeTable types;
  const Type* small = types.basic(TypeKind::char_);
  const Type* wide = types.vector(types.float_type(), 4);
  Type* record = types.new_record("struct s", false);
  types.lay_out(*record,
                {{.name = "a", .type = small}, {.name = "b", .type = wide}, {.name = "c", .type = small}},
                false, 0);
  EXPECT_EQ(record->members[1].offset, 16u);
  EXPECT_EQ(record->members[2].offset, 32u);
  EXPECT_EQ(record->size, 48u);

  Type* packed = types.new_record("struct p", false);
  types.lay_out(*packed, {{.name = "a", .type = small}, {.name = "b", .type = wide}}, true, 0);
  EXPECT_EQ(packed->size, 17u);

  Type* either = types.new_record("union u", true);
  types.lay_out(*either, {{.name = "a", .type = small}, {.name = "b", .type = wide}}, false, 0);
  EXPECT_EQ(either->members[1].offset, 0u);
  EXPECT_EQ(either->size, 16u);
}

TEST(Type, IsWrittenAsInTheSource) {
  TypeTable types;
  EXPECT_EQ(to_string(*types.pointer(types.float_type(), AddressSpace::global, true)),
            "__global const float*");
  EXPECT_EQ(to_string(*types.array(types.array(types.int_type(), 8), 4)), "int[4][8]");
  const Type* inner = types.pointer(types.int_type(), AddressSpace::private_);
  EXPECT_EQ(to_string(*types.pointer(inner, AddressSpace::local, true)), "__local int* const*");
  EXPECT_EQ(to_string(*types.vector(types.basic(TypeKind::uchar), 16)), "uchar16");
}

}  // namespace
}  // namespace lockstep::sim::language
