// Whether a described argument fits the kernel's parameter, and the message if it does not.
#pragma once

#include <cstdint>
#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Compares the kind of the argument, and the size and kind of a value; the values of buffers may be of
// any type.
bool fits(const Parameter& parameter, const DescribedArgument& argument,
          const LaunchDescription& description);

// Sets the kind of an image to that of the kernel's parameter; its last size may be the number of layers.
Result<void> fit_image(ImageDescription& image, const Parameter& parameter, const std::string& text);

// Why a parameter does not take an argument, and what to give: "is int 64, but the parameter is __local int*
// scratch: …". `text` is the text of the argument. A work-group has the range's local size.
std::string mistake_of(const Parameter& parameter, const DescribedArgument& argument, const std::string& text,
                       const NdRange& range);

// "__global int* o reads and writes the bytes of a buffer of float"; "" if the types are equivalent. A
// pointer to void, to bytes or to a structure takes any values.
std::string other_values(const Parameter& parameter, const DescribedArgument& argument,
                         const LaunchDescription& description);

// Bytes of local memory for one element per work-item of a group.
std::uint64_t one_element_each(const Parameter& parameter, const NdRange& range);

}  // namespace lockstep::sim
