// Reads a whole trace and passes its accesses to each array to the builder.
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "sim/figure_rows/builder.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/combination_maker.hpp"
#include "sim/figure_rows/double_buffers.hpp"
#include "sim/figure_rows/register_rows.hpp"
#include "sim/figure_rows/row_labels.hpp"
#include "sim/figure_rows/stale_reads.hpp"
#include "sim/trace/replay.hpp"

namespace lockstep::sim {
namespace {

std::uint64_t read_bits(std::span<const std::byte> memory, std::uint64_t offset, std::size_t bytes) {
  std::uint64_t bits = 0;
  if (offset + bytes <= memory.size()) std::memcpy(&bits, memory.data() + offset, bytes);
  return bits;
}

// Returns the bits of a cell of the object, as seen by the running group.
std::uint64_t cell_bits(const MemoryObject& object, const MachineState& machine, std::uint64_t index) {
  const std::size_t bytes = size_bytes(object.type);
  if (object.is_local)
    return read_bits(machine.group.local_memory, object.offset_bytes + index * bytes, bytes);
  return read_bits(machine.buffers[object.buffer], index * bytes, bytes);
}

ProvenanceId cell_provenance(const MemoryObject& object, const TraceState& state, std::uint64_t index) {
  const std::vector<ProvenanceId>& ids =
      object.is_local ? state.local_provenance : state.buffer_provenance[object.buffer].read();
  const std::uint64_t at =
      object.is_local ? (object.offset_bytes + index * size_bytes(object.type)) / state.unit_bytes : index;
  return at < ids.size() ? ids[at] : 0;
}

// Returns the name of each buffer in the kernels. If a buffer has several names, or if a name refers to
// several buffers (such as two buffers that are swapped between launches), the plan's name is used.
std::vector<std::string> buffer_names(const Trace& trace) {
  const Plan& plan = trace.plan();
  std::vector<std::set<std::string>> names(plan.buffers.size());
  std::map<std::string, std::set<std::size_t>> buffers;
  for (const PlanLaunch& launch : plan.launches) {
    const Kernel* kernel = trace.program(launch.program).find_kernel(launch.kernel);
    const std::size_t count = kernel ? std::min(launch.arguments.size(), kernel->parameters.size()) : 0;
    for (std::size_t p = 0; p < count; ++p) {
      const auto* argument = std::get_if<BufferArgument>(&launch.arguments[p]);
      if (argument == nullptr) continue;
      names[argument->buffer].insert(kernel->parameters[p].name);
      buffers[kernel->parameters[p].name].insert(argument->buffer);
    }
  }
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool clear = names[i].size() == 1 && buffers[*names[i].begin()].size() == 1;
    chosen.push_back(clear ? *names[i].begin() : plan.buffers[i].name);
  }
  return chosen;
}

void measure(Combination& combination) {
  constexpr std::size_t sample = 256;  // values per row
  for (const CombinationRow& row : combination.rows) {
    const CombinationArray& array = combination.arrays[row.array];
    combination.max_cells = std::max(combination.max_cells, array.cells());
    const auto look = [&](std::uint64_t bits) {
      combination.widest_value =
          std::max(combination.widest_value, format_value(bits, array.object.type).size());
    };
    for (std::size_t i = 0; i < row.writes.size(); i += 1 + row.writes.size() / sample)
      look(row.writes[i].bits);
    for (std::size_t i = 0; row.initial && i < array.initial.size(); i += 1 + array.initial.size() / sample)
      look(array.initial[i].bits);
  }
}

// Gives access to the cells of an object in a state. The memory is looked up only once.
class Cells {
 public:
  Cells(const MemoryObject& object, const TraceState& state)
      : memory_(object.is_local ? std::span<const std::byte>(state.machine.group.local_memory)
                                : std::span<const std::byte>(state.machine.buffers[object.buffer].read())),
        ids_(object.is_local ? state.local_provenance : state.buffer_provenance[object.buffer].read()),
        offset_(object.is_local ? object.offset_bytes : 0),
        bytes_(size_bytes(object.type)),
        unit_(object.is_local ? state.unit_bytes : bytes_) {}

  std::uint64_t bits(std::uint64_t index) const {
    return read_bits(memory_, offset_ + index * bytes_, bytes_);
  }
  ProvenanceId provenance(std::uint64_t index) const {
    const std::uint64_t at = (offset_ + index * bytes_) / unit_;
    return at < ids_.size() ? ids_[at] : 0;
  }

