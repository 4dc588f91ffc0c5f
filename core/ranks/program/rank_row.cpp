#include "core/ranks/program/rank_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/large_bytes.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/multi_device/measured_speed.hpp"
#include "core/bench/multi_device/several_timing.hpp"
#include "core/bench/row/rows.hpp"
#include "core/check/part_check.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/opencl/limits.hpp"
#include "core/plan/input.hpp"
#include "core/ranks/program/rank_times.hpp"
#include "core/ranks/program/rank_totals.hpp"

namespace lockstep::ranks {
namespace {

using bench::PartPlan;
using bench::PartTime;
using measure::BenchRequest;
using measure::BenchRow;

// A part on this rank. Other objects store its address, so it must not move.
struct OwnPart {
  std::size_t number = 0;  // index among all parts
  PartPlan plan;
  Plan checked;  // input and result of the part, with the depth of the whole array
  LargeBytes input, result;
  std::unique_ptr<PartChecker> checker;
  std::unique_ptr<bench::PartRun> run;
};

class RankRow {
 public:
  RankRow(const World& world, const measure::Device& device, const BenchRequest& request, unsigned ranks,
          const measure::RunOptions& options)
      : world_(world),
        device_(device),
        request_(request),
        ranks_(std::clamp(ranks, 1u, world.size())),
        is_scan_(request.algorithm->family == Algorithm::Family::scan),
        options_(options) {}

  BenchRow run() {
    BenchRow row = bench::empty_row(request_);
    if (row.n == 0)
      return bench::from_error(
          std::move(row),
          {Error::Kind::usage, "n is 0: there is nothing to combine; choose an n of at least 1."});
    if (const auto prepared = prepare(); !prepared)
      return bench::from_error(std::move(row), prepared.error());
    auto done = run_all(false);
    if (done && !wrong_.empty() && world_.any(!opencl::fallback_option(device_.platform).empty())) {
      const std::string first = wrong_;
      done = run_all(true);
      worked_around_ = done && wrong_.empty();
      if (!worked_around_) wrong_ = first;
    }
    if (!done) return bench::from_error(std::move(row), done.error());
    if (!wrong_.empty()) return bench::without_value(std::move(row), BenchRow::Status::failed, wrong_);
    return measured(std::move(row));
  }

 private:
  void report_progress(unsigned done, std::string what, bool is_building = false) const {
    if (options_.on_progress)
      options_.on_progress({done, measure::RunCount(options_).total(), std::move(what), is_building});
  }

  Result<bench::MeasuredSpeed> own_speed() const {
    const auto slices = measure::cut(request_.request.n, speeds_.of_devices);
    if (world_.rank() >= ranks_) return bench::MeasuredSpeed{};
    return bench::measure_speed(device_, request_, slices[world_.rank()].n, world_.is_first(), {});
  }

  Result<void> find_speeds() {
    speeds_.of_devices.assign(ranks_, 1.0);
    if (request_.split != measure::Split::measured || ranks_ == 1) return {};
    report_progress(0, "measuring the speed of each device", true);
    const auto own = own_speed();
    const auto agreed = world_.agree(own.map([](const bench::MeasuredSpeed&) {}));
    if (!agreed) return agreed;
    const std::vector<std::string> all = world_.all(fmt::format("{:a}", own->elements_per_ns));
    for (std::size_t i = 0; i < ranks_; ++i) speeds_.of_devices[i] = std::strtod(all[i].c_str(), nullptr);
    speeds_.scan_per_read =
        std::strtod(world_.from_first(fmt::format("{:a}", own->scan_per_read)).c_str(), nullptr);
    return {};
  }

  Result<void> plan_parts() {
    placed_ = measure::place_parts(request_.request.n, speeds_, is_scan_, request_.split);
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      if (placed_[i].device != world_.rank()) continue;
      auto plan = bench::make_part_plan(device_, request_, placed_[i]);
      if (!plan) return tl::unexpected(plan.error());
      if (auto valid = validate(plan->plan); !valid) return valid;
      if (auto fits = opencl::check_limits(device_, plan->plan); !fits) return fits;
      auto part = std::make_unique<OwnPart>();
      part->number = i;
      part->plan = *std::move(plan);
      parts_.push_back(std::move(part));
    }
    return check_memory();
  }

