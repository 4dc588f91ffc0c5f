// The languages that a kernel's text may be written in.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

enum class Language : std::uint8_t { opencl_c, cuda };

// By the ending of the file's name: CUDA C++ for .cu and .cuh.
Language language_of(std::string_view path);

}  // namespace lockstep
