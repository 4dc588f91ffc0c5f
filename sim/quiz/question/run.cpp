#include "sim/quiz/question/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>

#include "sim/explain/narration/clause.hpp"
#include "sim/explain/narration/words.hpp"
#include "sim/figure_rows/combination_tree.hpp"
#include "sim/figure_rows/matrices/matrices.hpp"
#include "sim/figure_rows/stale_reads.hpp"
#include "sim/quiz/question/texts.hpp"

namespace lockstep::quiz {

using sim::Opcode;

bool acts(Opcode op) {
  const bool moves_only = op == Opcode::loop_begin || op == Opcode::loop_back || op == Opcode::break_out ||
                          op == Opcode::continue_out;
  return !moves_only && !sim::joins_lanes(op);
}

QuizRun::QuizRun(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination)
    : trace_(std::move(trace)),
      words_(*trace_),
      memories_(trace_->plan().launches.size()),
      combination_(combination) {
  add_steps();
  for (const sim::Finding& finding : trace_->findings())
    first_finding_ = std::min(first_finding_, finding.step);
}

void QuizRun::add_steps() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> latest;  // latest step by group and warp
  std::uint32_t launch = 0;
  for (std::uint64_t begin = 0; begin < trace_->size();) {
    const std::uint64_t end = trace_->next(begin, sim::Trace::Step::line);
    const sim::Moment& moment = trace_->at(begin).moment;
    const sim::SourceRange& range = trace_->range_at(begin);
    LineStep step{
        begin, end, end, 0, true, moment.launch, moment.group, moment.warp, range.file == 0 ? range.line : 0};
    for (std::uint64_t at = begin; at < end; ++at) {
      if (!acts(trace_->instruction_at(at).op)) continue;
      const std::uint64_t lanes = trace_->at(at).moment.lanes;
      if (step.first == end) {
        step.first = at;
        step.lanes = lanes;
      }
      step.keeps_lanes = step.keeps_lanes && lanes == step.lanes;
    }
    if (moment.launch != launch) latest.clear();
    launch = moment.launch;
    const auto number = static_cast<std::uint32_t>(steps_.size());
    const auto [before, is_new] = latest.try_emplace({moment.group, moment.warp}, number);
    if (!is_new) {
      step.previous = before->second;
      steps_[before->second].next = number;
      before->second = number;
    }
    steps_.push_back(step);
    begin = end;
  }
}

std::uint32_t QuizRun::step_of(std::uint64_t moment) const {
  const auto after = std::ranges::upper_bound(steps_, moment, {}, &LineStep::begin);
  return static_cast<std::uint32_t>(after - steps_.begin()) - 1;
}

std::uint32_t QuizRun::next_acting(std::uint32_t step) const {
  std::uint32_t next = steps_[step].next;
  while (next != LineStep::kNone && !steps_[next].acts()) next = steps_[next].next;
  return next;
}

std::uint32_t QuizRun::previous_acting(std::uint32_t step) const {
  std::uint32_t previous = steps_[step].previous;
  while (previous != LineStep::kNone && !steps_[previous].acts()) previous = steps_[previous].previous;
  return previous;
}

std::uint64_t QuizRun::existing(const LineStep& step) const {
  return state(step.begin)->machine.group.warps[step.warp].existing;
}

std::uint32_t QuizRun::warps_of_group(const LineStep& step) const {
  return static_cast<std::uint32_t>(state(step.begin)->machine.group.warps.size());
}

std::uint64_t QuizRun::work_item(const LineStep& step, unsigned lane) const {
  return sim::work_item_at(*trace_, step.begin, lane);
}

std::string QuizRun::code(std::uint32_t launch, std::uint32_t line) const {
  if (line == 0) return {};
  const std::string& text = plan().programs[plan().launches[launch].program].source.text;
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line && begin != text.npos; ++i) {
    begin = text.find('\n', begin);
    if (begin != text.npos) ++begin;
  }
  if (begin == text.npos) return {};
  return code_of_line(text.substr(begin, text.find('\n', begin) - begin));
}

