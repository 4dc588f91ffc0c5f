// Measures times on a device: the times of a submission and of the reference solution are measured
// alternately. Request and answer are lines of JSON, for a process that has access to the device only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/judging/run_request.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

struct TimedLaunch {
  std::vector<SourceText> files;
  std::string launch;  // the JSON of a launch description, as in a run request
};

struct TimeRequest {
  TimedLaunch reference, submission;
  // The contents of the buffers for each round. The numbers are different in each round, so that no kernel
  // can reuse a result.
  std::vector<std::map<std::string, Bytes>> contents;
  std::string model;  // the model for which the launches are made
};

// The time from the first command until all queues are finished.
struct TimedRound {
  std::uint64_t reference_ns = 0, submission_ns = 0;
  Bytes reference_result, submission_result;
};

struct TimeAnswer {
  // refused: the driver of the device rejects the submission. crash, stopped: the submission terminated the
  // process or exceeded its processor time. lost: any reason that is not the submission's fault.
  enum class State : std::uint8_t { done, refused, crash, stopped, lost };
  State state = State::lost;
  std::string message;  // the reason, unless the state is done
  std::string device;   // name of the device
  std::vector<TimedRound> rounds;
  std::uint64_t copy_ns = 0;  // the minimum time in which the device copies the input of a round
};

std::string to_line(const TimeRequest& request);
std::string to_line(const TimeAnswer& answer);
// Returns an Error if the line cannot be read.
Result<TimeRequest> parse_time_request(std::string_view line);
Result<TimeAnswer> parse_time_answer(std::string_view line);

}  // namespace lockstep::assignment
