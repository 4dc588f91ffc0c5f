#include "sim/observers/provenance/value_flow.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include "sim/bytecode/address.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"
#include "sim/bytecode/value_sources.hpp"
#include "sim/observers/provenance/control_flow.hpp"

namespace lockstep::sim {

namespace {

constexpr ValueFlow::Node kValueNone = UINT32_MAX;

// Whether x op c (or c op x, if the constant is on the left) equals x, where c are the bits of the constant.
bool is_neutral(const Instruction& operation, const Instruction& constant, bool on_left) {
  std::uint64_t one = 1;
  if (constant.type == LaneType::float32) one = 0x3F800000;
  if (constant.type == LaneType::float64) one = 0x3FF0000000000000;
  const auto bits = static_cast<std::uint64_t>(constant.imm);
  switch (opcode_info(operation.op).neutral) {
    case Neutral::zero:
      return bits == 0;
    case Neutral::zero_on_right:
      return bits == 0 && !on_left;
    case Neutral::one:
      return bits == one;
    case Neutral::one_on_right:
      return bits == one && !on_left;
    case Neutral::without_neutral:
      break;
  }
  return false;
}

}  // namespace

// One program's registers.
class ProgramFlow {
 public:
  ProgramFlow(ValueFlow& flow, const Machine& machine, std::size_t index)
      : flow_(flow),
        index_(index),
        program_(machine.program(index)),
        control_(control_flow_of(program_)),
        current_(program_.register_count, kValueNone),
        defined_by_(program_.register_count, kNoConstant),
        at_end_(control_.blocks.size()),
        scopes_(program_.register_count) {
    for (const Variable& variable : program_.variables)
      for (unsigned k = 0; variable.in_register && k < variable.count; ++k)
        scopes_[variable.first + k][variable.begin] = &variable;
    for (const Kernel& kernel : program_.kernels) kernels_[kernel.entry].push_back(&kernel);
  }

  void add() {
    for (std::uint32_t block = 0; block < control_.blocks.size(); ++block) follow_block(block);
    while (!open_.empty()) {
      const RegisterPlace place = open_.back();
      open_.pop_back();
      join(place);
    }
  }

 private:
  using Node = ValueFlow::Node;
  using Kind = ValueFlow::Kind;
  using RegisterPlace = std::pair<std::uint32_t, std::uint32_t>;  // block, register
  static constexpr std::uint32_t kNoConstant = UINT32_MAX;

  // A register at the beginning of a block.
  Node at_begin(std::uint32_t block, std::uint32_t reg) {
    const auto [found, fresh] = at_begin_.try_emplace({block, reg}, kValueNone);
    if (fresh) {
      found->second = flow_.add();
      open_.emplace_back(block, reg);
    }
    return found->second;
  }

  void join_with_end_of(Node node, std::uint32_t block, std::uint32_t reg) {
    const auto defined = at_end_[block].find(reg);
    flow_.unite(node, defined != at_end_[block].end() ? defined->second : at_begin(block, reg));
  }

  void join(const RegisterPlace& place) {
    const auto& [index, reg] = place;
    const Node node = at_begin_.at(place);
    const BasicBlock& block = control_.blocks[index];
    for (const std::uint32_t before : block.from) join_with_end_of(node, before, reg);
    if (block.call) {
      const bool by_function = control_.functions[block.callee].writes[reg];
      join_with_end_of(node, by_function ? block.callee_end : *block.call, reg);
    }
    const auto kernels = kernels_.find(block.begin);
    if (kernels == kernels_.end()) return;
    for (const Kernel* kernel : kernels->second) {
      const auto [entry, fresh] = flow_.at_entry_.try_emplace({kernel, reg}, node);
      if (!fresh) flow_.unite(entry->second, node);
    }
  }

  // A named variable is one node for all its values, even if a new value does not depend on the
  // previous value.
  Node read(Register reg) {
    Node& node = current_[reg];
    if (node == kValueNone) node = at_begin(block_, reg);
    const Scopes& scopes = scopes_[reg];
    const auto after = scopes.upper_bound(pc_);
    if (after == scopes.begin()) return node;
    const Variable& variable = *std::prev(after)->second;
    if (pc_ >= variable.end) return node;
    const auto [place, fresh] = of_variable_.try_emplace({&variable, reg}, node);
    if (!fresh) flow_.unite(place->second, node);
    return node;
  }

  Node write(std::size_t reg) {
    current_[reg] = flow_.add();
    defined_by_[reg] = kNoConstant;
    at_end_[block_][static_cast<std::uint32_t>(reg)] = current_[reg];
    return current_[reg];
  }

  void follow_block(std::uint32_t block) {
    block_ = block;
    std::ranges::fill(current_, kValueNone);
    std::ranges::fill(defined_by_, kNoConstant);
    for (pc_ = control_.blocks[block].begin; pc_ < control_.blocks[block].end; ++pc_)
      follow(pc_, program_.code[pc_]);
  }