  // The ranks of a machine share its memory. Each part needs an input, a result and, on a CPU,
  // the device's buffers.
  Result<void> check_memory() const {
    std::uint64_t needed = 0;
    for (const auto& part : parts_) {
      needed += 2 * part->plan.slice.n * size_bytes(request_.request.type);
      if (device_.kind != measure::Device::Kind::cpu) continue;
      for (const PlanBuffer& buffer : part->plan.plan.buffers) needed += buffer.bytes();
    }
    const std::uint64_t available = available_memory_bytes() / world_.local_size();
    if (needed <= available) return {};
    return usage_error(fmt::format(
        "This run needs {} of the host's memory, but {} are free for each rank on this host; choose a "
        "smaller n or more hosts.",
        bytes_text(needed), bytes_text(available)));
  }

  // The longest chain of operations that leads to a result, as for several devices.
  std::uint64_t whole_depth() const {
    std::uint64_t depth = 0;
    bool is_known = true;
    for (const auto& part : parts_) {
      depth = std::max(depth, part->plan.plan.expectation->depth);
      is_known = is_known && part->plan.plan.expectation->depth > 0;
    }
    depth = world_.most(depth);
    return world_.any(!is_known) ? 0 : depth + placed_.size();
  }

  Plan checked_plan(const PartPlan& part, std::uint64_t depth) const {
    BenchRequest request = request_;
    request.request.n = part.slice.n;
    Plan plan = bench::whole_plan(request, std::span(&part, 1));
    plan.expectation->depth = depth;
    return plan;
  }

  Result<void> fill_parts() {
    const std::uint64_t depth = whole_depth();
    const std::size_t size = size_bytes(request_.request.type);
    for (const auto& part : parts_) {
      part->checked = checked_plan(part->plan, depth);
      part->input = LargeBytes(part->plan.slice.n * size);
      const PlanBuffer& in = part->checked.buffers[0];
      fill_input(in.content, in.type, part->input, part->plan.slice.first);
      if (is_scan_) part->result = LargeBytes(part->plan.slice.n * size);
      part->checker = std::make_unique<PartChecker>(part->checked, part->input);
      auto reference = part->checker->reference();
      if (!reference) return tl::unexpected(reference.error());
      own_references_.emplace_back(part->number, *std::move(reference));
    }
    return {};
  }

  // Each reference has a few hundred bytes and is sent as the number of its part, its length and its bytes.
  void exchange_references() {
    std::string sent;
    for (const auto& [number, reference] : own_references_) {
      const std::uint64_t head[] = {number, reference.size()};
      sent.append(reinterpret_cast<const char*>(head), sizeof head);
      sent.append(reinterpret_cast<const char*>(reference.data()), reference.size());
    }
    references_.assign(placed_.size(), {});
    for (const std::string& text : world_.all(sent))
      for (std::size_t at = 0; at < text.size();) {
        std::uint64_t head[2];
        std::memcpy(head, text.data() + at, sizeof head);
        at += sizeof head;
        const auto* bytes = reinterpret_cast<const std::byte*>(text.data() + at);
        references_[head[0]].assign(bytes, bytes + head[1]);
        at += head[1];
      }
  }

  Result<void> prepare() {
    if (auto agreed = find_speeds(); !agreed) return agreed;
    if (auto agreed = world_.agree(plan_parts()); !agreed) return agreed;
    report_progress(0, "filling the input");
    if (auto agreed = world_.agree(guarded([&] { return fill_parts(); })); !agreed) return agreed;
    exchange_references();
    return {};
  }

  template <class Work>
  static Result<void> guarded(Work&& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return failure("The host does not have enough memory for this run; choose a smaller n.");
    }
  }

  Result<void> set_up(bool fall_back) {
    std::shared_ptr<opencl::OpenDevice> open;
    for (const auto& part : parts_) {
      part->run = std::make_unique<bench::PartRun>(part->plan, std::span(part->input).subspan(0));
      const std::string_view option = fall_back ? opencl::fallback_option(device_.platform) : "";
      if (auto done = part->run->set_up(open, option); !done) return done;
    }
    return {};
  }

  Result<void> restore_buffers(bool first_run) {
    for (const auto& part : parts_)
      if (auto done = part->run->restore_buffers(first_run); !done) return done;
    return {};
  }

  // The exchange takes place even after an error, because the other ranks wait for it.
  Result<std::vector<PartTime>> run_parts(RankTotals& totals) {
    std::vector<PartTime> times;
    for (const auto& part : parts_) {
      auto time = part->run->run(part->number, totals);
      if (!time) return tl::unexpected(time.error());
      times.push_back(*std::move(time));
    }
    totals.finish();
    return times;
  }

