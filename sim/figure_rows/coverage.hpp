// Names the inputs of a value in a cell, in a form that fits the cell. The inputs come from the provenance;
// labels are cached.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {

// From the longest form to the shortest: "Σ x4..7", "x4..7", "4..7", "4 of x"; "Σ 2·x3,x4..7" if x3 is
// contained twice.
inline constexpr std::size_t kCoverageForms = 4;

class CoverageLabels {
 public:
  // Empty if the value has no input.
  const std::vector<std::string>& labels(const ProvenanceGraph& graph, ProvenanceId id);

 private:
  std::unordered_map<ProvenanceId, std::vector<std::string>> labels_;
};

}  // namespace lockstep::sim
