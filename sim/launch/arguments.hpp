// Kernel arguments as typed on the command line of `simulate`, and the buffers that they need:
//   buffer:TYPE:COUNT[=FILL][:dump[=FILE]]
//   local:BYTES
//   scalar:TYPE=VALUE[,VALUE…]
//   image:ORDER:TYPE:SIZE[=FILL][:dump[=FILE]]   for example image:rgba:float:16x16=iota
//   sampler:WORD,WORD…   normalized, linear, clamp, clamp-to-edge, repeat or mirrored-repeat
//   null
// The last size of an image array is the number of layers. FILL is a number, a list of numbers, iota,
// random:SEED, random:SEED:LOW..HIGH, @file.bin or @file.csv; without it the buffer is uninitialised. TYPE is
// an OpenCL C type; COUNT is a number of elements of this type, so float4:16 is 64 floats. Several values of
// a scalar type are a structure.
#pragma once

#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/launch/described_plan.hpp"

namespace lockstep::sim {

// Adds a typed argument to the only launch. If the argument needs a buffer, adds one with the name `buffer`
// and records whether the buffer is printed. Values and types keep their spelling; they are parsed when the
// description becomes a plan.
Result<void> add_typed_argument(TypedLaunch& launch, const std::string& text, const std::string& buffer);
// Returns the text of an argument, such as "buffer:int:64=iota:dump". This is the inverse
// of add_typed_argument().
std::string typed_argument(const LaunchDescription& description, const DescribedArgument& argument,
                           bool dump);
// Returns the expected form of an argument: "scalar:int=VALUE", or "local:64" for the work-groups of
// the range.
std::string wanted_argument(const Parameter& parameter, const NdRange& range);

}  // namespace lockstep::sim
