// Functions that the scenes of single accesses share. They count an access on one model, or the same access
// on all models.
#pragma once

#include <functional>
#include <string>

#include "sim/lab/lane_pattern.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::lab {

// Counts an access on a model. `space` must be global, local or constant.
Access count_access(const LaneAccess& access, sim::Space space, const sim::DeviceModel& model);

// Neighbouring models in the list whose accesses have the same cost. The first model represents all of them,
// and their names are joined.
struct ModelGroup {
  std::string names;  // "cc7.0, cc8.0, cc9.0"
  ModelAccesses first;
  bool chosen = false;  // whether it contains the chosen model
};
using AccessesOf = std::function<Result<std::vector<Access>>(const sim::DeviceModel&)>;
// Adds the accesses on each model to `report`; stops at the first error.
Result<void> add_models(Report& report, const sim::DeviceModel& chosen, const AccessesOf& accesses_of);
// Returns the report of a scene with one access and the settings lane_settings(), but without the sentence
// and the tables.
Result<Report> report_of_access(const std::vector<Setting>& settings, const Request& request,
                                sim::Space space);

// Groups neighbouring models in the list whose accesses have the same cost.
std::vector<ModelGroup> grouped(const Report& report, const sim::DeviceModel& chosen);

// Returns a text such as "4 sectors of 32 bytes" or "1 of 128 and 1 of 64 bytes".
std::string transactions_text(const Access& access, const sim::DeviceModel& model);
// Returns a text such as "lanes 0 to 15 and 20".
std::string lanes_text(std::uint64_t lanes);
// Returns a text such as "12.5 %".
std::string share_text(std::uint64_t part, std::uint64_t whole);

}  // namespace lockstep::lab
