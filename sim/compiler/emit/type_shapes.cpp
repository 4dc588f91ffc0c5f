#include "sim/compiler/emit/type_shapes.hpp"

namespace lockstep::sim::language {

TypeShapeTable::TypeShapeTable() : shapes_(1) { shapes_.front().name = "uchar"; }

std::uint32_t TypeShapeTable::index_of(const Type& type) {
  if (type.is_void() || type.is_function() || (!type.is_array() && !type.complete)) return 0;
  if (const auto known = indices_.find(&type); known != indices_.end()) return known->second;
  TypeShape shape = shape_of(type);
  const auto index = static_cast<std::uint32_t>(shapes_.size());
  shapes_.push_back(std::move(shape));
  indices_.emplace(&type, index);
  return index;
}

TypeShape TypeShapeTable::shape_of(const Type& type) {
  TypeShape shape;
  shape.bytes = type.size;
  shape.name = to_string(type);
  if (type.is_array()) {
    shape.kind = TypeShape::Kind::array;
    shape.count = type.length;
    shape.element = index_of(*type.element);
  } else if (type.is_record()) {
    shape.kind = TypeShape::Kind::record;
    for (const Member& member : type.members)
      shape.members.push_back({member.name, member.offset, index_of(*member.type)});
  } else {
    shape.kind = type.is_vector() ? TypeShape::Kind::vector : TypeShape::Kind::scalar;
    shape.type = type.scalar()->memory_lane_type();
    shape.count = type.count;
  }
  return shape;
}

}  // namespace lockstep::sim::language
