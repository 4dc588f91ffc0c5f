#include "sim/figure_rows/matrices/matrices.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "sim/bytecode/address.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kMaxGuessedFrom = 20'000;  // moments

// Returns the distance in bytes between the elements that lanes l and l + apart access, if this distance is
// the same for all l. If `in_row` is true, only pairs of lanes in the same row of the work-group count.
std::optional<std::int64_t> distance(const AccessDetail& access, std::uint64_t row, std::uint64_t apart,
                                     bool in_row) {
  std::optional<std::int64_t> common;
  for (unsigned lane = 0; lane + apart < access.addresses.size(); ++lane) {
    if ((access.lanes >> lane & 1) == 0 || (access.lanes >> (lane + apart) & 1) == 0) continue;
    if (in_row && lane % row + apart >= row) continue;
    const auto here = static_cast<std::int64_t>(access.addresses[lane + apart] - access.addresses[lane]);
    if (common && *common != here) return std::nullopt;
    common = here;
  }
  return common;
}

std::optional<std::uint64_t> guessed_row(const AccessDetail& access, std::uint64_t row,
                                         std::uint64_t element) {
  const auto along = distance(access, row, 1, true), across = distance(access, row, row, false);
  const auto size = static_cast<std::int64_t>(element);
  if (!along || !across) return std::nullopt;
  // In the first case, consecutive lanes access elements of a row; in the second case, they access elements
  // of a column.
  if (*across > size && (*along == size || *along == 0)) return static_cast<std::uint64_t>(*across) / element;
  if (*along > size && *across == size) return static_cast<std::uint64_t>(*along) / element;
  return std::nullopt;
}

bool is_possible(const PlanBuffer& buffer, std::uint64_t width) {
  return width > 1 && width < buffer.elements && buffer.elements % width == 0;
}

void guess_at(const Trace& trace, std::uint64_t position, std::map<std::uint32_t, RowLength>& lengths) {
  const Plan& plan = trace.plan();
  const NdRange& range = plan.launches[trace.at(position).moment.launch].range;
  const std::uint64_t row = range.local_size[0];
  if (range.dimensions < 2 || row < 2 || range.local_size[1] < 2) return;
  for (const AccessDetail& access : trace.accesses(position)) {
    if (access.space != Space::global && access.space != Space::constant) continue;
    std::uint32_t buffer = 0;
    for (unsigned lane = 0; lane < access.addresses.size(); ++lane)
      if ((access.lanes >> lane & 1) != 0) buffer = object_of(access.addresses[lane]);
    if (buffer == 0 || buffer > plan.buffers.size() || lengths.contains(buffer - 1)) continue;
    const PlanBuffer& it = plan.buffers[buffer - 1];
    const auto width = guessed_row(access, row, size_bytes(it.type));
    if (width && is_possible(it, *width)) lengths[buffer - 1] = {*width, true, 0};
  }
}

// Returns the length of the inner arrays of a local array of arrays; 0 for other arrays.
std::uint64_t declared_row(const Trace& trace, std::uint32_t launch, const MemoryObject& object) {
  const Program& program = trace.program(trace.plan().launches[launch].program);
  if (!object.is_local || object.object == 0 || object.object > program.local_variables.size()) return 0;
  const LocalVariable& variable = program.local_variables[object.object - 1];
  if (variable.shape == 0) return 0;
  const TypeShape& shape = program.shapes[variable.shape];
  if (shape.kind != TypeShape::Kind::array) return 0;
  const TypeShape& part = program.shapes[shape.element];
  return part.kind == TypeShape::Kind::array ? part.count : 0;
}

// What is known about a local array from its declaration and its accesses.
struct SeenArray {
  MemoryObject object;
  std::uint64_t row = 0;  // declared or guessed row length; 0: unknown
  bool is_guessed = false;
  std::set<std::uint64_t> touched;
};

// Guesses the row length of a local array from an access; returns 0 if no guess is possible. An access to the
// elements in the order of the work-items gives no information about rows.
std::uint64_t guessed_local_row(const AccessDetail& access, std::uint64_t row, const MemoryObject& object) {
  const auto guess = guessed_row(access, row, size_bytes(object.type));
  const bool is_possible = guess && *guess > 1 && *guess < object.elements && object.elements % *guess == 0;
  if (!is_possible) return 0;
  const auto along = distance(access, row, 1, true);
  const bool is_linear = *guess == row && along == static_cast<std::int64_t>(size_bytes(object.type));
  return is_linear ? 0 : *guess;
}

void look_at(const Trace& trace, std::uint64_t position, std::vector<SeenArray>& arrays) {
  const NdRange& range = trace.plan().launches[trace.at(position).moment.launch].range;
  const bool is_flat = range.dimensions < 2 || range.local_size[0] < 2 || range.local_size[1] < 2;
  for (const AccessDetail& access : trace.accesses(position)) {
    if (access.space != Space::local) continue;
    for (SeenArray& array : arrays) {
      bool is_touched = false;
      for (unsigned lane = 0; lane < access.addresses.size(); ++lane) {
        if (((access.lanes & ~access.denied) >> lane & 1) == 0) continue;
        const auto index = array.object.index_of_address(access.addresses[lane]);
        if (index) array.touched.insert(*index);
        is_touched = is_touched || index;
      }
      if (!is_touched || array.row != 0 || is_flat) continue;
      array.row = guessed_local_row(access, range.local_size[0], array.object);
      array.is_guessed = array.row != 0;
    }
  }
}

}  // namespace

