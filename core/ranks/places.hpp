// Reports the hosts and devices of MPI ranks: each rank reports its own to rank 0, and rank 0 reports all of
// them to this program.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"

namespace lockstep::ranks {

struct RankPlace {
  unsigned rank = 0;
  std::string host;
  measure::Device device;
};

std::string place_line(const RankPlace& place);
Result<RankPlace> read_place(const std::string& line);
// The places of all ranks, or the reason why there are none.
std::string places_line(const Result<std::vector<RankPlace>>& places);
Result<std::vector<RankPlace>> read_places(const std::string& line);

}  // namespace lockstep::ranks
