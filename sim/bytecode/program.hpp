// sim/bytecode: the form of a compiled translation unit, between the compiler (sim/compiler) that makes it
// and the machine (sim/machine) that runs it; it knows neither. One instruction is executed for a whole warp;
// registers are arrays of lanes; control flow is structured, so lanes reconverge by popping a mask and no
// graph analysis is needed.
//
// Helper functions are not inlined: OpenCL C has no recursion, so every function owns fixed registers
// and fixed private memory, and `call` only pushes the return address and the mask.
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

// Type of a register's lanes: ElementType is enough (pointers and size_t are uint64, bool is int32).
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

// A comparison whose outcome chooses the smaller or the larger of the two values compared: a < b ? a : b.
// Mode of comparisons, and of the select or if_end that gives the chosen value (register a: the condition,
// dst: the value). It does not change what is executed; observers that follow values learn that both
// values are in the result.
enum class Extremum : std::uint8_t { none, minimum, maximum };

using Register = std::uint16_t;

struct Instruction {
  Opcode op = Opcode::kernel_end;
  LaneType type = LaneType::int32;   // operand type
  LaneType type2 = LaneType::int32;  // source type of convert
  std::uint8_t mode = 0;
  std::uint8_t count = 1;  // components of load and store
  // This mask change implements an `if`, a loop test, a switch, or a masked ?:, && or || of the source, and
  // counts as a branch.
  bool counts_as_branch = false;
  Register dst = 0, a = 0, b = 0, c = 0;
  std::uint32_t target = 0;  // index into Program::code
  std::uint32_t range = 0;   // index into Program::ranges
  std::int64_t imm = 0;
};

// Instruction::mode of constant: an address that a machine replaces.
inline constexpr std::uint8_t kProgramVariable = 1;
// Instruction::target of loads and stores, see opcodes.def.
inline constexpr std::uint32_t kOfGroup = 1;
inline constexpr std::uint32_t kCarriesUninitialised = 2;

struct RegisterRun {
  Register first = 0;
  unsigned count = 0;
};
// The registers that an instruction reads; empty runs come last.
std::array<RegisterRun, 3> registers_read(const Instruction& instruction);
// The registers that it writes; none for an if_end without a value and an atomic store.
RegisterRun registers_written(const Instruction& instruction);

// How a kernel's parameter gets its value at launch.
struct Parameter {
  enum class Kind : std::uint8_t {
    global_buffer,  // register ← address of a buffer (or 0 for NULL)
    constant_buffer,
    local_buffer,  // register ← address in local memory
    value,         // registers first .. first+count-1 ← components of a scalar or vector
    structure,     // private memory at private_offset ← bytes
    image,         // register ← address of the buffer that holds it
    sampler,       // register ← its bits
  };
  Kind kind = Kind::value;
  std::string name;
  std::string type_name;  // as OpenCL C spells it, "__global int*"
  LaneType type =
      LaneType::int32;      // of the value, or of what the pointer points to (uint8 for void, structs)
  unsigned count = 1;       // vector components
  std::uint32_t bytes = 0;  // of a by-value argument as the host passes it (a 3-vector takes 4)
  Register first = 0;
  std::uint32_t private_offset = 0;
  ImageKind image = ImageKind::image2d;
  bool is_const = false;     // pointee is const
  bool is_volatile = false;  // pointee is volatile
  bool is_restrict = false;
  bool is_record = false;  // a structure or union, or a pointer to one
  // Of a local_buffer: Program::local_variables[variable - 1] is in it, and no register takes the address; 0:
  // none.
  std::uint32_t variable = 0;
  std::uint32_t shape =
      0;  // in Program::shapes: of the value, or of what the pointer points to; 0: of `type`
};

// The type of the elements of local memory that a parameter points to, as views show them: in a plan of
// matrices, four ushort are one value.
inline LaneType memory_type(const Parameter& parameter, ElementType of_plan) {
  const bool is_matrix = of_plan == LaneType::uint16x4 && parameter.type == LaneType::uint16;
  return is_matrix ? LaneType::uint16x4 : parameter.type;
}

struct Kernel {
  std::string name;
  std::uint32_t entry = 0;
  std::vector<Parameter> parameters;
  std::uint64_t local_bytes =
      0;  // of __local variables of the kernel and of kernels that it calls; they begin at 0
  std::uint32_t required_group_size[3] = {0, 0, 0};  // reqd_work_group_size, or zeros
  std::string attributes;                            // "vec_type_hint(float4) reqd_work_group_size(8,1,1)"
};

// A function that kernels call. Parameters and result listed here are those in registers.
struct HelperFunction {
  std::string name;
  std::uint32_t entry = 0, end = 0;  // instructions; `end` is its function_end
  std::vector<RegisterRun> parameters;
  RegisterRun result;
};

// A named variable that views can show: where its value lives while execution is inside `scope`.
struct Variable {
  std::string name;
  std::string type_name;
  LaneType type = LaneType::int32;
  unsigned count = 1;
  Register first = 0;
  bool in_register = true;  // else at private_offset of private memory
  std::uint32_t private_offset = 0;
  std::uint32_t begin = 0, end = 0;  // code range of its scope
};

// A __local variable: its name and place in the group's local memory. The variables of a kernel that other
// kernels call have the same place in all of them.
struct LocalVariable {
  std::string name;
  LaneType type = LaneType::int32;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> kernels;  // indices into Program::kernels
  std::uint32_t shape = 0;             // in Program::shapes; 0: elements of `type`

  bool is_of(std::uint32_t kernel) const { return std::ranges::find(kernels, kernel) != kernels.end(); }
};

// A variable or array in private memory with its bounds, so that an access past its end is found even if it
// is inside the lane's memory.
struct PrivateObject {
  std::string name;
  LaneType type = LaneType::int32;
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t shape = 0;  // in Program::shapes; 0: elements of `type`
};

// A variable in constant memory, or a string literal.
struct ConstantObject {
  std::string name;
  LaneType type = LaneType::uint8;
  std::uint64_t offset = 0;  // in Program::constant_data
  std::uint64_t bytes = 0;
  std::uint32_t shape = 0;
};

// A variable at program scope in global memory, or a static one: a machine makes a buffer of it, which lives
// as long as the plan.
struct GlobalVariable {
  std::string name;
  LaneType type = LaneType::uint8;
  std::uint64_t bytes = 0;
  std::uint32_t shape = 0;
  bool is_const = false;
  std::vector<std::byte> initial_bytes;  // empty: zeros
  std::vector<std::uint64_t> pointers;   // offsets of addresses of such variables in initial_bytes
};

// An array inside another object: an index beyond its end reaches the object's next member, which the bounds
// of the object do not detect.
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
  std::vector<std::uint64_t> constant_pointers;  // as GlobalVariable::pointers, in constant_data
  std::vector<GlobalVariable> global_variables;
  std::vector<TypeShape> shapes;     // declared types, for names; 0 is a byte
  std::vector<std::string> formats;  // of printf
  std::vector<std::vector<LaneType>>
      format_types;  // by format: the type of each register that its print reads
  std::uint32_t register_count = 0;
  std::uint32_t private_bytes = 0;    // of one lane
  std::vector<std::string> warnings;  // formatted
  // Plain reads whose value an atomic compare-exchange of the same place expects.
  std::vector<SourceRange> compared_reads;
  const Kernel* find_kernel(std::string_view name) const;
  const HelperFunction* find_function(std::string_view name) const;  // null: there is none
};

}  // namespace lockstep::sim
