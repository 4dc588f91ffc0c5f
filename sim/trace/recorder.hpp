// The records of a trace. In a long run, the same combinations of warp, lanes and events occur repeatedly.
// They are stored as indices into a Palette, so a record takes only 12 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/chunked_list.hpp"
#include "core/base/palette.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/trace/accesses.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class RecordList {
 public:
  std::size_t size() const { return records_.size(); }
  bool empty() const { return records_.empty(); }
  TraceRecord operator[](std::size_t index) const {
    const Record& record = records_[index];
    const Who& who = whos_[record.who];
    const What& what = whats_[record.what];
    return {{who.launch, who.group, who.warp, record.pc, what.lanes}, what.flags};
  }
  std::uint16_t flags(std::size_t index) const { return whats_[records_[index].what].flags; }

  void push_back(const TraceRecord& record);
  // Adds flags to the last record.
  void add_flags(std::uint16_t flags);

  // Return the first and the last record in [begin, end) with one of the flags. Blocks without such records
  // are skipped.
  std::optional<std::uint64_t> first_with(std::uint16_t flags, std::uint64_t begin, std::uint64_t end) const;
  std::optional<std::uint64_t> last_with(std::uint16_t flags, std::uint64_t begin, std::uint64_t end) const;

  std::size_t size_bytes() const;

 private:
  struct Who {
    std::uint32_t launch = 0, group = 0, warp = 0;
    bool operator==(const Who&) const = default;
    std::uint64_t hash() const { return palette_hash(launch, group, warp); }
  };
  struct What {
    std::uint64_t lanes = 0;
    std::uint16_t flags = 0;
    bool operator==(const What&) const = default;
    std::uint64_t hash() const { return palette_hash(lanes, flags); }
  };
  struct Record {
    std::uint32_t pc = 0, who = 0, what = 0;
  };
  static constexpr std::size_t kBlock = 1024;

  ChunkedList<Record> records_;
  Palette<Who> whos_;
  Palette<What> whats_;
  std::vector<std::uint16_t> flags_of_block_;  // union of the flags of its records
};

// The observer that writes one record for each moment.

class Recorder final : public Observer {
 public:
  Recorder(const DeviceModel& model, const ProvenanceState& shadow) : model_(model), shadow_(shadow) {}

  RecordList take() { return std::move(records_); }
  AccessLog take_accesses() { return std::move(accesses_); }
  std::size_t size() const { return records_.size(); }
  std::size_t size_bytes() const { return records_.size_bytes() + accesses_.size_bytes(); }
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
  void mark(const Finding& finding);

  const DeviceModel& model_;
  const ProvenanceState& shadow_;
  RecordList records_;
  AccessLog accesses_;
  FindingLog log_;
  std::uint16_t flags_ = 0;  // of the current instruction
  std::uint64_t work_before_ = 0;
};

// Returns whether the access takes more transactions than the same lanes would need for consecutive elements.
bool is_uncoalesced(const DeviceModel& model, const WarpAccess& access);

}  // namespace lockstep::sim
