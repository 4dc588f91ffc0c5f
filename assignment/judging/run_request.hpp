// One run of a submission, as data: the request holds the submission and its inputs, never the
// expected result; the answer holds the result. Both are lines of JSON, for another process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/criterion.hpp"
#include "core/base/result.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::assignment {

using Bytes = std::vector<std::byte>;

struct SourceText {
  std::string path, text;
  bool operator==(const SourceText&) const = default;
};

// A replacement of bytes in a file of a request.
struct TextChange {
  std::string file;
  std::uint64_t begin = 0, length = 0;
  std::string text;
};

struct RunRequest {
  std::vector<SourceText> files;
  // The JSON of a launch description. Its expectation names the buffer with the result; values are expected
  // only where `explains`.
  std::string launch;
  std::map<std::string, Bytes> contents;  // of buffers by name, in place of their fills
                                          // A recording in place of the launches, if it is not empty. The
                                          // program had `seen` as inputs where `contents`
  // are meant; of an unknown program, whose inputs are found by their sizes, it is empty.
  Bytes recording;
  std::map<std::string, Bytes> seen;
  // The result has so many bytes; no more are returned. 0: not known.
  std::uint64_t result_bytes = 0;
  std::string model;
  std::string lanes, order;  // of the schedule, as words
  std::uint64_t step_budget = UINT64_MAX;
  std::uint64_t memory_bytes = UINT64_MAX;  // of the simulated buffers and what the simulator keeps of them
  bool counts_steps = false;
  bool counts_warps = false;            // RunCounts::Launch::longest_warp
  std::uint64_t followed_elements = 0;  // of the result, the first ones: what they are made of; 0: nothing
  bool explains = false;  // says where the result becomes wrong, and what each line costs: takes longer
  // A failure whose moment is shown: "data race", "wrong result"; of a counter the line that has most of it.
  std::string shown_failure;
  std::uint32_t shown_line = 0;
  // In place of the run: one with each of these changes alone, until all together have taken so many warp
  // instructions.
  std::vector<TextChange> changes;
  std::uint64_t budget_of_changes = 0;
  // Its inputs are not for students. The worker is not told.
  bool is_hidden = false;
};

// In a file that was handed in; line 0: no place.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
  bool is_known() const { return line != 0; }
  std::string text() const;  // "reduce.cl:12:5"
};

struct RunFinding {
  std::string kind, severity, message;
  SourcePlace place, other;
};

// Of an element of the result: the inputs that it is made of by operations, by their buffers.
struct SourceRun {
  std::string buffer;
  std::uint64_t first = 0, last = 0;
};
struct ElementSources {
  std::uint64_t index = 0;
  bool is_sum = false;  // or a product: each input is needed
  std::vector<SourceRun> runs;
};

// What a line of the kernel file has counted.
struct LineCounts {
  std::uint32_t line = 0;
  sim::Counters counters;
};

// Where a run fails, for people.
struct ShownMoment {
  std::uint64_t position = 0;  // of a trace
  std::string sentence;        // what is executed there
  std::string figure;          // SVG; empty: it was not drawn
};

struct RunAnswer {
  // refused: it does not compile, or does not take these arguments; lost: there is no answer, for a reason
  // that is not the submission's.
  enum class State : std::uint8_t { done, refused, stopped, memory, lost };
  State state = State::lost;
  std::string message;  // of all but done
  SourcePlace place;    // of refused and stopped
  RunCounts counts;
  std::uint64_t steps = 0;  // warp instructions that were executed
  std::vector<RunFinding> findings;
  std::map<std::string, Bytes> contents;  // at the end, of the result and the buffers of the request
  std::string result;                     // the name of the buffer with the result
  // Where the request follows values: what elements of the result are made of. There are none where a run is
  // too long to be followed.
  bool is_followed = false;
  std::vector<ElementSources> sources;
  SourcePlace outside;                   // of sim::ResultSources::outside_line
  std::vector<std::uint64_t> unwritten;  // the first elements of the result that nothing has written
  std::string explanation;               // of a wrong result: "Line 12 stores 27 in …"
  SourcePlace explained;
  bool lacks_launch = false;      // each work-group's part is right: the mistake is in the plan
  std::vector<LineCounts> lines;  // where it explains
  std::optional<ShownMoment> moment;
  // The result with each of the changes; empty with one that does not compile, end, or run without an error.
  std::vector<Bytes> changed_results;
};

// Of a run whose values are followed: active lanes of its warp instructions, each of which may make a value.
inline constexpr std::uint64_t kMaxFollowedLanes = std::uint64_t{1} << 24;

std::string to_line(const RunRequest& request);
std::string to_line(const RunAnswer& answer);
// An Error if the line cannot be read.
Result<RunRequest> parse_run_request(std::string_view line);
Result<RunAnswer> parse_run_answer(std::string_view line);

}  // namespace lockstep::assignment
