// A launch in the host code of a .cu file, with the details that can be found without executing the code.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

struct HostArgument {
  std::optional<std::int64_t> integer;        // an integer whose value is found in the text
  std::optional<std::uint64_t> buffer_bytes;  // size of memory allocated by cudaMalloc()
  std::string
      fill;  // values written by loops, initialisers or cudaMemset(): "0", "1,2,3", "iota" or "random:1"
};

// The contents that cudaMemcpyToSymbol() copies to a __constant__ variable.
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
