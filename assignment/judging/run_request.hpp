// One run of a submission, as data: the request contains the submission and its inputs, never the expected
// result; the answer contains the result. Both are lines of JSON, for another process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assignment/criteria/criterion.hpp"
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
  // The JSON of a launch description. Its expectation names the buffer with the result; it contains expected
  // values only if `explains`.
  std::string launch;
  // Contents of buffers by name, in place of their fills.
  std::map<std::string, Bytes> contents;
  // A recording in place of the launches, if it is not empty. The program's inputs were `seen`, which are
  // replaced by `contents`; `seen` is empty for an unknown program, whose inputs are found by their sizes.
  Bytes recording;
  std::map<std::string, Bytes> seen;
  // The number of bytes of the result; no more are returned. 0: unknown.
  std::uint64_t result_bytes = 0;
  std::string model;
  std::string lanes, order;  // of the schedule, as text
  std::uint64_t step_budget = UINT64_MAX;
  std::uint64_t memory_bytes = UINT64_MAX;  // for the simulated buffers and the simulator's data about them
  bool counts_steps = false;
  bool counts_warps = false;            // RunCounts::Launch::longest_warp
  std::uint64_t followed_elements = 0;  // trace the inputs of this many first elements of the result; 0: none
  bool explains = false;  // report where the result becomes wrong and the cost of each line; takes longer
  // A failure whose moment is shown: "data race", "wrong result"; for a counter, the line with the
  // largest count.
  std::string shown_failure;
  std::uint32_t shown_line = 0;
  // In place of the run: one run with each of these changes alone, until all runs together have executed this
  // many warp instructions.
  std::vector<TextChange> changes;
  std::uint64_t budget_of_changes = 0;
  // Its inputs must be hidden from students. This is not sent to the worker.
  bool is_hidden = false;
};

// In a submitted file; line 0: no place.
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

// For an element of the result: the inputs that operations combine into it, by buffer.
struct SourceRun {
  std::string buffer;
  std::uint64_t first = 0, last = 0;
};
struct ElementSources {
  std::uint64_t index = 0;
  bool is_sum = false;  // or a product: each input is needed
  std::vector<SourceRun> runs;
};

// The counters of a line of the kernel file.
struct LineCounts {
  std::uint32_t line = 0;
  sim::Counters counters;
};

// The moment at which a run fails, for display.
struct ShownMoment {
  std::uint64_t position = 0;  // in a trace
  std::string sentence;        // description of the moment
  std::string figure;          // SVG; empty: no figure
};

struct RunAnswer {
  // refused: it does not compile, or does not accept these arguments; lost: there is no answer, for a reason
  // that is not the submission's fault.
  enum class State : std::uint8_t { done, refused, stopped, memory, lost };
  State state = State::lost;
  std::string message;  // unless done
  SourcePlace place;    // if refused or stopped
  RunCounts counts;
  std::uint64_t steps = 0;  // executed warp instructions
  std::vector<RunFinding> findings;
  std::map<std::string, Bytes> contents;  // at the end, of the result and the buffers of the request
  std::string result;                     // the name of the buffer with the result
  // If the request traces values: the inputs of elements of the result. Empty if a run is too long to trace.
  bool is_followed = false;
  std::vector<ElementSources> sources;
  SourcePlace outside;                   // the line sim::ResultSources::outside_line
  std::vector<std::uint64_t> unwritten;  // the first elements of the result that were never written
  std::string explanation;               // for a wrong result: "Line 12 stores 27 in …"
  SourcePlace explained;
  bool lacks_launch = false;      // each work-group's part is right: the mistake is in the plan
  std::vector<LineCounts> lines;  // if the request explains
  std::optional<ShownMoment> moment;
  // The result with each of the changes; empty for a change that does not compile, end, or run
  // without an error.
  std::vector<Bytes> changed_results;
};

// For a run whose values are traced: the limit of active lanes of its warp instructions, each of which may
// create a value.
inline constexpr std::uint64_t kMaxFollowedLanes = std::uint64_t{1} << 24;

std::string to_line(const RunRequest& request);
std::string to_line(const RunAnswer& answer);
// An Error if the line cannot be read.
Result<RunRequest> parse_run_request(std::string_view line);
Result<RunAnswer> parse_run_answer(std::string_view line);

}  // namespace lockstep::assignment
