// The terms of OpenCL and CUDA. Texts are written with OpenCL's terms; for display they are translated to
// CUDA's terms if the user has chosen them or the kernel is written in CUDA.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

enum class Words : std::uint8_t { opencl, cuda };
std::string_view name(Words words);  // "opencl", "cuda"
std::optional<Words> parse_words(std::string_view text);

// Translates a text: "Work-item 3 of the work-group" → "Thread 3 of the block". Text in CUDA's terms, file
// names and identifiers are not changed.
std::string in_words(std::string_view text, Words words);

}  // namespace lockstep