  void copy(const Instruction& instruction, std::span<const Register> from) {
    std::vector<Node> nodes;
    for (const Register reg : from) nodes.push_back(read(reg));
    const Node to = write(instruction.dst);
    for (const Node node : nodes) {
      flow_.add_edge(node, to, Kind::copy);
      flow_.same_pointee(node, to);
    }
  }

  void operate(const Instruction& instruction, std::span<const Register> registers) {
    const auto arity = static_cast<unsigned>(registers.size());
    std::vector<Node> nodes;
    for (const Register reg : registers) nodes.push_back(read(reg));
    for (unsigned i = 0; arity == 2 && i < 2; ++i) {
      const std::uint32_t pc = defined_by_[registers[i]];
      if (pc != kNoConstant && is_neutral(instruction, program_.code[pc], i == 0))
        flow_.neutrals_.push_back({index_, pc, nodes[1 - i]});
    }
    for (unsigned i = 0; i < arity; ++i)
      for (unsigned j = 0; j < i; ++j) flow_.meetings_.push_back({nodes[j], nodes[i]});
    const Node to = write(instruction.dst);
    for (const Node node : nodes) {
      flow_.add_edge(node, to, Kind::operand);
      if (instruction.type == LaneType::uint64) flow_.same_pointee(node, to);  // possibly an address
    }
  }

  void constant(std::uint32_t pc, const Instruction& instruction) {
    const Node node = write(instruction.dst);
    defined_by_[instruction.dst] = pc;
    const auto bits = static_cast<std::uint64_t>(instruction.imm);
    if (instruction.type == LaneType::uint64 && space_of(bits) == Space::local)
      flow_.unite(flow_.pointee(node), object(bits >> 40));
    if (instruction.mode == kProgramVariable)
      flow_.unite(flow_.pointee(node), flow_.buffer(object_of(bits) - 1));
    flow_.constants_.push_back({index_, pc, node});
  }

  Node object(std::uint64_t tag) {
    const auto [found, fresh] = flow_.objects_.try_emplace({index_, tag}, kValueNone);
    if (fresh) found->second = flow_.add();
    return found->second;
  }

  void load(const Instruction& instruction) {
    const Node memory = flow_.pointee(read(instruction.a));
    for (unsigned k = 0; k < instruction.count; ++k) {
      const Node to = write(std::size_t{instruction.dst} + k);
      flow_.add_edge(memory, to, Kind::copy);
      flow_.same_pointee(memory, to);
    }
  }

  void store(const Instruction& instruction) {
    const Node memory = flow_.pointee(read(instruction.a));
    for (unsigned k = 0; k < instruction.count; ++k) {
      const Node from = read(static_cast<Register>(instruction.b + k));
      flow_.add_edge(from, memory, Kind::copy);
      flow_.same_pointee(from, memory);
    }
  }

  void update(const Instruction& instruction) {
    const Node memory = flow_.pointee(read(instruction.a));
    const auto op = static_cast<AtomicOp>(instruction.mode);
    const bool stores = op == AtomicOp::store || op == AtomicOp::exchange;
    if (op == AtomicOp::compare_exchange) {
      flow_.add_edge(read(instruction.c), memory, Kind::copy);
    } else if (op != AtomicOp::load && op != AtomicOp::increment && op != AtomicOp::decrement) {
      const Node brought = read(instruction.b);
      flow_.add_edge(brought, memory, stores ? Kind::copy : Kind::operand);
      if (!stores) flow_.meetings_.push_back({memory, brought});
    }
    if (op != AtomicOp::store) flow_.add_edge(memory, write(instruction.dst), Kind::copy);
  }

  void point(const Instruction& instruction, Node memory) {
    const Node to = write(instruction.dst);
    flow_.unite(flow_.pointee(to), memory);
  }

  void access(const Instruction& instruction) {
    if (instruction.op == Opcode::load) return load(instruction);
    if (instruction.op == Opcode::store) return store(instruction);
    if (instruction.op == Opcode::copy)
      return flow_.unite(flow_.pointee(read(instruction.a)), flow_.pointee(read(instruction.b)));
    point(instruction, object(std::uint64_t{static_cast<std::uint8_t>(Space::private_)} << 20 |
                              instruction.target));  // private_address
  }

  void overwrite(const Instruction& instruction) {
    const RegisterRun written = registers_written(instruction);
    for (unsigned k = 0; k < written.count; ++k) write(std::size_t{written.first} + k);
  }

