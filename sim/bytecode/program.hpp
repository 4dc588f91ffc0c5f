// The bytecode of a compiled translation unit. The compiler (sim/compiler) generates it and the machine
// (sim/machine) executes it; the bytecode depends on neither. An instruction is executed for an entire warp,
// and a register is an array with a value for each lane. Control flow is structured: lanes reconverge when a
// mask is popped, so no analysis of the control-flow graph is needed.
//
// Helper functions are not inlined. OpenCL C has no recursion, so each function has fixed registers and fixed
// private memory; `call` only pushes the return address and the mask.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/element.hpp"
#include "core/plan/image.hpp"
#include "sim/bytecode/opcode.hpp"
#include "sim/bytecode/source.hpp"
#include "sim/bytecode/type_shape.hpp"

namespace lockstep::sim {

// The type of a register's lanes. ElementType is sufficient: pointers and size_t are uint64, bool is int32.
using LaneType = ElementType;

enum class ConvertMode : std::uint8_t {
  c,
  saturate,
  rte,
  rtz,
  rtp,
  rtn,
  saturate_rte,
  saturate_rtz,
  saturate_rtp,
  saturate_rtn,
  bitcast
};

enum class WorkItemQuery : std::uint8_t {
  work_dim,
  global_size,
  global_id,
  local_size,
  enqueued_local_size,
  local_id,
  num_groups,
  group_id,
  global_offset,
  global_linear_id,
  local_linear_id,
  sub_group_size,
  max_sub_group_size,
  num_sub_groups,
  enqueued_num_sub_groups,
  sub_group_id,
  sub_group_local_id,
};

enum class AtomicOp : std::uint8_t {
  add,
  sub,
  exchange,
  increment,
  decrement,
  compare_exchange,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  load,
  store,
  increment_to,    // old >= R[b] ? 0 : old + 1
  decrement_from,  // old == 0 or old > R[b] ? R[b] : old - 1
};

// A comparison whose outcome chooses the smaller or the larger of the two compared values, as in a < b ? a :
// b. This value is the mode of the comparison, and also of the select or if_end that gives the chosen value
// (register a: the condition, dst: the value). The mode does not change the execution. It informs observers
// that the result depends on both values.
enum class Extremum : std::uint8_t { none, minimum, maximum };

using Register = std::uint16_t;

struct Instruction {
  Opcode op = Opcode::kernel_end;
  LaneType type = LaneType::int32;   // operand type
  LaneType type2 = LaneType::int32;  // source type of convert
  std::uint8_t mode = 0;
  std::uint8_t count = 1;  // components of load and store
  // Whether this change of the mask implements an `if`, a loop test, a switch, or a masked && || or ?:
  // of the source. Such a change counts as a branch.
  bool counts_as_branch = false;
  Register dst = 0, a = 0, b = 0, c = 0;
  std::uint32_t target = 0;  // index into Program::code
  std::uint32_t range = 0;   // index into Program::ranges
  std::int64_t imm = 0;
};

// Instruction::mode of `constant` if the value is an address that a machine replaces.
inline constexpr std::uint8_t kProgramVariable = 1;
// Instruction::target of loads and stores (see opcodes.def).
inline constexpr std::uint32_t kOfGroup = 1;
inline constexpr std::uint32_t kCarriesUninitialised = 2;

struct RegisterRun {
  Register first = 0;
  unsigned count = 0;
};
// Returns the registers that an instruction reads; empty runs are last.
std::array<RegisterRun, 3> registers_read(const Instruction& instruction);
// Returns the registers that an instruction writes; the run is empty for an if_end without a value and for an
// atomic store.
RegisterRun registers_written(const Instruction& instruction);

// A kernel parameter and the way in which it receives its value at launch.
struct Parameter {
  enum class Kind : std::uint8_t {
    global_buffer,  // register ← address of a buffer (or 0 for NULL)
    constant_buffer,
    local_buffer,  // register ← address in local memory
    value,         // registers first .. first+count-1 ← components of a scalar or vector
    structure,     // private memory at private_offset ← bytes
    image,         // register ← address of the buffer that contains the image
    sampler,       // register ← bits of the sampler
  };
  Kind kind = Kind::value;
  std::string name;
  std::string type_name;            // in OpenCL C, such as "__global int*"
  LaneType type = LaneType::int32;  // type of the value or of the pointee (uint8 for void and structs)
  unsigned count = 1;               // vector components
  std::uint32_t bytes = 0;          // size of an argument passed by value (a 3-vector has 4 components)
  Register first = 0;
  std::uint32_t private_offset = 0;
  ImageKind image = ImageKind::image2d;
  bool is_const = false;     // the pointee is const
  bool is_volatile = false;  // the pointee is volatile
  bool is_restrict = false;
  bool is_record = false;  // a structure or union, or a pointer to one
  // For a local_buffer that is the memory of Program::local_variables[variable - 1]: no register receives the
  // address of this buffer. 0 means that the parameter is not the memory of a variable.
  std::uint32_t variable = 0;
  std::uint32_t shape = 0;  // index into Program::shapes of the value or pointee; 0 means `type`
};

// Returns the type with which views show the elements of the local memory that a parameter points to. In a
// plan of matrices, four ushort values form one element.
inline LaneType memory_type(const Parameter& parameter, ElementType of_plan) {
  const bool is_matrix = of_plan == LaneType::uint16x4 && parameter.type == LaneType::uint16;
  return is_matrix ? LaneType::uint16x4 : parameter.type;
}

struct Kernel {
  std::string name;
  std::uint32_t entry = 0;
  std::vector<Parameter> parameters;
  std::uint64_t local_bytes =
      0;  // size of the __local variables of the kernel and the kernels it calls; they start at offset 0
  std::uint32_t required_group_size[3] = {0, 0, 0};  // value of reqd_work_group_size, or zeros
  std::string attributes;                            // "vec_type_hint(float4) reqd_work_group_size(8,1,1)"
};

// A function that kernels call, with those parameters and results that are in registers.
struct HelperFunction {
  std::string name;
  std::uint32_t entry = 0, end = 0;  // first and last instruction; `end` is the function_end
  std::vector<RegisterRun> parameters;
  RegisterRun result;
};

// A named variable for views, with the location of its value while the variable is in scope.
struct Variable {
  std::string name;
  std::string type_name;
  LaneType type = LaneType::int32;
  unsigned count = 1;
  Register first = 0;
  bool in_register = true;  // otherwise at private_offset in private memory
  std::uint32_t private_offset = 0;
  std::uint32_t begin = 0, end = 0;  // the instructions in its scope
};

// A __local variable, with its name and its place in the group's local memory. If a kernel calls another
// kernel, a variable of the called kernel has the same place in both.
struct LocalVariable {
  std::string name;
  LaneType type = LaneType::int32;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> kernels;  // indices into Program::kernels
  std::uint32_t shape = 0;             // index into Program::shapes; 0 means elements of `type`

