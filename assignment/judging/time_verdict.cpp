#include "assignment/judging/time_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/check/check.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::size_t kMostRounds = 9, kLeastRounds = 3;
constexpr std::uint64_t kMaxRoundBytes = std::uint64_t{64} << 20;  // maximum for all rounds together
// A fraction of the time of a copy, which reads and writes as many bytes as a solution must read. A solution
// that takes less time has not read its input.
constexpr std::uint64_t kPartOfCopy = 8;
constexpr double kMuchLonger = 10;  // times the reference's time; a manual check is needed

std::uint64_t bytes_of(const Expected& expected) {
  std::uint64_t bytes = 1;
  for (const auto& [name, content] : expected.contents) bytes += content.size();
  return bytes;
}

TimeVerdict ended(TestState state, std::string kind, std::string reason) {
  TimeVerdict verdict;
  verdict.state = state;
  verdict.failure = Failure{std::move(kind), std::move(reason), {}, {}};
  return verdict;
}

// Returns a verdict without times.
TimeVerdict without_times(const TimeAnswer& answer) {
  switch (answer.state) {
    case TimeAnswer::State::crash:
      return ended(TestState::crash, "crash", answer.message);
    case TimeAnswer::State::stopped:
      return ended(TestState::stopped, "does not end", answer.message);
    case TimeAnswer::State::refused: {
      TimeVerdict verdict = ended(TestState::not_graded, "does not run on the device", answer.message);
      verdict.to_look_at = "The device's driver refuses a solution that runs in the simulator.";
      return verdict;
    }
    case TimeAnswer::State::done:
    case TimeAnswer::State::lost:
      break;
  }
  return ended(TestState::not_graded, "not measured", answer.message);
}

// Returns the median of all rounds, because other activity of the machine affects only single rounds, and
// affects both programs.
double middle_ratio(const TimeAnswer& answer) {
  std::vector<double> ratios;
  for (const TimedRound& round : answer.rounds)
    ratios.push_back(static_cast<double>(round.submission_ns) /
                     static_cast<double>(std::max<std::uint64_t>(round.reference_ns, 1)));
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::ranges::nth_element(ratios, middle);
  return *middle;
}

}  // namespace

Result<TimedRounds> timed_rounds(const AssignmentFolder& folder, const Task& task, const Test& test,
                                 const Case& values, const std::shared_ptr<const Expected>& first) {
  TimedRounds rounds{first};
  const std::size_t count =
      std::clamp<std::size_t>(kMaxRoundBytes / bytes_of(*first), kLeastRounds, kMostRounds);
  Case others = values;
  while (rounds.size() < count) {
    ++others.seed;
    auto expected = make_expected(folder, task, test, others);
    if (!expected) return tl::unexpected(expected.error());
    rounds.push_back(std::make_shared<const Expected>(std::move(*expected)));
  }
  return rounds;
}

bool is_right(const Expected& expected, const Bytes& result) {
  if (!expected.plan.expectation) return true;
  const Expectation& expectation = *expected.plan.expectation;
  const std::uint64_t size = size_bytes(expected.plan.buffers[expectation.result_buffer].type);
  return result.size() >= expectation.result_elements * size &&
         check_result(expected.plan, expected.input, without_rounding(expected, result)).passed();
}

TimeVerdict time_verdict(const Criterion& criterion, const TimeAnswer& answer, const TimedRounds& rounds,
                         const Case& values) {
  if (answer.state != TimeAnswer::State::done) return without_times(answer);
  if (answer.rounds.size() != rounds.size())
    return ended(TestState::not_graded, "not measured", "Some rounds were not timed.");
  std::uint64_t least = UINT64_MAX;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const TimedRound& round = answer.rounds[i];
    if (!is_right(*rounds[i], round.reference_result))
      return ended(TestState::not_graded, "not measured",
                   "The reference solution has a wrong result on this device.");
    if (!is_right(*rounds[i], round.submission_result))
      return ended(TestState::failed, "wrong result", "The result on the device is wrong.");
    least = std::min(least, round.submission_ns);
  }
  if (least < answer.copy_ns / kPartOfCopy) {
    TimeVerdict verdict = ended(TestState::not_graded, "not measured",
                                "The time is shorter than the device needs to read the input.");
    verdict.to_look_at = "A time on the device is shorter than the device needs to read the input.";
    return verdict;
  }
  const auto longest = longest_time(criterion, values.n, values.L);
  if (!longest) return ended(TestState::not_graded, "not measured", longest.error().message);
  const double ratio = middle_ratio(answer);
  if (ratio <= *longest) return {};
  TimeVerdict verdict =
      ended(TestState::failed, "time",
            fmt::format("\"{}\" does not hold: it takes {:.1f} times as long as the reference solution.",
                        criterion.text, ratio));
  verdict.failure->without_limit = "It takes too long on the device.";
  verdict.failure->in_words = "Too much: time on the device.";
  if (ratio > kMuchLonger)
    verdict.to_look_at = fmt::format(
        "It takes more than {} times as long as the reference solution on the device.", kMuchLonger);
  return verdict;
}

}  // namespace lockstep::assignment
