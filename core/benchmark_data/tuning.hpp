// Tuning values are data for each device: the values that `lockstep tune` found on this machine,
// otherwise the built-in values (assets/tuning/*.json) for the device's name or, if there is no such
// entry, for its kind.
//
// Both kinds of file have the same form:
//   {"tuning": [{"device": "H200", "driver": "", "algorithm": id, "element_bytes": 4, "n": 268435456,
//                "group_size", "rounds", "groups_per_unit", "gbps"} …]}
// `device` is part of the device's name, or "GPU" or "CPU" for all devices of a kind. Entries of `tune` also
// contain the driver.
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
  std::uint64_t n = 0;  // the n with which the values were found
  Tuning tuning;
  double gbps = 0;
  bool operator==(const TuningEntry&) const = default;
};

Result<std::vector<TuningEntry>> parse_tuning(std::string_view path, std::string_view text);
std::string tuning_json(std::span<const TuningEntry> entries);

// Returns the best entry for this device and algorithm: entries for the device's name are preferred to
// entries for its kind, then the nearest element size, then the nearest n. Returns the default Tuning if no
// entry fits.
Tuning best_entry(std::span<const TuningEntry> entries, const Device& device, std::string_view algorithm,
                  std::uint64_t element_bytes, std::uint64_t n);

// The file in which `lockstep tune` stores its results: $XDG_CONFIG_HOME/lockstep/tuning.json, or
// ~/.config/…; empty if neither is known.
std::string tuning_file();
// Says why the stored tuning values cannot be read, and what to do; empty if they can be read or if nothing
// is stored.
std::string kept_tuning_problem();
// Replaces the entry for the same device, driver, algorithm, element size and n. The file is written
// atomically; processes that write it at the same time wait for each other.
Result<void> keep_tuning(const TuningEntry& entry);

// Searches the stored entries, then the built-in ones. A stored file that cannot be read is treated as empty.
Tuning tuning_for(const Device& device, const Algorithm& algorithm, const PlanRequest& request);

// Returns a Tuning for an L that the user has chosen, with at most as many vectors in flight in a work-group
// as with the tuned L.
Tuning tuning_for_group(const Tuning& tuning, std::uint64_t group_size);

// Describes a Tuning: "L = 512, 4 vectors in flight at once, 4 work-groups for each compute unit". A tuned
// scan has a work-group for each tile, not for each unit.
std::string tuning_text(const Tuning& tuning, const Algorithm& algorithm);

}  // namespace lockstep::measure
