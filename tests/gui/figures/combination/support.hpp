// What the tests of the combination figure share: values made of inputs, and which cells a value was made of.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "gui/figures/figures.hpp"
#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::gui {

// Inputs x0, x1 … as nodes 1, 2 … and combinations of them.
struct Inputs {
  explicit Inputs(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      sim::ProvenanceNode node;
      node.kind = sim::ProvenanceNode::Kind::input;
      node.index = i;
      graph.nodes_.push_back(node);
    }
  }
  sim::ProvenanceId combine(sim::ProvenanceId left, sim::ProvenanceId right) {
    sim::ProvenanceNode node;
    node.kind = sim::ProvenanceNode::Kind::combined;
    node.op = sim::Opcode::add;
    node.left = left;
    node.right = right;
    graph.nodes_.push_back(node);
    return static_cast<sim::ProvenanceId>(graph.nodes_.size() - 1);
  }
  std::vector<CombinationCell> cells(std::uint64_t count) const {
    std::vector<CombinationCell> cells;
    for (std::uint64_t i = 0; i < count; ++i)
      cells.push_back({i, static_cast<sim::ProvenanceId>(i + 1), true});
    return cells;
  }
  sim::ProvenanceGraph graph;
};

inline std::vector<std::uint64_t> cells_of(std::span<const CombinationSource> sources) {
  std::vector<std::uint64_t> cells;
  for (const CombinationSource& source : sources)
    for (std::uint64_t i = 0; i < source.count; ++i) cells.push_back(source.cell + i);
  return cells;
}

inline const Combination& combination_of(FigureSet& figures) {
  const Combination* combination = figures.combination();
  EXPECT_NE(combination, nullptr);
  return *combination;
}

}  // namespace lockstep::gui
