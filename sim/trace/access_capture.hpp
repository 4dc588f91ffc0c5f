// The accesses of one moment in full: addresses, transactions, passes.
#pragma once

#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class AccessCapture final : public Observer {
 public:
  explicit AccessCapture(const DeviceModel& model) : model_(model) {}
  std::vector<AccessDetail> take() { return std::move(details_); }
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  bool wants_instructions() const override { return false; }

 private:
  const DeviceModel& model_;
  std::vector<AccessDetail> details_;
};

}  // namespace lockstep::sim
