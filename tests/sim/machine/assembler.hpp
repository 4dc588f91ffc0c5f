// Bytecode written by hand, for tests of the machine that need no compiler: registers are values, structured
// control flow takes lambdas, and every instruction has the line number that was set last.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/finding_log.hpp"

namespace lockstep::sim::assembly {

constexpr auto kInt = LaneType::int32;

using Body = std::function<void()>;

class Assembler {
 public:
  explicit Assembler(std::string kernel_name = "k");

  void line(std::uint32_t number) { line_ = number; }
  Register fresh() { return static_cast<Register>(program_.register_count++); }
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }
  std::uint32_t emit(Instruction instruction);

  Register global_parameter(const std::string& name, LaneType type = LaneType::int32);
  Register constant_parameter(const std::string& name, LaneType type = LaneType::int32);
  Register local_parameter(const std::string& name, LaneType type = LaneType::int32);
  Register value_parameter(const std::string& name, LaneType type, unsigned count = 1);
  std::uint32_t structure_parameter(const std::string& name,
                                    std::uint32_t bytes);  // offset in private memory
  std::uint32_t private_array(const std::string& name, LaneType type, std::uint32_t elements);  // target
  std::uint64_t local_array(const std::string& name, LaneType type, std::uint64_t elements);    // address

  Register constant(LaneType type, std::uint64_t bits);
  Register integer(std::int32_t value) {
    return constant(LaneType::int32, static_cast<std::uint32_t>(value));
  }
  Register query(WorkItemQuery query, std::uint32_t dimension = 0);
  Register query_int(WorkItemQuery query, std::uint32_t dimension = 0);  // converted to int
  Register binary(Opcode op, LaneType type, Register a, Register b);
  Register unary(Opcode op, LaneType type, Register a);
  Register builtin(const char* name, LaneType type, Register a, Register b = 0, Register c = 0);
  Register convert(LaneType to, LaneType from, Register a, ConvertMode mode = ConvertMode::c);
  void move(LaneType type, Register dst, Register a);
  // base + index * size_bytes(type); index is an int.
  Register element(Register base, Register index, LaneType type = LaneType::int32);
  Register load(Register address, LaneType type = LaneType::int32, unsigned count = 1, std::uint8_t mode = 0);
  void store(Register address, Register value, LaneType type = LaneType::int32, unsigned count = 1,
             std::uint8_t mode = 0);
  Register atomic(AtomicOp op, Register address, Register b, Register c = 0, LaneType type = LaneType::int32);
  void barrier(std::int64_t flags = 1);
  void sub_group_barrier(std::int64_t flags);

  void if_(Register condition, const Body& then, const Body& otherwise = {});
  // `condition` computes and returns the test of each iteration; `step` runs after the continued lanes have
  // joined.
  void loop(const std::function<Register()>& condition, const Body& body, const Body& step = {});
  void switch_(const std::vector<Register>& conditions, const std::vector<Body>& bodies);
  void break_out();     // of the innermost loop or switch
  void continue_out();  // of the innermost loop
  void return_out();    // ends the kernel

  // A helper function, created before the kernel's own code; returns its entry.
  std::uint32_t function(const Body& body);
  void return_from_function();
  void call(std::uint32_t entry) { emit({.op = Opcode::call, .target = entry}); }

  // A finished program: kernel_end is added, jumps are resolved.
  std::shared_ptr<const Program> finish();

 private:
  struct Frame {
    enum class Kind { if_, loop, switch_, function } kind;
    std::vector<std::uint32_t> escapes;  // of lanes that leave early: they jump to the next join
  };
  void escape(std::uint32_t at);
  void join();  // sets the targets of the innermost frame's escapes to this place
  std::int64_t depth_of(bool loops_only) const;
  Register parameter(Parameter::Kind kind, const std::string& name, LaneType type, unsigned count);

  Program program_;
  std::uint32_t line_ = 1;
  std::vector<Frame> frames_{1};
};

struct Outcome {
  MachineState state;
  std::vector<Finding> findings;
  std::vector<std::int32_t> ints(std::size_t buffer) const;
};

DeviceModel model_of(unsigned width);
PlanBuffer int_buffer(const std::string& name, const std::vector<std::int32_t>& values);
PlanBuffer output_buffer(const std::string& name, std::uint64_t elements, LaneType type = LaneType::int32);
// A plan with one launch of kernel "k" in one dimension.
Plan plan_of(std::vector<PlanBuffer> buffers, std::vector<Argument> arguments, std::uint64_t global,
             std::uint64_t local);
Machine machine_of(const Plan& plan, std::shared_ptr<const Program> program, const DeviceModel& model,
                   const MachineOptions& options = {});
Outcome run(const Plan& plan, std::shared_ptr<const Program> program, unsigned width = 32,
            const MachineOptions& options = {});

}  // namespace lockstep::sim::assembly