  void follow(std::uint32_t pc, const Instruction& instruction) {
    const ValueSources sources = value_sources(instruction);
    if (instruction.op == Opcode::collective) {
      const Node brought = read(instruction.a);
      flow_.meetings_.push_back({brought, brought});
    }
    if (sources.kind == ValueSources::Kind::copy) return copy(instruction, sources.all());
    if (sources.kind == ValueSources::Kind::operation) return operate(instruction, sources.all());
    switch (opcode_info(instruction.op).group) {
      case OpcodeGroup::memory:
        return access(instruction);
      case OpcodeGroup::atomic:
        return update(instruction);
      case OpcodeGroup::pointer:
        return point(instruction, flow_.pointee(read(instruction.a)));
      case OpcodeGroup::value:  // mov and select are copies
        return constant(pc, instruction);
      case OpcodeGroup::conversion:
      case OpcodeGroup::half:
      case OpcodeGroup::arithmetic:
      case OpcodeGroup::bits:
      case OpcodeGroup::comparison:
      case OpcodeGroup::builtin:
      case OpcodeGroup::query:
      case OpcodeGroup::control:
      case OpcodeGroup::synchronisation:
      case OpcodeGroup::image:
      case OpcodeGroup::print:
        return overwrite(instruction);
    }
  }

  ValueFlow& flow_;
  std::size_t index_;
  const Program& program_;
  ControlFlow control_;
  std::uint32_t block_ = 0, pc_ = 0;
  std::vector<Node> current_;                          // by register, in this block so far
  std::vector<std::uint32_t> defined_by_;              // the constant that is in the register
  std::vector<std::map<std::uint32_t, Node>> at_end_;  // by block: registers that it writes
  std::map<RegisterPlace, Node> at_begin_;
  using Scopes = std::map<std::uint32_t, const Variable*>;  // by beginning; they do not overlap
  std::vector<Scopes> scopes_;                              // by register
  std::map<std::pair<const Variable*, Register>, Node> of_variable_;
  std::map<std::uint32_t, std::vector<const Kernel*>> kernels_;  // by entry
  std::vector<RegisterPlace> open_;                              // preceding blocks not yet joined
};

ValueFlow::ValueFlow(const Machine& machine) : machine_(machine) {
  const Plan& plan = machine.plan();
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) add();
  for (std::size_t i = 0; i < plan.programs.size(); ++i) ProgramFlow(*this, machine, i).add();
  for (std::uint32_t launch = 0; launch < plan.launches.size(); ++launch) {
    const Kernel& kernel = machine.kernel(launch);
    for (std::size_t i = 0; i < kernel.parameters.size() && i < plan.launches[launch].arguments.size(); ++i)
      if (const auto* given = std::get_if<BufferArgument>(&plan.launches[launch].arguments[i]))
        unite(pointee(at_begin(launch, kernel.parameters[i].first)), static_cast<Node>(given->buffer));
  }
  join_pointees();
  for (const HostCall& call : plan.host_calls)
    if (call.kind == HostCall::Kind::copy) add_edge(buffer(call.source), buffer(call.buffer), Kind::copy);
}

ValueFlow::Node ValueFlow::at_begin(std::uint32_t launch, Register reg) {
  const auto [found, fresh] = at_entry_.try_emplace({&machine_.kernel(launch), reg}, kValueNone);
  if (fresh) found->second = add();
  return find(found->second);
}

ValueFlow::Node ValueFlow::add() {
  parents_.push_back(static_cast<Node>(parents_.size()));
  pointees_.push_back(kValueNone);
  return parents_.back();
}

ValueFlow::Node ValueFlow::find(Node node) const {
  while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
  return node;
}

void ValueFlow::unite(Node a, Node b) {
  std::vector<std::pair<Node, Node>> open{{a, b}};
  while (!open.empty()) {
    const Node one = find(open.back().first), other = find(open.back().second);
    open.pop_back();
    if (one == other) continue;
    parents_[other] = one;
    if (pointees_[other] == kValueNone) continue;
    if (pointees_[one] == kValueNone)
      pointees_[one] = pointees_[other];
    else
      open.emplace_back(pointees_[one], pointees_[other]);
  }
}

ValueFlow::Node ValueFlow::pointee(Node node) {
  const Node root = find(node);
  if (pointees_[root] == kValueNone) {
    const Node fresh = add();
    pointees_[root] = fresh;
  }
  return find(pointees_[root]);
}

// Only addresses refer to an object, and a value may later turn out to be an address.
void ValueFlow::same_pointee(Node a, Node b) { pointer_copies_.emplace_back(a, b); }

void ValueFlow::join_pointees() {
  for (bool more = true; more;) {
    more = false;
    for (const auto& [a, b] : pointer_copies_) {
      const Node one = find(a), other = find(b);
      if (pointees_[one] == kValueNone && pointees_[other] == kValueNone) continue;
      const Node left = pointee(one), right = pointee(other);
      if (left == right) continue;
      unite(left, right);
      more = true;
    }
  }
}

}  // namespace lockstep::sim