std::string code_of_line(const std::string& line) {
  std::string code = sim::words::in_one_line(line);
  if (const std::size_t comment = code.find(" //"); comment != code.npos) code.resize(comment);
  return code;
}

std::string QuizRun::who(const LineStep& step) const {
  return has_items_only() ? say(Text::word_item, {{"item", work_item(step, 0)}})
                          : say(Text::word_warp, {{"warp", step.warp}});
}

std::string QuizRun::lane_words(const LineStep& step, unsigned lane) const {
  return has_items_only() ? say(Text::word_item, {{"item", work_item(step, 0)}})
                          : say(Text::word_lane, {{"warp", step.warp}, {"lane", lane}});
}

namespace {

std::string value_of(const sim::MachineState& machine, const sim::Warp& warp, sim::Register reg,
                     sim::LaneType type, unsigned lane) {
  return sim::format_value(machine.register_bits(warp, reg, type, lane), type);
}

}  // namespace

// The result is cached because it is requested for all lanes that one branch masked off.
std::optional<Branch> QuizRun::branch_at(std::uint64_t moment) const {
  constexpr std::size_t kMaxKept = 64;
  const Opcode op = trace_->instruction_at(moment).op;
  if (op != Opcode::if_begin && op != Opcode::loop_test) return std::nullopt;
  if (branches_.size() > kMaxKept) branches_.clear();
  const auto [entry, is_new] = branches_.try_emplace(moment);
  if (is_new) entry->second = find_branch(moment);
  return entry->second;
}

std::optional<Branch> QuizRun::find_branch(std::uint64_t moment) const {
  const sim::Instruction& instruction = trace_->instruction_at(moment);
  const sim::Moment& here = trace_->at(moment).moment;
  Branch branch{moment,
                trace_->range_at(moment).line,
                source(moment),
                here.lanes,
                0,
                instruction.op == Opcode::loop_test,
                {}};
  // Finds the comparison that computed the condition, if there is one, because its operands are still in the
  // registers. Earlier states are visited first, because a step back requires a replay.
  const LineStep& step = at(step_of(moment));
  for (std::uint64_t before = moment; before-- > step.begin;) {
    const sim::Instruction& earlier = trace_->instruction_at(before);
    if (earlier.dst != instruction.a) continue;
    const std::string_view sign = sim::opcode_info(earlier.op).symbol;
    if (sign.empty()) break;
    const auto then = state(before);
    const sim::Warp& warp_then = then->machine.group.warps[here.warp];
    branch.values.resize(64);
    sim::for_each_lane(here.lanes, [&](unsigned lane) {
      branch.values[lane] =
          fmt::format("{} {} {}", value_of(then->machine, warp_then, earlier.a, earlier.type, lane), sign,
                      value_of(then->machine, warp_then, earlier.b, earlier.type, lane));
    });
    break;
  }
  const auto now = state(moment);
  const sim::Warp& warp = now->machine.group.warps[here.warp];
  sim::for_each_lane(here.lanes, [&](unsigned lane) {
    if (static_cast<std::uint32_t>(
            now->machine.register_bits(warp, instruction.a, sim::LaneType::int32, lane)) != 0)
      branch.taken |= std::uint64_t{1} << lane;
  });
  return branch;
}

std::vector<std::uint64_t> QuizRun::last_moments(std::uint64_t moment, std::uint64_t lanes) const {
  std::vector<std::uint64_t> last(64, UINT64_MAX);
  for (std::uint32_t step = step_of(moment); lanes != 0 && step != LineStep::kNone;
       step = steps_[step].previous) {
    for (std::uint64_t at = std::min(moment, steps_[step].end); at-- > steps_[step].begin;) {
      const std::uint64_t found = lanes & trace_->at(at).moment.lanes;
      sim::for_each_lane(found, [&](unsigned lane) { last[lane] = at; });
      lanes &= ~found;
    }
  }
  return last;
}

