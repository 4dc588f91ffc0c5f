// The functions of cl_khr_command_buffer, whose addresses programs request by name.
#pragma once

#include <string_view>

namespace lockstep::runtime {

// Returns the address of a function; null if there is no such function.
void* command_buffer_function(std::string_view name);

}  // namespace lockstep::runtime
