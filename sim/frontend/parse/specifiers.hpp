// Parses types in the source: names of types, and the words, qualifiers and attributes before a declarator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {

// The attributes in __attribute__((…)) that the simulator uses; other attributes are ignored.
struct Attributes {
  bool packed = false;
  bool overloadable = false;
  bool unused = false;
  std::uint64_t aligned = 0;
  std::uint32_t vector_components = 0;  // ext_vector_type(n)
  std::uint32_t vector_bytes = 0;       // vector_size(bytes)
  std::array<std::uint32_t, 3> required_group_size{};
  std::string of_kernel;  // kernel attributes such as vec_type_hint(float4), as written, separated by blanks
};

// The part of a declaration before the declarators, such as: static const float4
struct Specifiers {
  QualifiedType type;
  SourceRange range;
  bool is_typedef = false;
  bool is_static = false;
  bool is_extern = false;
  bool is_kernel = false;
  bool is_auto = false;  // __auto_type: the initial value determines the type
  bool is_constexpr = false;
  std::optional<ImageAccess> access;  // access qualifier of an image
  SourceRange access_range;
  Attributes attributes;
};

bool starts_type(const Parser& p, const Token& token);
inline bool starts_type(const Parser& p) { return starts_type(p, p.peek()); }

Specifiers parse_specifiers(Parser& p);
// Each function parses its construct if the next token starts it, and returns whether it has parsed
// the construct.
bool parse_qualifier(Parser& p, QualifiedType& type);
bool parse_attributes(Parser& p, Attributes& result);

// Changes the type to a vector type if the attributes require a vector.
void apply_vector_attribute(Parser& p, QualifiedType& type, const Attributes& attributes,
                            const SourceRange& range);
[[noreturn]] void unknown_type(Parser& p, const Token& name);
// Returns the end of a message after "unknown …": a similar name, or the likely origin of the name.
std::string hint_of_unknown(Parser& p, const Token& name, const Spelling& spelling, bool is_type);

// records.cpp
const Type* parse_record(Parser& p);  // struct or union
const Type* parse_enum(Parser& p);

}  // namespace lockstep::sim::language
