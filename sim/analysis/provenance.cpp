// A provenance id is the root of a small expression tree; its leaves, from left to right, are the inputs in
// the order in which they were combined. Trees share their parts, and a wrong kernel can make one that is
// exponentially larger than its nodes, so every walk has a limit.
#include "sim/analysis/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "sim/machine/collective.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kLabelInputs = 4096;
constexpr std::size_t kNamedInLabel = 4;

constexpr std::string_view kBuiltins[] = {
#define F(name, arity, domain, result) #name,
#include "sim/machine/builtins.def"
#undef F
};

std::string_view builtin_symbol(std::string_view name) {
  if (name.ends_with("max") || name.starts_with("max")) return "max";
  if (name.ends_with("min") || name.starts_with("min")) return "min";
  if (name == "mul24") return "Π";
  if (name == "add_sat") return "Σ";
  return name;
}

std::string_view atomic_symbol(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
      return "Σ";
    case AtomicOp::min:
      return "min";
    case AtomicOp::max:
      return "max";
    case AtomicOp::bit_and:
      return "&";
    case AtomicOp::bit_or:
      return "|";
    case AtomicOp::bit_xor:
      return "^";
    default:
      return "⊕";
  }
}

std::string_view collective_symbol(CollectiveOperator op) {
  constexpr std::string_view kSymbols[] = {"Σ", "Π", "min", "max", "&", "|", "^"};
  return kSymbols[static_cast<std::size_t>(op)];
}

}  // namespace

std::string_view symbol_of(const ProvenanceNode& node) {
  switch (node.op) {
    case Opcode::add:
      return "Σ";
    case Opcode::mul:
      return "Π";
    case Opcode::bit_and:
      return "&";
    case Opcode::bit_or:
      return "|";
    case Opcode::bit_xor:
      return "^";
    case Opcode::builtin:
      return builtin_symbol(kBuiltins[node.builtin]);
    case Opcode::collective:
      return collective_symbol(static_cast<CollectiveOperator>(node.builtin));
    case Opcode::atomic:
      return atomic_symbol(static_cast<AtomicOp>(node.builtin));
    default:
      return "⊕";
  }
}

namespace {

// The operator that a whole value is made with; ⊕ where several were used. Both operands of a tree of one
// operator have its symbol too, so the walk may stop early.
std::string_view symbol_of(const ProvenanceGraph& graph, ProvenanceId root) {
  const std::string_view symbol = symbol_of(graph.node(root));
  std::vector<ProvenanceId> open{root};
  for (std::size_t visited = 0; !open.empty() && visited < kLabelInputs; ++visited) {
    const ProvenanceNode& node = graph.node(open.back());
    open.pop_back();
    if (node.kind != ProvenanceNode::Kind::combined) continue;
    if (symbol_of(node) != symbol) return "⊕";
    open.push_back(node.left);
    open.push_back(node.right);
  }
  return symbol;
}

bool is_progression(const std::vector<std::uint64_t>& sorted, std::uint64_t step) {
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] != sorted[i - 1] + step) return false;
  return true;
}

// "x4..x7", "x0,x2,x4", "x0,x8..x56": what a sorted list of inputs is called.
std::string name_inputs(const std::vector<std::uint64_t>& sorted) {
  if (sorted.size() == 1) return fmt::format("x{}", sorted.front());
  if (is_progression(sorted, 1)) return fmt::format("x{}..x{}", sorted.front(), sorted.back());
  if (sorted.size() > kNamedInLabel && sorted[1] > sorted[0] && is_progression(sorted, sorted[1] - sorted[0]))
    return fmt::format("x{},x{}..x{}", sorted[0], sorted[1], sorted.back());
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kNamedInLabel); ++i)
    text += fmt::format("{}x{}", i == 0 ? "" : ",", sorted[i]);
  if (sorted.size() > kNamedInLabel) text += fmt::format("… ({} inputs)", sorted.size());
  return text;
}

}  // namespace

std::vector<std::uint64_t> ProvenanceGraph::inputs(ProvenanceId id, std::size_t limit) const {
  std::vector<std::uint64_t> found;
  std::vector<ProvenanceId> open{id};
  while (!open.empty() && found.size() < limit) {
    const ProvenanceNode& current = nodes_[open.back()];
    open.pop_back();
    if (current.kind == ProvenanceNode::Kind::input) found.push_back(current.index);
    if (current.kind != ProvenanceNode::Kind::combined) continue;
    open.push_back(current.right);
    open.push_back(current.left);
  }
  return found;
}

std::string ProvenanceGraph::label(ProvenanceId id) const {
  const ProvenanceNode& root = nodes_[id];
  if (root.kind == ProvenanceNode::Kind::none) return {};
  if (root.kind == ProvenanceNode::Kind::input) return fmt::format("x{}", root.index);
  std::vector<std::uint64_t> covered = inputs(id, kLabelInputs);
  std::sort(covered.begin(), covered.end());
  return fmt::format("{} {}", symbol_of(*this, id), name_inputs(covered));
}

}  // namespace lockstep::sim
