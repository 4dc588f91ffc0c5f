// The file that a program's text was read from: OpenCL receives only the text, but messages name the file.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::runtime {

// The path of a file with exactly this text in the working directory, the program's own folder, or one of
// their folders for kernels (kernels, kernel, cl, opencl, src); empty if there is no such file.
std::string source_file_of(std::string_view text);

}  // namespace lockstep::runtime
