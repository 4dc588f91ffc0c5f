#include "sim/observers/counters/operations.hpp"

#include <algorithm>
#include <utility>

#include "sim/observers/counters/folding.hpp"

namespace lockstep::sim {
namespace {

// Bodies of up to this many bytecode instructions are predicated: in the catalogue, all bodies
// that nvcc 13.0 predicates for cc9.0 are shorter, and all bodies that it skips with a branch are
// longer (tests/data/h200_accesses.txt).
constexpr std::uint32_t kShortBody = 24;

bool ends_short_body(Opcode op) {
  return op == Opcode::loop_begin || op == Opcode::barrier || op == Opcode::call ||
         op == Opcode::collective || op == Opcode::atomic;
}

bool is_constant_of_line(const Program& program, std::size_t pc, std::uint32_t line) {
  return program.code[pc].op == Opcode::constant && program.ranges[program.code[pc].range].line == line;
}

// Returns whether an operand of the instruction at `pc` is constant, that is, whether the same source line
// puts a constant, possibly converted, into the operand's register.
bool is_constant(const Program& program, std::size_t pc, Register operand) {
  const std::uint32_t line = program.ranges[program.code[pc].range].line;
  while (pc-- > 0) {
    const Instruction& before = program.code[pc];
    if (before.dst != operand || before.op == Opcode::store) continue;
    if (before.op != Opcode::convert) return is_constant_of_line(program, pc, line);
    operand = before.a;
  }
  return false;
}

}  // namespace

bool costs_nothing(Opcode op) { return opcode_info(op).has(opcodes::free); }

std::vector<bool> issued_instructions(const Program& program) {
  std::vector<bool> issued = folded_instructions(program);
  for (std::size_t pc = 0; pc < issued.size(); ++pc)
    issued[pc] = !issued[pc] && !costs_nothing(program.code[pc].op);
  return issued;
}

bool divides_by_variable(const Program& program, std::size_t pc) {
  const Instruction& division = program.code[pc];
  const bool divides = division.op == Opcode::div || division.op == Opcode::rem;
  if (!divides || division.type == LaneType::float32 || division.type == LaneType::float64) return false;
  return !is_constant(program, pc, division.b);
}

bool multiplies_by_variable(const Program& program, std::size_t pc) {
  const Instruction& product = program.code[pc];
  const bool is_of_32_bits = product.type == LaneType::int32 || product.type == LaneType::uint32;
  return product.op == Opcode::mul && is_of_32_bits && !is_constant(program, pc, product.a) &&
         !is_constant(program, pc, product.b);
}

OperationObserver::OperationObserver(const Machine& machine, std::optional<unsigned> predicated_instructions)
    : machine_(machine), predicated_instructions_(predicated_instructions) {
  for (const PlanLaunch& launch : machine.plan().launches) {
    const std::size_t size = machine.program(launch.program).code.size();
    launches_.push_back({std::vector<InstructionTally>(size), std::vector<std::uint64_t>(size),
                         std::vector<bool>(size), issued_instructions(machine.program(launch.program))});
  }
}

void OperationObserver::merge(const OperationObserver& part, std::uint32_t launch, std::uint64_t times) {
  Launch& mine = launches_[launch];
  const Launch& other = part.launches_[launch];
  for (std::size_t pc = 0; pc < mine.tally.size(); ++pc) {
    mine.tally[pc].executed += other.tally[pc].executed * times;
    mine.tally[pc].lanes += other.tally[pc].lanes * times;
    mine.tally[pc].slots += other.tally[pc].slots * times;
    mine.skipped[pc] += other.skipped[pc] * times;
    if (other.is_local[pc]) mine.is_local[pc] = true;
  }
}

void OperationObserver::clear(std::uint32_t launch) {
  Launch& mine = launches_[launch];
  std::ranges::fill(mine.tally, InstructionTally{});
  std::ranges::fill(mine.skipped, 0);
  std::fill(mine.is_local.begin(), mine.is_local.end(), false);
}

void OperationObserver::on_access(const MachineState& state, const Moment& moment, const Instruction&,
                                  const ObservedAccess& observed) {
  if (observed.space == Space::local) launches_[state.launch].is_local[moment.pc] = true;
}

void OperationObserver::on_branch(const MachineState& state, const Moment& moment,
                                  const Instruction& instruction, const ObservedBranch& branch) {
  if (instruction.op == Opcode::if_begin && branch.taken == 0) ++launches_[state.launch].skipped[moment.pc];
}

std::span<InstructionTally> OperationObserver::instruction_tally(std::uint32_t launch) {
  return launches_[launch].tally;
}

bool OperationObserver::is_predicated(std::span<const Instruction> body) const {
  if (std::ranges::any_of(body, [](const Instruction& i) { return ends_short_body(i.op); })) return false;
  if (!predicated_instructions_) return body.size() < kShortBody;
  const auto counts = [](const Instruction& i) { return !costs_nothing(i.op); };
  return std::cmp_less_equal(std::ranges::count_if(body, counts), *predicated_instructions_);
}

OperationObserver::Tally OperationObserver::tally_of(std::size_t index) const {
  const Launch& launch = launches_[index];
  const Program& program = machine_.program(machine_.plan().launches[index].program);
  const std::vector<Instruction>& code = program.code;
  Tally sum;
  for (std::size_t pc = 0; pc < code.size(); ++pc) {
    if (launch.is_issued[pc]) sum.operations += launch.tally[pc].executed;
    if (launch.tally[pc].executed != 0 && divides_by_variable(program, pc))
      sum.divisions += launch.tally[pc].executed;
    if (launch.tally[pc].executed != 0 && multiplies_by_variable(program, pc))
      sum.multiplications += launch.tally[pc].executed;
    if (launch.skipped[pc] == 0 || !launch.is_issued[pc]) continue;
    const std::size_t end = code[pc].target;
    if (!is_predicated(std::span(code).subspan(pc + 1, end - pc - 1))) continue;
    for (std::size_t at = pc + 1; at < end; ++at) {
      if (launch.is_issued[at]) sum.operations += launch.skipped[pc];
      if (launch.is_local[at]) sum.idle_accesses += launch.skipped[pc];
    }
  }
  return sum;
}

std::vector<OperationObserver::Tally> OperationObserver::launches() const {
  std::vector<Tally> all;
  for (std::size_t launch = 0; launch < launches_.size(); ++launch) all.push_back(tally_of(launch));
  return all;
}

}  // namespace lockstep::sim
