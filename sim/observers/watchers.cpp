#include "sim/observers/watchers.hpp"

#include <algorithm>

#include "core/plan/element.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {
namespace {

std::optional<ProvenanceObserver> make_provenance(const Machine& machine, const RunOptions& options,
                                                  ProvenanceState& shadow) {
  if (!options.count_work) return std::nullopt;
  auto identities = std::make_shared<const Identities>(find_identities(machine));
  if (!identities->may_combine) return std::nullopt;
  if (!options.count_identities) identities.reset();
  return std::optional<ProvenanceObserver>(std::in_place, machine, shadow, std::move(identities));
}

std::optional<ProvenanceObserver> part_of(const std::optional<ProvenanceObserver>& whole,
                                          ProvenanceState& shadow) {
  if (!whole) return std::nullopt;
  return std::optional<ProvenanceObserver>(std::in_place, *whole, shadow);
}

}  // namespace

Watchers::Watchers(const Machine& machine, const RunOptions& options, bool observes_bytes)
    : machine_(machine),
      provenance_(make_provenance(machine, options, shadow_)),
      counters_(machine, provenance_ ? &*provenance_ : nullptr),
      detects_(options.detect_findings),
      races_(machine, log_, {options.same_value_races}),
      printed_(options.on_print) {
  if (observes_bytes) touched_.emplace(machine);
  if (detects_ && LaunchFlow::is_needed(machine.plan())) flow_.emplace(machine, log_);
  list_observers();
}

Watchers::Watchers(const Machine& machine, const RunOptions& options, const Watchers& whole)
    : machine_(machine),
      provenance_(part_of(whole.provenance_, shadow_)),
      counters_(machine, provenance_ ? &*provenance_ : nullptr),
      detects_(options.detect_findings),
      races_(machine, log_, {options.same_value_races}),
      printed_(options.on_print) {
  list_observers();
}

void Watchers::list_observers() {
  if (provenance_) observers_.push_back(&*provenance_);
  observers_.push_back(&counters_);
  observers_.push_back(&printed_);
  observers_.push_back(&log());
  if (detects_) observers_.push_back(&races_);
  if (flow_) observers_.push_back(&*flow_);
  if (touched_) observers_.push_back(&*touched_);
}

void Watchers::begin_launch(const MachineState& state, std::uint32_t launch) {
  for (Observer* observer : observers_) observer->on_launch_begin(state, launch);
}

void Watchers::end_launch(const MachineState& state, std::uint32_t launch) {
  for (Observer* observer : observers_) observer->on_launch_end(state, launch);
}

void Watchers::merge(const Watchers& part, const TouchedBytes& touched, std::uint64_t earlier) {
  if (provenance_) merge_provenance(part, touched);
  counters_.merge(part.counters_);
  if (flow_) flow_->merge(touched);
  if (touched_) touched_->merge(touched);
  log().merge(part.log(), earlier);
}

void Watchers::merge_provenance(const Watchers& part, const TouchedBytes& touched) {
  provenance_->merge(*part.provenance_);
  for (std::size_t i = 0; i < shadow_.buffer_provenance.size(); ++i) {
    const std::vector<ProvenanceId>& from = part.shadow_.buffer_provenance[i];
    std::vector<ProvenanceId>& to = shadow_.buffer_provenance[i].write();
    const std::uint64_t size = size_bytes(machine_.plan().buffers[i].type);
    each_stretch(touched.buffers()[i].written, [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t first = begin / size;
      const std::uint64_t last = std::min<std::uint64_t>((end + size - 1) / size, to.size());
      std::copy(from.begin() + static_cast<std::ptrdiff_t>(first),
                from.begin() + static_cast<std::ptrdiff_t>(last),
                to.begin() + static_cast<std::ptrdiff_t>(first));
    });
  }
}

void PrintLog::on_print(const MachineState&, const Moment&, std::string_view text) {
  is_full_ = is_full_ || text_.size() + text.size() > kMaxPrinted;
  if (is_full_) return;
  text_ += text;
  if (show_) show_(text);
}

}  // namespace lockstep::sim
