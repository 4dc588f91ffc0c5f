// A recorded program as one file, NAME.lockstep, which opens on any machine.
//
// The file is one gzip stream (RFC 1952) of
//   the line "lockstep-recording 1": what it is, and the version of the format
//   the size of the index in bytes, in decimal digits, and a line end
//   the index, JSON: the plan, the model, and what was recorded
//   the data, one blob after another: texts of kernels, contents of buffers, what the host wrote
// The index refers to blobs by their number in its list of sizes. Equal blobs are stored once. A reader skips
// keys that it does not know; the version changes when that is not enough.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

inline constexpr std::string_view kRecordingEnding = ".lockstep";

struct Recording {
  Plan plan;
  std::string model;                 // id of the device model that it ran on; empty: not known
  std::vector<std::string> command;  // the program and its arguments: shown, never started
  std::string made_with;             // "Lockstep 0.3.0"
  std::string date;                  // "2026-11-22 23:45"
  bool operator==(const Recording&) const = default;
};

// What a reader is ready to hold in memory.
struct RecordingLimits {
  std::uint64_t index_bytes = std::uint64_t{32} << 20;
  std::uint64_t data_bytes = std::uint64_t{1} << 30;
};

// The file appears whole or not at all. An Error says what is too large, or what is wrong with the plan.
Result<void> write_recording(const Recording& recording, const std::string& path);

// Reads nothing but this file, and starts nothing: programs of the plan are closed (KernelSource::is_closed).
// The plan is valid. An Error names the file and says whether it is another kind of file, damaged, too large,
// or of a newer Lockstep.
Result<Recording> read_recording(const std::string& path, const RecordingLimits& limits = {});
// The same from a stream; `name` is what an Error calls it.
Result<Recording> read_recording(std::istream& stream, const std::string& name,
                                 const RecordingLimits& limits = {});

}  // namespace lockstep
