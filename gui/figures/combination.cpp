// Reads a trace from end to end (or the running group's part of it) and tells the builder what it did to one
// object.
#include "gui/figures/combination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "gui/figures/combination_builder.hpp"
#include "gui/figures/combination_labels.hpp"

namespace lockstep::gui {
namespace {

using sim::Space;
using sim::TraceRecord;

std::uint64_t read_bits(std::span<const std::byte> memory, std::uint64_t offset, std::size_t bytes) {
  std::uint64_t bits = 0;
  if (offset + bytes <= memory.size()) std::memcpy(&bits, memory.data() + offset, bytes);
  return bits;
}

std::uint64_t cell_bits(const MemoryObject& object, const sim::MachineState& machine, std::uint64_t cell) {
  const std::size_t bytes = size_bytes(object.type);
  if (object.is_local)
    return read_bits(machine.group.local_memory, object.offset_bytes + cell * bytes, bytes);
  return read_bits(machine.buffers[object.buffer], cell * bytes, bytes);
}

sim::ProvenanceId cell_provenance(const MemoryObject& object, const sim::TraceState& state,
                                  std::uint64_t cell) {
  const std::vector<sim::ProvenanceId>& ids =
      object.is_local ? state.local_provenance : state.buffer_provenance[object.buffer];
  std::uint64_t index = cell;
  if (object.is_local) {
    // Narrow types make the shadow finer than a word, so its unit follows from its length.
    const std::size_t bytes = state.machine.group.local_memory.size();
    if (ids.empty() || bytes == 0) return 0;
    const std::size_t unit = std::max<std::size_t>(1, (bytes + ids.size() - 1) / ids.size());
    index = (object.offset_bytes + cell * size_bytes(object.type)) / unit;
  }
  return index < ids.size() ? ids[index] : 0;
}

std::vector<CombinationCell> initial_cells(const sim::Trace& trace, const MemoryObject& object) {
  std::vector<CombinationCell> cells(object.elements);
  if (object.is_local) return cells;
  const Content::Pattern pattern = trace.plan().buffers[object.buffer].content.pattern;
  if (pattern == Content::Pattern::uninitialised) return cells;
  const auto state = trace.seek(0);
  for (std::uint64_t i = 0; i < cells.size(); ++i)
    cells[i] = {cell_bits(object, state->machine, i), cell_provenance(object, *state, i), true};
  return cells;
}

// Follows one object through a stretch of the trace.
class Follower {
 public:
  Follower(const sim::Trace& trace, const MemoryObject& object, const std::vector<CombinationCell>& initial)
      : trace_(trace), object_(object), builder_(trace.provenance(), initial) {}

  void follow(std::uint64_t begin, std::uint64_t end) {
    const std::uint16_t wanted = object_.is_local ? TraceRecord::local_access : TraceRecord::global_access;
    for (std::uint64_t p = begin; p < end; ++p) {
      const TraceRecord& record = trace_.at(p);
      if (p == begin || changes_group(p)) builder_.begin_group(record.moment.launch, record.moment.group);
      if ((record.flags & wanted) != 0) accesses(p);
      if ((record.flags & TraceRecord::barrier_release) != 0) builder_.barrier();
    }
  }

  std::vector<CombinationRow> rows() {
    CombinationBuilder::Finished finished = builder_.finish();
    const std::vector<std::string> labels = labels_.choose(finished.keys);
    for (std::size_t i = 0; i < labels.size(); ++i) finished.rows[i].label = labels[i];
    return std::move(finished.rows);
  }

 private:
  bool changes_group(std::uint64_t p) const {
    const sim::Moment &now = trace_.at(p).moment, &before = trace_.at(p - 1).moment;
    return now.launch != before.launch || now.group != before.group;
  }

  void accesses(std::uint64_t p) {
    for (const sim::AccessDetail& access : trace_.accesses(p)) {
      const std::vector<Touch> touches = touched(access);
      if (access.kind != sim::AccessKind::store) {
        for (const Touch& touch : touches) builder_.load(trace_.at(p).moment.warp, touch.lane, touch.cell);
      }
      if (access.kind != sim::AccessKind::load && !touches.empty()) stores(p, touches);
    }
  }

