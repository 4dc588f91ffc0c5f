// A provenance id is the root of a small expression tree; its leaves, from left to right, are the inputs in
// the order in which they were combined. Trees share their parts, and an incorrect kernel can create a tree
// that is exponentially larger than its number of nodes, so every walk has a limit.
#include "sim/observers/provenance/provenance.hpp"

#include <algorithm>
#include <string_view>

#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kSymbolNodes = 4096;

std::string_view builtin_symbol(const BuiltinInfo& function) {
  return function.sign.empty() ? function.name : function.sign;
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
  if (node.op == Opcode::builtin) return builtin_symbol(builtin_info(node.builtin));
  if (node.op == Opcode::collective) return collective_symbol(static_cast<CollectiveOperator>(node.builtin));
  if (node.op == Opcode::atomic) return atomic_symbol(static_cast<AtomicOp>(node.builtin));
  const OpcodeInfo& info = opcode_info(node.op);
  if (info.flow != ResultFlow::compared) return info.sign;
  return static_cast<Extremum>(node.builtin) == Extremum::minimum ? "min" : "max";
}

std::vector<std::uint64_t> ProvenanceGraph::inputs(ProvenanceId id, std::size_t limit) const {
  std::vector<std::uint64_t> found;
  std::vector<ProvenanceId> open{id};
  while (!open.empty() && found.size() < limit) {
    const ProvenanceNode current = node(open.back());
    open.pop_back();
    if (current.kind == ProvenanceNode::Kind::input) found.push_back(current.index);
    if (current.kind != ProvenanceNode::Kind::combined) continue;
    open.push_back(current.right);
    open.push_back(current.left);
  }
  return found;
}

// This value was combined with identities only.
bool ProvenanceGraph::is_one_input(ProvenanceId id) const {
  while (is_combined(id)) {
    const Node& node = nodes_[id];
    if (has_input(node.left) == has_input(node.right)) return false;
    id = has_input(node.left) ? node.left : node.right;
  }
  return node(id).kind == ProvenanceNode::Kind::input;
}

// Both operands of a value with one operator have the same symbol, so the walk may stop early.
std::string_view ProvenanceGraph::symbol(ProvenanceId id) const {
  if (!is_combined(id)) return {};
  const std::string_view symbol = symbol_of(node(id));
  if (cover(id).known()) return symbol;
  std::vector<ProvenanceId> open{id};
  for (std::size_t visited = 0; !open.empty() && visited < kSymbolNodes; ++visited) {
    const ProvenanceNode part = node(open.back());
    open.pop_back();
    if (part.kind != ProvenanceNode::Kind::combined || !part.has_input) continue;
    if (symbol_of(part) != symbol) return "⊕";
    open.push_back(part.left);
    open.push_back(part.right);
  }
  return symbol;
}

bool ProvenanceGraph::got_from_another(ProvenanceId id, std::uint32_t item) const {
  const std::uint64_t load = std::uint64_t{id} << 32 | item;
  if (!local_loads_.contains(load)) return false;
  return is_combined(id) ? nodes_[id].item != item : !other_loads_.contains(load);
}

void ProvenanceGraph::note_buffer(std::uint32_t buffer) {
  const auto place = std::ranges::lower_bound(input_buffers_, buffer);
  if (place == input_buffers_.end() || *place != buffer) input_buffers_.insert(place, buffer);
}

char ProvenanceGraph::letter(std::uint32_t buffer) const {
  constexpr std::string_view letters = "xyz";
  const auto place = std::ranges::lower_bound(input_buffers_, buffer) - input_buffers_.begin();
  return letters[std::min(static_cast<std::size_t>(place), letters.size() - 1)];
}

ProvenanceId ProvenanceGraph::add(const ProvenanceNode& node) {
  Node kept{node.left, node.right, node.ready, node.item, 0};
  if (node.kind == ProvenanceNode::Kind::input) {
    kept.left = node.buffer;
    note_buffer(node.buffer);
    kept.right = static_cast<std::uint32_t>(node.index);  // fits: an input has fewer elements than ids
  }
  kept.shape = shapes_.add({node.kind, node.op, node.builtin, node.launch, node.pc}) * 2;
  if (node.has_input) kept.shape |= kHasInput;
  nodes_.push_back(kept);
  return static_cast<ProvenanceId>(nodes_.size() - 1);
}

ProvenanceNode ProvenanceGraph::node(ProvenanceId id) const {
  const Node& kept = nodes_[id];
  const Shape& shape = shapes_[kept.shape / 2];
  ProvenanceNode node;
  node.kind = shape.kind;
  node.has_input = (kept.shape & kHasInput) != 0;
  node.op = shape.op;
  node.builtin = shape.builtin;
  node.launch = shape.launch;
  node.pc = shape.pc;
  node.ready = kept.ready;
  node.item = kept.item;
  if (shape.kind == ProvenanceNode::Kind::input) {
    node.buffer = kept.left;
    node.index = kept.right;
  } else {
    node.left = kept.left;
    node.right = kept.right;
  }
  return node;
}

std::size_t ProvenanceGraph::size_bytes() const {
  return nodes_.size_bytes() + shapes_.size_bytes() + covers_.size_bytes() + cover_shapes_.size_bytes();
}

InputCover ProvenanceGraph::cover(ProvenanceId id) const {
  if (id >= covers_.size()) return {};
  const CoverShape& shape = cover_shapes_[covers_[id].shape];
  return {covers_[id].first, shape.inner, shape.outer, shape.buffer};
}

// Operands are older than their result.
bool ProvenanceGraph::summarise(TimeSlice& slice) {
  while (covers_.size() < nodes_.size()) {
    const ProvenanceNode each = node(static_cast<ProvenanceId>(covers_.size()));
    const InputCover cover = cover_of(each);
    covers_.push_back({static_cast<std::uint32_t>(cover.first),
                       cover_shapes_.add({cover.inner, cover.outer, cover.buffer})});
    has_calls_ = has_calls_ || each.op == Opcode::call;
    if (slice.is_over()) return true;
  }
  if (has_calls_) disordered_ = disordered_values(*this);
  return false;
}

InputCover ProvenanceGraph::cover_of(const ProvenanceNode& node) const {
  if (node.kind == ProvenanceNode::Kind::input) return {node.index, {0, 1}, {}, node.buffer};
  if (node.kind != ProvenanceNode::Kind::combined) return {};
  if (!has_input(node.left) || !has_input(node.right)) {
    const ProvenanceId operand = has_input(node.left) ? node.left : node.right;
    return is_continued(node, operand) ? cover(operand) : InputCover{};
  }
  for (const ProvenanceId operand : {node.left, node.right})
    if (!is_continued(node, operand)) return {};
  return united(cover(node.left), cover(node.right));
}

// Whether the same operator produced the operand, so that one symbol is sufficient for all inputs.
bool ProvenanceGraph::is_continued(const ProvenanceNode& node, ProvenanceId operand) const {
  const Shape& part = shapes_[nodes_[operand].shape / 2];
  const bool same = part.kind != ProvenanceNode::Kind::combined ||
                    (part.op == node.op && part.builtin == node.builtin) ||
                    symbol_of(this->node(operand)) == symbol_of(node);
  return same && cover(operand).known();
}

}  // namespace lockstep::sim
