// lockstep grade-clock: an internal subcommand. It measures a submission and the reference solution
// alternately on a device.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>

#include "assignment/host_programs/device_clock.hpp"
#include "cli/command.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/timed_plans.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::cli {

namespace {

using assignment::TimeAnswer;
using assignment::TimedLaunch;
using assignment::TimedRound;
using assignment::TimeRequest;

// A kernel that reads and writes as many bytes as the input of a round contains.
constexpr const char* kCopyKernel =
    "kernel void copy(global const uint4* in, global uint4* out) {\n"
    "  size_t i = get_global_id(0);\n  out[i] = in[i];\n}\n";
constexpr std::uint64_t kCopyItemBytes = 16, kCopyGroup = 64;

Result<Plan> plan_of(const TimedLaunch& timed, const sim::DeviceModel& model) {
  const auto launch = parse_launch_description(timed.launch, "the launch");
  if (!launch) return tl::unexpected(launch.error());
  KernelSource source;
  source.is_closed = true;
  for (const assignment::SourceText& file : timed.files) {
    if (file.path != launch->file) {
      source.headers.push_back({file.path, file.text});
      continue;
    }
    source.path = file.path;
    source.text = file.text;
  }
  sim::DescribedRun described = sim::make_described_run(*launch, source, "", model);
  if (!described.run)
    return failure(described.errors.empty() ? "no launch" : described.errors.front().message);
  return std::move(described.run->plan);
}

Result<Plan> copy_plan(std::uint64_t bytes, const sim::DeviceModel& model) {
  const std::uint64_t items =
      std::max<std::uint64_t>((bytes / kCopyItemBytes + kCopyGroup - 1) / kCopyGroup, 1) * kCopyGroup;
  const std::uint64_t words = items * kCopyItemBytes / 4;
  return plan_of({{{"copy.cl", kCopyKernel}},
                  fmt::format(R"({{"lockstep_plan": 1, "file": "copy.cl",
 "buffers": [{{"name": "in", "type": "uint", "count": {0}, "fill": "1"}}, {{"name": "out", "type": "uint", "count": {0}}}],
 "launches": [{{"kernel": "copy", "global": {1}, "local": {2}, "arguments": ["in", "out"]}}]}})",
                              words, items, kCopyGroup)},
                 model);
}

class Clock {
 public:
  Clock(const measure::Device& device, const TimeRequest& request, const sim::DeviceModel& model)
      : plans_(device), request_(request), model_(model) {
    answer_.device = device.name;
  }

  TimeAnswer measure() {
    if (auto measured = measure_all(); !measured) {
      answer_.state = has_reference_ ? TimeAnswer::State::refused : TimeAnswer::State::lost;
      answer_.message = measured.error().message;
    }
    return std::move(answer_);
  }

 private:
  Result<void> measure_all() {
    const auto reference = add(request_.reference);
    if (!reference) return tl::unexpected(reference.error());
    if (auto ran = plans_.run(*reference, request_.contents.front()); !ran)
      return tl::unexpected(ran.error());
    const auto copy = add_copy();
    if (!copy) return tl::unexpected(copy.error());
    has_reference_ = true;
    fmt::print("{}\n", assignment::kReferenceRan);
    std::fflush(stdout);
    const auto submission = add(request_.submission);
    if (!submission) return tl::unexpected(submission.error());
    if (auto ran = plans_.run(*submission, request_.contents.front()); !ran)
      return tl::unexpected(ran.error());
    answer_.copy_ns = UINT64_MAX;
    for (std::size_t i = 0; i < request_.contents.size(); ++i) {
      if (auto timed = add_round(i, *reference, *submission); !timed) return timed;
      const auto copied = plans_.run(*copy, {});
      if (!copied) return tl::unexpected(copied.error());
      answer_.copy_ns = std::min(answer_.copy_ns, *copied);
    }
    answer_.state = TimeAnswer::State::done;
    return {};
  }

  Result<std::size_t> add(const TimedLaunch& timed) {
    return plan_of(timed, model_).and_then([&](Plan plan) { return plans_.add(std::move(plan)); });
  }

  Result<std::size_t> add_copy() {
    std::uint64_t bytes = 0;
    for (const auto& [name, content] : request_.contents.front()) bytes += content.size();
    return copy_plan(bytes, model_).and_then([&](Plan plan) { return plans_.add(std::move(plan)); });
  }

  // The order alternates, because the second run may find its data in a cache.
  Result<void> add_round(std::size_t number, std::size_t reference, std::size_t submission) {
    TimedRound& round = answer_.rounds.emplace_back();
    for (const bool is_reference : {number % 2 == 0, number % 2 == 1}) {
      const std::size_t plan = is_reference ? reference : submission;
      const auto took = plans_.run(plan, request_.contents[number]);
      if (!took) return tl::unexpected(took.error());
      auto result = plans_.result(plan);
      if (!result) return tl::unexpected(result.error());
      (is_reference ? round.reference_ns : round.submission_ns) = *took;
      (is_reference ? round.reference_result : round.submission_result) = std::move(*result);
    }
    return {};
  }

  opencl::TimedPlans plans_;
  const TimeRequest& request_;
  const sim::DeviceModel& model_;
  TimeAnswer answer_;
  bool has_reference_ = false;  // true after the first run of the reference
};

TimeAnswer answer_to(const TimeRequest& request, std::uint64_t number) {
  TimeAnswer lost;
  const auto device = opencl::find_device(number);
  const auto model = sim::find_device_model(request.model);
  if (device && model && !request.contents.empty()) return Clock(*device, request, **model).measure();
  lost.message = device ? "The request is not complete." : device.error().message;
  return lost;
}

}  // namespace

Command add_grade_clock(CLI::App& program) {
  CLI::App* app = program.add_subcommand(assignment::kClockCommand, "Started by `lockstep grade --device`");
  app->group("");  // not listed
  auto device = std::make_shared<std::uint64_t>(0);
  app->add_option("DEVICE", *device)->required();
  return {app, [device]() -> Result<int> {
            const std::string line{std::istreambuf_iterator<char>(std::cin), {}};
            const auto request = assignment::parse_time_request(line);
            if (!request) return tl::unexpected(request.error());
            fmt::print("{}\n", to_line(answer_to(*request, *device)));
            return kDone;
          }};
}

}  // namespace lockstep::cli
