#include "sim/frontend/parse/call_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/text/nesting.hpp"

namespace lockstep::sim::language {
namespace {

using Functions = std::unordered_set<const FunctionDecl*>;

// The callers of each function, and the number of functions that it calls.
struct Callers {
  std::unordered_map<const FunctionDecl*, std::vector<const FunctionDecl*>> of;
  std::unordered_map<const FunctionDecl*, std::size_t> callees;

  explicit Callers(const std::vector<Call>& calls) {
    for (const Call& call : calls) {
      of[call.callee].push_back(call.caller);
      ++callees[call.caller];
      callees.try_emplace(call.callee, 0);
    }
  }
};

// Returns, for each function, the depth of its calls including its own level. Functions that are in a cycle,
// or that call a function in a cycle, have no level.
std::unordered_map<const FunctionDecl*, unsigned> levels_of(const Callers& callers) {
  std::unordered_map<const FunctionDecl*, unsigned> levels;
  std::unordered_map<const FunctionDecl*, std::size_t> left = callers.callees;
  std::vector<const FunctionDecl*> ready;
  for (const auto& [function, callees] : left)
    if (callees == 0) ready.push_back(function);
  while (!ready.empty()) {
    const FunctionDecl* function = ready.back();
    ready.pop_back();
    unsigned below = 0;
    for (const FunctionDecl* callee : function->callees) below = std::max(below, levels[callee]);
    levels[function] = below + 1;
    const auto found = callers.of.find(function);
    if (found == callers.of.end()) continue;
    for (const FunctionDecl* caller : found->second)
      if (--left[caller] == 0) ready.push_back(caller);
  }
  return levels;
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

// Finds a cycle that contains `function` or is reachable from it. Returns the call that closes the cycle.
const Call* closing_call(const std::vector<Call>& calls,
                         const std::unordered_map<const FunctionDecl*, unsigned>& levels) {
  // Each function without a level calls another function without a level. Following these calls therefore
  // leads to a cycle.
  std::unordered_map<const FunctionDecl*, const Call*> next;
  for (const Call& call : calls)
    if (!levels.contains(call.caller) && !levels.contains(call.callee)) next.try_emplace(call.caller, &call);
  if (next.empty()) return nullptr;
  const FunctionDecl* at =
      std::ranges::find_if(calls, [&](const Call& call) { return next.contains(call.caller); })->caller;
  Functions seen;
  while (seen.insert(at).second) at = next.at(at)->callee;
  return next.at(at);
}

void report_recursion(Context& context, const std::unordered_map<const FunctionDecl*, unsigned>& levels) {
  const Call* call = closing_call(context.calls, levels);
  if (call == nullptr) return;
  const bool itself = call->caller == call->callee;
  context.diagnostics.error(
      call->range, fmt::format("OpenCL C does not allow recursion: '{}' calls itself{}", call->caller->name,
                               itself ? "" : fmt::format(" through '{}'", call->callee->name)));
}

// Limits the depth of calls, because the frames of nested calls are placed one after another and some tree
// walks follow calls.
void report_depth(Context& context, const std::unordered_map<const FunctionDecl*, unsigned>& levels) {
  for (const Call& call : context.calls) {
    const auto found = levels.find(call.caller);
    if (found == levels.end() || found->second <= kDeepestNesting) continue;
    return context.diagnostics.error(call.range,
                                     nested_too_deeply("this call of a function that calls others"));
  }
}

// Returns the functions that depend on an undefined function. A file may contain such functions; they are
// omitted, as by a linker.
Functions incomplete_functions(const Context& context, const Callers& callers) {
  Functions incomplete;
  std::vector<const FunctionDecl*> waiting;
  for (const Call& call : context.calls)
    if (!call.callee->body) waiting.push_back(call.callee);
  while (!waiting.empty()) {
    const auto found = callers.of.find(waiting.back());
    waiting.pop_back();
    if (found == callers.of.end()) continue;
    for (const FunctionDecl* caller : found->second)
      if (incomplete.insert(caller).second) waiting.push_back(caller);
  }
  return incomplete;
}

// Omits the kernels that cannot run, with a warning; reports an error if no kernel can run.
void leave_out_incomplete(Context& context, const Callers& callers) {
  auto& functions = context.unit.functions;
  const Functions incomplete = incomplete_functions(context, callers);
  const bool some_kernel_is_complete = std::ranges::any_of(
      functions, [&](const FunctionDecl* f) { return f->is_kernel && !incomplete.contains(f); });
  const Functions used = reachable_from_kernels(functions);
  for (const Call& call : context.calls) {
    if (call.callee->body || !used.contains(call.caller)) continue;
    std::string message = fmt::format("function '{}' is declared but not defined", call.callee->name);
    if (some_kernel_is_complete)
      context.diagnostics.warn(call.range, message + "; the kernels that call this function are omitted");
    else
      context.diagnostics.error(call.range, message);
  }
  std::erase_if(functions, [&](const FunctionDecl* f) { return incomplete.contains(f); });
}

}  // namespace

void check_calls(Context& context) {
  const Callers callers(context.calls);
  const auto levels = levels_of(callers);
  report_recursion(context, levels);
  report_depth(context, levels);
  if (!context.diagnostics.has_errors()) leave_out_incomplete(context, callers);
}

}  // namespace lockstep::sim::language
