// The lines of a journal. Each line is a JSON object with a member "event". The format is defined
// in lines.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/severity.hpp"
#include "core/plan/plan.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::runtime {

// Numbers of buffers, programs and launches are unique within the process.
struct StartLine {
  std::uint64_t version = 2, process = 0;
  std::uint64_t began = 0;  // start time in nanoseconds of a clock that all processes share
};

struct ProgramLine {
  std::string file;  // path of the file; empty: unknown
  PlanProgram program;
};

// The part of the data file that contains the contents of a buffer.
struct HostData {
  std::uint64_t begin = 0, size = 0;
};

// An operation of the host on a buffer. The text of the call is the name of the function; if it is empty, the
// line records the contents of the buffer at this moment. The data are stored in another file.
struct HostLine {
  using Data = HostData;
  HostCall call;
  std::optional<Data> data = std::nullopt;
  std::optional<ImageDescription> image = std::nullopt;  // for a created image
  bool moves_bytes = true;                               // whether bytes move between the host and the device
};

struct LaunchLine {
  // The type and the access that the launch assumes for a buffer.
  struct Buffer {
    std::size_t number = 0;
    std::string name;
    ElementType type = ElementType::uint8;
    PlanBuffer::Access access = PlanBuffer::Access::read_write;
  };
  std::size_t number = 0;  // the first launch has number 1
  bool is_recorded = false;
  std::string call, model;
  PlanLaunch launch;
  std::vector<Buffer> buffers;
};

struct ReportedFinding {
  std::string kind;     // "data_race"
  std::string message;  // one sentence
  unsigned line = 0, column = 0;
  std::uint64_t occurrences = 1;
  std::string file = {};  // file of the line, if the finding belongs to no launch
  Severity severity = Severity::error;
};
ReportedFinding reported(const sim::Finding& finding);

struct ResultLine {
  std::size_t number = 0;  // number of the launch
  bool is_checked = true;
  bool ended_early = false;
  std::uint64_t nanoseconds = 0;
  std::string failure = {};  // why the launch could not run; empty if it ran
  sim::Counters counters = {};
  std::vector<ReportedFinding> findings = {};
};

struct ErrorLine {
  std::string call, code, reason, place;
};

// A call of the program: "clEnqueueReadBuffer", and "host.c:42" if the place is known.
struct CallPlace {
  std::string call, place;
  bool operator==(const CallPlace&) const = default;
};

// An error of the host program. In the message, "{first}" and "{second}" stand for the two calls.
struct HostFindingLine {
  std::string kind;  // "command_order"
  std::string message;
  CallPlace first, second;
  Severity severity = Severity::error;
  bool operator==(const HostFindingLine&) const = default;
};

// Returns the message with the calls: "clEnqueueReadBuffer at host.c:42 reads … and clEnqueueWriteBuffer at
// host.c:40 writes …"
std::string sentence_of(const HostFindingLine& finding);

// Objects that the program never released.
struct LeftLine {
  std::string kind;
  std::uint64_t count = 0;
};

struct EndLine {};

using JournalLine = std::variant<StartLine, ProgramLine, HostLine, LaunchLine, ResultLine, ErrorLine,
                                 LeftLine, EndLine, HostFindingLine>;

std::string to_text(const JournalLine& line);  // without the line break
// Reads a line; returns nothing if the line is incomplete.
std::optional<JournalLine> parse_journal_line(std::string_view text);
bool is_launch_line(std::string_view text);

}  // namespace lockstep::runtime
