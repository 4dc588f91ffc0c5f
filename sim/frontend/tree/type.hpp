// The types of OpenCL C. Each distinct type exists only once, because TypeTable interns types. Two types are
// therefore the same if and only if their pointers are equal. Each definition of a struct is a separate type.
//
// A Type has no qualifiers. const, volatile and the address space are properties of a variable, struct member
// or lvalue; for the pointee of a pointer, they are properties of the pointer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim::language {

enum class TypeKind : std::uint8_t {
  void_,
  bool_,
  // Integer types, ordered by rank; the signed type of each rank comes before the unsigned type.
  char_,
  uchar,
  short_,
  ushort,
  int_,
  uint,
  long_,
  ulong,
  half,
  float_,
  double_,
  vector,
  pointer,
  array,
  record,  // struct or union
  function,
  event,    // event_t: a 64-bit value used only by asynchronous copies
  image,    // image2d_t: the address of an image
  sampler,  // sampler_t: 32 bits
  opaque,   // queue_t, pipe …: known by name, but unsupported
};

enum class AddressSpace : std::uint8_t { private_, local, global, constant, generic };
std::string_view name(AddressSpace space);  // "__global"; "" for private_

enum class ImageAccess : std::uint8_t { read_only, write_only, read_write };

struct Type;

struct Member {
  std::string name = {};  // empty for an anonymous struct or union
  const Type* type = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t alignment = 0;  // from __attribute__((aligned)); 0 means the type's alignment
  bool is_const = false;
  bool is_volatile = false;
  bool is_reference = false;  // in CUDA C++: the type is a pointer, which each use dereferences
};

struct Type {
  TypeKind kind = TypeKind::void_;
  std::uint64_t size = 0;         // in bytes; a 3-vector has 4; 0 for void, functions, incomplete types
  std::uint64_t alignment = 1;    // in bytes
  const Type* element = nullptr;  // element of a vector or array; pointee; function result
  unsigned count = 1;             // vector components
  std::uint64_t length = 0;       // array elements
  bool complete = true;           // false for `struct s;` and `int a[]`
  // The number of levels of types, including this type, but not records behind pointers. A declared type has
  // at most kDeepestNesting levels, so walkers may recurse.
  unsigned depth = 1;

  AddressSpace space = AddressSpace::private_;  // address space of the pointee
  bool pointee_const = false;
  bool pointee_volatile = false;
  bool hides_space = false;  // in CUDA C++, where pointer types do not contain an address space

  std::string name = {};  // name of a record ("struct s", "union u") or opaque type; empty if anonymous
  bool is_union = false;
  std::vector<Member> members = {};
  std::map<std::string_view, std::size_t> member_places = {};  // positions of the named members

  std::vector<const Type*> parameters = {};  // parameter types of a function

  ImageKind image = ImageKind::image2d;
  ImageAccess access = ImageAccess::read_only;  // access qualifier of an image

  bool is_void() const { return kind == TypeKind::void_; }
  bool is_bool() const { return kind == TypeKind::bool_; }
  bool is_integer() const { return kind >= TypeKind::bool_ && kind <= TypeKind::ulong; }  // scalars only
  bool is_floating() const { return kind >= TypeKind::half && kind <= TypeKind::double_; }
  bool is_arithmetic() const { return kind >= TypeKind::bool_ && kind <= TypeKind::double_; }
  bool is_pointer() const { return kind == TypeKind::pointer; }
  bool is_scalar() const { return is_arithmetic() || is_pointer(); }
  bool is_vector() const { return kind == TypeKind::vector; }
  bool is_array() const { return kind == TypeKind::array; }
  bool is_record() const { return kind == TypeKind::record; }
  bool is_function() const { return kind == TypeKind::function; }
  bool is_event() const { return kind == TypeKind::event; }
  bool is_image() const { return kind == TypeKind::image; }
  bool is_sampler() const { return kind == TypeKind::sampler; }
  bool is_opaque() const { return kind == TypeKind::opaque; }
  bool is_signed() const;    // integer scalars; char is signed
  bool is_unsigned() const;  // integer scalars, bool included

  // Returns the vector's element type, or the type itself if it is not a vector.
  const Type* scalar() const { return is_vector() ? element : this; }

  // Returns the type of the register lanes that contain a scalar, component, pointer or event. A bool is an
  // int32 with value 0 or 1 in a register and one byte in memory. A half is a float32 in a register and two
  // bytes in memory.
  LaneType lane_type() const;
  // Returns the type of the value in memory: that of lane_type(), but uint8 for bool and uint16 for half.
  LaneType memory_lane_type() const;

  const Member* find_member(std::string_view member_name) const;  // does not search anonymous members
};

// Returns the type as written in OpenCL C: "uint", "float4", "__global const int*", "int[4][8]",
// "struct node".
std::string to_string(const Type& type);
std::string to_string(const Type& type, bool is_const, bool is_volatile, AddressSpace space);

}  // namespace lockstep::sim::language
