// A provenance id is the root of a small expression tree; its leaves, from left to right, are the inputs in
// the order in which they were combined. Trees share their parts, and a wrong kernel can make one that is
// exponentially larger than its nodes, so every walk has a limit.
#include "sim/analysis/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
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

// An input and how often it is in.
struct Term {
  std::uint64_t index = 0;
  std::uint64_t times = 0;
};

std::vector<Term> terms_of(std::vector<std::uint64_t> inputs) {
  std::ranges::sort(inputs);
  std::vector<Term> terms;
  for (const std::uint64_t index : inputs) {
    if (terms.empty() || terms.back().index != index) terms.push_back({index, 0});
    ++terms.back().times;
  }
  return terms;
}

InputCover progression_of(const std::vector<Term>& terms) {
  InputCover cover;
  for (const Term& term : terms) {
    const InputCover one{term.index, 0, term.times == 1 ? std::uint64_t{1} : 0};
    cover = &term == &terms.front() ? one : united(cover, one);
    if (cover.count == 0) break;
  }
  return cover;
}

// "x5", "x4..x7", "x0,x2,x4", "x0,x8..x56"
std::string name_cover(const InputCover& cover) {
  const std::uint64_t last = cover.first + (cover.count - 1) * cover.step;
  if (cover.count == 1) return fmt::format("x{}", cover.first);
  if (cover.step == 1) return fmt::format("x{}..x{}", cover.first, last);
  if (cover.count > kNamedInLabel)
    return fmt::format("x{},x{}..x{}", cover.first, cover.first + cover.step, last);
  std::string text = fmt::format("x{}", cover.first);
  for (std::uint64_t i = 1; i < cover.count; ++i) text += fmt::format(",x{}", cover.first + i * cover.step);
  return text;
}

// "x0,2·x3,x5": inputs in no order that a few words say.
std::string name_terms(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : std::span(terms).first(std::min(terms.size(), kNamedInLabel))) {
    if (!text.empty()) text += ',';
    if (term.times > 1) text += fmt::format("{}·", term.times);
    text += fmt::format("x{}", term.index);
  }
  if (terms.size() > kNamedInLabel) text += fmt::format("… ({} inputs)", terms.size());
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
  if (id < covers_.size() && covers_[id].count != 0)
    return fmt::format("{} {}", symbol_of(root), name_cover(covers_[id]));
  const std::vector<Term> terms = terms_of(inputs(id, kLabelInputs));
  const InputCover cover = progression_of(terms);
  return fmt::format("{} {}", symbol_of(*this, id), cover.count != 0 ? name_cover(cover) : name_terms(terms));
}

// Operands are older than what is made of them.
void ProvenanceGraph::summarise() {
  covers_.clear();
  covers_.reserve(nodes_.size());
  for (const ProvenanceNode& node : nodes_) covers_.push_back(cover_of(node));
}

InputCover ProvenanceGraph::cover_of(const ProvenanceNode& node) const {
  if (node.kind == ProvenanceNode::Kind::input) return {node.index, 0, 1};
  if (node.kind != ProvenanceNode::Kind::combined) return {};
  for (const ProvenanceId operand : {node.left, node.right}) {
    const ProvenanceNode& part = nodes_[operand];
    const bool same = part.kind != ProvenanceNode::Kind::combined ||
                      (part.op == node.op && part.builtin == node.builtin) ||
                      symbol_of(part) == symbol_of(node);
    if (!same || covers_[operand].count == 0) return {};
  }
  return united(covers_[node.left], covers_[node.right]);
}

}  // namespace lockstep::sim