 private:
  std::span<const std::byte> memory_;
  std::span<const ProvenanceId> ids_;
  std::uint64_t offset_, bytes_, unit_;
};

// Returns the combination of a run without moments, in which the input is the result.
Combination input_of(const Trace& trace) {
  Combination combination;
  for (const MemoryObject& object : memory_objects(trace, 0)) {
    if (object.is_local) continue;
    const auto state = trace.seek(0);
    CombinationArray array{object, 0, 1, object.name, {}};
    if (trace.plan().buffers[object.buffer].content.pattern == Content::Pattern::uninitialised) continue;
    for (std::uint64_t i = 0; i < object.elements; ++i)
      array.initial.push_back(
          {cell_bits(object, state->machine, i), cell_provenance(object, *state, i), true});
    CombinationRow row;
    row.array = static_cast<std::uint32_t>(combination.arrays.size());
    row.label = "input";
    row.initial = true;
    combination.arrays.push_back(std::move(array));
    combination.rows.push_back(std::move(row));
  }
  measure(combination);
  return combination;
}

}  // namespace

// Follows all arrays through the run, which is executed again for this purpose.
class CombinationMaker::Follower final : public Observer {
 public:
  explicit Follower(const Trace& trace)
      : trace_(trace),
        builder_(trace.provenance()),
        stale_(trace),
        registers_(trace, builder_, labels_, arrays_) {
    if (trace.size() == 0) {
      combination_ = input_of(trace);
      stage_ = Stage::done;
      return;
    }
    const std::vector<PlanBuffer>& buffers = trace.plan().buffers;
    const std::vector<std::string> names = buffer_names(trace);
    const auto state = trace.seek(0);
    for (std::size_t i = 0; i < buffers.size(); ++i)
      add_buffer(static_cast<std::uint32_t>(i), names[i], *state);
  }

  bool go_on(TimeSlice& slice) {
    while (stage_ != Stage::done) {
      if (has_more(slice)) return true;
      stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
    }
    return false;
  }

