#include "sim/trace/operator_call.hpp"

#include "core/plan/operator_code.hpp"
#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {

const HelperFunction* operator_function_of(const Plan& plan, const Program& program) {
  if (!plan.expectation || is_commutative(plan.expectation->op)) return nullptr;
  return program.find_function(operator_function_name(plan.expectation->op));
}

bool is_in_operator(const Trace& trace, std::uint64_t position) {
  const HelperFunction* function = operator_function_of(trace.plan(), trace.program_at(position));
  const std::uint32_t pc = trace.at(position).moment.pc;
  return function != nullptr && pc >= function->entry && pc <= function->end;
}

// The call is the warp's last moment outside the function.
const SourceRange& Trace::Impl::range_of(std::uint64_t position) const {
  const Moment moment = records[position].moment;
  const Program& program = machine.program(machine.plan().launches[moment.launch].program);
  const HelperFunction* function = operator_function_of(machine.plan(), program);
  const auto is_inside = [&](const Moment& at) {
    return function != nullptr && at.pc >= function->entry && at.pc <= function->end;
  };
  const auto is_this_warp = [&](const Moment& at) {
    return at.warp == moment.warp && at.group == moment.group && at.launch == moment.launch;
  };
  std::uint64_t call = position;
  while (call > 0 && (is_inside(records[call].moment) || !is_this_warp(records[call].moment))) --call;
  return program.ranges[program.code[records[call].moment.pc].range];
}

}  // namespace lockstep::sim
