// One run of a submission, as data. The request contains the submission and its inputs, but never the
// expected result; the answer contains the result. Both are lines of JSON, so that another process can
// execute the run.
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
  // The JSON of a launch description. Its expectation names the buffer with the result. It contains expected
  // values only if `explains` is true.
  std::string launch;
  // The contents of buffers by name, which replace their fills.
  std::map<std::string, Bytes> contents;
  // If not empty, the recording of a host program, which replaces the launches. `seen` contains the inputs of
  // the recorded run; they are replaced by `contents`. For an unknown program, `seen` is empty, and the
  // inputs are found by their sizes.
  Bytes recording;
  std::map<std::string, Bytes> seen;
  // The maximum number of bytes of the result that are returned; 0: unknown.
  std::uint64_t result_bytes = 0;
  std::string model;
  std::string lanes, order;  // lanes and order of the schedule, as text
  std::uint64_t step_budget = UINT64_MAX;
  std::uint64_t memory_bytes = UINT64_MAX;  // for the simulated buffers and the data about them
  bool counts_steps = false;
  bool counts_warps = false;            // whether to count RunCounts::Launch::longest_warp
  std::uint64_t followed_elements = 0;  // number of result elements whose inputs are traced; 0: none
  bool explains = false;  // whether to find the cost of each line and the origin of a wrong result
  // The kind of failure whose moment is shown, such as "data race" or "wrong result". For a counter, the line
  // with the largest count is shown.
  std::string shown_failure;
  std::uint32_t shown_line = 0;
  // If not empty, these changes are tried instead of the normal run: there is one run for each change, until
  // the runs together have executed `budget_of_changes` warp instructions.
  std::vector<TextChange> changes;
  std::uint64_t budget_of_changes = 0;
  // Whether the inputs must be hidden from students. This member is not sent to the worker.
  bool is_hidden = false;
};

// A place in a submitted file. Line 0 means that there is no place.
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

// The inputs that operations combine into an element of the result, as ranges of elements of a buffer.
struct SourceRun {
  std::string buffer;
  std::uint64_t first = 0, last = 0;
};
struct ElementSources {
  std::uint64_t index = 0;
  bool is_sum = false;  // whether it is a sum or a product, which depends on every input
  std::vector<SourceRun> runs;
};

// The counters of a line in the kernel file.
struct LineCounts {
  std::uint32_t line = 0;
  sim::Counters counters;
};

// The moment at which a run fails, for display.
struct ShownMoment {
  std::uint64_t position = 0;  // position in a trace
  std::string sentence;        // description of the moment
  std::string figure;          // SVG; empty: no figure
};

struct RunAnswer {
  // refused: the submission does not compile, or does not accept the arguments. lost: there is no answer, for
  // a reason that is not the submission's fault.
  enum class State : std::uint8_t { done, refused, stopped, memory, lost };
  State state = State::lost;
  std::string message;  // the reason, unless the state is done
  SourcePlace place;    // if the state is refused or stopped
  RunCounts counts;
  std::uint64_t steps = 0;  // executed warp instructions
  std::vector<RunFinding> findings;
  std::map<std::string, Bytes> contents;  // contents of the result and of the request's buffers at the end
  std::string result;                     // the name of the buffer with the result
  // The inputs of elements of the result, if the request traces values. Empty if a run is too long to trace.
  bool is_followed = false;
  std::vector<ElementSources> sources;
  SourcePlace outside;                   // the line sim::ResultSources::outside_line
  std::vector<std::uint64_t> unwritten;  // the first elements of the result that were never written
  std::string explanation;               // for a wrong result: "Line 12 stores 27 in …"
  SourcePlace explained;
  bool lacks_launch = false;      // whether each work-group's part is right, but no launch combines the parts
  std::vector<LineCounts> lines;  // if the request has `explains`
  std::optional<ShownMoment> moment;
  // The result with each of the changes. Empty for a change with which the kernel does not compile, does not
  // end, or has an error.
  std::vector<Bytes> changed_results;
};

// The maximum number of active lanes, summed over all warp instructions, for a run whose values are traced;
// each of them may create a value.
inline constexpr std::uint64_t kMaxFollowedLanes = std::uint64_t{1} << 24;

std::string to_line(const RunRequest& request);
std::string to_line(const RunAnswer& answer);
// Returns an Error if the line cannot be read.
Result<RunRequest> parse_run_request(std::string_view line);
Result<RunAnswer> parse_run_answer(std::string_view line);

}  // namespace lockstep::assignment
