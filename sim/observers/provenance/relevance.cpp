#include "sim/observers/provenance/relevance.hpp"

#include <array>
#include <utility>

#include "sim/bytecode/value_sources.hpp"
#include "sim/observers/provenance/control_flow.hpp"

namespace lockstep::sim {
namespace {

using Registers = std::vector<bool>;

bool add(const Registers& from, Registers& to) {
  bool more = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!from[i] || to[i]) continue;
    to[i] = more = true;
  }
  return more;
}

// The sources of the provenance of an instruction's result.
struct Sources {
  std::array<RegisterRun, 3> registers{};
  bool always = false;  // the result may have an id even if the registers have none
};

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
    Sources sources;
    sources.always = i.op == Opcode::load || i.op == Opcode::atomic ||
                     (i.op == Opcode::constant && identities_ && identities_->constants[index_][pc]);
    if (calls_combiner(i)) {
      sources.registers = {combiner_->parameters[0], combiner_->parameters[1]};
      return sources;
    }
    const ValueSources values = value_sources(i);
    for (unsigned k = 0; k < values.count; ++k) sources.registers[k] = {values.registers[k], 1};
    return sources;
  }

  RegisterRun results_of(const Instruction& instruction) const {
    return calls_combiner(instruction) ? combiner_->result : registers_written(instruction);
  }

  // Registers whose ids the instruction uses for something other than its result.
  std::array<RegisterRun, 2> also_asked(const Instruction& i) const {
    if (i.op == Opcode::store) return {RegisterRun{i.b, i.count}, RegisterRun{}};
    if (i.op == Opcode::atomic) return {RegisterRun{i.b, 1}, RegisterRun{i.c, 1}};
    return {};
  }

  // All accesses to memory and all values that work-items exchange are followed.
  bool is_always_relevant(const Instruction& i) const {
    return opcode_info(i.op).has(opcodes::accesses | opcodes::shared) || i.op == Opcode::collective ||
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
    bool may = sources.always;
    for (const RegisterRun& run : sources.registers) may = may || any(held, run);
    return may;
  }

  bool gives_id(std::uint32_t pc, const Registers& held) const {
    const Instruction& instruction = program_.code[pc];
    return is_always_relevant(instruction) ||
           (results_of(instruction).count != 0 && result_may_have_id(pc, held));
  }

  // `left`: registers that may still have an id, because no followed instruction removed it.
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

  // Goes backwards through a block, starting with the registers that are needed after the block.
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
      if (!gives && !takes) continue;  // followed instructions read all their operands
      const Sources sources = sources_of(pc);
      for (const RegisterRun& run : sources.registers) set(asked, run, true);
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
  std::vector<Registers> held_;   // by block: may have an id at its beginning
  std::vector<Registers> left_;   // by block: likewise, if no instruction removed ids
  std::vector<Registers> asked_;  // by block: needed at or after its beginning
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
