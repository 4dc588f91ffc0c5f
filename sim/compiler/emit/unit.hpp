// The state that the functions of a translation unit share during compilation: the locations of variables,
// the signatures of functions, the constant data and the errors.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/compiler/emit/code.hpp"
#include "sim/compiler/emit/emit.hpp"
#include "sim/compiler/emit/link.hpp"
#include "sim/compiler/emit/type_shapes.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

struct FunctionCompiler;

// The location of a variable, parameter or result.
struct Home {
  enum class Kind : std::uint8_t { none, registers, private_memory, fixed, program_variable };
  Kind kind = Kind::none;
  FrameRegister first{};             // for registers
  std::uint32_t private_object = 0;  // for private_memory: index into CompilerUnit::objects
  std::uint64_t address = 0;         // for fixed (local and constant memory) and program_variable
};

// The interface of a function for its callers. Parameters and the result have fixed places in the function's
// frame: registers, or private memory for records. A parameter whose address is taken is moved to memory in
// the prologue.
struct FunctionSignature {
  const FunctionDecl* decl = nullptr;
  std::optional<SourceRange> place;  // range of the call, for a function of a built-in library
  bool is_kernel = false;
  std::vector<Home> parameters;
  Home result;
};

// A kernel that other functions call is compiled twice, because a kernel and a called function end with
// different instructions. A function of a built-in library is compiled once for each call, and its
// instructions have the range of this call.
class CompilerUnit {
 public:
  explicit CompilerUnit(const TranslationUnit& tree);

  FunctionIndex require(const FunctionDecl& function, bool is_kernel, const SourceRange& call = {});
  void compile_all();
  void link_into(Program& program);

  std::uint32_t add_private_object(FunctionIndex owner, const std::string& name, const Type& type,
                                   std::uint64_t alignment, const SourceRange& range);
  std::uint64_t add_constant(const std::string& name, const Type& type, const std::vector<std::byte>& bytes,
                             std::uint64_t alignment);
  // Returns the location of the local memory whose size is given at launch.
  Home memory_of_launch(FunctionIndex user, const VariableDecl& variable);
  void refuse(const SourceRange& range, const std::string& message) { refusals.emplace_back(range, message); }

  const TranslationUnit& tree;
  Program program;
  Code code;
  TypeShapeTable shapes;
  std::vector<OwnedPrivateObject> objects;
  std::vector<OwnedLocalVariable> local_variables;
  Emitter emitter{code, objects};
  std::deque<FunctionUnit> functions;
  std::deque<FunctionSignature> signatures;       // parallel to functions
  std::map<const VariableDecl*, Home> constants;  // constants and global variables
  std::vector<std::pair<SourceRange, std::string>> refusals;
  // Called after a function is compiled, with the index of the function's first instruction; the callback may
  // add code.
  std::function<void(FunctionCompiler&, std::uint32_t)> after_function;

 private:
  void place_globals();
  void place_constants();
  std::uint64_t address_of(const Relocation& relocation) const;
  Home result_home(FunctionIndex index, const Type& type);
  void list_helpers(const Linked& places);

  struct Wanted {
    const FunctionDecl* function;
    bool is_kernel;
    std::optional<SourceRange> place;
    bool operator==(const Wanted&) const = default;
  };
  struct WantedHash {
    std::size_t operator()(const Wanted& wanted) const;
  };
  std::unordered_map<Wanted, FunctionIndex, WantedHash> indices_;
};

// Returns the number of registers for a value of `type`.
unsigned component_count(const Type& type);
// Returns the type of the memory lanes of a value of `type`. For an array or record, which views show by
// elements, returns the type for its elements.
LaneType element_lane_type(const Type& type);

}  // namespace lockstep::sim::language
