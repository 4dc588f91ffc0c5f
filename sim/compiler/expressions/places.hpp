// Places: the locations of lvalues, reads and writes, pointers, and the addresses of records.
#pragma once

#include <optional>
#include <vector>

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

// The location of an lvalue in registers or memory, before it is read or written.
struct LvaluePlace {
  const Type* type = nullptr;  // type of the value
  bool in_memory = false;
  std::vector<FrameRegister> registers;  // one for each component
  Address address;                       // address of the entire variable, vector or record
  // The components of the vector in memory; empty means all components of `type`.
  std::vector<std::uint8_t> components;
  std::optional<Operand> dynamic_component;  // index into `registers`, computed at run time (long)
  bool packed = false;                       // may have a smaller alignment than its type
  bool carries_uninitialised = false;        // read for a copy, see kCarriesUninitialised
};

// A subscript. Its type determines whether it is sign- or zero-extended to 64 bits.
struct Index {
  LaneType type = LaneType::int64;
  Operand operand;
};

// The valid indices of an access.
struct Bound {
  std::uint64_t count = ~std::uint64_t{0};
  std::uint32_t number = 0;  // index into Program::array_bounds plus one; 0: the object's bounds suffice
};

LvaluePlace locate_lvalue(FunctionCompiler& f, const Expr& lvalue);
LvaluePlace variable_place(FunctionCompiler& f, const VariableDecl& variable);
LvaluePlace memory_place(const Type& type, Address address, bool packed = false);

Address pointer(FunctionCompiler& f, const Expr& expr, Into into = {});
// Returns the address of a struct or union, which may be an lvalue or a value.
Address record_address(FunctionCompiler& f, const Expr& expr);
Address symbolic(const Home& home);

// Compiles an index without its conversion to 64 bits, which the instruction performs.
Index subscript(FunctionCompiler& f, const Expr& expr);
Address displaced(FunctionCompiler& f, Address base, const Index& index, std::int64_t element_bytes,
                  Into into = {}, const Bound& bound = {});

// Returns whether the lvalue is an entire vector in private memory: a variable, an element or a member.
bool is_private_vector(FunctionCompiler& f, const Expr& lvalue);
bool is_private_vector_variable(FunctionCompiler& f, const Expr& lvalue);
// Returns the place of a vector that is copied to a variable.
LvaluePlace place_to_copy(FunctionCompiler& f, const Expr& vector);

// loads_stores.cpp
Value read(FunctionCompiler& f, const LvaluePlace& place, Into into = {});
void write(FunctionCompiler& f, const LvaluePlace& place, const Value& value);
// Writes all registers only after all values are read, because a target may also be the source of a
// later component.
void write_registers(FunctionCompiler& f, const std::vector<FrameRegister>& targets, const Value& value);

}  // namespace lockstep::sim::language
