// Tuning values are data by device: what `lockstep tune` found on this machine, else what is built in
// (assets/tuning/*.json) for the device's name or, without an entry for it, for its kind.
//
// Both kinds of file say the same:
//   {"tuning": [{"device": "H200", "driver": "", "algorithm": id, "element_bytes": 4, "n": 268435456,
//                "group_size", "rounds", "groups_per_unit", "gbps"} …]}
// `device` is part of the device's name, or "GPU" or "CPU" for all of a kind. Entries of `tune` also name the
// driver.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::measure {

struct TuningEntry {
  std::string device, driver;
  std::string algorithm;  // id in the catalogue
  std::uint64_t element_bytes = 4;
  std::uint64_t n = 0;  // what it was found with
  Tuning tuning;
  double gbps = 0;
  bool operator==(const TuningEntry&) const = default;
};

Result<std::vector<TuningEntry>> parse_tuning(std::string_view path, std::string_view text);
std::string tuning_json(std::span<const TuningEntry> entries);

// The best entry for this device and algorithm: those of its name before those of its kind, then the nearest
// element size, then the nearest n. The default Tuning if no entry fits.
Tuning best_entry(std::span<const TuningEntry> entries, const Device& device, std::string_view algorithm,
                  std::uint64_t element_bytes, std::uint64_t n);

// Where `lockstep tune` keeps what it finds: $XDG_CONFIG_HOME/lockstep/tuning.json, or ~/.config/…; empty
// where neither is known.
std::string tuning_file();
// Why the stored tuning values cannot be read, and what to do about it; empty if they can be read or if
// nothing is stored.
std::string kept_tuning_problem();
// Replaces the entry for the same device, driver, algorithm, element size and n. The file is written whole or
// not at all; processes that do so at the same time wait for each other.
Result<void> keep_tuning(const TuningEntry& entry);

// Kept entries, then built-in ones. A kept file that cannot be read counts as empty.
Tuning tuning_for(const Device& device, const Algorithm& algorithm, const PlanRequest& request);

// For an L that the user has chosen: at most as many vectors in flight in a group as with the tuned L.
Tuning tuning_for_group(const Tuning& tuning, std::uint64_t group_size);

// "L = 512, 4 vectors in flight at once, 4 work-groups for each compute unit". A tuned scan has a work-group
// for each tile, not for each unit.
std::string tuning_text(const Tuning& tuning, const Algorithm& algorithm);

}  // namespace lockstep::measure