LocalRows local_row_lengths(const Trace& trace) {
  LocalRows rows;
  std::vector<SeenArray> arrays;
  std::uint32_t launch = 0;
  const auto finish = [&] {
    for (const SeenArray& array : arrays) {
      if (array.row == 0) continue;
      std::uint64_t used = 0;
      for (const std::uint64_t index : array.touched) used = std::max(used, index % array.row + 1);
      rows[{launch, array.object.offset_bytes}] = {array.row, array.is_guessed, used};
    }
    arrays.clear();
  };
  for (std::uint64_t p = 0; p < std::min(trace.size(), kMaxGuessedFrom); ++p) {
    const TraceRecord& record = trace.at(p);
    if (p == 0 || record.moment.launch != launch) {
      finish();
      launch = record.moment.launch;
      for (MemoryObject& object : memory_objects(trace, p))
        if (object.is_local) arrays.push_back({object, declared_row(trace, launch, object), false, {}});
    }
    if ((record.flags & TraceRecord::local_access) != 0) look_at(trace, p, arrays);
  }
  finish();
  return rows;
}

std::map<std::uint32_t, RowLength> row_lengths(const Trace& trace) {
  std::map<std::uint32_t, RowLength> lengths;
  const Plan& plan = trace.plan();
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].width > 0) lengths[static_cast<std::uint32_t>(i)] = {plan.buffers[i].width};
  const bool is_flat = std::ranges::all_of(
      plan.launches, [](const PlanLaunch& launch) { return launch.range.dimensions < 2; });
  if (is_flat) return lengths;
  for (std::uint64_t position = 0; position < std::min(trace.size(), kMaxGuessedFrom); ++position)
    guess_at(trace, position, lengths);
  return lengths;
}

std::vector<Matrix> matrices_at(const Trace& trace, const std::map<std::uint32_t, RowLength>& lengths,
                                std::uint64_t position, const LocalRows& local) {
  std::vector<Matrix> matrices;
  if (trace.plan().launches.empty() || trace.size() == 0) return matrices;
  const std::uint32_t launch = trace.at(std::min(position, trace.size() - 1)).moment.launch;
  std::vector<MemoryObject> objects = memory_objects(trace, position);
  // Buffers come first, because local arrays exist only while their kernel runs.
  std::ranges::stable_sort(objects, {}, [](const MemoryObject& object) {
    return object.is_local ? std::uint64_t{1} << 32 : std::uint64_t{object.buffer};
  });
  for (MemoryObject& object : objects) {
    RowLength row{declared_row(trace, launch, object)};
    if (const auto known = local.find({launch, object.offset_bytes}); object.is_local && known != local.end())
      row = known->second;
    if (const auto known = lengths.find(object.buffer); !object.is_local && known != lengths.end())
      row = known->second;
    if (row.elements > 0 && object.elements > 0) matrices.push_back({std::move(object), row});
  }
  return matrices;
}

TouchedElements touched_elements(const Trace& trace, const MemoryObject& object, std::uint64_t begin,
                                 std::uint64_t end) {
  TouchedElements touched;
  for (std::uint64_t position = begin; position < std::min(end, trace.size()); ++position) {
    for (const AccessDetail& access : trace.accesses(position)) {
      std::set<std::uint64_t>& elements = access.kind == AccessKind::load ? touched.read : touched.written;
      for (unsigned lane = 0; lane < access.addresses.size(); ++lane) {
        if (((access.lanes & ~access.denied) >> lane) == 0) break;
        if (((access.lanes & ~access.denied) >> lane & 1) == 0) continue;
        if (const auto index = object.index_of_address(access.addresses[lane])) elements.insert(*index);
      }
    }
  }
  return touched;
}

std::optional<std::set<std::uint64_t>> written_by_group(const Trace& trace, const MemoryObject& object,
                                                        std::uint64_t position) {
  constexpr std::uint64_t most = 20'000;
  if (!object.is_local || trace.size() == 0) return std::nullopt;
  const Moment running = trace.at(std::min(position, trace.size() - 1)).moment;
  std::set<std::uint64_t> written;
  std::uint64_t p = std::min(position, trace.size());
  for (std::uint64_t left = most; p > 0 && written.size() < object.elements; --p, --left) {
    if (left == 0) return std::nullopt;
    const TraceRecord& record = trace.at(p - 1);
    if (record.moment.launch != running.launch || record.moment.group != running.group) break;
    if ((record.flags & TraceRecord::local_access) != 0)
      written.merge(touched_elements(trace, object, p - 1, p).written);
  }
  return written;
}

std::uint64_t element_bits(const TraceState& state, const MemoryObject& object, std::uint64_t index) {
  const std::vector<std::byte>& memory =
      object.is_local ? state.machine.group.local_memory : state.machine.buffers[object.buffer];
  const std::size_t size = size_bytes(object.type), at = object.offset_bytes + index * size;
  std::uint64_t bits = 0;
  if (at + size <= memory.size()) std::memcpy(&bits, memory.data() + at, size);
  return bits;
}

}  // namespace lockstep::sim
