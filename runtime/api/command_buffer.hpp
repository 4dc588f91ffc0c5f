// cl_khr_command_buffer: its functions, which programs ask for by name.
#pragma once

#include <string_view>

namespace lockstep::runtime {

// Null: there is no such function.
void* command_buffer_function(std::string_view name);

}  // namespace lockstep::runtime
