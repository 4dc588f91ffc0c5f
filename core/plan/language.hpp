// The languages of kernel texts, which are determined by the endings of file names.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/text/words.hpp"

namespace lockstep {

enum class Language : std::uint8_t { opencl_c, cuda };

// Returns CUDA C++ for .cu and .cuh, otherwise OpenCL C.
Language language_of(std::string_view path);

// Returns the terms of a language.
Words words_of(Language language);

// The prefix of the entries of course documents. A name with this prefix is never a file, whatever its
// ending (core/catalogue/documents.hpp).
inline constexpr std::string_view kDocumentPrefix = "document:";

// Returns whether a file with this name contains kernels: .cl, .cu, .cuh.
bool is_kernel_file(std::string_view path);

// Returns ".cl", or ".cu" for CUDA C++.
std::string_view kernel_file_ending(Language language);

}  // namespace lockstep
