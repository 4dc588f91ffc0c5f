// Placing frames is a longest-path computation over the call graph; linking is adding the frame's start.
#include "sim/compiler/link.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::sim::language {
namespace {

// Depth-first over calls; a function that is met again while still open calls itself.
class CallGraphWalk {
 public:
  explicit CallGraphWalk(const std::deque<FunctionUnit>& functions)
      : functions_(functions), state_(functions.size(), State::unseen) {}

  bool visit(FunctionIndex function) {
    if (state_[function] == State::done) return true;
    if (state_[function] == State::open) return false;
    state_[function] = State::open;
    for (FunctionIndex callee : functions_[function].callees)
      if (!visit(callee)) return false;
    state_[function] = State::done;
    finished_.push_back(function);
    return true;
  }

  std::vector<FunctionIndex> finished_;

 private:
  enum class State : std::uint8_t { unseen, open, done };
  const std::deque<FunctionUnit>& functions_;
  std::vector<State> state_;
};

constexpr std::uint32_t kPrivateAlignment = 128;  // of the largest vector, double16

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kPrivateAlignment - 1) / kPrivateAlignment * kPrivateAlignment;
}

// By kernel, itself and all that it calls, directly or not. Kernels come first among the functions.
std::vector<std::vector<FunctionIndex>> functions_of_kernels(const std::deque<FunctionUnit>& functions) {
  std::vector<std::vector<FunctionIndex>> reached;
  for (FunctionIndex kernel = 0; kernel < functions.size() && functions[kernel].kernel; ++kernel) {
    CallGraphWalk walk(functions);
    walk.visit(kernel);
    reached.push_back(std::move(walk.finished_));
  }
  return reached;
}

}  // namespace

std::optional<std::vector<FunctionIndex>> callers_first(const std::deque<FunctionUnit>& functions) {
  CallGraphWalk walk(functions);
  for (FunctionIndex function = 0; function < functions.size(); ++function)
    if (!walk.visit(function)) return std::nullopt;
  std::ranges::reverse(walk.finished_);
  return std::move(walk.finished_);
}

Linked place_frames(const std::deque<FunctionUnit>& functions, const std::vector<FunctionIndex>& order) {
  Linked places;
  places.first_register.resize(functions.size());
  places.first_private_byte.resize(functions.size());
  for (FunctionIndex caller : order) {
    const std::uint32_t registers_end = places.first_register[caller] + functions[caller].register_count;
    const std::uint64_t private_end =
        aligned(places.first_private_byte[caller] + functions[caller].private_bytes);
    for (FunctionIndex callee : functions[caller].callees) {
      places.first_register[callee] = std::max(places.first_register[callee], registers_end);
      places.first_private_byte[callee] = std::max(places.first_private_byte[callee], private_end);
    }
    places.register_count = std::max(places.register_count, registers_end);
    places.private_bytes = std::max(places.private_bytes, private_end);
  }
  return places;
}

void place_local_variables(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables) {
  const std::vector<std::vector<FunctionIndex>> run_by_kernel = functions_of_kernels(functions);
  for (auto& [owner, alignment, variable] : variables) {
    std::uint64_t begin = 0;
    for (std::uint32_t kernel = 0; kernel < run_by_kernel.size(); ++kernel) {
      if (std::ranges::find(run_by_kernel[kernel], owner) == run_by_kernel[kernel].end()) continue;
      variable.kernels.push_back(kernel);
      begin = std::max(begin, functions[kernel].kernel->local_bytes);
    }
    variable.offset = (begin + alignment - 1) / alignment * alignment;
    for (const std::uint32_t kernel : variable.kernels)
      functions[kernel].kernel->local_bytes = variable.offset + variable.bytes;
  }
}

void link(Code& code, std::deque<FunctionUnit>& functions, const std::vector<OwnedPrivateObject>& objects,
          const Linked& places, Program& program) {
  const auto absolute = [&](FrameRegister reg) {
    return static_cast<Register>(places.first_register[reg.function] + reg.index);
  };
  for (Draft& draft : code.drafts()) {
    Instruction& instruction = draft.instruction;
    instruction.dst = absolute(draft.dst);
    instruction.a = absolute(draft.a);
    instruction.b = absolute(draft.b);
    instruction.c = absolute(draft.c);
    if (draft.relocation == Draft::Relocation::private_frame)
      instruction.imm += static_cast<std::int64_t>(places.first_private_byte[draft.owner]);
    if (draft.relocation == Draft::Relocation::callee) instruction.target = functions[draft.owner].entry;
    program.code.push_back(instruction);
  }
  program.ranges = std::move(code.ranges());
  for (FunctionIndex index = 0; index < functions.size(); ++index) {
    FunctionUnit& function = functions[index];
    for (Variable& variable : function.variables) {
      variable.first = static_cast<Register>(variable.first + places.first_register[index]);
      variable.private_offset += static_cast<std::uint32_t>(places.first_private_byte[index]);
      program.variables.push_back(std::move(variable));
    }
    if (!function.kernel) continue;
    function.kernel->entry = function.entry;
    program.kernels.push_back(std::move(*function.kernel));  // a kernel has no callers: its frame begins at 0
  }
  for (const OwnedPrivateObject& owned : objects) {
    program.private_objects.push_back(owned.object);
    program.private_objects.back().offset +=
        static_cast<std::uint32_t>(places.first_private_byte[owned.owner]);
  }
  program.register_count = places.register_count;
  program.private_bytes = static_cast<std::uint32_t>(places.private_bytes);
}

}  // namespace lockstep::sim::language
