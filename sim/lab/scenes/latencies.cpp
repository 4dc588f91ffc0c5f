// The scene of memories and latencies. It shows the memories of a kernel, the duration of one access to each,
// and the time that a tile and constant memory save in a convolution if nothing hides the waits.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text/text.hpp"
#include "sim/lab/group_accesses.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::lab {
namespace {

constexpr std::string_view kWithLatencies = "convolution";  // the scene whose kernels are run

enum class MemoryKind : std::uint8_t { registers, local, global, constant };
constexpr std::size_t kMemoryKinds = 4;

// A memory as listed in the lecture.
struct MemoryWords {
  std::string_view name, setting, seen_by, access;
  std::uint64_t cycles;  // as given in the lecture
};
constexpr std::array<MemoryWords, kMemoryKinds> kMemories{{
    {"registers", "registers", "one work-item", "read and written", 1},
    {"local memory (CUDA: shared)", "local", "a work-group", "read and written", 5},
    {"global memory", "global", "all work-items", "read and written", 500},
    {"constant memory, cached", "constant", "all work-items", "read only", 5},
}};

using ByMemory = std::array<std::uint64_t, kMemoryKinds>;

ByMemory read_latencies(const SettingReader& reader) {
  ByMemory cycles{};
  for (std::size_t i = 0; i < kMemoryKinds; ++i) cycles[i] = reader.count(kMemories[i].setting);
  return cycles;
}

// Returns the latency of a memory on the model as text; "–" if no source gives the latency.
std::string known_on(const sim::DeviceModel& model, std::size_t memory) {
  const sim::DeviceRates& rates = model.rates;
  if (memory != static_cast<std::size_t>(MemoryKind::global) || !rates.memory_ns) return "–";
  return count_text(static_cast<std::uint64_t>(*rates.memory_ns * rates.clock_ghz + 0.5));
}

ReportTable memories_table(const sim::DeviceModel& model, const ByMemory& cycles) {
  ReportTable table;
  table.title = "Cycles until a value arrives";
  table.columns = {"memory", "seen by", "access", "in the lecture", "here", model.name};
  for (std::size_t i = 0; i < kMemoryKinds; ++i) {
    const MemoryWords& memory = kMemories[i];
    table.rows.push_back({{std::string(memory.name), std::string(memory.seen_by), std::string(memory.access),
                           count_text(memory.cycles), count_text(cycles[i]), known_on(model, i)},
                          cycles[i] != memory.cycles});
  }
  table.note = fmt::format(
      "In the lecture: orders of magnitude, not values of one device. {}: from the sources of this model, "
      "which "
      "give only the latency of global memory.",
      model.name);
  return table;
}

// Returns the numbers of loads of one work-group in the middle of the array, by memory.
Result<ByMemory> loads_of(const Algorithm& algorithm, std::uint64_t mask, std::uint64_t group,
                          const sim::DeviceModel& model, const std::stop_token& stop) {
  PlanRequest request;
  const std::uint64_t halo_groups = (mask / 2 + group - 1) / group;
  request.n = (2 * halo_groups + 1) * group;
  request.group_size = group;
  request.pattern.mask_width = mask;
  const Result<Plan> plan = plan_of(algorithm, request, model);
  if (!plan) return tl::unexpected(plan.error());
  const auto accesses = accesses_of_group(*plan, model, static_cast<std::uint32_t>(halo_groups), stop);
  if (!accesses) return tl::unexpected(accesses.error());
  ByMemory loads{};
  const auto count = [&](MemoryKind memory, const GroupAccess& access) {
    loads[static_cast<std::size_t>(memory)] += access.offsets.size();
  };
  for (const GroupAccess& access : *accesses) {
    if (access.kind != sim::AccessKind::load) continue;
    if (access.space == sim::Space::local) count(MemoryKind::local, access);
    if (access.space == sim::Space::global) count(MemoryKind::global, access);
    if (access.space == sim::Space::constant) count(MemoryKind::constant, access);
  }
  return loads;
}

double cycles_of(const ByMemory& loads, const ByMemory& cycles, std::uint64_t outputs) {
  double sum = 0;
  for (std::size_t i = 0; i < kMemoryKinds; ++i)
    sum += static_cast<double>(loads[i]) * static_cast<double>(cycles[i]);
  return sum / static_cast<double>(outputs);
}

std::string each_text(std::uint64_t loads, std::uint64_t outputs) {
  return fmt::format("{:.4g}", static_cast<double>(loads) / static_cast<double>(outputs));
}

Result<Report> evaluate_latencies(const std::vector<Setting>& settings, const Request& request,
                                  const std::stop_token& stop) {
  const SettingReader reader(settings, request.values);
  const std::uint64_t mask = reader.count("mask"), group = reader.count("group");
  if (mask % 2 == 0) return usage_error(fmt::format("mask: the width must be odd, not {}", mask));
  const ByMemory cycles = read_latencies(reader);
  ReportTable table;
  table.title = "Loads of one output, and their cycles if each load waits for the previous one";
  table.columns = {"kernel", "local", "global", "constant", "cycles"};
  std::vector<double> sums;  // of the kernels
  for (const Algorithm* algorithm : kernels_of_scene(kWithLatencies)) {
    if (algorithm->square_group) continue;
    const Result<ByMemory> loads = loads_of(*algorithm, mask, group, *request.model, stop);
    if (!loads) return tl::unexpected(loads.error());
    const auto of = [&](MemoryKind memory) {
      return each_text((*loads)[static_cast<std::size_t>(memory)], group);
    };
    sums.push_back(cycles_of(*loads, cycles, group));
    table.rows.push_back({{algorithm->id, of(MemoryKind::local), of(MemoryKind::global),
                           of(MemoryKind::constant), fmt::format("{:.4g}", sums.back())},
                          false});
  }
  table.note =
      "Counted in runs of the kernels, for a work-group in the middle of the array. A multiprocessor "
      "executes "
      "other warps during the waits: see Latency and occupancy.";
  Report report;
  const double first = sums.front(), least = *std::ranges::min_element(sums);
  report.values = {{"cycles_without_tile", first}, {"fewest_cycles", least}};
  report.sentence = fmt::format(
      "With {} cycles for global memory, {} for local and {} for constant memory, an output waits {:.4g} "
      "cycles "
      "without a tile, and {:.4g} with the best kernel.",
      count_text(cycles[2]), count_text(cycles[1]), count_text(cycles[3]), first, least);
  report.tables = {memories_table(*request.model, cycles), std::move(table)};
  return report;
}

}  // namespace

