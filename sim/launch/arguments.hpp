// Kernel arguments as they are typed on the command line of `simulate`, and the buffers they need:
//   buffer:TYPE:COUNT[=FILL][:dump[=FILE]]
//   local:BYTES
//   scalar:TYPE=VALUE[,VALUE…]
//   image:ORDER:TYPE:SIZE[=FILL][:dump[=FILE]]   for example image:rgba:float:16x16=iota
//   sampler:WORD,WORD…   normalized, linear, clamp, clamp-to-edge, repeat or mirrored-repeat
//   null
// The last size of an image array counts its layers. FILL is a number, a list of numbers, iota, random:SEED,
// random:SEED:LOW..HIGH, @file.bin or @file.csv; without it the buffer is uninitialised. TYPE is an OpenCL C
// type; COUNT counts that type, so float4:16 is 64 floats. Several values of a plain type are a structure.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::sim {

// Adds what is typed to the only launch: an argument, its buffer with the name `buffer` where it needs one,
// and whether that is printed. Values and types keep their spelling; the compiler of the description reads
// them.
Result<void> add_typed_argument(TypedLaunch& launch, const std::string& text, const std::string& buffer);
// The way back: "buffer:int:64=iota:dump".
std::string typed_argument(const LaunchDescription& description, const DescribedArgument& argument,
                           bool dump);
// The expected form of an argument: "scalar:int=VALUE", "local:64" for work-groups of the range.
std::string wanted_argument(const Parameter& parameter, const NdRange& range);

}  // namespace lockstep::sim
