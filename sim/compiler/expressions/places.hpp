// Places: where an lvalue is, how it is read and written, pointers, and the addresses of records.
#pragma once

#include <optional>
#include <vector>

#include "sim/compiler/emit/function.hpp"

namespace lockstep::sim::language {

// An lvalue, located but not yet read or written: registers, or memory.
struct LvaluePlace {
  const Type* type = nullptr;  // of the value that it holds
  bool in_memory = false;
  std::vector<FrameRegister> registers;  // by component
  Address address;                       // of the whole variable, vector or record
  // Which components of the vector in memory; empty: all that `type` has.
  std::vector<std::uint8_t> components;
  std::optional<Operand> dynamic_component;  // of `registers`: chosen at run time (long)
  bool packed = false;                       // may be less aligned than its type
  bool carries_uninitialised = false;        // it is read for a copy, see kCarriesUninitialised
};

// A subscript: its own type says how it extends to 64 bits.
struct Index {
  LaneType type = LaneType::int64;
  Operand operand;
};

// The indices that an access may have.
struct Bound {
  std::uint64_t count = ~std::uint64_t{0};
  std::uint32_t number = 0;  // in Program::array_bounds, plus one; 0: the bounds of the object suffice
};

LvaluePlace locate_lvalue(FunctionCompiler& f, const Expr& lvalue);
LvaluePlace variable_place(FunctionCompiler& f, const VariableDecl& variable);
LvaluePlace memory_place(const Type& type, Address address, bool packed = false);

Address pointer(FunctionCompiler& f, const Expr& expr, Into into = {});
// The address of a struct or union, lvalue or not.
Address record_address(FunctionCompiler& f, const Expr& expr);
Address symbolic(const Home& home);

// An index without its conversion to 64 bits, which the instruction makes.
Index subscript(FunctionCompiler& f, const Expr& expr);
Address displaced(FunctionCompiler& f, Address base, const Index& index, std::int64_t element_bytes,
                  Into into = {}, const Bound& bound = {});

// The whole of a vector that is in private memory: a variable, an element or a member.
bool is_private_vector(FunctionCompiler& f, const Expr& lvalue);
bool is_private_vector_variable(FunctionCompiler& f, const Expr& lvalue);
// The same as the source of a copy to a variable.
LvaluePlace place_to_copy(FunctionCompiler& f, const Expr& vector);

// loads_stores.cpp
Value read(FunctionCompiler& f, const LvaluePlace& place, Into into = {});
void write(FunctionCompiler& f, const LvaluePlace& place, const Value& value);
// All at once: a target may also be the source of a later component.
void write_registers(FunctionCompiler& f, const std::vector<FrameRegister>& targets, const Value& value);

}  // namespace lockstep::sim::language
