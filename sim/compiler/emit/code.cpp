// Emits structured control flow as instructions. code.hpp explains the jump targets, and opcodes.def
// describes how each instruction changes the mask.
#include "sim/compiler/emit/code.hpp"

#include <utility>

namespace lockstep::sim::language {

std::uint32_t Code::emit(Draft draft) {
  draft.instruction.range = range_index();
  drafts_.push_back(draft);
  return size() - 1;
}

std::uint32_t Code::range_index() {
  const auto key = std::tuple(range_.file, range_.line, range_.column, range_.end_line, range_.end_column);
  const auto [found, inserted] = range_indices_.try_emplace(key, static_cast<std::uint32_t>(ranges_.size()));
  if (inserted) ranges_.push_back(range_);
  return found->second;
}

std::uint32_t Code::emit_control(Opcode op, FrameRegister condition, bool counts_as_branch) {
  Draft draft;
  draft.instruction.op = op;
  // Branches in built-in libraries do not count as branches of the program.
  draft.instruction.counts_as_branch = counts_as_branch && !is_pinned_;
  draft.a = condition;
  return emit(draft);
}

void Code::reconverge() {
  for (std::uint32_t index : std::exchange(open_.back().to_next, {}))
    drafts_[index].instruction.target = size();
  unreachable_ = false;
}

// Emits the last instruction of a construct. If no lane is active after it, the enclosing construct handles
// this case.
void Code::close(Opcode end) {
  reconverge();
  for (std::uint32_t index : open_.back().to_end) drafts_[index].instruction.target = size();
  const bool may_be_empty = open_.back().has_jump;
  open_.pop_back();
  const std::uint32_t index = emit_control(end);
  drafts_[index].instruction.target = index + 1;
  if (may_be_empty) open_.back().to_next.push_back(index);
}

void Code::begin_if(FrameRegister condition, bool counts_as_branch) {
  const std::uint32_t index = emit_control(Opcode::if_begin, condition, counts_as_branch);
  open_.push_back({Construct::if_, index, {index}});
}

void Code::begin_else() {
  reconverge();
  open_.back().to_next.push_back(emit_control(Opcode::if_else));
}

void Code::end_if() { close(Opcode::if_end); }

void Code::begin_loop() {
  const std::uint32_t index = emit_control(Opcode::loop_begin);
  open_.push_back({Construct::loop, index});
}

void Code::loop_test(FrameRegister condition, bool counts_as_branch) {
  open_.back().to_end.push_back(emit_control(Opcode::loop_test, condition, counts_as_branch));
}

void Code::loop_join() {
  if (open_.back().to_next.empty()) return;
  reconverge();
  open_.back().to_end.push_back(emit_control(Opcode::loop_join));
}

void Code::end_loop() {
  const std::uint32_t back = emit_control(Opcode::loop_back);
  drafts_[back].instruction.target = open_.back().begin + 1;
  close(Opcode::loop_end);
}

void Code::begin_switch() {
  const std::uint32_t index = emit_control(Opcode::switch_begin, {}, true);
  open_.push_back({Construct::switch_, index});
  // Nothing between `switch (…) {` and the first label is executed.
  unreachable_ = true;
}

void Code::case_label(FrameRegister condition) {
  reconverge();
  open_.back().to_next.push_back(emit_control(Opcode::case_label, condition));
}

void Code::end_switch() { close(Opcode::switch_end); }

void Code::begin_function() {
  open_.clear();
  open_.push_back({Construct::function});
  unreachable_ = false;
}

void Code::end_function(bool is_kernel) {
  reconverge();
  emit_control(is_kernel ? Opcode::kernel_end : Opcode::function_end);
}

void Code::jump_out(Opcode op, std::size_t frames, std::uint8_t mode) {
  const std::uint32_t index = emit_control(op);
  drafts_[index].instruction.imm = static_cast<std::int64_t>(frames);
  drafts_[index].instruction.mode = mode;
  open_.back().to_next.push_back(index);
  for (Open& construct : open_) construct.has_jump = true;
  unreachable_ = true;
}

// Returns whether a `break` also leaves the construct that is `frames` below the top, in addition to the
// constructs above it.
bool Code::passes(std::size_t frames) const {
  const Construct kind = open_[open_.size() - 1 - frames].kind;
  return kind == Construct::if_ || kind == Construct::region;
}

void Code::break_out() {
  std::size_t frames = 0;
  while (passes(frames)) ++frames;
  jump_out(Opcode::break_out, frames, 0);
}

void Code::continue_out() {
  std::size_t frames = 0;
  while (open_[open_.size() - 1 - frames].kind != Construct::loop) ++frames;
  jump_out(Opcode::continue_out, frames, 0);
}

std::size_t Code::begin_region() {
  const std::uint32_t index = emit_control(Opcode::loop_begin);
  open_.push_back({Construct::region, index});
  return open_.size() - 1;
}

void Code::leave_region(std::size_t region) { jump_out(Opcode::break_out, open_.size() - 1 - region, 0); }

void Code::repeat_region(std::size_t region) { jump_out(Opcode::continue_out, open_.size() - 1 - region, 0); }

// Lanes that reach the end of the region wait there for the lanes that repeat the region and for those that
// jumped to its end.
void Code::end_region(bool repeats) {
  if (!unreachable_) jump_out(Opcode::break_out, 0, 0);
  if (!repeats) return close(Opcode::loop_end);
  loop_join();
  end_loop();
}

// Returns from a function or ends a kernel. The Call frame of a helper function is below the function's open
// constructs; a kernel has no Call frame.
void Code::return_out(bool is_kernel) { jump_out(Opcode::return_out, open_.size() - 1, is_kernel ? 1 : 0); }

}  // namespace lockstep::sim::language
