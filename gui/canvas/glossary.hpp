// The terms of OpenCL and CUDA, and their meanings. Texts are written in OpenCL's terms; drawn text, except
// kernel text, is translated to CUDA's terms if the reader chooses them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

enum class Words : std::uint8_t { opencl, cuda };
std::string_view name(Words words);  // "opencl", "cuda"
std::optional<Words> parse_words(std::string_view text);

// "Work-item 3 of the work-group" → "Thread 3 of the block". Text in CUDA's terms stays unchanged.
std::string in_words(std::string_view text, Words words);

// A line for each term that `text` (in OpenCL's terms) mentions, at most two: its name, the other name, and
// its meaning.
std::vector<std::string> glossary_of(std::string_view text, Words words);

}  // namespace lockstep::gui
