#include "sim/language/call_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace lockstep::sim::language {
namespace {

using Functions = std::unordered_set<const FunctionDecl*>;

// What is left when functions that nobody left calls, or that call nobody left, are taken away one after
// another: the cycles, and what lies between two of them.
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

}  // namespace

void check_calls(Context& context) {
  for (const Call& call : context.calls)
    if (!call.callee->body)
      context.diagnostics.error(call.range,
                                fmt::format("function '{}' is declared but not defined", call.callee->name));
  const Functions cycles = functions_in_cycles(context.calls);
  for (const Call& call : context.calls) {
    if (!cycles.contains(call.caller) || !cycles.contains(call.callee)) continue;
    const bool itself = call.caller == call.callee;
    context.diagnostics.error(call.range,
                              fmt::format("OpenCL C has no recursion: '{}' calls itself{}", call.caller->name,
                                          itself ? "" : fmt::format(" through '{}'", call.callee->name)));
    return;
  }
}

}  // namespace lockstep::sim::language
