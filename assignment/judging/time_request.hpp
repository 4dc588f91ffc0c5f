// Times on a device: those of a submission and of the reference solution, in turn, as data. Both are lines of
// JSON, for a process that has the device and nothing else.
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
  std::string launch;  // as that of a run request
};

struct TimeRequest {
  TimedLaunch reference, submission;
  // Of each round: other numbers each time, so that no kernel can keep a result.
  std::vector<std::map<std::string, Bytes>> contents;
  std::string model;  // that the launches are made for
};

// From the first command until all queues are finished.
struct TimedRound {
  std::uint64_t reference_ns = 0, submission_ns = 0;
  Bytes reference_result, submission_result;
};

struct TimeAnswer {
  // refused: the device's driver does not take the submission; crash, stopped: the submission ended the
  // process or used up its processor time; lost: for a reason that is not the submission's.
  enum class State : std::uint8_t { done, refused, crash, stopped, lost };
  State state = State::lost;
  std::string message;  // of all but done
  std::string device;   // its name
  std::vector<TimedRound> rounds;
  std::uint64_t copy_ns = 0;  // the least time in which the device copies as many bytes as a round is given
};

std::string to_line(const TimeRequest& request);
std::string to_line(const TimeAnswer& answer);
// An Error if the line cannot be read.
Result<TimeRequest> parse_time_request(std::string_view line);
Result<TimeAnswer> parse_time_answer(std::string_view line);

}  // namespace lockstep::assignment
