#include "sim/observers/counters/folding.hpp"

#include <algorithm>
#include <set>

#include "sim/bytecode/opcode.hpp"

namespace lockstep::sim {
namespace {

// The code of a nested loop is examined several times. After this number of instructions, no further loop
// counts as unrolled.
constexpr std::size_t kMostVisits = 1'000'000;

class Folding {
 public:
  explicit Folding(const Program& program)
      : code_(program.code), known_(program.register_count), folded_(program.code.size()) {}

  std::vector<bool> take() {
    go(0, code_.size());
    return std::move(folded_);
  }

 private:
  // Examines the instructions in [begin, end). At the start of a function, no register is known to hold
  // a constant.
  void go(std::size_t begin, std::size_t end) {
    for (std::size_t pc = begin; pc < end;) pc = step(pc);
  }

  // Examines an instruction, and returns the index of the instruction after it, or after the construct that
  // it opens.
  std::size_t step(std::size_t pc) {
    const Opcode op = code_[pc].op;
    ++visits_;
    if (op == Opcode::loop_begin) return loop(pc);
    if (op == Opcode::if_begin) return branch(pc);
    if (op == Opcode::switch_begin)
      return forget_after(pc, end_of(pc, Opcode::switch_begin, Opcode::switch_end));
    if (op == Opcode::call)
      forget_call(code_[pc].target);
    else if (op == Opcode::function_end || op == Opcode::kernel_end)
      std::fill(known_.begin(), known_.end(), false);
    else
      plain(pc);
    return pc + 1;
  }

  void plain(std::size_t pc) {
    const Instruction& i = code_[pc];
    const bool inputs = reads_known(i);
    const bool accesses = i.op == Opcode::load || i.op == Opcode::store;
    folded_[pc] = accesses ? known_[i.a] : inputs && computes(i.op);
    if (i.op == Opcode::loop_test) {
      folded_[pc] = inputs;
      tests_known_ = tests_known_ && inputs;
    }
    const bool is_known = inputs && !accesses && computes(i.op);
    const RegisterRun written = registers_written(i);
    for (unsigned k = 0; k < written.count; ++k) known_[written.first + k] = is_known;
  }

  // Returns whether the result depends only on registers, not on the work-item or on memory.
  static bool computes(Opcode op) { return opcode_info(op).has(opcodes::plain) && op != Opcode::work_item; }

  bool reads_known(const Instruction& i) const {
    for (const RegisterRun& run : registers_read(i))
      for (unsigned k = 0; k < run.count; ++k)
        if (!known_[run.first + k]) return false;
    return true;
  }

  std::size_t end_of(std::size_t pc, Opcode begin, Opcode end) const {
    std::size_t depth = 0;
    for (;; ++pc) {
      if (code_[pc].op == begin) ++depth;
      if (code_[pc].op == end && --depth == 0) return pc;
    }
  }

  std::set<Register> written_between(std::size_t begin, std::size_t end) const {
    std::set<Register> all;
    for (std::size_t pc = begin; pc < end; ++pc) {
      const RegisterRun run = registers_written(code_[pc]);
      for (unsigned k = 0; k < run.count; ++k) all.insert(static_cast<Register>(run.first + k));
    }
    return all;
  }

  void forget(const std::set<Register>& registers) {
    for (const Register r : registers) known_[r] = false;
  }
  void forget_call(std::size_t entry) {
    std::size_t end = entry;
    while (code_[end].op != Opcode::function_end) ++end;
    forget(written_between(entry, end));
  }

  std::size_t forget_after(std::size_t begin, std::size_t end) {
    go(begin + 1, end);
    forget(written_between(begin, end));
    return end + 1;
  }

  std::size_t branch(std::size_t pc) {
    folded_[pc] = known_[code_[pc].a];
    const std::size_t end = end_of(pc, Opcode::if_begin, Opcode::if_end);
    if (!folded_[pc]) return forget_after(pc, end);
    go(pc + 1, end);
    return end + 1;
  }

  bool leaves_early(std::size_t begin, std::size_t end) const {
    return std::any_of(code_.begin() + static_cast<std::ptrdiff_t>(begin),
                       code_.begin() + static_cast<std::ptrdiff_t>(end), [](const Instruction& i) {
                         return i.op == Opcode::break_out || i.op == Opcode::continue_out ||
                                i.op == Opcode::return_out;
                       });
  }

  // Examines a loop as if it were unrolled. Registers that are unknown in the second iteration also count as
  // unknown in the first.
  std::size_t loop(std::size_t pc) {
    const std::size_t end = end_of(pc, Opcode::loop_begin, Opcode::loop_end);
    const std::set<Register> written = written_between(pc, end);
    const bool outer_tests = tests_known_;
    bool is_unrolled = visits_ < kMostVisits && !leaves_early(pc, end);
    if (!is_unrolled) forget(written);
    for (std::vector<bool> entry = known_;; known_ = entry) {
      tests_known_ = true;
      go(pc + 1, end);
      bool changes = false;
      if (is_unrolled && !tests_known_) {
        is_unrolled = false;
        for (const Register r : written) entry[r] = false;
        changes = true;
      }
      for (const Register r : written) {
        if (!entry[r] || known_[r]) continue;
        entry[r] = false;
        changes = true;
      }
      if (!changes) break;
    }
    tests_known_ = outer_tests;
    if (!is_unrolled) forget(written);
    return end + 1;
  }

  const std::vector<Instruction>& code_;
  std::vector<bool> known_;   // registers that hold a constant
  std::vector<bool> folded_;  // instructions
  bool tests_known_ = true;   // of the innermost loop
  std::size_t visits_ = 0;
};

}  // namespace

std::vector<bool> folded_instructions(const Program& program) { return Folding(program).take(); }

}  // namespace lockstep::sim
