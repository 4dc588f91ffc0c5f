// A launch description is the work of a host program as data: buffers and their contents, launches in order,
// repetitions with buffers swapped between them, and the expected result. It is saved beside the kernel file
// as NAME.plan.json. sim/launch makes a Plan from it.
//
// Values and types are stored as typed, because their meaning depends on the kernel:
//
//   type   an OpenCL C type: int, uint, float4; for an image, image:ORDER:TYPE:SIZE, such as
//          image:rgba:float:16x16
//   fill   empty (uninitialised), a number, a list of numbers (3,1,7), iota, random, random:SEED,
//          random:SEED:LOW..HIGH, @file.csv or @file.bin
//
// Swaps affect a buffer's name like a variable of a host program: after swapping in and out, "in" is the
// buffer that was "out". Buffers are swapped after each repetition, including the last one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/element.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

struct DescribedBuffer {
  std::string name;
  std::string type = "int";
  std::uint64_t count = 0;  // number of elements; 0 for an image
  std::string fill;
  std::uint64_t width = 0;  // elements in a row; 0 if the buffer is not a matrix
  PlanBuffer::Access access = PlanBuffer::Access::read_write;
  bool operator==(const DescribedBuffer&) const = default;
  bool is_image() const { return type.starts_with("image:"); }
};

struct DescribedArgument {
  enum class Kind : std::uint8_t { buffer, local, scalar, null };
  Kind kind = Kind::buffer;
  std::string buffer;             // the name of a buffer
  std::uint64_t local_bytes = 0;  // local memory of a work-group
  std::string type = "int";       // type of a scalar, or "sampler_t"
  std::string value;              // "64"; "1,2,3,4" for a vector or a structure; "linear,clamp" for a sampler
  // The change of a scalar from one repetition to the next: "*2", "/2", "+1", "-1"; empty: no change.
  std::string next;
  bool operator==(const DescribedArgument&) const = default;
  bool is_sampler() const { return kind == Kind::scalar && type == "sampler_t"; }
};

using Swap = std::pair<std::string, std::string>;

struct DescribedLaunch {
  std::string kernel;
  std::string label;
  NdRange range;
  std::vector<DescribedArgument> arguments;  // in the order of the kernel's parameters
  std::uint64_t repeat = 1;
  std::vector<Swap> swaps;  // after each repetition of this launch
  bool operator==(const DescribedLaunch&) const = default;
};

struct DescribedExpectation {
  enum class Kind : std::uint8_t { nothing, values, reduction, inclusive_scan, exclusive_scan };
  Kind kind = Kind::nothing;
  std::string buffer;  // the buffer with the result, by its name after all swaps
  std::string values;  // for Kind::values: a fill
  // The members of a reference:
  std::string of;  // the buffer of the input, by its name before all swaps
  Operator op = Operator::sum;
  bool by_group = false;  // a reduction: element g is the result for work-group g's part of the input
  // The allowed relative difference of floating-point values. 0: chosen automatically.
  double tolerance = 0;
  bool operator==(const DescribedExpectation&) const = default;
};

struct LaunchDescription {
  std::string file;     // the kernel file; relative to the description's folder
  std::string options;  // build options
  std::vector<DescribedBuffer> buffers;
  std::vector<DescribedLaunch> launches;
  std::uint64_t repeat = 1;  // of all launches
  std::vector<Swap> swaps;   // after each repetition of all launches
  DescribedExpectation expectation;
  bool operator==(const LaunchDescription&) const = default;

  const DescribedBuffer* find_buffer(std::string_view name) const;
};

// More launches than this are refused, because their plan would not fit in memory.
inline constexpr std::uint64_t kMaxLaunches = 100'000;

// A mistake and its field: "launches[0].arguments[2].value".
struct DescriptionError {
  std::string key;
  std::string message;
  Error::Kind kind = Error::Kind::usage;
};
// Reports mistakes as "file: key: sentence", one line for each mistake.
std::string report(const std::string& file, const std::vector<DescriptionError>& errors);

// Reads a description. The Error lists each mistake with `file` and its key, or states the line at which the
// text is not JSON.
Result<LaunchDescription> parse_launch_description(std::string_view text, const std::string& file);
// Returns the text of NAME.plan.json, with a newline at its end.
std::string to_text(const LaunchDescription& description);

// The ending of files that contain a description.
inline constexpr std::string_view kPlanFileEnding = ".plan.json";

// Returns "reduction", "inclusive scan" …: the names of expectations in a plan file and in the window's form.
// There, "sum", "product", "min" and "max" are reductions.
std::string_view name(DescribedExpectation::Kind kind);

}  // namespace lockstep
