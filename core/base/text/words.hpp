// The terms of OpenCL and CUDA. Texts are written in OpenCL's terms; what a reader sees is translated to
// CUDA's where the reader, or the language of the kernel, asks for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

enum class Words : std::uint8_t { opencl, cuda };
std::string_view name(Words words);  // "opencl", "cuda"
std::optional<Words> parse_words(std::string_view text);

// "Work-item 3 of the work-group" → "Thread 3 of the block". Text in CUDA's terms stays unchanged, and so do
// names of files and identifiers.
std::string in_words(std::string_view text, Words words);

}  // namespace lockstep