Scene latencies_scene() {
  Scene scene;
  scene.name = "latencies";
  scene.title = "Memories and latencies";
  scene.origin = "Lecture slides on convolution and scan, \"Review of CUDA memories\"";
  scene.summary = "The memories of a kernel, how long an access of each takes, and what a tile saves.";
  constexpr std::uint64_t most = 10'000;
  for (const MemoryWords& memory : kMemories)
    scene.settings.push_back(count_setting(std::string(memory.setting), std::string(memory.setting),
                                           fmt::format("Cycles of an access of {}", memory.name),
                                           memory.cycles, 0, most, {"1", "5", "30", "400", "500"}));
  scene.settings.push_back(
      count_setting("mask", "mask width", "Coefficients of the mask; odd", 5, 1, 15, {"3", "5", "9", "15"}));
  scene.settings.push_back(count_setting("group", "work-group", "Work-items, and outputs of the tile", 8, 1,
                                         512, {"8", "16", "32", "64", "128"}));
  scene.presets = {
      {"slides", "1, 5, 500 and 5 cycles, as the lecture says", {}, ""},
      {"assignment", "400 cycles for global memory, as the assignment says", {{"global", "400"}}, ""},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token& stop) {
    return evaluate_latencies(settings, request, stop);
  };
  return scene;
}

}  // namespace lockstep::lab
