// Converts the types of the source to the form that messages use.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/bytecode/type_shape.hpp"
#include "sim/frontend/tree/type.hpp"

namespace lockstep::sim::language {

// Index 0 is a byte, which is also used for void and for types without a size.
class TypeShapeTable {
 public:
  TypeShapeTable();
  std::uint32_t index_of(const Type& type);
  std::vector<TypeShape> take() { return std::move(shapes_); }

 private:
  TypeShape shape_of(const Type& type);

  std::vector<TypeShape> shapes_;
  std::map<const Type*, std::uint32_t> indices_;
};

}  // namespace lockstep::sim::language
