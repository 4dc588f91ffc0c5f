#include "assignment/judging/run_request.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"

namespace lockstep::assignment {
namespace {

using State = RunAnswer::State;
constexpr std::array<std::pair<State, std::string_view>, 5> kStates{
    std::pair(State::done, "done"), std::pair(State::refused, "refused"),
    std::pair(State::stopped, "stopped"), std::pair(State::memory, "memory"), std::pair(State::lost, "lost")};

std::string_view state_word(State wanted) {
  for (const auto& [state, word] : kStates)
    if (state == wanted) return word;
  return kStates.back().second;
}
std::optional<State> parse_state(std::string_view wanted) {
  for (const auto& [state, word] : kStates)
    if (word == wanted) return state;
  return std::nullopt;
}

// Writes buffers as a list, because their names are data.
struct NamedBytes {
  std::string name;
  Bytes bytes;
};
template <class Fields, class Contents>
void contents_field(Fields& fields, const char* key, Contents& contents) {
  std::vector<NamedBytes> list;
  if constexpr (!Fields::kReads)
    for (const auto& [name, bytes] : contents) list.push_back({name, bytes});
  fields.list(key, list, [](auto& one, auto& named) {
    one.text("name", named.name);
    one.hexadecimal("bytes", named.bytes);
  });
  if constexpr (Fields::kReads)
    for (NamedBytes& named : list) contents[named.name] = std::move(named.bytes);
}

template <class Fields, class Request>
void request_fields(Fields& fields, Request& request) {
  fields.list("files", request.files, [](auto& one, auto& file) {
    one.text("path", file.path);
    one.text("text", file.text);
  });
  fields.text("launch", request.launch);
  contents_field(fields, "contents", request.contents);
  fields.hexadecimal("recording", request.recording);
  contents_field(fields, "seen", request.seen);
  fields.number("result_bytes", request.result_bytes);
  fields.text("model", request.model);
  fields.text("lanes", request.lanes);
  fields.text("order", request.order);
  fields.number("steps", request.step_budget);
  fields.number("memory", request.memory_bytes);
  fields.flag("counts_steps", request.counts_steps);
  fields.flag("counts_warps", request.counts_warps);
  fields.number("followed_elements", request.followed_elements);
  fields.flag("explains", request.explains);
  fields.text_or_none("shown_failure", request.shown_failure);
  fields.number_or("shown_line", request.shown_line, 0);
  fields.list_or_none("changes", request.changes, [](auto& one, auto& change) {
    one.text("file", change.file);
    one.number("begin", change.begin);
    one.number("length", change.length);
    one.text("text", change.text);
  });
  fields.number_or("budget_of_changes", request.budget_of_changes, 0);
}

template <class Fields, class Place>
void place_fields(Fields& fields, Place& place) {
  fields.text("file", place.file);
  fields.number("line", place.line);
  fields.number("column", place.column);
}
constexpr auto kPlaceFields = [](auto& one, auto& place) { place_fields(one, place); };

constexpr auto kCounterFields = [](auto& one, auto& counters) {
#define M(name, title, unit, explanation) one.number(#name, counters.name);
#include "sim/observers/counters/metrics.def"
#undef M
};

template <class Fields, class Counts>
void counts_fields(Fields& fields, Counts& counts) {
  fields.object("total", counts.total, kCounterFields);
  fields.list("launches", counts.launches, [](auto& one, auto& launch) {
    one.number("work_items", launch.work_items);
    one.number("groups", launch.groups);
    one.number("barriers", launch.barriers);
    one.number("local_bytes", launch.local_bytes);
    one.number("combining_groups", launch.combining_groups);
    one.number("exchanging_groups", launch.exchanging_groups);
    one.number("scattered_sums", launch.scattered_sums);
    one.number("longest_warp", launch.longest_warp);
    one.object("counters", launch.counters, kCounterFields);
  });
}

template <class Fields, class Answer>
void answer_fields(Fields& fields, Answer& answer) {
  fields.word("state", answer.state, state_word, parse_state);
  fields.text("message", answer.message);
  fields.object("place", answer.place, kPlaceFields);
  fields.object("counts", answer.counts, [](auto& one, auto& counts) { counts_fields(one, counts); });
  fields.number("steps", answer.steps);
  fields.list("findings", answer.findings, [](auto& one, auto& finding) {
    one.text("kind", finding.kind);
    one.text("severity", finding.severity);
    one.text("message", finding.message);
    one.object("place", finding.place, kPlaceFields);
    one.object("other", finding.other, kPlaceFields);
  });
  contents_field(fields, "contents", answer.contents);
  fields.text("result", answer.result);
  fields.flag("followed", answer.is_followed);
  fields.list("sources", answer.sources, [](auto& one, auto& element) {
    one.number("index", element.index);
    one.flag("sum", element.is_sum);
    one.list("runs", element.runs, [](auto& of_run, auto& run) {
      of_run.text("buffer", run.buffer);
      of_run.number("first", run.first);
      of_run.number("last", run.last);
    });
  });
  fields.object("outside", answer.outside, kPlaceFields);
  fields.numbers_or_none("unwritten", answer.unwritten);
  fields.text("explanation", answer.explanation);
  fields.object("explained", answer.explained, kPlaceFields);
  fields.flag("lacks_launch", answer.lacks_launch);
  fields.list("lines", answer.lines, [](auto& one, auto& line) {
    one.number("line", line.line);
    one.object("counters", line.counters, kCounterFields);
  });
  fields.object_or_none("moment", answer.moment, [](auto& one, auto& moment) {
    one.number("position", moment.position);
    one.text("sentence", moment.sentence);
    one.text_or_none("figure", moment.figure);
  });
  fields.list_or_none("changed_results", answer.changed_results,
                      [](auto& one, auto& bytes) { one.hexadecimal("bytes", bytes); });
}

}  // namespace

std::string SourcePlace::text() const {
  if (!is_known()) return file;
  return column == 0 ? fmt::format("{}:{}", file, line) : fmt::format("{}:{}:{}", file, line, column);
}

std::string to_line(const RunRequest& request) {
  return json_line(written_fields([&](FieldWriter& fields) { request_fields(fields, request); }));
}

std::string to_line(const RunAnswer& answer) {
  return json_line(written_fields([&](FieldWriter& fields) { answer_fields(fields, answer); }));
}

Result<RunRequest> parse_run_request(std::string_view line) {
  return read_fields<RunRequest>(parse_json_line(line), "a run request",
                                 [](const auto& fields, auto& request) { request_fields(fields, request); });
}

Result<RunAnswer> parse_run_answer(std::string_view line) {
  return read_fields<RunAnswer>(parse_json_line(line), "the answer of a run",
                                [](const auto& fields, auto& answer) { answer_fields(fields, answer); });
}

}  // namespace lockstep::assignment
