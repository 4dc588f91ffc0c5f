// Places each frame by computing the longest path over the call graph. Linking adds the start of the frame to
// frame-relative numbers.
#include "sim/compiler/emit/link.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lockstep::sim::language {
namespace {

// Walks calls in depth-first order. If the walk reaches a function that is still open, the function
// is recursive.
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

constexpr std::uint32_t kPrivateAlignment = 128;  // alignment of the largest vector, double16

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kPrivateAlignment - 1) / kPrivateAlignment * kPrivateAlignment;
}

using CallerMap = std::vector<std::vector<FunctionIndex>>;  // indexed by function

CallerMap callers_of(const std::deque<FunctionUnit>& functions) {
  CallerMap callers(functions.size());
  for (FunctionIndex function = 0; function < functions.size(); ++function)
    for (const FunctionIndex callee : functions[function].callees) callers[callee].push_back(function);
  return callers;
}

// Returns the owner itself if it is a kernel, and all kernels that call the owner directly or indirectly,
// in order.
std::vector<std::uint32_t> kernels_that_run(const std::deque<FunctionUnit>& functions,
                                            const CallerMap& callers, FunctionIndex owner) {
  std::vector<std::uint32_t> kernels;
  std::unordered_set<FunctionIndex> seen{owner};
  std::vector<FunctionIndex> waiting{owner};
  while (!waiting.empty()) {
    const FunctionIndex function = waiting.back();
    waiting.pop_back();
    if (functions[function].kernel) kernels.push_back(function);
    for (const FunctionIndex caller : callers[function])
      if (seen.insert(caller).second) waiting.push_back(caller);
  }
  std::ranges::sort(kernels);
  return kernels;
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
  const CallerMap callers = callers_of(functions);
  std::unordered_map<FunctionIndex, std::vector<std::uint32_t>> kernels_of;
  for (auto& [owner, alignment, variable, users] : variables) {
    if (!users.empty()) continue;
    const auto [place, is_new] = kernels_of.try_emplace(owner);
    if (is_new) place->second = kernels_that_run(functions, callers, owner);
    variable.kernels = place->second;
    std::uint64_t begin = 0;
    for (const std::uint32_t kernel : variable.kernels)
      begin = std::max(begin, functions[kernel].kernel->local_bytes);
    variable.offset = (begin + alignment - 1) / alignment * alignment;
    for (const std::uint32_t kernel : variable.kernels)
      functions[kernel].kernel->local_bytes = variable.offset + variable.bytes;
  }
}

void place_memory_of_launch(std::deque<FunctionUnit>& functions, std::vector<OwnedLocalVariable>& variables) {
  const CallerMap callers = callers_of(functions);
  for (std::uint32_t number = 0; number < variables.size(); ++number) {
    LocalVariable& variable = variables[number].variable;
    std::set<std::uint32_t> kernels;
    for (const FunctionIndex user : variables[number].users) {
      const std::vector<std::uint32_t> run = kernels_that_run(functions, callers, user);
      kernels.insert(run.begin(), run.end());
    }
    for (const std::uint32_t kernel : kernels) {
      Parameter parameter;
      parameter.kind = Parameter::Kind::local_buffer;
      parameter.name = variable.name;
      parameter.type_name = "extern __shared__";
      parameter.type = variable.type;
      parameter.bytes = 8;
      parameter.variable = number + 1;
      parameter.shape = variable.shape;
      functions[kernel].kernel->parameters.push_back(std::move(parameter));
      variable.kernels.push_back(kernel);
    }
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
    program.kernels.push_back(std::move(*function.kernel));  // a kernel has no callers: its frame starts at 0
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
