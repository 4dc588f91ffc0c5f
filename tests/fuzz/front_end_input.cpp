#include "tests/fuzz/front_end_input.hpp"

#include <cstdio>
#include <cstdlib>

#include "sim/compiler/compile.hpp"

namespace lockstep::fuzz {

void compile_bytes(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"input.cl", "input.cu"}) {
    const auto program = sim::language::compile({file, text, ""}, "");
    if (program || !program.error().message.empty()) continue;
    std::fputs("the front end refused the input without a message\n", stderr);
    std::abort();
  }
}

}  // namespace lockstep::fuzz
