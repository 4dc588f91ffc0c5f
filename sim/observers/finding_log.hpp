// The usual collector of findings. Each finding is kept once, with the number of its occurrences.
#pragma once

#include <map>
#include <vector>

#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

class FindingLog : public Observer {
 public:
  void on_finding(const MachineState& state, const Finding& finding) override;
  bool count_again(const FindingKey& key, std::uint64_t occurrences) override;
  bool wants_instructions() const override { return false; }
  bool wants_accesses() const override { return false; }
  bool wants_branches() const override { return false; }

  // Adds the findings of a later part of the run, whose steps do not include the `earlier` warp instructions
  // before it.
  void merge(const FindingLog& part, std::uint64_t earlier);

  const std::vector<Finding>& findings() const { return findings_; }
  const Finding* find(const FindingKey& key) const;  // null: not known

 private:
  std::vector<Finding> findings_;
  std::map<FindingKey, std::size_t> known_;  // index into findings_
};

}  // namespace lockstep::sim
