#include "sim/observers/provenance/control_flow.hpp"

#include <algorithm>
#include <map>

#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"

namespace lockstep::sim {
namespace {

// Edges between instructions; frames are matched according to their nesting in the code.
class Edges {
 public:
  explicit Edges(const Program& program) : code_(program.code), to_(code_.size()) {
    for (std::uint32_t pc = 0; pc < code_.size(); ++pc) follow(pc);
  }

  const std::vector<std::vector<std::uint32_t>>& to() const { return to_; }

 private:
  struct Frame {
    std::vector<std::uint32_t> broken, continued;  // instructions that leave the loop, or wait in it
  };

  void add(std::uint32_t from, std::uint32_t to) {
    if (to < code_.size()) to_[from].push_back(to);
  }

  Frame* frame_below_top(std::int64_t count) {
    const auto below = static_cast<std::size_t>(count);
    return below < open_.size() ? &open_[open_.size() - 1 - below] : nullptr;
  }

  void close(std::uint32_t pc) {
    if (open_.empty()) return;
    for (const std::uint32_t from : open_.back().broken) add(from, pc);
    open_.pop_back();
  }

  // Lanes that do not take the branch continue after an if_else, from which the other lanes jump to the end.
  std::uint32_t other_side(std::uint32_t target) const {
    return target < code_.size() && code_[target].op == Opcode::if_else ? target + 1 : target;
  }

  void follow(std::uint32_t pc) {
    const Instruction& instruction = code_[pc];
    switch (opcode_info(instruction.op).role) {
      case ControlRole::passes_on:
        return add(pc, pc + 1);
      case ControlRole::opens_branch:
        open_.emplace_back();
        add(pc, pc + 1);
        return add(pc, other_side(instruction.target));
      case ControlRole::goes_on_at_target:
        return add(pc, instruction.target);
      case ControlRole::opens:
        open_.emplace_back();
        return add(pc, pc + 1);
      case ControlRole::branches:
        add(pc, pc + 1);
        return add(pc, instruction.target);
      case ControlRole::joins_continued:
        if (!open_.empty())
          for (const std::uint32_t from : open_.back().continued) add(from, pc);
        return add(pc, pc + 1);
      case ControlRole::closes:
        close(pc);
        return add(pc, pc + 1);
      case ControlRole::breaks:
        if (Frame* frame = frame_below_top(instruction.imm)) frame->broken.push_back(pc);
        return;
      case ControlRole::continues:
        if (Frame* frame = frame_below_top(instruction.imm)) frame->continued.push_back(pc);
        return;
      case ControlRole::calls:  // BasicBlock::call states how a block follows a call
        return;
      case ControlRole::returns:
        if (instruction.mode != 1) returned_.push_back(pc);
        return;
      case ControlRole::ends_function:
        for (const std::uint32_t from : returned_) add(from, pc);
        returned_.clear();
        open_.clear();
        return;
      case ControlRole::ends_kernel:
        returned_.clear();
        open_.clear();
        return;
    }
  }

  const std::vector<Instruction>& code_;
  std::vector<std::vector<std::uint32_t>> to_;
  std::vector<Frame> open_;
  std::vector<std::uint32_t> returned_;
};

std::vector<bool> first_instructions(const Program& program,
                                     const std::vector<std::vector<std::uint32_t>>& to) {
  std::vector<bool> first(program.code.size() + 1);
  if (!first.empty()) first[0] = true;
  for (const Kernel& kernel : program.kernels) first[kernel.entry] = true;
  for (std::uint32_t pc = 0; pc < to.size(); ++pc) {
    const bool falls_through = to[pc].size() == 1 && to[pc].front() == pc + 1;
    if (!falls_through) first[pc + 1] = true;
    if (program.code[pc].op == Opcode::call) first[program.code[pc].target] = true;
    for (const std::uint32_t target : to[pc])
      if (target != pc + 1) first[target] = true;
  }
  return first;
}

std::vector<FunctionCode> called_functions(const Program& program) {
  std::map<std::uint32_t, FunctionCode> functions;  // by entry
  for (const Instruction& instruction : program.code)
    if (instruction.op == Opcode::call)
      functions.try_emplace(instruction.target, FunctionCode{instruction.target, instruction.target,
                                                             std::vector<bool>(program.register_count)});
  for (auto& [entry, function] : functions)
    while (function.end + 1 < program.code.size() && !ends_function(program.code[function.end].op))
      ++function.end;
  const auto writes = [&](FunctionCode& function) {
    bool more = false;
    for (std::uint32_t pc = function.entry; pc <= function.end; ++pc) {
      const Instruction& instruction = program.code[pc];
      const auto write = [&](std::size_t reg) {
        if (reg >= function.writes.size() || function.writes[reg]) return;
        function.writes[reg] = true;
        more = true;
      };
      const RegisterRun run = registers_written(instruction);
      for (unsigned i = 0; i < run.count; ++i) write(std::size_t{run.first} + i);
      if (instruction.op != Opcode::call) continue;
      const std::vector<bool>& below = functions[instruction.target].writes;
      for (std::size_t reg = 0; reg < below.size(); ++reg)
        if (below[reg]) write(reg);
    }
    return more;
  };
  for (bool more = true; more;) {
    more = false;
    for (auto& [entry, function] : functions) more = writes(function) || more;
  }
  std::vector<FunctionCode> list;
  for (auto& [entry, function] : functions) list.push_back(std::move(function));
  return list;
}

}  // namespace

ControlFlow control_flow_of(const Program& program) {
  const Edges edges(program);
  const std::vector<bool> first = first_instructions(program, edges.to());
  ControlFlow flow;
  flow.functions = called_functions(program);
  flow.block_of.resize(program.code.size());
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (first[pc]) flow.blocks.push_back({pc, pc, {}, std::nullopt, 0, 0});
    flow.blocks.back().end = pc + 1;
    flow.block_of[pc] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
  }
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const std::uint32_t block = flow.block_of[pc];
    for (const std::uint32_t to : edges.to()[pc])
      if (flow.blocks[flow.block_of[to]].begin == to && (to != pc + 1 || flow.block_of[to] != block))
        flow.blocks[flow.block_of[to]].from.push_back(block);
    if (program.code[pc].op != Opcode::call) continue;
    const auto callee = std::ranges::find(flow.functions, program.code[pc].target, &FunctionCode::entry);
    flow.blocks[flow.block_of[callee->entry]].from.push_back(block);
    if (pc + 1 == program.code.size()) continue;
    BasicBlock& after = flow.blocks[flow.block_of[pc + 1]];
    after.call = block;
    after.callee_end = flow.block_of[callee->end];
    after.callee = static_cast<std::uint32_t>(callee - flow.functions.begin());
  }
  return flow;
}

}  // namespace lockstep::sim
