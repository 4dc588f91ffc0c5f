#include <gtest/gtest.h>

#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {
namespace {

ProvenanceId input(ProvenanceGraph& graph, std::uint64_t index) {
  ProvenanceNode node;
  node.kind = ProvenanceNode::Kind::input;
  node.has_input = true;
  node.index = index;
  return graph.add(node);
}

ProvenanceId combined(ProvenanceGraph& graph, ProvenanceId left, ProvenanceId right,
                      Opcode op = Opcode::add) {
  ProvenanceNode node;
  node.kind = ProvenanceNode::Kind::combined;
  node.has_input = graph.has_input(left) || graph.has_input(right);
  node.op = op;
  node.left = left;
  node.right = right;
  return graph.add(node);
}

ProvenanceId sum_of(ProvenanceGraph& graph, std::initializer_list<std::uint64_t> indices) {
  ProvenanceId sum = 0;
  for (const std::uint64_t index : indices) {
    const ProvenanceId leaf = input(graph, index);
    sum = sum == 0 ? leaf : combined(graph, sum, leaf);
  }
  return sum;
}

TEST(ProvenanceGraph, NodeZeroHasNoInput) {
  const ProvenanceGraph graph;
  EXPECT_EQ(graph.label(0), "");
  EXPECT_TRUE(graph.inputs(0).empty());
}

TEST(ProvenanceGraph, InputsComeInTheOrderOfCombination) {
  ProvenanceGraph graph;
  const ProvenanceId right = sum_of(graph, {5, 1});
  const ProvenanceId left = sum_of(graph, {3, 2});
  EXPECT_EQ(graph.inputs(combined(graph, left, right)), (std::vector<std::uint64_t>{3, 2, 5, 1}));
}

TEST(ProvenanceGraph, LabelsNameRangesAndOperators) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.label(input(graph, 5)), "x5");
  EXPECT_EQ(graph.label(sum_of(graph, {4, 5, 6, 7})), "Σ x4..x7");
  EXPECT_EQ(graph.label(sum_of(graph, {0, 2, 4})), "Σ x0,x2,x4");
  EXPECT_EQ(graph.label(sum_of(graph, {0, 8, 16, 24, 32})), "Σ x0,x8,…,x32");
  EXPECT_EQ(graph.label(combined(graph, input(graph, 0), input(graph, 1), Opcode::mul)), "Π x0..x1");
  const ProvenanceId sum = sum_of(graph, {0, 1});
  EXPECT_EQ(graph.label(combined(graph, sum, input(graph, 2), Opcode::mul)), "⊕ x0..x2");
}

TEST(ProvenanceGraph, LabelsNameRowsAndMultiples) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.label(sum_of(graph, {0, 1, 2, 8, 9})), "Σ x0..x2,x8..x9");
  EXPECT_EQ(graph.label(sum_of(graph, {0, 3, 3, 5})), "Σ x0,2·x3,x5");
  EXPECT_EQ(graph.label(sum_of(graph, {4, 4, 5, 5})), "Σ 2·(x4..x5)");
  EXPECT_EQ(graph.label(sum_of(graph, {0, 2, 3, 5, 7, 9})), "Σ x0,x2..x3,x5,x7… (6 inputs)");
}

// A label is the same with a summary and without one.
TEST(ProvenanceGraph, SummariesChangeNoLabel) {
  ProvenanceGraph graph;
  const std::vector<ProvenanceId> sums = {
      sum_of(graph, {4, 5, 6, 7}),
      sum_of(graph, {0, 8, 16, 24, 32}),
      sum_of(graph, {0, 8}),
      sum_of(graph, {1, 0}),
      sum_of(graph, {0, 3, 3, 5}),
      combined(graph, sum_of(graph, {0, 1, 2, 3}), sum_of(graph, {8, 9, 10, 11})),
      combined(graph, sum_of(graph, {0, 8, 16}), sum_of(graph, {2, 10, 18})),
      combined(graph, sum_of(graph, {0, 1}), input(graph, 2), Opcode::mul)};
  std::vector<std::string> before;
  for (const ProvenanceId sum : sums) before.push_back(graph.label(sum));
  graph.summarise();
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(graph.label(sums[i]), before[i]);
}

