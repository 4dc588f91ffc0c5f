// The flow of values through a program's registers: a node for each set of definitions that meet at a use,
// and for each object in memory; edges lead from each node to the nodes that receive its values.
//
// Registers are reused, so a node is not a register but a web: definitions that reach a common use are
// united, through branches, loops and calls, and so are the definitions of a named variable. Objects that one
// pointer may point to are united.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

class ValueFlow {
 public:
  using Node = std::uint32_t;
  enum class Kind : std::uint8_t { copy, operand };  // the value itself, or as an operand of an operation
  struct Edge {
    Node from = 0, to = 0;
    Kind kind = Kind::copy;
  };
  struct Constant {
    std::size_t program = 0, pc = 0;
    Node node = 0;
  };
  // An operation whose constant operand leaves the other operand unchanged.
  struct Neutral {
    std::size_t program = 0, pc = 0;  // of the constant
    Node other = 0;
  };

  // An operation on two values; memory that an atomic function updates counts as one of the two, and a
  // collective function has the same node twice.
  struct Meeting {
    Node a = 0, b = 0;
  };

  explicit ValueFlow(const Machine& machine);

  std::size_t size() const { return parents_.size(); }
  Node find(Node node) const;
  Node buffer(std::size_t index) const { return find(static_cast<Node>(index)); }
  // The node of a register at the beginning of a launch.
  Node at_begin(std::uint32_t launch, Register reg);
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Constant>& constants() const { return constants_; }
  const std::vector<Neutral>& neutrals() const { return neutrals_; }
  const std::vector<Meeting>& meetings() const { return meetings_; }

 private:
  friend class ProgramFlow;

  Node add();
  void unite(Node a, Node b);
  Node pointee(Node node);
  void same_pointee(Node a, Node b);
  void join_pointees();
  void add_edge(Node from, Node to, Kind kind) { edges_.push_back({from, to, kind}); }

  const Machine& machine_;
  mutable std::vector<Node> parents_;
  std::vector<Node> pointees_;  // by root; kNone: not used as an address
  std::vector<std::pair<Node, Node>> pointer_copies_;
  std::vector<Edge> edges_;
  std::vector<Constant> constants_;
  std::vector<Neutral> neutrals_;
  std::vector<Meeting> meetings_;
  std::map<std::pair<std::size_t, std::uint64_t>, Node> objects_;     // by program, tagged address
  std::map<std::pair<const Kernel*, std::uint32_t>, Node> at_entry_;  // by kernel, register
};

}  // namespace lockstep::sim
