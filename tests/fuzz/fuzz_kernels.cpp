// fuzz_kernels FIRST COUNT compares COUNT generated kernels, starting with seed FIRST; fuzz_kernels --show
// SEED prints one. The exit status is 1 if any kernel differs.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "tests/fuzz/differential.hpp"
#include "tests/fuzz/kernel_generator.hpp"

namespace {

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 3) {
    fmt::print(stderr, "usage: fuzz_kernels FIRST COUNT | --show SEED\n");
    return 2;
  }
  if (std::string_view(arguments[1]) == "--show") {
    const std::uint64_t seed = number(arguments[2]);
    fmt::print("{}", lockstep::fuzz::generate_kernel(seed, fmt::format("k{}", seed)));
    return 0;
  }
  const auto device = lockstep::opencl::find_device(0);
  if (!device) {
    fmt::print(stderr, "{}\n", device.error().message);
    return 1;
  }
  constexpr std::uint64_t kBatch = 20;
  const std::uint64_t end = number(arguments[1]) + number(arguments[2]);
  std::size_t failed = 0;
  for (std::uint64_t seed = number(arguments[1]); seed < end; seed += kBatch) {
    const auto count = static_cast<unsigned>(std::min(kBatch, end - seed));
    const auto differences = lockstep::fuzz::compare_with_device(*device, seed, count);
    if (!differences) {
      fmt::print(stderr, "seeds {} to {}: {}\n", seed, seed + count - 1, differences.error().message);
      ++failed;
      continue;
    }
    for (const auto& difference : *differences) fmt::print("{}: {}\n", difference.kernel, difference.what);
    failed += differences->size();
  }
  fmt::print("{} kernels, {} differences\n", number(arguments[2]), failed);
  return failed == 0 ? 0 : 1;
}
