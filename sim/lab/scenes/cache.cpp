// Compares a cache with a scratchpad. The same convolution is computed twice: with all loads from global
// memory, whose lines are kept in a cache, and with a tile that the kernel loads explicitly.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/catalogue/pattern_options.hpp"
#include "sim/lab/group_accesses.hpp"
#include "sim/lab/scenes/kernels_of_scene.hpp"

namespace lockstep::lab {
namespace {

constexpr std::string_view kConvolutions = "convolution";  // the scene whose kernels are run
constexpr std::uint32_t kInput = 1;  // the number of the plan's first buffer (sim/bytecode/address.hpp)

struct Settings {
  std::uint64_t mask = 5, group = 32, line_bytes = 128;
};

// The loads of one variant, warp instruction by warp instruction.
struct Way {
  std::string kernel;
  ReportTable table;
  CacheLines picture;       // of the first loads from global memory
  std::uint64_t asked = 0;  // elements that lanes request from global memory
  std::uint64_t lines = 0;  // loaded lines, each counted once
  std::uint64_t hits = 0;   // lines that were already cached
  std::uint64_t local_reads = 0;
};

// An ideal cache: initially empty, large enough, and without other writers.
class IdealCache {
 public:
  explicit IdealCache(std::uint64_t line_bytes) : line_bytes_(static_cast<std::int64_t>(line_bytes)) {}
  struct Outcome {
    std::vector<std::uint64_t> lines, loaded;  // numbers of lines from the start of the array
  };
  Outcome access(const GroupAccess& access) {
    std::set<std::int64_t> lines;
    for (const std::int64_t offset : access.offsets) {
      lines.insert(offset / line_bytes_);
      lines.insert((offset + access.bytes - 1) / line_bytes_);
    }
    Outcome outcome;
    for (const std::int64_t line : lines) {
      outcome.lines.push_back(static_cast<std::uint64_t>(line));
      if (held_.insert(line).second) outcome.loaded.push_back(static_cast<std::uint64_t>(line));
    }
    return outcome;
  }

