#include "sim/observers/launch_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lockstep::sim {
namespace {

std::uint64_t count_bits(const std::vector<std::uint64_t>& bits) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : bits) count += static_cast<unsigned>(std::popcount(word));
  return count;
}

bool have_common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if ((a[i] & b[i]) != 0) return true;
  return false;
}

bool has_any_in(const std::vector<std::uint64_t>& bits, std::uint64_t begin, std::uint64_t bytes) {
  for (std::uint64_t at = begin; at < begin + bytes && at / 64 < bits.size(); ++at) {
    if (at % 64 == 0 && bits[at / 64] == 0) {
      at += 63;
      continue;
    }
    if ((bits[at / 64] >> (at % 64) & 1) != 0) return true;
  }
  return false;
}

// The result may still differ if the kernel counts its launches.
bool is_repeated(const PlanLaunch& now, const PlanLaunch& before) {
  return now.arguments == before.arguments && now.range == before.range;
}

}  // namespace

std::string launch_words(const Plan& plan, std::size_t launch) {
  const std::string& place = plan.launches[launch].place;
  if (place.empty()) return fmt::format("launch {}", launch + 1);
  return fmt::format("launch {} (clEnqueueNDRangeKernel at {})", launch + 1, place);
}

void name_launches(const Plan& plan, std::vector<Finding>& findings) {
  const bool is_program =
      !plan.host_calls.empty() ||
      std::ranges::any_of(plan.launches, [](const auto& launch) { return !launch.place.empty(); });
  if (!is_program) return;
  for (Finding& finding : findings) {
    if (finding.kind == Finding::Kind::unread_result || !finding.first.present) continue;
    const std::string& place = plan.launches[finding.first.launch].place;
    finding.message += fmt::format(" (launch {}{}{})", finding.first.launch + 1,
                                   place.empty() ? "" : ", clEnqueueNDRangeKernel at ", place);
  }
}

LaunchFlow::LaunchFlow(const Machine& machine, Observer& sink)
    : machine_(machine),
      sink_(sink),
      touched_(machine),
      results_(machine.plan().buffers.size()),
      changed_(machine.plan().buffers.size()) {}

void LaunchFlow::on_launch_begin(const MachineState&, std::uint32_t launch) {
  follow_host(launch);
  began_ = ++time_;
}

void LaunchFlow::on_launch_end(const MachineState& state, std::uint32_t launch) {
  if (state.ended_early()) return;
  follow_launch(state, launch);
  touched_.reset();
  const std::size_t launches = machine_.plan().launches.size();
  if (launch + std::size_t{1} < launches) return;
  follow_host(launches);
  finish(state);
}

void LaunchFlow::read_by_host(std::size_t buffer, std::uint64_t offset, std::uint64_t bytes,
                              const HostCall& call) {
  if (call.kind != HostCall::Kind::copy) host_reads_ = true;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!results_[i]) continue;
    Result& result = *results_[i];
    if (i == buffer) result.is_read = result.is_read || has_any_in(result.bytes, offset, bytes);
    const auto instead = std::ranges::find_if(result.reads, [&](const Read& read) {
      return read.buffer == buffer && i != buffer && changed_[buffer] < result.began &&
             read.bytes == count_bits(result.bytes);
    });
    if (instead != result.reads.end() && result.call == nullptr) result.call = &call;
  }
}

void LaunchFlow::follow_host(std::size_t launch) {
  for (const HostCall& call : host_calls_before(machine_.plan(), launch)) {
    if (call.kind == HostCall::Kind::read || call.kind == HostCall::Kind::map)
      read_by_host(call.buffer, call.offset, call.bytes, call);
    if (call.kind == HostCall::Kind::copy) read_by_host(call.source, call.source_offset, call.bytes, call);
    if (!call.changes_buffer()) continue;
    changed_[call.buffer] = ++time_;
    auto& result = results_[call.buffer];
    if (result && has_any_in(result->bytes, call.offset, call.bytes)) result.reset();
  }
}

std::uint64_t LaunchFlow::bytes_read(const Result& result, std::uint32_t buffer) {
  const auto found = std::ranges::find(result.reads, buffer, &Read::buffer);
  return found == result.reads.end() ? 0 : found->bytes;
}

// A buffer that was read by the launch that produced the result, and that was read again later without
// a change.
const LaunchFlow::Read* LaunchFlow::read_again(const Result& result, std::uint32_t written,
                                               const std::vector<Read>& reads) const {
  for (const Read& before : result.reads)
    for (const Read& now : reads)
      if (before.buffer == now.buffer && now.buffer != written && changed_[now.buffer] < result.began)
        return &now;
  return nullptr;
}

// Whether more than half of the result is overwritten with other values.
bool LaunchFlow::is_overwritten(const Result& result, std::uint32_t buffer, const MachineState& state) const {
  const std::vector<std::uint64_t>& written = touched_.buffers()[buffer].written;
  std::uint64_t common = 0;
  bool differs = false;
  for (std::size_t i = 0; i < std::min(written.size(), result.bytes.size()); ++i) {
    const std::uint64_t both = written[i] & result.bytes[i];
    common += static_cast<unsigned>(std::popcount(both));
    for (std::uint64_t rest = differs ? 0 : both; rest != 0; rest &= rest - 1) {
      const std::size_t at = i * 64 + static_cast<unsigned>(std::countr_zero(rest));
      differs = differs || state.buffers[buffer][at] != result.values[at];
    }
  }
  return differs && 2 * common >= count_bits(result.bytes);
}

