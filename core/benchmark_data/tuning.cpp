#include "core/benchmark_data/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/file_lock.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/benchmark_data/row_json.hpp"
#include "core/catalogue/embedded.hpp"

namespace lockstep::measure {
namespace {

constexpr auto kEntryFields = [](auto& fields, auto& entry) {
  fields.text("device", entry.device);
  if (fields.has("driver")) fields.text("driver", entry.driver);
  fields.text("algorithm", entry.algorithm);
  fields.number("element_bytes", entry.element_bytes);
  if (fields.has("n")) fields.number("n", entry.n);
  kTuningFields(fields, entry.tuning);
  double gbps = std::round(entry.gbps * 10) / 10;
  if (fields.has("gbps")) fields.real("gbps", gbps);
  if constexpr (std::decay_t<decltype(fields)>::kReads) entry.gbps = gbps;
};

// Checked when the table is read, because values that no plan can use would otherwise cause an error
// much later.
bool makes_sense(const Tuning& tuning) {
  return std::has_single_bit(tuning.group_size) && tuning.group_size <= 4096 && tuning.rounds >= 1 &&
         tuning.rounds <= 65536 && tuning.groups_per_unit >= 1 && tuning.groups_per_unit <= 4096;
}

const std::vector<TuningEntry>& built_in() {
  static const std::vector<TuningEntry> all = [] {
    std::vector<TuningEntry> entries;
    for (const EmbeddedFile& file : embedded_tuning())
      if (const auto parsed = parse_tuning(file.path, file.text))
        entries.insert(entries.end(), parsed->begin(), parsed->end());
    return entries;
  }();
  return all;
}

Result<std::vector<TuningEntry>> kept_entries() {
  const std::string path = tuning_file();
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(system_path(path), ignored)) return std::vector<TuningEntry>{};
  return read_file(path).and_then([&](const std::string& text) { return parse_tuning(path, text); });
}

// Returns 2 for an entry for this device, 1 for an entry for all devices of its kind, 0 for other entries.
int kinship(const TuningEntry& entry, const Device& device) {
  if (!entry.driver.empty() && entry.driver != device.driver) return 0;
  if (!entry.driver.empty()) return entry.device == device.name ? 2 : 0;
  if (entry.device == name(device.kind)) return 1;
  return device.name.find(entry.device) != std::string::npos ? 2 : 0;
}

constexpr std::uint64_t kMaxVectors = 256;

double distance(std::uint64_t a, std::uint64_t b) {
  return std::abs(std::log2(static_cast<double>(std::max<std::uint64_t>(a, 1))) -
                  std::log2(static_cast<double>(std::max<std::uint64_t>(b, 1))));
}

bool same_key(const TuningEntry& a, const TuningEntry& b) {
  return std::tie(a.device, a.driver, a.algorithm, a.element_bytes, a.n) ==
         std::tie(b.device, b.driver, b.algorithm, b.element_bytes, b.n);
}

}  // namespace

Result<std::vector<TuningEntry>> parse_tuning(std::string_view path, std::string_view text) {
  const auto json = parse_json<FieldsJson>(text);
  if (!json)
    return failure(fmt::format("{} Delete it, and run `lockstep tune` again.", json.error().text_of(path)));
  auto entries = read_fields<std::vector<TuningEntry>>(
      *json, "a table of tuning values",
      [](const FieldReader& fields, auto& all) { fields.list("tuning", all, kEntryFields); });
  if (!entries)
    return failure(
        fmt::format("{}: {} Delete it, and run `lockstep tune` again.", path, entries.error().message));
  for (const TuningEntry& entry : *entries)
    if (!makes_sense(entry.tuning))
      return failure(
          fmt::format("{}: the values for {} on {} are not valid; delete the file, and run `lockstep "
                      "tune` again.",
                      path, entry.algorithm, entry.device));
  return entries;
}

std::string tuning_json(std::span<const TuningEntry> entries) {
  const std::vector<TuningEntry> all(entries.begin(), entries.end());
  return json_text(
             written_fields([&all](FieldWriter& fields) { fields.list("tuning", all, kEntryFields); })) +
         "\n";
}

