// A launch that the host's part of a .cu file makes, as far as its text says it without being run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

struct HostArgument {
  std::optional<std::int64_t> integer;        // a number whose value the text says
  std::optional<std::uint64_t> buffer_bytes;  // of memory that cudaMalloc() gave
  std::string
      fill;  // what loops, initialisers or cudaMemset() write there: "0", "1,2,3", "iota" or "random:1"
};

// Contents that cudaMemcpyToSymbol() gives a __constant__ variable.
struct HostConstant {
  std::string name;
  std::string fill;
};

struct HostLaunch {
  std::string kernel;  // the instance: "reduce<int, 256>"
  SourceRange range;
  std::optional<std::array<std::uint64_t, 3>> grid, block;
  std::optional<std::uint64_t> shared_bytes;
  std::vector<HostArgument> arguments;
};

}  // namespace lockstep::sim::language