void LaunchFlow::follow_launch(const MachineState& state, std::uint32_t launch) {
  std::vector<Read> reads;
  const auto& touched = touched_.buffers();
  for (std::uint32_t b = 0; b < touched.size(); ++b) {
    if (touched[b].read.empty()) continue;
    reads.push_back({b, touched[b].read_pc, count_bits(touched[b].read)});
    if (!results_[b]) continue;
    // An atomic operation reads the value that it changes: counters and states are passed from launch
    // to launch.
    const bool is_read = have_common(touched[b].read, results_[b]->bytes) ||
                         (touched[b].has_atomics && have_common(touched[b].written, results_[b]->bytes));
    results_[b]->is_read = results_[b]->is_read || is_read;
  }
  const std::vector<PlanLaunch>& launches = machine_.plan().launches;
  for (std::uint32_t b = 0; b < touched.size(); ++b) {
    if (!results_[b] || results_[b]->is_read) continue;
    Result& result = *results_[b];
    const Read* again = read_again(result, b, reads);
    if (again == nullptr) continue;
    // Launches with other work-group sizes are usually a search for the fastest size.
    const PlanLaunch &now = launches[launch], &before = launches[result.launch];
    const bool is_same_kernel = now.kernel == before.kernel && now.program == before.program &&
                                now.range.local_size == before.range.local_size && !is_repeated(now, before);
    if (is_same_kernel && is_overwritten(result, b, state))
      report(state, b, result, launch, *again, true);
    else if (!result.reader && bytes_read(result, again->buffer) == count_bits(result.bytes))
      result.reader = {launch, *again};
  }
  for (std::uint32_t b = 0; b < touched.size(); ++b) {
    if (touched[b].written.empty()) continue;
    changed_[b] = ++time_;
    results_[b] = Result{launch, touched[b].write_pc, began_, touched[b].written, state.buffers[b], reads};
  }
}

void LaunchFlow::finish(const MachineState& state) {
  if (!host_reads_) return;
  for (std::uint32_t b = 0; b < results_.size(); ++b) {
    if (!results_[b] || results_[b]->is_read) continue;
    const Result& result = *results_[b];
    if (result.call != nullptr)
      report_call(state, b, result);
    else if (result.reader)
      report(state, b, result, result.reader->first, result.reader->second, false);
  }
}

Finding::Party LaunchFlow::party(std::uint32_t launch, std::uint32_t pc, bool is_store) const {
  const Program& program = machine_.program(machine_.plan().launches[launch].program);
  return {0, launch, program.ranges[program.code[pc].range], is_store, true};
}

void LaunchFlow::send(const MachineState& state, Finding finding) {
  finding.kind = Finding::Kind::unread_result;
  finding.space = Space::global;
  finding.program = static_cast<std::uint32_t>(machine_.plan().launches[finding.first.launch].program);
  finding.step = state.executed;
  if (!sink_.count_again(key_of(finding), 1)) sink_.on_finding(state, finding);
}

void LaunchFlow::report(const MachineState& state, std::uint32_t buffer, const Result& result,
                        std::uint32_t launch, const Read& read, bool overwritten) {
  const Plan& plan = machine_.plan();
  const std::string& read_name = plan.buffers[read.buffer].name;
  const std::string& lost_name = plan.buffers[buffer].name;
  Finding finding;
  finding.first = party(launch, read.pc, false);
  finding.second = party(result.launch, result.pc, true);
  finding.object = buffer + 1;
  const std::string fate =
      overwritten ? fmt::format(
                        "which is not read before launch {} overwrites it; swap {} and {} between the "
                        "launches",
                        launch + 1, read_name, lost_name)
                  : fmt::format("which is never read; should launch {} read {}?", launch + 1, lost_name);
  finding.message = fmt::format("{} reads {}, but {} read {} too and wrote its result to {}, {}",
                                launch_words(plan, launch), read_name, launch_words(plan, result.launch),
                                read_name, lost_name, fate);
  send(state, std::move(finding));
}

void LaunchFlow::report_call(const MachineState& state, std::uint32_t buffer, const Result& result) {
  const Plan& plan = machine_.plan();
  const HostCall& call = *result.call;
  const std::size_t source = call.kind == HostCall::Kind::copy ? call.source : call.buffer;
  const std::string& lost_name = plan.buffers[buffer].name;
  Finding finding;
  finding.first = party(result.launch, result.pc, true);
  finding.object = buffer + 1;
  finding.message = fmt::format(
      "{} reads {}, but {} read {} and wrote its result to {}, which is never read; read {} instead",
      words_of(call), plan.buffers[source].name, launch_words(plan, result.launch), plan.buffers[source].name,
      lost_name, lost_name);
  send(state, std::move(finding));
}

}  // namespace lockstep::sim
