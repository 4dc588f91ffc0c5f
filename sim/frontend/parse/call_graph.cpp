#include "sim/frontend/parse/call_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace lockstep::sim::language {
namespace {

using Functions = std::unordered_set<const FunctionDecl*>;

// Removes functions without callers or without callees until none is left: the rest are the cycles, and the
// functions between two cycles.
Functions functions_in_cycles(const std::vector<Call>& calls) {
  Functions left;
  for (const Call& call : calls) left.insert({call.caller, call.callee});
  for (bool changed = true; changed;) {
    Functions callers;
    Functions callees;
    for (const Call& call : calls) {
      if (!left.contains(call.caller) || !left.contains(call.callee)) continue;
      callers.insert(call.caller);
      callees.insert(call.callee);
    }
    const std::size_t before = left.size();
    std::erase_if(left, [&](const FunctionDecl* f) { return !callers.contains(f) || !callees.contains(f); });
    changed = left.size() != before;
  }
  return left;
}

Functions reachable_from_kernels(const std::vector<FunctionDecl*>& functions) {
  std::vector<const FunctionDecl*> waiting;
  for (const FunctionDecl* function : functions)
    if (function->is_kernel) waiting.push_back(function);
  Functions reached(waiting.begin(), waiting.end());
  while (!waiting.empty()) {
    const FunctionDecl* function = waiting.back();
    waiting.pop_back();
    for (const FunctionDecl* callee : function->callees)
      if (reached.insert(callee).second) waiting.push_back(callee);
  }
  return reached;
}

void report_recursion(Context& context) {
  const Functions cycles = functions_in_cycles(context.calls);
  for (const Call& call : context.calls) {
    if (!cycles.contains(call.caller) || !cycles.contains(call.callee)) continue;
    const bool itself = call.caller == call.callee;
    context.diagnostics.error(
        call.range, fmt::format("OpenCL C does not allow recursion: '{}' calls itself{}", call.caller->name,
                                itself ? "" : fmt::format(" through '{}'", call.callee->name)));
    return;
  }
}

// A file may contain functions that depend on a missing one: they are omitted, as by a linker.
Functions incomplete_functions(const Context& context) {
  Functions incomplete;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Call& call : context.calls)
      if (!call.callee->body || incomplete.contains(call.callee))
        changed = incomplete.insert(call.caller).second || changed;
  }
  return incomplete;
}

// It is an error if no kernel can run; otherwise kernels that cannot run are omitted with a warning.
void leave_out_incomplete(Context& context) {
  auto& functions = context.unit.functions;
  const Functions incomplete = incomplete_functions(context);
  const bool some_kernel_is_complete = std::ranges::any_of(
      functions, [&](const FunctionDecl* f) { return f->is_kernel && !incomplete.contains(f); });
  const Functions used = reachable_from_kernels(functions);
  for (const Call& call : context.calls) {
    if (call.callee->body || !used.contains(call.caller)) continue;
    std::string message = fmt::format("function '{}' is declared but not defined", call.callee->name);
    if (some_kernel_is_complete)
      context.diagnostics.warn(call.range, message + ": the kernels that call it are left out");
    else
      context.diagnostics.error(call.range, message);
  }
  std::erase_if(functions, [&](const FunctionDecl* f) { return incomplete.contains(f); });
}

}  // namespace

void check_calls(Context& context) {
  report_recursion(context);
  if (!context.diagnostics.has_errors()) leave_out_incomplete(context);
}

}  // namespace lockstep::sim::language
