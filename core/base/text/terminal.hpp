// The program's terminal: its width, its colours and the filter for its output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

enum class Stream : std::uint8_t { output, error };

bool is_terminal(Stream stream);
// Columns of the terminal that receives standard output; 0 if it is not a terminal.
std::size_t terminal_width();

// From this call on, everything printed to standard output and standard error passes through TerminalText:
// names of files and devices, comments in kernels, output of kernels and lines of stored results cannot
// reach the terminal as control sequences. This also applies to a pipe, because its output may be shown
// in a terminal.
void filter_output();
// Writes text without the filter, for this program's own control sequences.
void write_unfiltered(Stream stream, std::string_view text);
inline constexpr std::string_view kEraseLine = "\r\033[K";

// Returns whether the stream is a terminal and NO_COLOR is not set.
bool has_colours(Stream stream);

// Flushes everything printed so far. The Error says why this failed: the disk is full, or the reader has
// closed the pipe.
Result<void> flush_output();
bool write_out();  // false and errno on failure

// Returns the text in red if the stream has colours.
std::string in_red(std::string_view text, Stream stream = Stream::output);

// Writes a line to standard error, which the next call overwrites. Nothing is written if standard error is
// not a terminal.
void show_progress_line(std::string_view text);
void clear_progress_line();

}  // namespace lockstep
