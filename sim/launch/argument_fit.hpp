// Decides whether a described argument fits the kernel's parameter, and writes the message if it does not.
#pragma once

#include <cstdint>
#include <string>

#include "core/plan/launch_description.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Returns whether the argument has the kind that the parameter requires and, if it is a value, the right size
// and type. The elements of buffers may have any type.
bool fits(const Parameter& parameter, const DescribedArgument& argument,
          const LaunchDescription& description);

// Sets the kind of an image to the kind that the kernel's parameter requires. The last size of the image may
// be the number of layers. `text` is the text of the argument, for messages.
Result<void> fit_image(ImageDescription& image, const Parameter& parameter, const std::string& text);

// Returns why an argument does not fit the parameter and what to give instead: "is int 64, but the parameter
// is __local int* scratch; …". `text` is the text of the argument. `range` gives the size of a work-group.
std::string mistake_of(const Parameter& parameter, const DescribedArgument& argument, const std::string& text,
                       const NdRange& range);

// Returns a note such as "__global int* o reads and writes the bytes of a buffer of float"; "" if the types
// are equivalent. Values of any type can be given for a pointer to void, to bytes or to a structure.
std::string other_values(const Parameter& parameter, const DescribedArgument& argument,
                         const LaunchDescription& description);

// Returns the number of bytes of local memory for one element per work-item of a group.
std::uint64_t one_element_each(const Parameter& parameter, const NdRange& range);

}  // namespace lockstep::sim
