#include "gui/background_jobs/benchmark/compared_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

// The largest relative difference that is attributed to rounding, because the device may add in a
// different order.
template <class T>
constexpr double kRounding = sizeof(T) == 4 ? 1e-4 : 1e-10;

template <class T>
bool differs_by_rounding(T here, T there) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(here) && std::isnan(there)) return true;
    const auto a = static_cast<double>(here), b = static_cast<double>(there);
    return std::isfinite(a) && std::isfinite(b) &&
           std::abs(a - b) <= kRounding<T> * std::max(1.0, std::max(std::abs(a), std::abs(b)));
  }
  return false;
}

template <class T>
std::string cell_text(T value) {
  if constexpr (sizeof(T) == 1)
    return std::to_string(static_cast<int>(value));
  else
    return fmt::format("{}", value);
}

template <class T>
T cell_at(const std::vector<std::byte>& bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

bool is_written(const std::vector<std::uint8_t>& written, std::uint64_t begin, std::size_t bytes) {
  if (written.empty()) return true;
  for (std::size_t i = 0; i < bytes; ++i)
    if (begin + i >= written.size() || written[begin + i] == 0) return false;
  return true;
}

template <class T>
void compare_cells(ComparedBuffer& compared, const std::vector<std::byte>& there,
                   const std::vector<std::uint8_t>& written, const std::vector<std::byte>& here) {
  const std::uint64_t cells = std::min(there.size(), here.size()) / sizeof(T);
  for (std::uint64_t i = 0; i < cells; ++i) {
    if (!is_written(written, i * sizeof(T), sizeof(T))) continue;
    ++compared.cells;
    const std::size_t at = i * sizeof(T);
    if (std::memcmp(there.data() + at, here.data() + at, sizeof(T)) == 0) continue;
    const T mine = cell_at<T>(here, i), simulated = cell_at<T>(there, i);
    if (differs_by_rounding(mine, simulated)) {
      ++compared.rounded;
      continue;
    }
    if (compared.different++ != 0) continue;
    compared.first = i;
    compared.here = cell_text(mine);
    compared.there = cell_text(simulated);
  }
}

}  // namespace

std::vector<ComparedBuffer> compare_buffers(const Plan& plan, const FinalBuffers& simulator,
                                            const std::vector<std::vector<std::byte>>& device) {
  std::vector<ComparedBuffer> compared;
  const std::size_t count = std::min({plan.buffers.size(), simulator.bytes.size(), device.size()});
  for (std::size_t b = 0; b < count; ++b) {
    const PlanBuffer& buffer = plan.buffers[b];
    if (buffer.variable_of) continue;
    const bool is_changed = simulator.bytes[b] != materialise(buffer);
    ComparedBuffer one;
    one.name = buffer.name;
    one.type = opencl_name(buffer.type);
    static const std::vector<std::uint8_t> all;
    const auto& written = b < simulator.written.size() ? simulator.written[b] : all;
    with_type(buffer.type, [&]<class T>() { compare_cells<T>(one, simulator.bytes[b], written, device[b]); });
    if (is_changed || buffer.role == PlanBuffer::Role::output || one.different != 0)
      compared.push_back(std::move(one));
  }
  return compared;
}

std::string comparison_text(const ComparedBuffer& buffer) {
  if (buffer.cells == 0) return "the simulator wrote no cell";
  if (buffer.different != 0)
    return fmt::format("{} of {} cells differ, first [{}]: {} on the device, {} in the simulator",
                       count_text(buffer.different), count_text(buffer.cells), buffer.first, buffer.here,
                       buffer.there);
  const std::string all =
      buffer.cells == 1 ? "the cell is" : fmt::format("all {} cells are", count_text(buffer.cells));
  if (buffer.rounded == 0) return all + " as in the simulator";
  return fmt::format("{} as in the simulator, {} of them except for rounding", all,
                     count_text(buffer.rounded));
}

}  // namespace lockstep::gui
