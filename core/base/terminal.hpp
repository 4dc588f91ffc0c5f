// What this program knows of the terminal that it writes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

enum class Stream : std::uint8_t { output, error };

bool is_terminal(Stream stream);
// Columns of the terminal that standard output goes to; 0 where it is no terminal.
std::size_t terminal_width();

// Everything printed so far is out. An Error says why it is not: the disk is full, or nobody reads.
Result<void> flush_output();

// Red where the stream is a terminal and NO_COLOR is not set.
std::string in_red(std::string_view text, Stream stream = Stream::output);

// One line on standard error that each call overwrites; nothing is written where that is no terminal.
void show_progress_line(std::string_view text);
void clear_progress_line();

}  // namespace lockstep
