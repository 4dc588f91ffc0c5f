// Types of OpenCL C. Each distinct type exists once (TypeTable interns it), so two types are the same
// exactly when their pointers are equal; a struct is a type of its own for each definition.
//
// A Type has no qualifiers. const, volatile and the address space belong to the variable, struct member or
// lvalue, or to the pointer (for its pointee).
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
  // Integers, by rank; signed before unsigned.
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
  event,    // event_t: a 64-bit value that only async copies make and take
  image,    // image2d_t: the address of an image
  sampler,  // sampler_t: 32 bits
  opaque,   // queue_t, sampler_t, pipe …: known by name, refused when used
};

enum class AddressSpace : std::uint8_t { private_, local, global, constant, generic };
std::string_view name(AddressSpace space);  // "__global"; "" for private_

enum class ImageAccess : std::uint8_t { read_only, write_only, read_write };

struct Type;

struct Member {
  std::string name = {};  // empty for an anonymous struct or union
  const Type* type = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t alignment = 0;  // asked for by __attribute__((aligned)); 0: the type's
  bool is_const = false;
  bool is_volatile = false;
  bool is_reference = false;  // of CUDA C++: the type is a pointer, which each use follows
};

struct Type {
  TypeKind kind = TypeKind::void_;
  std::uint64_t size = 0;       // bytes; a 3-vector takes 4 elements; 0 for void, functions, incomplete types
  std::uint64_t alignment = 1;  // bytes
  const Type* element = nullptr;  // of a vector or array; the pointee; a function's result
  unsigned count = 1;             // vector components
  std::uint64_t length = 0;       // array elements
  bool complete = true;           // false: `struct s;`, `int a[]`
  // Levels of types below and with this one; records behind a pointer are not below. At most kDeepestNesting
  // in what a file declares, so walkers may recurse.
  unsigned depth = 1;

  AddressSpace space = AddressSpace::private_;  // of the pointee
  bool pointee_const = false;
  bool pointee_volatile = false;
  bool hides_space = false;  // of CUDA C++, where pointers do not say what memory they point to

  std::string name = {};  // of a record ("struct s", "union u") or opaque type; empty when anonymous
  bool is_union = false;
  std::vector<Member> members = {};
  std::map<std::string_view, std::size_t> member_places = {};  // of those with a name

  std::vector<const Type*> parameters = {};  // of a function

  ImageKind image = ImageKind::image2d;
  ImageAccess access = ImageAccess::read_only;  // of an image

  bool is_void() const { return kind == TypeKind::void_; }
  bool is_bool() const { return kind == TypeKind::bool_; }
  bool is_integer() const { return kind >= TypeKind::bool_ && kind <= TypeKind::ulong; }  // scalar
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

  // The vector's element type, or the type itself.
  const Type* scalar() const { return is_vector() ? element : this; }

  // Type of the register lanes that hold a scalar, a component, a pointer or an event. bool is an int32 of 0
  // or 1 in a register and one byte in memory; half is a float32 in a register and two bytes in memory.
  LaneType lane_type() const;
  // Type of the same value in memory: as lane_type(), but uint8 for bool and uint16 for half.
  LaneType memory_lane_type() const;

  const Member* find_member(std::string_view member_name) const;  // not inside anonymous members
};

// As written in OpenCL C: "uint", "float4", "__global const int*", "int[4][8]", "struct node".
std::string to_string(const Type& type);
std::string to_string(const Type& type, bool is_const, bool is_volatile, AddressSpace space);

}  // namespace lockstep::sim::language