 private:
  std::int64_t line_bytes_;
  std::set<std::int64_t> held_;
};

std::string what_of(const GroupAccess& access) {
  if (access.space == sim::Space::local)
    return access.kind == sim::AccessKind::load ? "reads the tile" : "fills the tile";
  return "loads in[…]";
}

// Returns whether an access is listed. Only loads of the input and accesses to local memory are listed,
// because the accesses to the mask and to the result are the same in both variants.
bool belongs(const GroupAccess& access) {
  if (access.space == sim::Space::local) return true;
  return access.space == sim::Space::global && access.object == kInput &&
         access.kind == sim::AccessKind::load;
}

// Adds a load to the picture, which shows the first loads.
void show_load(CacheLines& picture, std::string name, const GroupAccess& access,
               const IdealCache::Outcome& outcome) {
  constexpr std::size_t most_loads = 8;
  if (picture.loads.size() == most_loads || outcome.lines.empty()) return;
  CacheLines::Load load{std::move(name), {}, outcome.lines, outcome.loaded};
  for (const std::int64_t offset : access.offsets)
    load.elements.push_back(static_cast<std::uint64_t>(offset) / access.bytes);
  const std::uint64_t before = picture.loads.empty() ? outcome.lines.front() : picture.first;
  const std::uint64_t end = std::max(picture.first + picture.count, outcome.lines.back() + 1);
  picture.first = std::min(before, outcome.lines.front());
  picture.count = end - picture.first;
  picture.loads.push_back(std::move(load));
}

Way follow(const std::string& kernel, const std::vector<GroupAccess>& accesses, const Settings& settings) {
  Way way;
  way.kernel = kernel;
  way.table.title = kernel;
  way.table.columns = {"access", "warp", "line", "lanes", "cache lines", "loaded now"};
  IdealCache cache(settings.line_bytes);
  way.picture.title = kernel;
  way.picture.line_elements = settings.line_bytes / size_bytes(ElementType::int32);
  constexpr std::size_t max_rows = 24;
  std::size_t count = 0;
  for (const GroupAccess& access : accesses) {
    if (!belongs(access)) continue;
    const bool is_local = access.space == sim::Space::local;
    IdealCache::Outcome outcome;
    if (is_local) {
      if (access.kind == sim::AccessKind::load) way.local_reads += access.offsets.size();
    } else {
      outcome = cache.access(access);
      way.asked += access.offsets.size();
      way.lines += outcome.loaded.size();
      way.hits += outcome.lines.size() - outcome.loaded.size();
    }
    const std::string name = fmt::format("{}  {}", ++count, what_of(access));
    show_load(way.picture, name, access, outcome);
    if (count > max_rows) continue;
    way.table.rows.push_back(
        {{name, std::to_string(access.warp), std::to_string(access.line),
          std::to_string(access.offsets.size()), is_local ? "–" : std::to_string(outcome.lines.size()),
          is_local ? "–" : std::to_string(outcome.loaded.size())},
         !outcome.loaded.empty()});
  }
  if (count > max_rows) way.table.note = fmt::format("And {} more.", plural(count - max_rows, "access"));
  return way;
}

Result<Way> run_way(const Algorithm& algorithm, const Settings& settings, const sim::DeviceModel& model,
                    const std::stop_token& stop) {
  PlanRequest request;
  const std::uint64_t halo_groups = (settings.mask / 2 + settings.group - 1) / settings.group;
  request.n = (2 * halo_groups + 1) * settings.group;
  request.group_size = settings.group;
  request.pattern.mask_width = settings.mask;
  const Result<Plan> plan = plan_of(algorithm, request, model);
  if (!plan) return tl::unexpected(plan.error());
  const auto accesses = accesses_of_group(*plan, model, static_cast<std::uint32_t>(halo_groups), stop);
  if (!accesses) return tl::unexpected(accesses.error());
  return follow(algorithm.id, *accesses, settings);
}

// Returns two kernels: the kernel that loads everything from global memory, and the kernel whose tile
// contains all the elements that its outputs need.
std::vector<const Algorithm*> both_ways() {
  std::vector<const Algorithm*> ways;
  for (const Algorithm* algorithm : kernels_of_scene(kConvolutions)) {
    const bool has_tile = reads_option(*algorithm, &PatternOptions::tile);
    if (algorithm->square_group || (ways.empty() ? has_tile : !has_tile)) continue;
    if (ways.size() < 2) ways.push_back(algorithm);
  }
  return ways;
}

ReportTable totals(const std::vector<Way>& ways, const Settings& settings) {
  ReportTable table;
  table.title = "One work-group in the middle of the array";
  table.columns = {"", "elements", fmt::format("{}-byte lines loaded", settings.line_bytes), "lines found",
                   "read from local"};
  const std::string names[] = {"cache: ", "scratchpad: "};
  for (std::size_t i = 0; i < ways.size(); ++i)
    table.rows.push_back({{names[i] + ways[i].kernel, count_text(ways[i].asked), count_text(ways[i].lines),
                           count_text(ways[i].hits), count_text(ways[i].local_reads)},
                          false});
  table.note =
      "This cache is ideal: empty at first, never full, and used by this work-group alone. The "
      "replacement of lines, and the lack of coherence between the first-level caches of "
      "multiprocessors, are not modelled. The counters on other pages count the transactions of every "
      "load, just as hardware counts the requests to the first-level cache.";
  return table;
}

Result<Report> evaluate_cache(const std::vector<Setting>& settings, const Request& request,
                              const std::stop_token& stop) {
  const SettingReader reader(settings, request.values);
  const Settings chosen{reader.count("mask"), reader.count("group"), reader.count("line-bytes")};
  if (chosen.mask % 2 == 0)
    return usage_error(fmt::format("mask: the width must be odd, not {}", chosen.mask));
  std::vector<Way> ways;
  for (const Algorithm* algorithm : both_ways()) {
    Result<Way> way = run_way(*algorithm, chosen, *request.model, stop);
    if (!way) return tl::unexpected(way.error());
    ways.push_back(std::move(*way));
  }
  Report report;
  report.sentence = fmt::format(
      "Without a tile, the lanes request {} elements, and the cache loads {} on demand. With a tile, the "
      "kernel itself loads {} elements before the barrier and then reads the tile {} times.",
      count_text(ways[0].asked), plural(ways[0].lines, "line"), count_text(ways[1].asked),
      count_text(ways[1].local_reads));
  report.values = {{"cache_elements_asked", static_cast<double>(ways[0].asked)},
                   {"cache_lines_loaded", static_cast<double>(ways[0].lines)},
                   {"cache_line_hits", static_cast<double>(ways[0].hits)},
                   {"scratchpad_elements_loaded", static_cast<double>(ways[1].asked)},
                   {"scratchpad_reads", static_cast<double>(ways[1].local_reads)}};
  report.cache_lines = std::move(ways[0].picture);
  report.tables = {totals(ways, chosen), std::move(ways[0].table), std::move(ways[1].table)};
  return report;
}

}  // namespace

Scene cache_scene() {
  Scene scene;
  scene.name = "cache";
  scene.title = "Cache and scratchpad";
  scene.origin = "Lecture slides on convolution and scan, \"Scratchpad vs. cache\"";
  scene.summary =
      "The same convolution with a cache and with a tile in local memory: what is loaded, and when.";
  scene.settings = {
      count_setting("mask", "mask width", "Coefficients of the mask; odd", 5, 1, 15, {"3", "5", "9", "15"}),
      count_setting("group", "work-group", "Work-items; each of them computes one output", 32, 1, 512,
                    {"8", "16", "32", "64", "128"}),
      {"line-bytes",
       "cache line",
       "Bytes that the cache loads at once",
       Setting::Kind::choice,
       "128",
       0,
       0,
       {"32", "64", "128"}},
  };
  scene.presets = {
      {"slides", "Mask of 5, 32 outputs", {}, ""},
      {"wide-mask", "Mask of 15", {{"mask", "15"}}, ""},
      {"sectors", "Sectors of 32 bytes", {{"line-bytes", "32"}}, ""},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token& stop) {
    return evaluate_cache(settings, request, stop);
  };
  return scene;
}

}  // namespace lockstep::lab
