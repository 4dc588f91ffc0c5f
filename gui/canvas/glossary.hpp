// The same thing has one name in OpenCL and another in CUDA. The program speaks OpenCL; where a reader wants
// CUDA's words, what is drawn is said in those, kernel text excepted. And what the words mean.
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

// "Work-item 3 of the work-group" → "Thread 3 of the block". What is in those words already stays as it is.
std::string in_words(std::string_view text, Words words);

// A line for each term that `text` (in OpenCL's words) mentions, at most two: its name, the other name, and
// what it means.
std::vector<std::string> glossary_of(std::string_view text, Words words);

}  // namespace lockstep::gui
