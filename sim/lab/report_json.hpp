// Writes the JSON of `lockstep lab`. It contains {"scene", "model", "settings", "accesses": [{"lane",
// "address"}], "transactions", "bytes_moved", "bytes_asked", "bytes_used", "passes": [[lane …] …] …} of the
// first access on the chosen model and, in "models", the same values for each model. Addresses are in bytes
// from the start of the array. For an access to local memory, "transactions" is the number of passes, and
// "passes" lists them; otherwise "passes" lists the lanes of each transaction.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/lab/scene.hpp"

namespace lockstep::lab {

nlohmann::ordered_json report_json(const Scene& scene, const Request& request, const Report& report);

}  // namespace lockstep::lab
