// Checks memory that other code in this process owns.
#pragma once

#include <cstddef>

namespace lockstep {

// False if no memory is mapped at one of these addresses: an access would end the process.
bool is_mapped(const void* begin, std::size_t bytes);

}  // namespace lockstep