  Combination take() { return std::move(combination_); }

  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& observed) override {
    begin_moment(state.executed, moment);
    touched(observed, moment, instruction);
  }
  void on_collective(const MachineState& state, const Moment& moment, const Instruction& instruction,
                     std::span<const CollectiveMember> members) override {
    if (passes_values(instruction))
      registers_.meet(rerun_->state(), state.executed, moment, instruction, members);
  }
  bool wants_instructions() const override { return false; }
  bool wants_branches() const override { return false; }

 private:
  enum class Stage : std::uint8_t { moments, sources, name, positions, halves, groups, done };

  // Works on the current stage. Returns false when the stage is done.
  bool has_more(TimeSlice& slice) {
    switch (stage_) {
      case Stage::moments:
        if (follow(slice)) return true;
        rerun_.reset();
        finishing_.emplace(builder_, [this](const OvertakenRead& read) { return judge(read); });
        return false;
      case Stage::sources:
        return finishing_->go_on(slice);
      case Stage::name:
        name();
        return false;
      case Stage::positions:
        return for_each(combination_.rows.size(), slice, [this](std::size_t i) {
          note_positions(combination_.rows[i]);
          return combination_.rows[i].writes.size();
        });
      case Stage::halves:
        if (!double_buffers_) double_buffers_.emplace(combination_);
        return double_buffers_->go_on(slice);
      case Stage::groups: {
        const std::size_t rows = combination_.rows.size();
        if (begins_.empty()) prepare_begins();
        if (for_each(rows, slice,
                     [&](std::size_t i) { return note_groups(combination_.rows[rows - 1 - i]); }))
          return true;
        if (combination_.rows.empty())
          combination_ = input_of(trace_);
        else
          measure(combination_);
        return false;
      }
      case Stage::done:
        break;
    }
    return false;
  }

  // Visits the objects that remain of `count` objects. `visit` returns the amount of work.
  bool for_each(std::size_t count, TimeSlice& slice, const auto& visit) {
    while (next_ < count)
      if (slice.is_over(visit(next_++))) return true;
    next_ = 0;
    return false;
  }

  bool follow(TimeSlice& slice) {
    if (!rerun_) rerun_.emplace(trace_, *this);
    rerun_->go_on([&](std::uint64_t p) {
      end_moment(p);
      return !slice.is_over(2);
    });
    return rerun_->position() < trace_.size();
  }

  // Called before the first access of a moment, or after a moment without accesses.
  void begin_moment(std::uint64_t p, const Moment& moment) {
    if (begun_ && moment.launch == launch_ && moment.group == group_) return;
    if (!begun_ || moment.launch != launch_) begin_launch(p, moment.launch);
    builder_.begin_group(moment.launch, moment.group);
    begun_ = true;
    launch_ = moment.launch;
    group_ = moment.group;
  }

  void end_moment(std::uint64_t p) {
    const TraceRecord record = trace_.at(p);
    begin_moment(p, record.moment);
    if (stored_ != 0) store_all(p, record.moment);
    registers_.follow(rerun_->state(), p, record.moment);
    if ((record.flags & TraceRecord::barrier_release) != 0) builder_.barrier();
    if ((record.flags & TraceRecord::group_end) != 0) {
      builder_.end_group();
      registers_.end_group(record.moment.group);
    }
  }

  struct Shown {
    MemoryObject object;
    std::uint32_t array = 0;
  };
  struct Touch {
    std::uint32_t lane = 0;
    std::uint64_t index = 0;  // in the object
  };
  // The values that the current moment stores in an object.
  struct Stores {
    std::size_t shown = 0;  // in shown_
    bool combines = false;
    std::vector<Touch> touches;
  };

  void add_buffer(std::uint32_t buffer, const std::string& name, const TraceState& state) {
    const PlanBuffer& plan = trace_.plan().buffers[buffer];
    CombinationArray array;
    array.object = {false, buffer, plan.type, buffer + 1, 0, plan.elements, name};
    array.name = name;
    if (plan.content.pattern != Content::Pattern::uninitialised) {
      array.initial.resize(plan.elements);
      for (std::uint64_t i = 0; i < plan.elements; ++i)
        array.initial[i] = {cell_bits(array.object, state.machine, i),
                            cell_provenance(array.object, state, i), true};
    }
    builder_.add_array(plan.elements, array.initial);
    arrays_.push_back(std::move(array));
  }

  void begin_launch(std::uint64_t p, std::uint32_t launch) {
    shown_.clear();
    registers_.begin_launch(launch);
    const PlanLaunch& entry = trace_.plan().launches[launch];
    kernel_ = trace_.program(entry.program).find_kernel(entry.kernel);
    for (MemoryObject& object : memory_objects(trace_, p)) {
      if (!object.is_local) {
        shown_.push_back({object, object.buffer});
        continue;
      }
      CombinationArray array;
      array.object = object;
      array.launch = launch;
      array.groups = trace_.plan().launches[launch].range.group_count();
      array.name = object.name;
      shown_.push_back({object, builder_.add_array(array.cells())});
      arrays_.push_back(std::move(array));
    }
  }

  CombinationPlace place_of(const Shown& shown, std::uint64_t index, std::uint32_t group) const {
    return {shown.array, shown.object.is_local ? group * shown.object.elements + index : index};
  }

  // Passes loads to the builder immediately. Stores are collected, because the stored values are known only
  // after the moment.
  void touched(const ObservedAccess& observed, const Moment& moment, const Instruction& instruction) {
    const WarpAccess& access = observed.access;
    const bool is_shown = observed.space == Space::local || observed.space == Space::global;
    // An atomic function that only loads or stores is drawn like the others, because it passes on the value
    // in memory.
    const bool is_atomic = instruction.op == Opcode::atomic;
    if (access.active == 0 || !is_shown) return;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const MemoryObject& object = shown_[i].object;
      if (object.is_local != (observed.space == Space::local)) continue;
      if (observed.shape != nullptr && is_elsewhere(access, object)) continue;
      find_touches(access, object);
      if (touches_.empty()) continue;
      if (is_atomic || access.kind != AccessKind::store)
        for (const Touch& touch : touches_)
          builder_.load(moment.warp, touch.lane, place_of(shown_[i], touch.index, moment.group));
      if (!is_atomic && access.kind == AccessKind::load) continue;
      if (stored_ == stores_.size()) stores_.emplace_back();
      Stores& stores = stores_[stored_++];
      stores.shown = i;
      stores.combines = is_atomic;
      stores.touches.swap(touches_);
    }
  }

  // Returns whether an access refers to a different object. Objects are identified by their numbers.
  static bool is_elsewhere(const WarpAccess& access, const MemoryObject& object) {
    const auto first = static_cast<unsigned>(std::countr_zero(access.active));
    const std::uint32_t number = object_of(access.addresses[first]);
    return number != 0 && number != object.object;
  }

  void find_touches(const WarpAccess& access, const MemoryObject& object) {
    touches_.clear();
    const std::uint64_t count = std::max<std::uint64_t>(1, access.bytes / size_bytes(object.type));
    for_each_lane(access.active, [&](unsigned lane) {
      const auto first = object.index_of_address(access.addresses[lane]);
      for (std::uint64_t i = 0; first && i < count && *first + i < object.elements; ++i)
        touches_.push_back({lane, *first + i});
    });
  }

  void store_all(std::uint64_t p, const Moment& moment) {
    for (std::size_t i = 0; i < stored_; ++i) store(p, moment, stores_[i]);
    stored_ = 0;
  }

  // Passes the stores of the moment at `p` to the builder, with the values in the state after the moment.
  void store(std::uint64_t p, const Moment& moment, const Stores& stores) {
    const Shown& shown = shown_[stores.shown];
    const TraceState& after = rerun_->state();
    const Cells cells(shown.object, after);
    events_.clear();
    std::uint64_t lanes = 0;
    for (const Touch& touch : stores.touches) {
      events_.push_back({p, moment.warp, touch.lane, place_of(shown, touch.index, moment.group),
                         cells.bits(touch.index), cells.provenance(touch.index), stores.combines});
      lanes |= std::uint64_t{1} << touch.lane;
    }
    const auto key = builder_.store_together(events_);
    if (kernel_ == nullptr || moment.warp >= after.machine.group.warps.size()) return;
    const Program& program = trace_.program(trace_.plan().launches[moment.launch].program);
    labels_.observe(key, program, *kernel_, moment.pc, after.machine, after.machine.group.warps[moment.warp],
                    lanes);
  }

  std::optional<StaleVerdict> judge(const OvertakenRead& read) const {
    const CombinationArray& array = arrays_[read.place.array];
    const std::uint64_t index =
        array.object.is_local ? read.place.cell % array.object.elements : read.place.cell;
    return stale_.verdict(read, array.object, index);
  }

  void name() {
    CombinationBuilder::Finished finished = finishing_->take();
    combination_.arrays = std::move(arrays_);
    combination_.rows = std::move(finished.rows);
    combination_.sources = std::move(finished.sources);
    combination_.stale_reads = std::move(finished.stale_reads);
    name_rows(trace_.plan(), trace_.provenance(), labels_, finished.keys, combination_);
  }

  static void note_positions(CombinationRow& row) {
    // Most repetitions are avoided before sorting, because the lanes of one moment usually write
    // neighbouring cells.
    for (const CombinationWrite& write : row.writes)
      if (row.positions.empty() || row.positions.back() != write.position)
        row.positions.push_back(write.position);
    std::sort(row.positions.begin(), row.positions.end());
    row.positions.erase(std::unique(row.positions.begin(), row.positions.end()), row.positions.end());
  }

  void prepare_begins() {
    for (const CombinationArray& array : combination_.arrays) begins_.emplace_back(array.groups, UINT64_MAX);
  }

  // Called for each row, starting with the last. Returns the amount of work.
  std::size_t note_groups(CombinationRow& row) {
    std::vector<std::uint64_t>& begin = begins_[row.array];
    std::vector<CombinationRow::WritesOfGroup> stretches;
    for (std::uint32_t i = 0; i < row.writes.size(); ++i) {
      const CombinationWrite& write = row.writes[i];
      std::uint64_t& first = begin[combination_.arrays[row.array].group_of(write.cell)];
      first = std::min(first, write.position);
      if (stretches.empty() || stretches.back().group != write.group)
        stretches.push_back({write.group, i, i});
      stretches.back().last = i;
    }
    row.group_begin = begin;
    std::ranges::stable_sort(stretches, {}, &CombinationRow::WritesOfGroup::group);
    for (const CombinationRow::WritesOfGroup& stretch : stretches) {
      if (row.of_groups.empty() || row.of_groups.back().group != stretch.group)
        row.of_groups.push_back(stretch);
      row.of_groups.back().last = stretch.last;
    }
    return row.writes.size() + begin.size();
  }

  const Trace& trace_;
  CombinationBuilder builder_;
  RowLabels labels_;
  std::vector<CombinationArray> arrays_;
  StaleJudge stale_;
  RegisterRows registers_;
  std::optional<Rerun> rerun_;
  bool begun_ = false;  // whether a launch has begun
  std::uint32_t launch_ = 0, group_ = 0;
  const Kernel* kernel_ = nullptr;  // the kernel of the running launch
  std::vector<Shown> shown_;        // the objects that this kernel can access
  std::vector<Touch> touches_;
  std::vector<Stores> stores_;  // the first `stored_` entries belong to the current moment
  std::size_t stored_ = 0;
  std::vector<StoreEvent> events_;  // of one moment and array

  Stage stage_ = Stage::moments;
  std::size_t next_ = 0;  // index of the object that this stage visits next
  std::optional<CombinationBuilder::Finishing> finishing_;
  std::vector<std::vector<std::uint64_t>> begins_;  // by array and group: the earliest store so far
  Combination combination_;
  std::optional<DoubleBuffers> double_buffers_;
};

CombinationMaker::CombinationMaker(const Trace& trace) : follower_(std::make_unique<Follower>(trace)) {}
CombinationMaker::CombinationMaker(CombinationMaker&&) noexcept = default;
CombinationMaker& CombinationMaker::operator=(CombinationMaker&&) noexcept = default;
CombinationMaker::~CombinationMaker() = default;
bool CombinationMaker::go_on(TimeSlice& slice) { return follower_->go_on(slice); }
Combination CombinationMaker::take() { return follower_->take(); }

Combination prepare_combination(const Trace& trace) {
  CombinationMaker maker(trace);
  TimeSlice whole;
  while (maker.go_on(whole)) {
  }
  return maker.take();
}

}  // namespace lockstep::sim
