// Checks whether memory that belongs to other code in this process can be accessed.
#pragma once

#include <cstddef>

namespace lockstep {

// Returns false if any of these addresses is not mapped: an access would end the process.
bool is_mapped(const void* begin, std::size_t bytes);

}  // namespace lockstep
