// The instruction stream during compilation. Registers, private and local memory are numbered within
// the function that owns them ("frame-relative"), because the place of a function is known only when all its
// callers are known; link() (link.cpp) makes them absolute.
//
// Control flow is written with begin_/end_ pairs that keep a stack equal to the machine's stack of control
// frames. An instruction that can leave no lane active names the next reconvergence instruction of its
// construct as target; that instruction comes later in the text, so the construct collects them until then.
// Where nothing jumps out of a construct its end cannot be reached without lanes and needs no target.
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

// An instruction whose frame-relative parts are not yet part of it.
struct Draft {
  enum class Relocation : std::uint8_t { none, private_frame, callee };
  Instruction instruction;
  FrameRegister dst, a, b, c;
  Relocation relocation =
      Relocation::none;  // add the owner's private frame to imm; target is the owner's entry
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
  // While it is pinned, all instructions have this range.
  bool is_pinned() const { return is_pinned_; }
  void pin(const SourceRange& range) {
    range_ = range;
    is_pinned_ = true;
  }
  void unpin() { is_pinned_ = false; }

  // True after a jump until lanes can return: the rest of the block never runs.
  bool unreachable() const { return unreachable_; }

  void begin_if(FrameRegister condition, bool counts_as_branch);
  void begin_else();
  void end_if();

  void begin_loop();
  void loop_test(FrameRegister condition, bool counts_as_branch = true);
  void loop_join();
  void end_loop();  // closes the circle: loop_back and loop_end

  void begin_switch();
  void case_label(FrameRegister condition);
  void end_switch();

  // A region that goto leaves at its end or repeats from its beginning: a loop of the machine that break and
  // continue of the source do not affect. begin_region() returns the number by which jumps refer to it.
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
    std::uint32_t begin = 0;                  // of the opening instruction
    std::vector<std::uint32_t> to_next = {};  // jump to the next reconvergence instruction of this construct
    std::vector<std::uint32_t> to_end = {};   // go to its last one
    bool has_jump = false;                    // break, continue or return in it, at any depth
  };

  std::uint32_t emit_control(Opcode op, FrameRegister condition = {}, bool counts_as_branch = false);
  void
  reconverge();  // the next instruction becomes the target of the pending jumps of the innermost construct
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

// Gives the instructions of `code` the range of a syntax node while it lives.
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
