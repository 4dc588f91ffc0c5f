#include "assignment/judging/time_request.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"

namespace lockstep::assignment {
namespace {

using TimeState = TimeAnswer::State;
constexpr std::array<std::pair<TimeState, std::string_view>, 5> kTimeStates{
    std::pair(TimeState::done, "done"), std::pair(TimeState::refused, "refused"),
    std::pair(TimeState::crash, "crash"), std::pair(TimeState::stopped, "stopped"),
    std::pair(TimeState::lost, "lost")};

std::string_view time_state_word(TimeState wanted) {
  for (const auto& [state, word] : kTimeStates)
    if (state == wanted) return word;
  return kTimeStates.back().second;
}
std::optional<TimeState> parse_time_state(std::string_view wanted) {
  for (const auto& [state, word] : kTimeStates)
    if (word == wanted) return state;
  return std::nullopt;
}

constexpr auto kTimeLaunchFields = [](auto& fields, auto& timed) {
  fields.list("files", timed.files, [](auto& one, auto& file) {
    one.text("path", file.path);
    one.text("text", file.text);
  });
  fields.text("launch", timed.launch);
};

struct RoundBuffer {
  std::uint64_t round = 0;
  std::string name;
  Bytes bytes;
};

template <class Fields, class Request>
void time_request_fields(Fields& fields, Request& request) {
  fields.object("reference", request.reference, kTimeLaunchFields);
  fields.object("submission", request.submission, kTimeLaunchFields);
  fields.text("model", request.model);
  std::vector<RoundBuffer> buffers;
  std::uint64_t rounds = request.contents.size();
  if constexpr (!Fields::kReads)
    for (std::uint64_t round = 0; round < rounds; ++round)
      for (const auto& [name, bytes] : request.contents[round]) buffers.push_back({round, name, bytes});
  fields.number("rounds", rounds);
  fields.list("contents", buffers, [](auto& one, auto& buffer) {
    one.number("round", buffer.round);
    one.text("name", buffer.name);
    one.hexadecimal("bytes", buffer.bytes);
  });
  if constexpr (Fields::kReads) {
    constexpr std::uint64_t most = 1000;
    request.contents.resize(std::min(rounds, most));
    for (RoundBuffer& buffer : buffers)
      if (buffer.round < request.contents.size())
        request.contents[buffer.round][buffer.name] = std::move(buffer.bytes);
  }
}

template <class Fields, class Answer>
void time_answer_fields(Fields& fields, Answer& answer) {
  fields.word("state", answer.state, time_state_word, parse_time_state);
  fields.text("message", answer.message);
  fields.text("device", answer.device);
  fields.number("copy_ns", answer.copy_ns);
  fields.list("rounds", answer.rounds, [](auto& one, auto& round) {
    one.number("reference_ns", round.reference_ns);
    one.number("submission_ns", round.submission_ns);
    one.hexadecimal("reference_result", round.reference_result);
    one.hexadecimal("submission_result", round.submission_result);
  });
}

}  // namespace

std::string to_line(const TimeRequest& request) {
  return json_line(written_fields([&](FieldWriter& fields) { time_request_fields(fields, request); }));
}

std::string to_line(const TimeAnswer& answer) {
  return json_line(written_fields([&](FieldWriter& fields) { time_answer_fields(fields, answer); }));
}

Result<TimeRequest> parse_time_request(std::string_view line) {
  return read_fields<TimeRequest>(
      parse_json_line(line), "a time request",
      [](const auto& fields, auto& request) { time_request_fields(fields, request); });
}

Result<TimeAnswer> parse_time_answer(std::string_view line) {
  return read_fields<TimeAnswer>(
      parse_json_line(line), "the answer with times",
      [](const auto& fields, auto& answer) { time_answer_fields(fields, answer); });
}

}  // namespace lockstep::assignment
