// Names the inputs of a value in a cell, in a form that fits in the cell. The inputs are determined from the
// provenance, and the labels are cached.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {

// The number of forms of a label, from the longest form to the shortest: "Σ x4..7", "x4..7", "4..7", "4 of
// x". If x3 is contained twice, the longest form is "Σ 2·x3,x4..7".
inline constexpr std::size_t kCoverageForms = 4;

class CoverageLabels {
 public:
  // Returns the forms of the label; empty if the value has no input.
  const std::vector<std::string>& labels(const ProvenanceGraph& graph, ProvenanceId id);

 private:
  std::unordered_map<ProvenanceId, std::vector<std::string>> labels_;
};

}  // namespace lockstep::sim
