// Decides whether a value contains its inputs in their original order, as an operator that is associative but
// not commutative requires. Operands are older than their result, so one walk over the nodes in the order of
// their ids suffices: a value is in order if both operands are in order and the last input of the left
// operand precedes the first input of the right operand.
#include <vector>

#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {
namespace {

struct Ends {
  std::uint64_t first = 0, last = 0;
  bool has_input = false, ascends = true;
};

Ends joined(const Ends& left, const Ends& right) {
  if (!left.has_input) return right;
  if (!right.has_input) return left;
  return {left.first, right.last, true, left.ascends && right.ascends && left.last < right.first};
}

// First and last inputs of the first `count` nodes.
std::vector<Ends> ends_of(const ProvenanceGraph& graph, std::size_t count) {
  std::vector<Ends> ends(count);
  for (std::size_t id = 0; id < count; ++id) {
    const ProvenanceNode node = graph.node(static_cast<ProvenanceId>(id));
    if (node.kind == ProvenanceNode::Kind::input) ends[id] = {node.index, node.index, true, true};
    if (node.kind == ProvenanceNode::Kind::combined) ends[id] = joined(ends[node.left], ends[node.right]);
  }
  return ends;
}

}  // namespace

std::optional<OutOfOrder> ProvenanceGraph::out_of_order(ProvenanceId id) const {
  const std::vector<Ends> ends = ends_of(*this, std::size_t{id} + 1);
  if (ends[id].ascends) return std::nullopt;
  OutOfOrder found;
  for (const ProvenanceId at : combinations(id)) {
    const ProvenanceNode node = this->node(at);
    const bool breaks = !ends[at].ascends && ends[node.left].ascends && ends[node.right].ascends;
    if (breaks && (found.node == 0 || at < found.node))
      found = {at, ends[node.left].last, ends[node.right].first};
  }
  return found;
}

std::vector<bool> disordered_values(const ProvenanceGraph& graph) {
  std::vector<bool> disordered;
  for (const Ends& ends : ends_of(graph, graph.size())) disordered.push_back(!ends.ascends);
  return disordered;
}

}  // namespace lockstep::sim
