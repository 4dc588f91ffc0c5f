// Which inputs went into a value, in which order. Every combination of two values that both come from
// the input is one application of the operator: one unit of work W. A value without input is node 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/machine/program.hpp"

namespace lockstep::sim {

using ProvenanceId = std::uint32_t;  // 0: no input in it

struct ProvenanceNode {
  enum class Kind : std::uint8_t { none, input, combined };
  Kind kind = Kind::none;
  Opcode op = Opcode::constant;      // of `combined`
  std::uint16_t builtin = 0;         // of `combined` by Opcode::builtin: index in builtins.def; by an
                                     // atomic or collective: its operator
  std::uint32_t buffer = 0;          // of `input`
  std::uint64_t index = 0;           // element of `input`
  ProvenanceId left = 0, right = 0;  // of `combined`
  std::uint32_t ready = 0;           // parallel step after which the value exists
};

// Append-only. Ids stay valid while a trace lives; replay gives the same ids again.
class ProvenanceGraph {
 public:
  const ProvenanceNode& node(ProvenanceId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  // Input indices in the order in which they were combined, at most `limit` of them.
  std::vector<std::uint64_t> inputs(ProvenanceId id, std::size_t limit = 4096) const;
  // "x5", "Σ x4..x7", "Σ x0,x2,x4" with the operator's symbol; "" for node 0. UTF-8, subscripts left to
  // views.
  std::string label(ProvenanceId id) const;
  // Says what is wrong with a value that should cover [begin, end): "x3 is in here twice, x5 is missing"; ""
  // if right.
  std::string compare(ProvenanceId id, std::uint64_t begin, std::uint64_t end) const;

  std::vector<ProvenanceNode> nodes_{ProvenanceNode{}};
};

}  // namespace lockstep::sim
