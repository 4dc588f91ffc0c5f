// The functions of cl_khr_command_buffer, which programs request by name.
#pragma once

#include <string_view>

namespace lockstep::runtime {

// Null if there is no such function.
void* command_buffer_function(std::string_view name);

}  // namespace lockstep::runtime