Tuning best_entry(std::span<const TuningEntry> entries, const Device& device, std::string_view algorithm,
                  std::uint64_t element_bytes, std::uint64_t n) {
  const TuningEntry* best = nullptr;
  const auto rank = [&](const TuningEntry& entry) {
    return std::tuple(-kinship(entry, device), distance(entry.element_bytes, element_bytes),
                      distance(entry.n, n));
  };
  for (const TuningEntry& entry : entries) {
    if (entry.algorithm != algorithm || kinship(entry, device) == 0) continue;
    if (best == nullptr || rank(entry) < rank(*best)) best = &entry;
  }
  return best == nullptr ? Tuning{} : best->tuning;
}

std::string tuning_file() {
  const std::string folder = config_directory();
  return folder.empty() ? "" : folder + "/tuning.json";
}

std::string kept_tuning_problem() {
  const auto entries = kept_entries();
  return entries ? "" : entries.error().message;
}

Result<void> keep_tuning(const TuningEntry& entry) {
  const std::filesystem::path path = system_path(tuning_file());
  if (path.empty())
    return failure("There is no folder to keep tuning values in: neither HOME nor XDG_CONFIG_HOME is set.");
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  const FileLock lock = FileLock::wait_for(path_text(path) + ".lock");
  auto entries = kept_entries();
  if (!entries) return tl::unexpected(entries.error());
  std::erase_if(*entries, [&](const TuningEntry& old) { return same_key(old, entry); });
  entries->push_back(entry);
  return write_atomically(path_text(path), tuning_json(*entries)).map_error([](Error error) {
    error.message += " Make its folder writable, set XDG_CONFIG_HOME, or use --dry-run.";
    return error;
  });
}

Tuning tuning_for(const Device& device, const Algorithm& algorithm, const PlanRequest& request) {
  const std::uint64_t element_bytes = size_bytes(request.type);
  const std::string& id = algorithm.technique ? algorithm.technique->of : algorithm.id;
  const auto best = [&](const std::vector<TuningEntry>& entries) {
    return best_entry(entries, device, id, element_bytes, request.n);
  };
  // Values found for a much smaller n are not reliable.
  constexpr double near = 4;
  auto kept = kept_entries().value_or(std::vector<TuningEntry>{});
  std::erase_if(kept, [&](const TuningEntry& entry) {
    return entry.element_bytes != element_bytes || distance(entry.n, request.n) > near;
  });
  Tuning tuning = best(kept);
  if (tuning == Tuning{}) tuning = best(built_in());
  if (tuning.group_size > device.max_group_size)
    tuning = {std::bit_floor(device.max_group_size), tuning.rounds, tuning.groups_per_unit};
  if (!algorithm.technique) return tuning;
  // Techniques are for adjacent work-items, even if the tuned kernel has work-groups of one work-item.
  PlanRequest tuned = request;
  tuned.tuning = tuning.group_size == 1 ? tuning_for_group(tuning, request.group_size) : tuning;
  return with_technique(algorithm, tuned).tuning;
}

Tuning tuning_for_group(const Tuning& tuning, std::uint64_t group_size) {
  Tuning chosen = tuning;
  chosen.group_size = 0;
  if (tuning.group_size != 0 && group_size != 0)
    chosen.rounds =
        std::clamp<std::uint64_t>(tuning.group_size * tuning.rounds / group_size, 1, tuning.rounds);
  // A single work-item may read a whole tile from memory; several work-items keep their vectors in registers,
  // and drivers unroll the loops over them.
  if (tuning.group_size == 1 && group_size > 1)
    chosen.rounds =
        std::clamp<std::uint64_t>(chosen.rounds, 1, std::max<std::uint64_t>(kMaxVectors / group_size, 1));
  return chosen;
}

std::string tuning_text(const Tuning& tuning, const Algorithm& algorithm) {
  if (tuning.group_size == 1 && algorithm.family == Algorithm::Family::scan)
    return fmt::format("L = 1, tiles of {} vectors of four", count_text(tuning.rounds));
  std::string text =
      fmt::format("L = {}, {} in flight at once", tuning.group_size, plural(tuning.rounds, "vector"));
  if (algorithm.family == Algorithm::Family::reduction)
    text += fmt::format(", {} for each compute unit", plural(tuning.groups_per_unit, "work-group"));
  return text;
}

}  // namespace lockstep::measure
