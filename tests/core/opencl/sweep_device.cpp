// sweep_device FIRST LAST [RANDOM [TYPE…]]: every algorithm of the catalogue on the first CPU device, with
// every operator and type (or TYPE) it takes, for each n from FIRST to LAST and RANDOM larger ones (up to
// 2^22), against the reference. Exit status 1 when any result is wrong. opencl_tests runs a sample of the
// same.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <span>
#include <string_view>

#include "tests/core/opencl/test_device.hpp"

namespace {

using namespace lockstep;

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

struct Sweep {
  std::span<char* const> types;  // empty: all
  std::uint64_t runs = 0, wrong = 0;
};

void run(const opencl::Device& device, const Algorithm& algorithm, const PlanRequest& request, Sweep& sweep) {
  ++sweep.runs;
  const auto report =
      opencl::run_plan(device, opencl::plan_for(algorithm.id, request), {.repetitions = 1, .warm_ups = 0});
  if (report && report->status == opencl::RunReport::Status::passed) return;
  ++sweep.wrong;
  fmt::print("{} n = {} {} {}: {}\n", algorithm.id, request.n, name(request.op), opencl_name(request.type),
             report ? report->reason : report.error().message);
}

void run_all(const opencl::Device& device, std::uint64_t n, std::uint64_t group_size, Sweep& sweep) {
  for (const Algorithm& algorithm : catalogue()) {
    for (const ElementType type : algorithm.types) {
      if (type == ElementType::float64 && !device.has_float64) continue;
      if (!sweep.types.empty() && !std::ranges::count(sweep.types, opencl_name(type))) continue;
      for (const Operator op : algorithm.operators) {
        PlanRequest request;
        request.n = n;
        request.group_size = group_size;
        request.op = op;
        request.type = type;
        run(device, algorithm, request, sweep);
      }
    }
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 3) {
    fmt::print(stderr, "usage: sweep_device FIRST LAST [RANDOM [TYPE…]]\n");
    return 2;
  }
  const opencl::Device* device = opencl::test_device();
  if (device == nullptr) {
    fmt::print(stderr, "no OpenCL device\n");
    return 1;
  }
  Sweep sweep;
  if (argument_count > 4) sweep.types = {arguments + 4, arguments + argument_count};
  for (std::uint64_t n = number(arguments[1]); n <= number(arguments[2]); ++n) run_all(*device, n, 16, sweep);
  std::mt19937_64 random(1);
  for (std::uint64_t i = argument_count > 3 ? number(arguments[3]) : 0; i > 0; --i)
    run_all(*device, 601 + random() % (std::uint64_t{1} << 22), std::uint64_t{1} << (1 + random() % 8),
            sweep);
  fmt::print("{} runs, {} wrong\n", sweep.runs, sweep.wrong);
  return sweep.wrong == 0 ? 0 : 1;
}