  bool is_of(std::uint32_t kernel) const { return std::ranges::find(kernels, kernel) != kernels.end(); }
};

// A variable or array in private memory, with its bounds. An access past its end is detected even if the
// address is still inside the lane's private memory.
struct PrivateObject {
  std::string name;
  LaneType type = LaneType::int32;
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t shape = 0;  // index into Program::shapes; 0 means elements of `type`
};

// A variable in constant memory, or a string literal.
struct ConstantObject {
  std::string name;
  LaneType type = LaneType::uint8;
  std::uint64_t offset = 0;  // offset in Program::constant_data
  std::uint64_t bytes = 0;
  std::uint32_t shape = 0;
};

// A variable at program scope in global memory, or a static variable. A machine creates a buffer for the
// variable; the buffer exists as long as the plan.
struct GlobalVariable {
  std::string name;
  LaneType type = LaneType::uint8;
  std::uint64_t bytes = 0;
  std::uint32_t shape = 0;
  bool is_const = false;
  std::vector<std::byte> initial_bytes;  // empty means zeros
  std::vector<std::uint64_t> pointers;   // offsets in initial_bytes that contain addresses of such variables
};

// An array inside another object. An index beyond the end of the array reaches the next member of the object;
// the bounds of the object do not detect this error.
struct ArrayBound {
  std::string name;
  std::uint64_t count = 0;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<SourceRange> ranges;
  std::vector<Kernel> kernels;
  std::vector<HelperFunction> functions;
  std::vector<Variable> variables;
  std::vector<LocalVariable> local_variables;
  std::vector<PrivateObject> private_objects;
  std::vector<ArrayBound> array_bounds;
  std::vector<std::byte> constant_data;  // program-scope __constant variables and string literals
  std::vector<ConstantObject> constant_objects;
  std::vector<std::uint64_t> constant_pointers;  // as GlobalVariable::pointers, for constant_data
  std::vector<GlobalVariable> global_variables;
  std::vector<TypeShape> shapes;     // declared types, used for names; shape 0 is a byte
  std::vector<std::string> formats;  // format strings of printf
  std::vector<std::vector<LaneType>>
      format_types;  // for each format, the types of the registers that its print reads
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;    // private memory of one lane
  std::vector<std::string> warnings;  // formatted messages
  // The plain reads whose value becomes the expected value of an atomic compare-exchange of the
  // same location.
  std::vector<SourceRange> compared_reads;
  const Kernel* find_kernel(std::string_view name) const;
  const HelperFunction* find_function(std::string_view name) const;  // null if not found
};

}  // namespace lockstep::sim
