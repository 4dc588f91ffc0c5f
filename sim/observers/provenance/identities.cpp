#include "sim/observers/provenance/identities.hpp"

#include <algorithm>
#include <utility>

#include "sim/observers/provenance/value_flow.hpp"

namespace lockstep::sim {
namespace {

using Node = ValueFlow::Node;

// Marks all nodes that can be reached from the marked nodes, along or against the edges.
void spread(const ValueFlow& flow, std::vector<bool>& marked, bool forwards, bool copies_only) {
  std::vector<std::vector<Node>> next(flow.size());
  for (const ValueFlow::Edge& edge : flow.edges()) {
    if (copies_only && edge.kind != ValueFlow::Kind::copy) continue;
    const Node from = flow.find(edge.from), to = flow.find(edge.to);
    next[forwards ? from : to].push_back(forwards ? to : from);
  }
  std::vector<Node> open;
  for (Node node = 0; node < flow.size(); ++node)
    if (marked[node]) open.push_back(node);
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Node other : next[node]) {
      if (marked[other]) continue;
      marked[other] = true;
      open.push_back(other);
    }
  }
}

std::vector<std::vector<Register>> identity_parameters(const Machine& machine, ValueFlow& flow,
                                                       const std::vector<bool>& wanted) {
  std::vector<std::vector<Register>> parameters;
  for (std::uint32_t launch = 0; launch < machine.plan().launches.size(); ++launch) {
    std::vector<Register>& registers = parameters.emplace_back();
    for (const Parameter& parameter : machine.kernel(launch).parameters) {
      if (parameter.kind != Parameter::Kind::value) continue;
      for (unsigned k = 0; k < parameter.count; ++k) {
        const auto reg = static_cast<Register>(parameter.first + k);
        const Node node = flow.at_begin(launch, reg);
        if (node < wanted.size() && wanted[node]) registers.push_back(reg);
      }
    }
  }
  return parameters;
}

bool holds_one_value(const PlanBuffer& buffer) {
  const Content& content = buffer.content;
  return content.pattern == Content::Pattern::constant ||
         (content.pattern == Content::Pattern::bytes && content.bytes->size() == buffer.bytes() &&
          repeats_one_value(*content.bytes, size_bytes(buffer.type)));
}

// `held`: the nodes that may hold an input. Adds the identities and all nodes that they reach.
bool may_combine(const Machine& machine, ValueFlow& flow, const Identities& identities,
                 std::vector<bool> held) {
  held.resize(flow.size());  // parameters that no kernel reads have become nodes in the meantime
  for (const auto& [program, pc, node] : flow.constants())
    if (identities.constants[program][pc]) held[flow.find(node)] = true;
  for (std::size_t i = 0; i < machine.plan().buffers.size(); ++i)
    if (identities.buffers[i] || identities.filled[i]) held[flow.buffer(i)] = true;
  for (std::uint32_t launch = 0; launch < identities.parameters.size(); ++launch)
    for (const Register reg : identities.parameters[launch]) held[flow.at_begin(launch, reg)] = true;
  spread(flow, held, true, false);
  return std::ranges::any_of(flow.meetings(), [&](const ValueFlow::Meeting& meeting) {
    return held[flow.find(meeting.a)] && held[flow.find(meeting.b)];
  });
}

}  // namespace

Identities find_identities(const Machine& machine) {
  ValueFlow flow(machine);
  const Plan& plan = machine.plan();
  std::vector<bool> has_input(flow.size());
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].role == PlanBuffer::Role::input) has_input[flow.buffer(i)] = true;
  spread(flow, has_input, true, false);
  std::vector<bool> meets_input = has_input;
  spread(flow, meets_input, false, true);

  Identities identities;
  for (std::size_t i = 0; i < plan.programs.size(); ++i)
    identities.constants.emplace_back(machine.program(i).code.size());
  for (const auto& [program, pc, node] : flow.constants())
    if (meets_input[flow.find(node)]) identities.constants[program][pc] = true;
  for (const auto& [program, pc, other] : flow.neutrals())
    if (has_input[flow.find(other)]) identities.constants[program][pc] = true;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    identities.buffers.push_back(plan.buffers[i].role != PlanBuffer::Role::input &&
                                 holds_one_value(plan.buffers[i]) && has_input[flow.buffer(i)]);
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    identities.filled.push_back(has_input[flow.buffer(i)]);
  identities.parameters = identity_parameters(machine, flow, meets_input);
  identities.may_combine = may_combine(machine, flow, identities, std::move(has_input));
  return identities;
}

}  // namespace lockstep::sim
