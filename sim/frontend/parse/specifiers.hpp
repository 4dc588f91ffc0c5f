// Types as they are written: the words, qualifiers and attributes before a declarator, and type names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {

// The contents of __attribute__((…)), as far as the simulator uses them; other attributes are ignored.
struct Attributes {
  bool packed = false;
  bool overloadable = false;
  bool unused = false;
  std::uint64_t aligned = 0;
  std::uint32_t vector_components = 0;  // ext_vector_type(n)
  std::uint32_t vector_bytes = 0;       // vector_size(bytes)
  std::array<std::uint32_t, 3> required_group_size{};
  std::string of_kernel;  // vec_type_hint(float4) and the like, as written, separated by blanks
};

// All that precedes the declarators: static const float4 …
struct Specifiers {
  QualifiedType type;
  SourceRange range;
  bool is_typedef = false;
  bool is_static = false;
  bool is_extern = false;
  bool is_kernel = false;
  bool is_auto = false;  // __auto_type: the type is that of the initial value
  bool is_constexpr = false;
  std::optional<ImageAccess> access;  // of an image
  SourceRange access_range;
  Attributes attributes;
};

bool starts_type(const Parser& p, const Token& token);
inline bool starts_type(const Parser& p) { return starts_type(p, p.peek()); }

Specifiers parse_specifiers(Parser& p);
// Each takes what it reads, if the next token begins it, and returns whether it did.
bool parse_qualifier(Parser& p, QualifiedType& type);
bool parse_attributes(Parser& p, Attributes& result);

// Makes a vector of the type if the attributes ask for one.
void apply_vector_attribute(Parser& p, QualifiedType& type, const Attributes& attributes,
                            const SourceRange& range);
[[noreturn]] void unknown_type(Parser& p, const Token& name);
// Behind "unknown …": what else may have been meant, or where it may come from.
std::string hint_of_unknown(Parser& p, const Token& name, const Spelling& spelling, bool is_type);

// records.cpp
const Type* parse_record(Parser& p);  // struct or union
const Type* parse_enum(Parser& p);

}  // namespace lockstep::sim::language