const std::vector<sim::MemoryObject>& QuizRun::memories(std::uint64_t moment) const {
  static const std::vector<sim::MemoryObject> none;
  if (trace_->size() == 0) return none;
  moment = std::min(moment, trace_->size() - 1);
  std::vector<sim::MemoryObject>& all = memories_[trace_->at(moment).moment.launch];
  if (all.empty()) all = sim::memory_objects(*trace_, moment);
  return all;
}

const sim::MemoryObject* QuizRun::memory_at(std::uint64_t moment, std::uint64_t address) const {
  for (const sim::MemoryObject& memory : memories(moment))
    if (memory.index_of_address(address)) return &memory;
  return nullptr;
}

std::optional<std::uint64_t> QuizRun::element_at(std::uint64_t moment, std::uint64_t address) const {
  const sim::MemoryObject* memory = memory_at(moment, address);
  return memory == nullptr ? std::nullopt : memory->index_of_address(address);
}

std::optional<QuizRun::Access> QuizRun::access_at(std::uint64_t moment) const {
  const std::vector<sim::AccessDetail>& all = trace_->accesses(moment);
  if (all.size() != 1 || all.front().denied != 0 || all.front().lanes == 0) return std::nullopt;
  Access access{all.front(), nullptr, std::vector<std::uint64_t>(64), 1};
  bool is_one = true;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    const sim::MemoryObject* memory = memory_at(moment, access.detail.addresses[lane]);
    if (access.memory == nullptr) access.memory = memory;
    is_one = is_one && memory != nullptr && memory == access.memory;
    if (is_one) access.elements[lane] = *memory->index_of_address(access.detail.addresses[lane]);
  });
  if (!is_one) return std::nullopt;
  const std::uint64_t size = size_bytes(access.memory->type);
  if (access.detail.bytes % size != 0) return std::nullopt;
  access.count = access.detail.bytes / size;
  return access;
}

std::string QuizRun::value(std::uint64_t position, const sim::MemoryObject& memory,
                           std::uint64_t element) const {
  return sim::format_value(sim::element_bits(*state(position), memory, element), memory.type);
}

bool QuizRun::is_written(std::uint64_t position, const sim::MemoryObject& memory,
                         std::uint64_t element) const {
  const sim::MachineState& machine = state(position)->machine;
  const std::size_t size = size_bytes(memory.type);
  const auto is_marked = [&](const auto& written) {  // one mark per byte; empty: all are marked
    const std::size_t begin = memory.offset_bytes + element * size;
    for (std::size_t at = begin; at < begin + size && at < written.size(); ++at)
      if (written[at] == 0) return false;
    return true;
  };
  return memory.is_local ? is_marked(machine.group.local_written)
                         : is_marked(std::span<const std::uint8_t>(machine.buffer_written[memory.buffer]));
}

bool QuizRun::is_by_chance(const LineStep& step) const {
  if (!is_by_chance(step.end - 1)) return false;
  constexpr std::uint16_t any = sim::TraceRecord::local_access | sim::TraceRecord::global_access;
  for (std::uint64_t at = step.begin; at < step.end; ++at)
    if ((trace_->at(at).flags & any) != 0) return true;
  return false;
}

sim::ProvenanceId QuizRun::provenance(std::uint64_t position, const sim::MemoryObject& memory,
                                      std::uint64_t element) const {
  const sim::NamedMemory named{memory.is_local ? sim::Space::local : sim::Space::global,
                               memory.object,
                               memory.name,
                               memory.type,
                               memory.offset_bytes,
                               memory.elements * size_bytes(memory.type)};
  return sim::provenance_of(*state(position), named, element);
}

const sim::Combination& QuizRun::combination() const {
  if (combination_ == nullptr) {
    own_ = std::make_unique<sim::Combination>(sim::prepare_combination(*trace_));
    combination_ = own_.get();
  }
  return *combination_;
}

}  // namespace lockstep::quiz