  struct Touch {
    std::uint32_t lane = 0;
    std::uint64_t cell = 0;
  };
  std::vector<Touch> touched(const sim::AccessDetail& access) const {
    std::vector<Touch> touches;
    const std::uint64_t count = std::max<std::uint64_t>(1, access.bytes / size_bytes(object_.type));
    for (std::uint64_t rest = access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const auto first = object_.index_of_address(access.addresses[lane]);
      for (std::uint64_t i = 0; first && i < count && *first + i < object_.elements; ++i)
        touches.push_back({lane, *first + i});
    }
    return touches;
  }

  void stores(std::uint64_t p, const std::vector<Touch>& touches) {
    const sim::Moment& moment = trace_.at(p).moment;
    const auto after = trace_.seek(p + 1);
    const PlanLaunch& launch = trace_.plan().launches[moment.launch];
    const sim::Program& program = trace_.program(launch.program);
    const sim::Kernel* kernel = program.find_kernel(launch.kernel);
    std::map<CombinationBuilder::RowKey, std::uint64_t> lanes_of_row;
    for (const Touch& touch : touches) {
      const auto key = builder_.store({p, moment.warp, touch.lane, touch.cell,
                                       cell_bits(object_, after->machine, touch.cell),
                                       cell_provenance(object_, *after, touch.cell)});
      lanes_of_row[key] |= std::uint64_t{1} << touch.lane;
    }
    if (kernel == nullptr || moment.warp >= after->machine.group.warps.size()) return;
    for (const auto& [key, lanes] : lanes_of_row)
      labels_.observe(key, program, *kernel, moment.pc, after->machine,
                      after->machine.group.warps[moment.warp], lanes);
  }

  const sim::Trace& trace_;
  const MemoryObject& object_;
  CombinationBuilder builder_;
  RowLabels labels_;
};

bool has_sources(const CombinationRow& row) {
  return std::any_of(row.writes.begin(), row.writes.end(),
                     [](const CombinationWrite& write) { return !write.sources.empty(); });
}

// A row without a counting variable is called after its launch, when it is the only row of it, or numbered.
void name_the_rest(const sim::Trace& trace, const MemoryObject& object, std::vector<CombinationRow>& rows) {
  std::size_t step = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CombinationRow& row = rows[i];
    if (row.initial) continue;
    const bool is_load = object.is_local && i == 0 && !has_sources(row);
    if (is_load) row.label = "loaded";
    if (!is_load) ++step;
    if (!row.label.empty()) continue;
    const bool alone = !object.is_local &&
                       (i == 0 || rows[i - 1].launch != row.launch || rows[i - 1].initial) &&
                       (i + 1 == rows.size() || rows[i + 1].launch != row.launch);
    const std::string& launch = trace.plan().launches[row.launch].label;
    row.label = alone && !launch.empty() ? launch : fmt::format("step {}", step);
  }
}

}  // namespace

Combination prepare_combination(const sim::Trace& trace, const MemoryObject& object, std::uint64_t position) {
  Combination combination{object, place_at(trace, position), {}, initial_cells(trace, object)};
  if (!object.is_local) combination.place = {0, 0, 0, trace.size()};
  Follower follower(trace, object, combination.initial);
  follower.follow(combination.place.begin, combination.place.end);
  combination.rows = follower.rows();
  const auto present = [](const CombinationCell& cell) { return cell.present; };
  if (std::any_of(combination.initial.begin(), combination.initial.end(), present)) {
    CombinationRow row;
    row.label = "input";
    row.initial = true;
    combination.rows.insert(combination.rows.begin(), std::move(row));
  }
  name_the_rest(trace, object, combination.rows);
  return combination;
}

bool Combination::covers(const sim::Trace& trace, std::uint64_t position) const {
  if (!object.is_local) return true;
  if (position >= place.begin && position < place.end) return true;
  return position >= trace.size() && place.end == trace.size();
}

std::size_t Combination::rows_at(std::uint64_t position) const {
  std::size_t begun = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].initial || (!rows[i].writes.empty() && rows[i].first_position < position)) begun = i + 1;
  }
  return begun;
}

void apply_writes(const CombinationRow& row, std::uint64_t position, std::vector<CombinationCell>& cells) {
  for (const CombinationWrite& write : row.writes) {
    if (write.position < position && write.cell < cells.size())
      cells[write.cell] = {write.bits, write.provenance, true};
  }
}

std::vector<CombinationCell> Combination::cells_at(std::size_t row, std::uint64_t position) const {
  std::vector<CombinationCell> cells = initial;
  for (std::size_t i = 0; i <= row && i < rows.size(); ++i) apply_writes(rows[i], position, cells);
  return cells;
}

}  // namespace lockstep::gui
