// A recorded program as one file, NAME.lockstep, which opens on any machine.
//
// The file is one gzip stream (RFC 1952) of
//   the line "lockstep-recording 1": the kind of file and the version of the format
//   the size of the index in bytes, in decimal digits, and a line end
//   the index, JSON: the plan, the device model, and facts about the recorded program
//   the data, one blob after another: texts of kernels, contents of buffers, data that the host wrote
// The index refers to blobs by their number in its list of sizes. Equal blobs are stored once. A reader
// ignores unknown keys; the version changes if this is not sufficient.
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
  std::string model;                 // id of the device model on which it ran; empty: unknown
  std::vector<std::string> command;  // the program and its arguments: only shown, never started
  std::string made_with;             // "Lockstep 0.3.0"
  std::string date;                  // "2026-11-22 23:45"
  bool operator==(const Recording&) const = default;
};

// The limits of a recording that a reader loads into memory.
struct RecordingLimits {
  std::uint64_t index_bytes = std::uint64_t{32} << 20;
  std::uint64_t data_bytes = std::uint64_t{1} << 30;
};

// Writes a recording atomically. The Error says what is too large, or what is wrong with the plan.
Result<void> write_recording(const Recording& recording, const std::string& path);

// Reads only this file, and starts no programs: the programs of the plan are closed
// (KernelSource::is_closed). The returned plan is valid. The Error names the file and says whether it is a
// different kind of file, damaged, too large, or written by a newer Lockstep.
Result<Recording> read_recording(const std::string& path, const RecordingLimits& limits = {});
// Reads a recording from a stream; `name` is its name in the Error.
Result<Recording> read_recording(std::istream& stream, const std::string& name,
                                 const RecordingLimits& limits = {});

}  // namespace lockstep
