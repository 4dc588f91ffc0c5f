#include "gui/session/cell_writes.hpp"

#include <algorithm>
#include <vector>

#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {
namespace {

// Finds out whether a moment writes to a cell. Stores the memory objects of the launch that
// was examined last.
class WriteSearch {
 public:
  WriteSearch(const sim::Trace& trace, const CellId& cell) : trace_(trace), cell_(cell) {}

  bool is_write(std::uint64_t position) {
    if ((trace_.at(position).flags & sim::TraceRecord::store) == 0) return false;
    const std::uint32_t launch = trace_.at(position).moment.launch;
    if (objects_.empty() || launch != launch_) objects_ = sim::memory_objects(trace_, position);
    launch_ = launch;
    return std::ranges::any_of(trace_.accesses(position), [&](const sim::AccessDetail& access) {
      return access.kind != sim::AccessKind::load && touches(access);
    });
  }

 private:
  bool touches(const sim::AccessDetail& access) const {
    for (const sim::MemoryObject& object : objects_) {
      const auto wanted = object.index_of(cell_);
      if (!wanted) continue;
      for (unsigned lane = 0; lane < access.addresses.size(); ++lane) {
        if ((access.lanes >> lane & 1) == 0) continue;
        const auto first = object.index_of_address(access.addresses[lane]);
        const std::uint64_t count = std::max<std::uint64_t>(1, access.bytes / size_bytes(object.type));
        if (first && *wanted >= *first && *wanted - *first < count) return true;
      }
    }
    return false;
  }

  const sim::Trace& trace_;
  CellId cell_;
  std::uint32_t launch_ = 0;
  std::vector<sim::MemoryObject> objects_;
};

}  // namespace

std::optional<std::uint64_t> next_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell) {
  WriteSearch search(trace, cell);
  for (std::uint64_t position = from + 1; position < trace.size(); ++position)
    if (search.is_write(position)) return position;
  return std::nullopt;
}

std::optional<std::uint64_t> previous_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell) {
  WriteSearch search(trace, cell);
  for (std::uint64_t position = std::min(from, trace.size()); position > 0; --position)
    if (search.is_write(position - 1)) return position - 1;
  return std::nullopt;
}

}  // namespace lockstep::gui