  Result<void> add_launches(std::vector<PartTime>& times) {
    for (std::size_t i = 0; i < times.size(); ++i) {
      auto launches = parts_[i]->run->launches();
      if (!launches) return tl::unexpected(launches.error());
      times[i].launches = *std::move(launches);
    }
    return {};
  }

  // A run begins at a barrier; all ranks agree on its outcome.
  Result<RankTimes::TimedRun> run_once(RankTotals& totals, bench::PartRun::Measured measured) {
    for (const auto& part : parts_) part->run->prepare(measured);
    RankTimes::TimedRun run;
    world_.barrier();
    run.start = std::chrono::steady_clock::now();
    auto times = run_parts(totals);
    const std::uint64_t own = bench::nanoseconds(run.start, std::chrono::steady_clock::now());
    world_.wait_asleep_for_all();
    const auto done = times.and_then([&](std::vector<PartTime>& all) {
      return measured == bench::PartRun::Measured::device ? add_launches(all) : Result<void>{};
    });
    if (auto agreed = world_.agree(done); !agreed) return tl::unexpected(agreed.error());
    run.whole_ns = world_.most(own);
    run.parts = *std::move(times);
    return run;
  }

  // The first element of the array has index 0 on every rank.
  static std::string sentence(CheckResult verdict, std::uint64_t first) {
    if (verdict.first) verdict.first->index += first;
    return verdict.message("out");
  }

  void keep_error(const CheckResult& verdict, std::uint64_t first) {
    if (!verdict.error || (error_ && error_->absolute >= verdict.error->absolute)) return;
    error_ = verdict.error;
    error_->index += first;
  }

  Result<void> look_at_scan() {
    for (const auto& part : parts_) {
      if (auto read = part->run->read_result(part->result); !read) return read;
      const CheckResult verdict =
          part->checker->check(std::span(references_).first(part->number), part->result);
      keep_error(verdict, part->plan.slice.first);
      if (!verdict.passed()) return failure(sentence(verdict, part->plan.slice.first));
    }
    return {};
  }

  // Rank 0 has the result, even if it has no part.
  Result<void> look_at_reduction(const RankTotals& totals) {
    if (!world_.is_first()) return {};
    Plan plan;
    plan.type = request_.request.type;
    plan.expectation.emplace();
    plan.expectation->op = request_.request.op;
    plan.expectation->depth = depth_of_checks_;
    const auto result = totals.result();
    if (!result) return failure("The ranks gave no result.");
    const CheckResult verdict = check_joined(plan, references_, *result);
    keep_error(verdict, 0);
    return verdict.passed() ? Result<void>{} : Result<void>(failure(sentence(verdict, 0)));
  }

  // The clock of rank 0 decides when the runs end.
  bool is_another_wanted(const measure::RunCount& runs) const {
    return world_.any(world_.is_first() && runs.is_another_wanted());
  }

  // Stores the times of timed runs, or the reason why a result was wrong.
  Result<void> run_all(bool fall_back) {
    wrong_.clear();
    error_.reset();
    times_ = {};
    report_progress(0, "building", true);
    if (auto agreed = world_.agree(set_up(fall_back)); !agreed) return agreed;
    depth_of_checks_ = world_.most(parts_.empty() ? 0 : parts_.front()->checked.expectation->depth);
    const Exchanges exchanges = exchanges_for(placed_);
    measure::RunCount runs(options_);
    while (is_another_wanted(runs)) {
      report_progress(runs.done(), fmt::format("run {} of {}", runs.done() + 1, runs.total()),
                      runs.done() == 0);
      const bool timed = runs.begin();
      // The kernels' times are measured in a separate run: see part_run.hpp.
      std::vector<PartTime> launches;
      for (const auto measured : {bench::PartRun::Measured::device, bench::PartRun::Measured::host}) {
        const bool is_first = runs.done() == 0 && measured == bench::PartRun::Measured::device;
        if (auto agreed = world_.agree(restore_buffers(is_first)); !agreed) return agreed;
        RankTotals totals(request_.request.type, request_.request.op, exchanges);
        auto run = run_once(totals, measured);
        if (!run) return tl::unexpected(run.error());
        if (const auto right = world_.agree(is_scan_ ? look_at_scan() : look_at_reduction(totals)); !right) {
          wrong_ = right.error().message;
          return {};
        }
        if (measured == bench::PartRun::Measured::device) {
          launches = std::move(run->parts);
        } else if (timed) {
          for (std::size_t i = 0; i < launches.size(); ++i) run->parts[i].launches = launches[i].launches;
          times_.add(*std::move(run));
        }
      }
      runs.end();
    }
    return {};
  }