// Every label is composed of these runs: labels of cells and labels in sentences.
TEST(ProvenanceGraph, RunsCountDuplicateInputs) {
  ProvenanceGraph graph;
  const ProvenanceId row = sum_of(graph, {0, 1, 2, 3}), next = sum_of(graph, {4, 5, 6, 7});
  const ProvenanceId overlaps = sum_of(graph, {2, 3, 4, 5}), spread = sum_of(graph, {1, 5});
  const ProvenanceId both = combined(graph, row, next), twice = combined(graph, row, overlaps);
  const ProvenanceId three = combined(graph, spread, input(graph, 3));
  for (const bool summarised : {false, true}) {
    if (summarised) graph.summarise();
    EXPECT_EQ(graph.runs(both), (InputRuns{{0, 7, 1}}));
    EXPECT_EQ(graph.runs(twice), (InputRuns{{0, 1, 1}, {2, 3, 2}, {4, 5, 1}}));
    EXPECT_EQ(graph.runs(three), (InputRuns{{1, 1, 1}, {3, 3, 1}, {5, 5, 1}}));
    EXPECT_TRUE(graph.runs(0).empty());
    EXPECT_EQ(graph.symbol(both), "Σ");
    EXPECT_EQ(graph.symbol(1), "");
  }
}

// x0 of one array and y0 of another are different inputs.
TEST(ProvenanceGraph, InputsOfAnotherBufferHaveAnotherLetter) {
  ProvenanceGraph graph;
  const auto element = [&graph](std::uint32_t buffer, std::uint64_t index) {
    ProvenanceNode node;
    node.kind = ProvenanceNode::Kind::input;
    node.has_input = true;
    node.buffer = buffer;
    node.index = index;
    return graph.add(node);
  };
  const ProvenanceId mask = element(3, 0), data = element(1, 0);
  const ProvenanceId both =
      combined(graph, combined(graph, data, mask), combined(graph, element(1, 1), element(3, 1)));
  for (const bool summarised : {false, true}) {
    if (summarised) graph.summarise();
    EXPECT_EQ(graph.label(data), "x0");
    EXPECT_EQ(graph.label(mask), "y0");
    EXPECT_EQ(graph.label(both), "Σ x0..x1,y0..y1");
    EXPECT_EQ(graph.runs(both), (InputRuns{{0, 1, 1, 'x'}, {0, 1, 1, 'y'}}));
  }
}

TEST(ProvenanceGraph, TheComparisonNamesTheError) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 1, 2, 3}), 0, 4), "");
  EXPECT_EQ(graph.compare(sum_of(graph, {2, 3, 3, 4}), 2, 6), "x5 is missing, x3 is counted twice");
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 9}), 0, 1), "x9 must not be included");
  EXPECT_EQ(graph.compare(0, 0, 2), "x0..x1 are missing");
}

TEST(ProvenanceGraph, WhatIsMissingAtEqualDistancesIsCounted) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 1, 3, 4, 6, 7, 9, 10, 12, 13}), 0, 15),
            "every third element from x2 on is missing");
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 2, 4, 6, 8, 10, 11, 12}), 0, 13),
            "every second element from x1 to x9 is missing");
}

TEST(ProvenanceGraph, ComparisonNamesRangesAndTheShorterList) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 1, 2, 6, 7, 8}), 0, 9), "x3..x5 are missing");
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 1, 4}), 0, 8), "it contains only x0..x1, x4 of x0..x7");
  EXPECT_EQ(graph.compare(sum_of(graph, {1, 3, 5, 7, 9}), 0, 20), "it contains only x1,x3,…,x9 of x0..x19");
  EXPECT_EQ(graph.compare(sum_of(graph, {0, 0, 1, 1, 2, 2, 2}), 0, 3),
            "x0..x1 are counted twice, x2 is counted 3 times");
}

TEST(ProvenanceGraph, TheComparisonDistinguishesInputs) {
  ProvenanceGraph graph;
  const ProvenanceId value = sum_of(graph, {0, 1});
  EXPECT_EQ(graph.compare(value, 0, 2, 1), "x0..x1 are missing, x0..x1 must not be included");
}

// A wrong kernel can double a value repeatedly; no traversal may visit the whole tree.
TEST(ProvenanceGraph, WalksOfExponentialTreesEnd) {
  ProvenanceGraph graph;
  ProvenanceId value = input(graph, 0);
  for (int turn = 0; turn < 200; ++turn) value = combined(graph, value, value);
  EXPECT_EQ(graph.inputs(value, 10).size(), 10u);
  EXPECT_FALSE(graph.label(value).empty());
  EXPECT_EQ(graph.compare(value, 0, 2), "x1 is missing, x0 is counted very often");
}

}  // namespace
}  // namespace lockstep::sim
