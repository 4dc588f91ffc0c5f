// Memory of this process that others own.
#pragma once

#include <cstddef>

namespace lockstep {

// False if the system has no memory at one of these addresses: an access would end the process.
bool is_mapped(const void* begin, std::size_t bytes);

}  // namespace lockstep
