#include "sim/figure_rows/combination_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/text/text.hpp"

namespace lockstep::sim {

namespace {

class TreeText {
 public:
  TreeText(const Trace& trace, std::size_t depth) : trace_(trace), depth_(depth) {}

  std::string of(ProvenanceId root) {
    text_ = line_of(root, 0) + "\n";
    add_operands(root, "", 1);
    return std::move(text_);
  }

 private:
  const ProvenanceGraph& graph() const { return trace_.provenance(); }
  bool is_combined(ProvenanceId id) const { return graph().node(id).kind == ProvenanceNode::Kind::combined; }

  std::string place_of(const ProvenanceNode& node) const {
    const PlanLaunch& launch = trace_.plan().launches[node.launch];
    const Program& program = trace_.program(launch.program);
    const std::string line =
        fmt::format("work-item {}, line {}", node.item, program.ranges[program.code[node.pc].range].line);
    if (trace_.plan().launches.size() == 1) return line;
    return fmt::format("{}, launch {}", line, node.launch + 1);
  }

  std::string line_of(ProvenanceId id, std::size_t level) const {
    const std::string label = graph().name(id);
    if (!is_combined(id)) return label;
    const std::string line = fmt::format("{}   {}", label, place_of(graph().node(id)));
    if (level < depth_) return line;
    const std::size_t below = graph().combinations(id).size();
    return below == 1 ? line + "   …" : fmt::format("{}   … {} combinations", line, count_text(below));
  }

  void add_operands(ProvenanceId id, const std::string& indent, std::size_t level) {
    if (!is_combined(id) || level > depth_) return;
    const ProvenanceNode node = graph().node(id);
    text_ += fmt::format("{}├─ {}\n", indent, line_of(node.left, level));
    add_operands(node.left, indent + "│  ", level + 1);
    text_ += fmt::format("{}└─ {}\n", indent, line_of(node.right, level));
    add_operands(node.right, indent + "   ", level + 1);
  }

  const Trace& trace_;
  std::size_t depth_;
  std::string text_;
};

// Returns the number of lines of the tree if the tree is cut below `depth`. Stops counting beyond `most`.
std::size_t lines_to(const ProvenanceGraph& graph, ProvenanceId id, std::size_t depth, std::size_t most) {
  const ProvenanceNode& node = graph.node(id);
  if (depth == 0 || node.kind != ProvenanceNode::Kind::combined) return 1;
  const std::size_t left = 1 + lines_to(graph, node.left, depth - 1, most);
  return left > most ? left : left + lines_to(graph, node.right, depth - 1, most - left);
}

std::size_t levels_within(const ProvenanceGraph& graph, ProvenanceId id, std::size_t max_lines) {
  std::size_t depth = 1;
  for (std::size_t lines = 0; depth < max_lines; ++depth) {
    const std::size_t deeper = lines_to(graph, id, depth + 1, max_lines);
    if (deeper > max_lines || deeper == lines) break;
    lines = deeper;
  }
  return depth;
}

std::optional<NamedMemory> find_memory(const Trace& trace, std::uint64_t position, std::string_view name) {
  const Plan& plan = trace.plan();
  if (trace.size() != 0) {
    const std::uint32_t launch = trace.at(std::min(position, trace.size() - 1)).moment.launch;
    const auto memories = named_memories(plan, launch, trace.program(plan.launches[launch].program));
    const auto found = std::ranges::find(memories, name, &NamedMemory::name);
    if (found != memories.end()) return *found;
  }
  const auto buffer = std::ranges::find(plan.buffers, name, &PlanBuffer::name);
  if (buffer == plan.buffers.end()) return std::nullopt;
  const auto object = static_cast<std::uint32_t>(buffer - plan.buffers.begin()) + 1;
  return NamedMemory{Space::global, object, buffer->name, buffer->type, 0, buffer->bytes()};
}

}  // namespace

ProvenanceId provenance_of(const TraceState& state, const NamedMemory& memory, std::uint64_t index) {
  if (memory.space != Space::local) {
    const std::vector<ProvenanceId>& ids = state.buffer_provenance[memory.object - 1];
    return index < ids.size() ? ids[index] : 0;
  }
  const std::uint64_t unit = (memory.offset_bytes + index * size_bytes(memory.type)) / state.unit_bytes;
  return unit < state.local_provenance.size() ? state.local_provenance[unit] : 0;
}

Result<NamedCell> find_cell(const Trace& trace, std::uint64_t position, std::string_view text) {
  const std::size_t open = text.find('[');
  std::uint64_t index = 0;
  const char* end = text.data() + text.size();
  const bool is_cell = open != std::string_view::npos && open > 0 && text.ends_with(']');
  if (!is_cell || std::from_chars(text.data() + open + 1, end, index).ptr != end - 1)
    return usage_error(fmt::format("{} is not a cell; enter a memory and an index, such as out[3]", text));
  const std::optional<NamedMemory> memory = find_memory(trace, position, text.substr(0, open));
  if (!memory)
    return usage_error(fmt::format("{}: there is no memory {} at this moment", text, text.substr(0, open)));
  if (index >= memory->elements())
    return usage_error(
        fmt::format("{}: {} has only {} elements", text, memory->name, count_text(memory->elements())));
  return NamedCell{*memory, index};
}

std::string combination_tree(const Trace& trace, ProvenanceId id, std::size_t max_lines) {
  const ProvenanceNode::Kind kind = trace.provenance().node(id).kind;
  if (kind == ProvenanceNode::Kind::none || kind == ProvenanceNode::Kind::identity)
    return "it contains no input\n";
  return TreeText(trace, levels_within(trace.provenance(), id, max_lines)).of(id);
}

}  // namespace lockstep::sim
