// libFuzzer's entry point for the front end: see README.md in this folder.
#include "tests/fuzz/front_end_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lockstep::fuzz::compile_bytes(data, size);
  return 0;
}
