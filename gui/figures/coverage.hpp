// Which inputs a value covers, as runs of neighbours, and what that is called. Everything that was asked for
// once is kept: a value's inputs are those of its two operands, which were mostly asked for before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/analysis/provenance.hpp"

namespace lockstep::gui {

// Inputs first, first + 1 … last, each of them `times` in the value.
struct CoveredRun {
  std::uint64_t first = 0, last = 0, times = 1;
  bool operator==(const CoveredRun&) const = default;
};
// Ascending; neighbours that are in as often are one run.
using CoveredRuns = std::vector<CoveredRun>;

// Of two values that are combined.
CoveredRuns combined(const CoveredRuns& left, const CoveredRuns& right);

// From the fullest form to the shortest: "Σ x4..7", "x4..7", "4..7", "4 of x"; "Σ 2·x3,x4..7" where x3 is in
// twice.
inline constexpr std::size_t kCoverageForms = 4;

// What a value is made of, and with which operator: its symbol; "⊕" where there were several, "" without any.
struct Covered {
  CoveredRuns runs;
  std::string_view symbol;
};

class CoverageLabels {
 public:
  const Covered& covered(const sim::ProvenanceGraph& graph, sim::ProvenanceId id);
  // Empty without input.
  const std::vector<std::string>& labels(const sim::ProvenanceGraph& graph, sim::ProvenanceId id);

 private:
  std::unordered_map<sim::ProvenanceId, Covered> covered_;
  std::unordered_map<sim::ProvenanceId, std::vector<std::string>> labels_;
};

}  // namespace lockstep::gui
