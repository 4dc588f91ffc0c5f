// One input for the fuzzer of the front end: any bytes, as if a student had typed them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::fuzz {

// Compiles the bytes as a kernel file of OpenCL C and as one of CUDA C++. Whether they are accepted does not
// matter; a crash, a hang or an error without a message does.
void compile_bytes(const std::uint8_t* data, std::size_t size);

}  // namespace lockstep::fuzz
