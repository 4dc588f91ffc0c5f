// The declared types of objects in memory, with the details that messages need. An address inside an object
// is shown as the source would write it, such as p[4].box.x[2] or tile[3][16].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/element.hpp"

namespace lockstep::sim {

struct TypeShape {
  enum class Kind : std::uint8_t { scalar, vector, array, record };
  struct Member {
    std::string name;          // empty if anonymous: its own members are named instead
    std::uint64_t offset = 0;  // in bytes
    std::uint32_t shape = 0;
  };
  Kind kind = Kind::scalar;
  ElementType type = ElementType::uint8;  // type of a scalar or of a vector's components
  std::uint64_t bytes = 1;                // a 3-vector has the size of a 4-vector
  std::uint64_t count = 1;                // components or elements; 0 for an array without length
  std::uint32_t element = 0;              // element type of an array (index)
  std::string name;                       // such as "int", "float4", "struct node"
  std::vector<Member> members;            // members of a record
};

// A shape refers to other shapes by index.
using TypeShapes = std::span<const TypeShape>;

// The value that an access reads or writes, as far as the value is known. It determines which member of a
// union is named.
struct AccessedValue {
  std::uint64_t bytes = 0;            // 0 means the smallest part
  std::optional<ElementType> type{};  // type of the value or of a vector's components
};

// The first part of an object that an access at `offset` touches, such as "[4].y", and its size in bytes. A
// position inside a scalar is named by its byte offset, such as " + 1 byte".
struct NamedPart {
  std::string suffix;
  std::uint64_t bytes = 0;
};
NamedPart part_at(TypeShapes shapes, std::uint32_t shape, std::int64_t offset, const AccessedValue& accessed);
// Does the same for a pointer to an array of `shape` with unknown length.
NamedPart part_behind(TypeShapes shapes, std::uint32_t shape, std::int64_t offset,
                      const AccessedValue& accessed);

// Returns whether a record ends with an array without length, which extends to the end of the object.
bool ends_open(TypeShapes shapes, std::uint32_t shape);

// Returns the index of the element that contains the offset; the index is negative for a negative offset.
std::int64_t index_at(std::int64_t offset, std::uint64_t element_bytes);

}  // namespace lockstep::sim
