// Common parts of the tests of data flow: values made of inputs, and the cells from which a value
// was computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// Inputs x0, x1 … as nodes 1, 2 … and combinations of them.
struct Inputs {
  explicit Inputs(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      ProvenanceNode node;
      node.kind = ProvenanceNode::Kind::input;
      node.has_input = true;
      node.index = i;
      graph.add(node);
    }
  }
  ProvenanceId combine(ProvenanceId left, ProvenanceId right) {
    ProvenanceNode node;
    node.kind = ProvenanceNode::Kind::combined;
    node.has_input = graph.has_input(left) || graph.has_input(right);
    node.op = Opcode::add;
    node.left = left;
    node.right = right;
    return graph.add(node);
  }
  std::vector<CombinationCell> cells(std::uint64_t count) const {
    std::vector<CombinationCell> cells;
    for (std::uint64_t i = 0; i < count; ++i) cells.push_back({i, static_cast<ProvenanceId>(i + 1), true});
    return cells;
  }
  ProvenanceGraph graph;
};

inline std::vector<std::uint64_t> cells_of(std::span<const CombinationSource> sources) {
  std::vector<std::uint64_t> cells;
  for (const CombinationSource& source : sources)
    for (std::uint64_t i = 0; i < source.count; ++i) cells.push_back(source.cell + i);
  return cells;
}

}  // namespace lockstep::sim