  // The measurement of this rank for rank 0, as a row with its parts.
  std::string own_measurement() const {
    BenchRow row = bench::empty_row(request_);
    row.status = BenchRow::Status::passed;
    row.error = error_;
    for (const auto& part : parts_) {
      const PartPlan& plan = part->plan;
      row.parts.push_back({device_.name, device_.index, plan.slice, plan.plan.group_size, plan.tuning,
                           measure::PartTiming{}, world_.rank(), world_.host()});
      row.launches += plan.plan.launches.size();
      row.group_size = plan.plan.group_size;
      row.tuning = plan.tuning;
      row.kernel_hash = plan.kernel_hash;
    }
    return measurement_line(row, times_);
  }

  std::string note(unsigned runs, const std::vector<measure::BenchPart>& parts) const {
    std::string text = worked_around_ ? "A driver's optimiser gives a wrong result for this kernel; measured "
                                        "with the workaround, see `lockstep devices`."
                                      : "";
    const auto add = [&](const std::string& sentence) {
      if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
    };
    add(bench::fewer_runs(runs, std::max(options_.repetitions, 1u)));
    for (const measure::BenchPart& part : parts)
      if (std::ranges::any_of(parts, [&](const measure::BenchPart& other) {
            return other.rank < part.rank && other.host == part.host &&
                   other.device_index == part.device_index;
          })) {
        add(fmt::format("Several ranks on {} share device {}, so sharing gives no speed-up.", part.host,
                        part.device_index));
        break;
      }
    return text;
  }

  // All ranks send their measurements; rank 0 combines them.
  BenchRow measured(BenchRow row) const {
    const std::vector<std::string> texts = world_.all(own_measurement());
    if (!world_.is_first()) return row;
    CollectedTimes collected(times_.count());
    for (const std::string& text : texts) {
      const auto measurement = read_measurement(text);
      if (!measurement) return bench::from_error(std::move(row), measurement.error());
      const BenchRow* const own = &measurement->row;
      if (own->error && (!row.error || row.error->absolute < own->error->absolute)) row.error = own->error;
      row.launches += own->launches;
      collected.add(own->parts, measurement->runs);
      if (own->parts.empty() || own->parts.front().slice.first != 0) continue;
      row.group_size = own->group_size;
      row.tuning = own->tuning;
      row.kernel_hash = own->kernel_hash;
    }
    row.parts = collected.parts();
    const bench::SeveralTiming timing = collected.summarise(times_.whole_ns());
    for (std::size_t i = 0; i < row.parts.size(); ++i) row.parts[i].timing = timing.parts[i];
    row.status = BenchRow::Status::passed;
    row.device_ns = timing.device_ns;
    row.span_ns = timing.span_ns;
    row.gap_ns = timing.gap_ns;
    row.host_ns = timing.host_ns;
    if (ranks_ > 1) row.at_most = measure::max_speed_up_by_sharing(placed_, speeds_);
    row.note = note(timing.runs, row.parts);
    bench::set_rates(row, bench::moved_bytes(row, is_scan_));
    return row;
  }

  const World& world_;
  const measure::Device& device_;
  const BenchRequest& request_;
  unsigned ranks_;
  bool is_scan_, worked_around_ = false;
  const measure::RunOptions& options_;
  measure::Speeds speeds_;
  std::vector<measure::PlacedPart> placed_;
  std::vector<std::unique_ptr<OwnPart>> parts_;
  std::vector<std::pair<std::uint64_t, PartReference>> own_references_;
  std::vector<PartReference> references_;  // one for each part
  std::uint64_t depth_of_checks_ = 0;
  std::optional<LargestError> error_;
  std::string wrong_;
  RankTimes times_;
};

}  // namespace

BenchRow run_row_on_ranks(const World& world, const measure::Device& device, const BenchRequest& request,
                          unsigned ranks, const measure::RunOptions& options) {
  return RankRow(world, device, request, ranks, options).run();
}

}  // namespace lockstep::ranks
