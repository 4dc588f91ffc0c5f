// Finds the file from which the text of a program was read. OpenCL receives only the text, but messages name
// the file.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::runtime {

// Returns the path of a file that has exactly this text; empty if there is no such file. The file may be in
// the working directory, in the program's own folder, or in one of their folders for kernels (kernels,
// kernel, cl, opencl, src).
std::string source_file_of(std::string_view text);

}  // namespace lockstep::runtime
