// A graph that shows which inputs each value contains, and in which order they were combined. Every
// application of an operator is a node and one unit of work W. An identity (identities.hpp) is node 1, which
// has an empty set of inputs and is combined like an input. An index, or any other value to which no operator
// of the algorithm is applied, is node 0.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/chunked_list.hpp"
#include "core/base/palette.hpp"
#include "core/base/time_slice.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/observers/provenance/cover.hpp"

namespace lockstep::sim {

using ProvenanceId = std::uint32_t;  // 0: neither input nor identity

struct ProvenanceNode {
  enum class Kind : std::uint8_t { none, input, combined, identity };
  Kind kind = Kind::none;
  bool has_input = false;            // false: of identities only
  Opcode op = Opcode::constant;      // of `combined`
  std::uint16_t builtin = 0;         // of `combined` by Opcode::builtin: index in builtins.def; by an
                                     // atomic or collective: its operator; by a comparison: its Extremum
  std::uint32_t buffer = 0;          // of `input`
  std::uint64_t index = 0;           // element of `input`
  ProvenanceId left = 0, right = 0;  // of `combined`
  std::uint32_t ready = 0;           // parallel step after which the value exists
  // Of `combined`: the instruction, and the first work-item that executed it. Lanes that combine the same
  // values in one instruction share a node.
  std::uint32_t launch = 0;  // index into Plan::launches
  std::uint32_t pc = 0;      // index into Program::code
  std::uint32_t item = 0;    // work-group * work-items of a group + index in the group

  bool is_same_combination(const ProvenanceNode& other) const {
    return left == other.left && right == other.right && ready == other.ready && pc == other.pc &&
           launch == other.launch && kind == other.kind;
  }
};

// How often a value contains each element of an input, by (buffer, element). A count never exceeds
// kManyTimes, because an incorrect kernel may double a value repeatedly.
using InputCounts = std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t>;
inline constexpr std::uint64_t kManyTimes = 1'000'000;

// Neighbouring inputs first, first + 1 … last of one buffer, each contained `times` in a value.
struct InputRun {
  std::uint64_t first = 0, last = 0, times = 1;
  char letter = 'x';  // of the buffer (ProvenanceGraph::letter())
  bool operator==(const InputRun&) const = default;
};
// Ascending, one buffer after the other; neighbours with the same count are one run.
using InputRuns = std::vector<InputRun>;

// The place at which the inputs of a value are no longer in their original order: `node` combines `before`
// with `after`, which has a smaller index. Only a commutative operator allows this.
struct OutOfOrder {
  ProvenanceId node = 0;
  std::uint64_t before = 0, after = 0;
};

// Append-only. Ids stay valid as long as the trace; a replay gives the same ids again. A long run creates
// millions of nodes, so data that many nodes share are stored once.
class ProvenanceGraph {
 public:
  ProvenanceGraph() { add({}); }

  ProvenanceId add(const ProvenanceNode& node);
  ProvenanceNode node(ProvenanceId id) const;
  std::size_t size() const { return nodes_.size(); }
  std::size_t size_bytes() const;
  bool has_input(ProvenanceId id) const { return (nodes_[id].shape & kHasInput) != 0; }
  std::uint32_t ready(ProvenanceId id) const { return nodes_[id].ready; }
  // Returns the indices of at most `limit` inputs, in the order in which they were combined.
  std::vector<std::uint64_t> inputs(ProvenanceId id, std::size_t limit = 4096) const;
  // Returns the letter of a buffer's inputs in labels: x for the first buffer with inputs, y for the second,
  // and z for all others.
  char letter(std::uint32_t buffer) const;
  // The buffers with inputs, ascending.
  const std::vector<std::uint32_t>& input_buffers() const { return input_buffers_; }
  // "x5", "Σ x4..x7", "Σ x0,x2,x4", "Σ x0,2·x3" with the operator's symbol; "" for node 0. UTF-8,
  // without subscripts. "⊕ x0,x4,x2,x6" keeps the order of the inputs if ⊕ is a function, which may not
  // be commutative.
  std::string label(ProvenanceId id) const;
  // The label, or "an identity" for a value without input; used in sentences and trees.
  std::string name(ProvenanceId id) const;
  // Returns whether a value contains exactly one input, once. The label of the value is then the label of
  // the input.
  bool is_one_input(ProvenanceId id) const;
  // Records the inputs of each node after the last node has been added, so that labels require no walk. Works
  // in pieces; returns false once all nodes are done.
  bool summarise(TimeSlice& slice);
  void summarise() {
    TimeSlice whole;
    summarise(whole);
  }
  InputCounts counts(ProvenanceId id) const;
  // Returns the inputs as runs, from which all labels of a value are made.
  InputRuns runs(ProvenanceId id) const;
  // The same without counts, by buffer; neighbouring runs with different counts are merged.
  struct Source {
    std::uint32_t buffer = 0;
    std::uint64_t first = 0, last = 0;
  };
  std::vector<Source> sources(ProvenanceId id) const;
  // Returns the operator of a value, such as "Σ"; "⊕" if several operators were used, "" if no operator
  // was used.
  std::string_view symbol(ProvenanceId id) const;
  // Describes the errors of a value that should contain each element of [begin, end) of an input buffer once,
  // such as "x16..x31 are missing, x0 is counted twice"; returns "" if the value is correct.
  std::string compare(ProvenanceId id, std::uint64_t begin, std::uint64_t end,
                      std::uint32_t buffer = 0) const;
  // Whether the label keeps the order of the inputs: ⊕ is a function, and the inputs are not in their
  // original order.
  bool is_disordered(ProvenanceId id) const { return id < disordered_.size() && disordered_[id]; }
  // The earliest combination in a value that puts its inputs out of order; empty if all inputs are in order.
  std::optional<OutOfOrder> out_of_order(ProvenanceId id) const;
  // Returns all combinations that a value contains, the latest first.
  std::vector<ProvenanceId> combinations(ProvenanceId id) const;

