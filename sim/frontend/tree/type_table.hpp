// Interns types, so that equal types are always the same object.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/plan/language.hpp"
#include "sim/frontend/tree/type.hpp"

namespace lockstep::sim::language {

// Owns all types of one translation unit.
class TypeTable {
 public:
  explicit TypeTable(Language language = Language::opencl_c);
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  const Type* basic(TypeKind kind) const { return basic_[static_cast<std::size_t>(kind)]; }
  const Type* void_type() const { return basic(TypeKind::void_); }
  const Type* bool_type() const { return basic(TypeKind::bool_); }
  const Type* int_type() const { return basic(TypeKind::int_); }
  const Type* uint_type() const { return basic(TypeKind::uint); }
  const Type* long_type() const { return basic(TypeKind::long_); }   // ptrdiff_t, intptr_t
  const Type* ulong_type() const { return basic(TypeKind::ulong); }  // size_t, uintptr_t
  const Type* float_type() const { return basic(TypeKind::float_); }
  const Type* double_type() const { return basic(TypeKind::double_); }

  const Type* vector(const Type* element, unsigned count);  // returns the element if count is 1
  const Type* pointer(const Type* pointee, AddressSpace space, bool is_const = false,
                      bool is_volatile = false);
  const Type* array(const Type* element, std::uint64_t length);
  const Type* unsized_array(const Type* element);
  const Type* function(const Type* result, std::vector<const Type*> parameters);
  const Type* opaque(std::string_view name);
  const Type* image(ImageKind kind, ImageAccess access);

  Type* new_record(std::string name, bool is_union);  // incomplete
  // Assigns offsets to the members and completes the record. If `alignment` is 0, the members determine
  // the alignment.
  void lay_out(Type& record, std::vector<Member> members, bool packed, std::uint64_t alignment);

  // Returns a vector of `scalar` with as many components as `like`; returns `scalar` itself if `like` is
  // a scalar.
  const Type* same_shape(const Type* scalar, const Type* like) { return vector(scalar, like->count); }
  // Returns the signed or unsigned integer type with this size.
  const Type* signed_of_size(std::uint64_t bytes) const;
  const Type* unsigned_of_size(std::uint64_t bytes) const;

 private:
  Type* add(Type type);

  Language language_;
  std::deque<Type> types_;
  std::vector<const Type*> basic_;
  std::map<std::pair<const Type*, unsigned>, const Type*> vectors_;
  std::map<std::tuple<const Type*, AddressSpace, bool, bool>, const Type*> pointers_;
  std::map<std::tuple<const Type*, std::uint64_t, bool>, const Type*> arrays_;
  std::map<std::pair<const Type*, std::vector<const Type*>>, const Type*> functions_;
  std::map<std::string, const Type*, std::less<>> opaques_;
  std::map<std::pair<ImageKind, ImageAccess>, const Type*> images_;
};

}  // namespace lockstep::sim::language
