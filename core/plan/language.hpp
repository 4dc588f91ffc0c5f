// The languages that a kernel's text may be written in, by the ending of its file's name.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/text/words.hpp"

namespace lockstep {

enum class Language : std::uint8_t { opencl_c, cuda };

// CUDA C++ for .cu and .cuh.
Language language_of(std::string_view path);

// The terms of a language.
Words words_of(Language language);

// The prefix of the name of a course document's entry, which is never a file, whatever its ending
// (core/catalogue/documents.hpp).
inline constexpr std::string_view kDocumentPrefix = "document:";

// Whether files of this name hold kernels: .cl, .cu, .cuh.
bool is_kernel_file(std::string_view path);

// ".cl", or ".cu" for another file of CUDA C++.
std::string_view kernel_file_ending(Language language);

}  // namespace lockstep