  // Which work-items (ProvenanceNode::item) have loaded which values of the algorithm from local memory, and
  // inputs from other memory. Kept only if requested before the first node is added.
  void keep_loads() { keeps_loads_ = true; }
  bool keeps_loads() const { return keeps_loads_; }
  void note_load(ProvenanceId id, std::uint32_t item, bool is_local) {
    (is_local ? local_loads_ : other_loads_).insert(std::uint64_t{id} << 32 | item);
  }
  // Returns whether the work-item loaded the value from local memory, where another work-item had stored it.
  bool got_from_another(ProvenanceId id, std::uint32_t item) const;

 private:
  void note_buffer(std::uint32_t buffer);

  // The members that the combinations of one instruction share.
  struct Shape {
    ProvenanceNode::Kind kind = ProvenanceNode::Kind::none;
    Opcode op = Opcode::constant;
    std::uint16_t builtin = 0;
    std::uint32_t launch = 0, pc = 0;
    bool operator==(const Shape&) const = default;
    std::uint64_t hash() const { return palette_hash(static_cast<unsigned>(kind), launch, pc, builtin); }
  };
  struct Node {
    ProvenanceId left = 0, right = 0;  // of an input: its buffer and element
    std::uint32_t ready = 0, item = 0;
    std::uint32_t shape = 0;  // number of the shape and, in the lowest bit, has_input
  };
  static constexpr std::uint32_t kHasInput = 1;
  struct CoverShape {
    Progression inner{0, 0}, outer;
    std::uint32_t buffer = 0;
    bool operator==(const CoverShape&) const = default;
    std::uint64_t hash() const {
      return palette_hash(inner.step, inner.count, outer.step, outer.count + buffer);
    }
  };
  struct Cover {
    std::uint32_t first = 0;
    std::uint32_t shape = 0;
  };

  bool is_combined(ProvenanceId id) const {
    return shapes_[nodes_[id].shape / 2].kind == ProvenanceNode::Kind::combined;
  }
  InputCover cover(ProvenanceId id) const;  // unknown for a node that summarise() has not visited
  InputCover cover_of(const ProvenanceNode& node) const;
  bool is_continued(const ProvenanceNode& node, ProvenanceId operand) const;

  ChunkedList<Node> nodes_;
  std::vector<std::uint32_t> input_buffers_;
  Palette<Shape> shapes_;
  ChunkedList<Cover> covers_;  // of the nodes that summarise() has visited
  Palette<CoverShape> cover_shapes_;
  bool has_calls_ = false;        // among the nodes that summarise() has visited
  std::vector<bool> disordered_;  // of these nodes, if ⊕ is a function; empty if no function was called
  bool keeps_loads_ = false;
  std::unordered_set<std::uint64_t> local_loads_, other_loads_;  // id and item
};

// "Σ", "Π", "max" …: the operator of a node; "⊕" if it is not an operator of the catalogue.
std::string_view symbol_of(const ProvenanceNode& node);
// By node: whether its inputs are out of order.
std::vector<bool> disordered_values(const ProvenanceGraph& graph);
// "x4", "x4..x7", "x0,x8,…,x56", "x0..x3, x8 and 5 more": sorted inputs in short form.
std::string name_ranges(const std::vector<std::uint64_t>& sorted);

}  // namespace lockstep::sim
