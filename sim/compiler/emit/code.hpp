// The instruction stream during compilation. Registers, private memory and local memory are numbered relative
// to the function that owns them ("frame-relative"), because the position of a function's frame depends on
// all its callers. link() in link.cpp converts these numbers to absolute numbers.
//
// Control flow is emitted by pairs of begin_ and end_ functions. They maintain a stack that equals the
// machine's stack of control frames. If an instruction can leave no lane active, its target is the next
// reconvergence instruction of its construct. The target is emitted later, so the construct collects such
// instructions until then. If no jump leaves a construct, some lane is active whenever its end is reached, so
// the end needs no target.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/bytecode/program.hpp"
#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

using FunctionIndex = std::uint32_t;

struct FrameRegister {
  FunctionIndex function = 0;
  std::uint32_t index = 0;
  bool operator==(const FrameRegister&) const = default;
};

// An instruction whose frame-relative operands are stored beside it until link() adds the position of
// the frame.
struct Draft {
  enum class Relocation : std::uint8_t { none, private_frame, callee };
  Instruction instruction;
  FrameRegister dst, a, b, c;
  // private_frame: link() adds the owner's private frame to imm. callee: the target is the owner's entry.
  Relocation relocation = Relocation::none;
  FunctionIndex owner = 0;
};

class Code {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(drafts_.size()); }
  std::uint32_t emit(Draft draft);
  void set_range(const SourceRange& range) {
    if (!is_pinned_) range_ = range;
  }
  const SourceRange& range() const { return range_; }
  // While the range is pinned, all emitted instructions receive this range.
  bool is_pinned() const { return is_pinned_; }
  void pin(const SourceRange& range) {
    range_ = range;
    is_pinned_ = true;
  }
  void unpin() { is_pinned_ = false; }

  // Returns true after a jump until a point that lanes can reach again; the code between is never executed.
  bool unreachable() const { return unreachable_; }

  void begin_if(FrameRegister condition, bool counts_as_branch);
  void begin_else();
  void end_if();

  void begin_loop();
  void loop_test(FrameRegister condition, bool counts_as_branch = true);
  void loop_join();
  void end_loop();  // emits loop_back and loop_end

  void begin_switch();
  void case_label(FrameRegister condition);
  void end_switch();

  // A region is a sequence of statements that a goto leaves at its end or repeats from its start. In the
  // machine, a region is a loop that break and continue statements do not affect. begin_region() returns a
  // number that identifies the region in jumps.
  std::size_t begin_region();
  void end_region(bool repeats);
  void leave_region(std::size_t region);
  void repeat_region(std::size_t region);

  void begin_function();
  void end_function(bool is_kernel);

  void break_out();
  void continue_out();
  void return_out(bool is_kernel);

  std::vector<Draft>& drafts() { return drafts_; }
  std::vector<SourceRange>& ranges() { return ranges_; }

 private:
  enum class Construct : std::uint8_t { if_, loop, region, switch_, function };
  struct Open {
    Construct kind;
    std::uint32_t begin = 0;                  // index of the opening instruction
    std::vector<std::uint32_t> to_next = {};  // jumps to the next reconvergence instruction
    std::vector<std::uint32_t> to_end = {};   // jumps to the last instruction of this construct
    bool has_jump = false;                    // contains break, continue or return at any depth
  };

  std::uint32_t emit_control(Opcode op, FrameRegister condition = {}, bool counts_as_branch = false);
  void reconverge();  // makes the next instruction the target of the innermost construct's pending jumps
  void close(Opcode end);
  void jump_out(Opcode op, std::size_t frames, std::uint8_t mode);
  bool passes(std::size_t frames) const;
  std::uint32_t range_index();

  std::vector<Draft> drafts_;
  std::vector<SourceRange> ranges_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>,
           std::uint32_t>
      range_indices_;
  SourceRange range_;
  bool is_pinned_ = false;
  std::vector<Open> open_;
  bool unreachable_ = false;
};

// While this object exists, emitted instructions have the range of a syntax node.
class RangeScope {
 public:
  RangeScope(Code& code, const SourceRange& range) : code_(code), outer_(code.range()) {
    code.set_range(range);
  }
  ~RangeScope() { code_.set_range(outer_); }
  RangeScope(const RangeScope&) = delete;
  RangeScope& operator=(const RangeScope&) = delete;

 private:
  Code& code_;
  SourceRange outer_;
};

}  // namespace lockstep::sim::language
