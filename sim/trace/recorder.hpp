// The records of a trace: a vector that grows without moving its entries.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/observers/finding_log.hpp"
#include "sim/trace/accesses.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class RecordList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const TraceRecord& operator[](std::size_t index) const { return chunks_[index / kChunk][index % kChunk]; }
  TraceRecord& back() { return chunks_.back().back(); }

  void push_back(const TraceRecord& record) {
    if (size_ % kChunk == 0) chunks_.emplace_back().reserve(kChunk);
    chunks_.back().push_back(record);
    ++size_;
  }

 private:
  static constexpr std::size_t kChunk = 4096;
  std::vector<std::vector<TraceRecord>> chunks_;
  std::size_t size_ = 0;
};

// The observer that writes one record for each moment.

class Recorder final : public Observer {
 public:
  Recorder(const DeviceModel& model, const ProvenanceState& shadow) : model_(model), shadow_(shadow) {}

  RecordList take() { return std::move(records_); }
  AccessLog take_accesses() { return std::move(accesses_); }
  std::size_t size() const { return records_.size(); }
  // Events at the end of a step, after its instruction, belong to that instruction.
  void finish_step();

  void on_group_end(const MachineState&, std::uint32_t) override { flags_ |= TraceRecord::group_end; }
  void on_launch_end(const MachineState&, std::uint32_t) override { flags_ |= TraceRecord::launch_end; }
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) override;
  void on_barrier_arrive(const MachineState&, const Moment&, const Instruction&) override;
  void on_barrier_release(const MachineState&, std::uint32_t, const Instruction&) override;
  void on_instruction(const MachineState&, const Moment&, const Instruction&) override;
  void on_finding(const MachineState&, const Finding&) override;
  bool count_again(const FindingKey&, std::uint64_t) override;
  const std::vector<Finding>& findings() const { return log_.findings(); }

 private:
  const DeviceModel& model_;
  const ProvenanceState& shadow_;
  RecordList records_;
  AccessLog accesses_;
  FindingLog log_;
  std::uint16_t flags_ = 0;  // of the instruction that is being executed
  std::uint64_t work_before_ = 0;
};

// More transactions than the same lanes would need for consecutive elements.
bool is_uncoalesced(const DeviceModel& model, const WarpAccess& access);

}  // namespace lockstep::sim
