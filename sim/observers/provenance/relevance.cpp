#include "sim/observers/provenance/relevance.hpp"

#include <array>
#include <utility>

#include "sim/observers/provenance/control_flow.hpp"

namespace lockstep::sim {
namespace {

constexpr unsigned kOperands[] = {
#define F(name, arity, domain, result) arity,
#include "sim/bytecode/builtins.def"
#undef F
};

using Registers = std::vector<bool>;

bool add(const Registers& from, Registers& to) {
  bool more = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!from[i] || to[i]) continue;
    to[i] = more = true;
  }
  return more;
}

// What the provenance of an instruction's result is made of.
struct Sources {
  std::array<RegisterRun, 3> registers{};
  bool always = false;        // an id may be there whatever the registers have
  bool keeps_result = false;  // where it has none, that of the result stays
};

Sources of_registers(std::initializer_list<Register> registers) {
  Sources sources;
  std::size_t i = 0;
  for (const Register reg : registers) sources.registers[i++] = {reg, 1};
  return sources;
}

class Relevance {
 public:
  Relevance(const Machine& machine, std::uint32_t launch, const Identities* identities,
            const HelperFunction* combiner)
      : program_(machine.program(machine.plan().launches[launch].program)),
        index_(machine.plan().launches[launch].program),
        identities_(identities),
        combiner_(combiner),
        flow_(control_flow_of(program_)),
        held_(flow_.blocks.size(), Registers(program_.register_count)),
        left_(held_),
        asked_(flow_.blocks.size(), Registers(program_.register_count)),
        next_(flow_.blocks.size()),
        relevant_(program_.code.size()) {
    for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
      for (const std::uint32_t from : flow_.blocks[block].from) next_[from].push_back(block);
      if (!flow_.blocks[block].call) continue;
      next_[*flow_.blocks[block].call].push_back(block);
      next_[flow_.blocks[block].callee_end].push_back(block);
    }
    if (identities_)
      for (const Register reg : identities_->parameters[launch])
        held_[flow_.block_of[machine.kernel(launch).entry]][reg] = true;
    left_ = held_;
  }

  std::vector<std::uint8_t> find() {
    spread_forwards();
    spread_backwards();
    return relevant_;
  }

 private:
  bool is_inside_combiner(std::uint32_t pc) const {
    return combiner_ != nullptr && pc >= combiner_->entry && pc <= combiner_->end;
  }
  bool calls_combiner(const Instruction& instruction) const {
    return combiner_ != nullptr && instruction.op == Opcode::call && instruction.target == combiner_->entry;
  }

  Sources sources_of(std::uint32_t pc) const {
    const Instruction& i = program_.code[pc];
    Sources none;
    switch (i.op) {
      case Opcode::mov:
      case Opcode::convert:
      case Opcode::from_half:
      case Opcode::to_half:
      case Opcode::neg:
      case Opcode::bit_not:
      case Opcode::collective:
        return of_registers({i.a});
      case Opcode::select:
        return i.mode != 0 ? of_registers({i.a}) : of_registers({i.b, i.c});
      case Opcode::add:
      case Opcode::sub:
      case Opcode::mul:
      case Opcode::div:
      case Opcode::rem:
      case Opcode::shl:
      case Opcode::shr:
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor:
        return of_registers({i.a, i.b});
      case Opcode::builtin:
        switch (kOperands[static_cast<std::size_t>(i.imm)]) {
          case 1:
            return of_registers({i.a});
          case 2:
            return of_registers({i.a, i.b});
          default:
            return of_registers({i.a, i.b, i.c});
        }
      case Opcode::cmp_lt:
      case Opcode::cmp_le:
      case Opcode::cmp_gt:
      case Opcode::cmp_ge:
        return i.mode != 0 ? of_registers({i.a, i.b}) : none;
      case Opcode::if_end:
        none = of_registers({i.a});
        none.keeps_result = true;
        return none;
      case Opcode::constant:
        none.always = identities_ && identities_->constants[index_][pc];
        return none;
      case Opcode::load:
      case Opcode::atomic:
        none.always = true;
        return none;
      case Opcode::call:
        if (calls_combiner(i)) none.registers = {combiner_->parameters[0], combiner_->parameters[1]};
        return none;
      default:
        return none;
    }
  }

  RegisterRun results_of(const Instruction& instruction) const {
    return calls_combiner(instruction) ? combiner_->result : registers_written(instruction);
  }

  // Registers whose ids it uses for something else than its result.
  std::array<RegisterRun, 2> also_asked(const Instruction& i) const {
    if (i.op == Opcode::store) return {RegisterRun{i.b, i.count}, RegisterRun{}};
    if (i.op == Opcode::atomic) return {RegisterRun{i.b, 1}, RegisterRun{i.c, 1}};
    return {};
  }

  // Memory is followed wherever it is accessed, and values that work-items exchange always are.
  bool is_always_relevant(const Instruction& i) const {
    return i.op == Opcode::load || i.op == Opcode::store || i.op == Opcode::atomic || i.op == Opcode::copy ||
           i.op == Opcode::collective || i.op == Opcode::copy_begin || i.op == Opcode::image ||
           calls_combiner(i) || (i.op == Opcode::if_end && i.mode != 0);
  }

  static bool any(const Registers& held, const RegisterRun& run) {
    for (unsigned k = 0; k < run.count; ++k)
      if (held[std::size_t{run.first} + k]) return true;
    return false;
  }
  static void set(Registers& held, const RegisterRun& run, bool value) {
    for (unsigned k = 0; k < run.count; ++k) held[std::size_t{run.first} + k] = value;
  }

  bool result_may_have_id(std::uint32_t pc, const Registers& held) const {
    const Sources sources = sources_of(pc);
    bool may = sources.always || (sources.keeps_result && any(held, results_of(program_.code[pc])));
    for (const RegisterRun& run : sources.registers) may = may || any(held, run);
    return may;
  }

  bool gives_id(std::uint32_t pc, const Registers& held) const {
    const Instruction& instruction = program_.code[pc];
    return is_always_relevant(instruction) ||
           (results_of(instruction).count != 0 && result_may_have_id(pc, held));
  }

  // `left` are registers in which an id may still be found, because nothing that is followed took it away.
  void step_forwards(std::uint32_t pc, Registers& held, Registers& left) const {
    if (is_inside_combiner(pc)) return;
    if (gives_id(pc, held)) set(left, results_of(program_.code[pc]), true);
    set(held, results_of(program_.code[pc]), result_may_have_id(pc, held));
  }

  void spread_forwards() {
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
        Registers held = held_[block], left = left_[block];
        for (std::uint32_t pc = flow_.blocks[block].begin; pc < flow_.blocks[block].end; ++pc)
          step_forwards(pc, held, left);
        for (const std::uint32_t next : next_[block]) {
          more = add(held, held_[next]) || more;
          more = add(left, left_[next]) || more;
        }
      }
    }
  }

  // Goes backwards through a block, from the registers that are asked for after it.
  void go_back(std::uint32_t index, Registers& asked) {
    const BasicBlock& block = flow_.blocks[index];
    std::vector<std::pair<Registers, Registers>> before;
    Registers held = held_[index], left = left_[index];
    for (std::uint32_t pc = block.begin; pc < block.end; ++pc) {
      before.emplace_back(held, left);
      step_forwards(pc, held, left);
    }
    for (std::uint32_t pc = block.end; pc-- > block.begin;) {
      const Instruction& instruction = program_.code[pc];
      if (is_inside_combiner(pc)) continue;
      const auto& [held_here, left_here] = before[pc - block.begin];
      const RegisterRun results = results_of(instruction);
      const bool gives = gives_id(pc, held_here);
      bool takes = false;
      for (unsigned k = 0; k < results.count; ++k)
        takes = takes || (left_here[std::size_t{results.first} + k] && asked[std::size_t{results.first} + k]);
      if (gives || takes) relevant_[pc] = 1;
      set(asked, results, false);
      if (!gives && !takes) continue;  // those that are followed look at all their operands
      const Sources sources = sources_of(pc);
      for (const RegisterRun& run : sources.registers) set(asked, run, true);
      if (sources.keeps_result) set(asked, results, true);
      for (const RegisterRun& run : also_asked(instruction)) set(asked, run, true);
    }
  }

  void spread_backwards() {
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t block = static_cast<std::uint32_t>(flow_.blocks.size()); block-- > 0;) {
        Registers asked(program_.register_count);
        for (const std::uint32_t next : next_[block]) add(asked_[next], asked);
        go_back(block, asked);
        more = add(asked, asked_[block]) || more;
      }
    }
  }

  const Program& program_;
  std::size_t index_;
  const Identities* identities_;
  const HelperFunction* combiner_;
  ControlFlow flow_;
  std::vector<Registers> held_;   // by block: may have an id where it begins
  std::vector<Registers> left_;   // by block: likewise, if no instruction took ids away
  std::vector<Registers> asked_;  // by block: are asked for from its begin on
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::uint8_t> relevant_;  // by instruction
};

}  // namespace

std::vector<std::uint8_t> relevant_instructions(const Machine& machine, std::uint32_t launch,
                                                const Identities* identities,
                                                const HelperFunction* combiner) {
  return Relevance(machine, launch, identities, combiner).find();
}

}  // namespace lockstep::sim
