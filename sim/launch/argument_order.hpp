// Mistakes in the order of a kernel's arguments, said in words before the run ends out of bounds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/launch/arguments.hpp"

namespace lockstep::sim {

// Where the kernel takes each argument, if another order fits: by parameter, the argument for it. Empty: the
// given order fits, or no other does.
std::vector<std::size_t> order_that_fits(const Kernel& kernel, const std::vector<ParsedArgument>& arguments);

// "are in another order than the parameters of kernel scale (…): give them as …", with the arguments' texts;
// "" if this is not the mistake.
std::string order_mistake(const Kernel& kernel, const std::vector<ParsedArgument>& arguments,
                          const std::vector<std::string>& texts);

// Why a parameter does not take an argument, and what to give: "is int 64, but scratch is __local int*: …".
// `texts`: of the argument. A work-group has the range's local size.
std::string mistake_of(const Parameter& parameter, const ParsedArgument& argument, const std::string& text,
                       const NdRange& range);

// Buffers whose roles are exchanged: one with input that a kernel only writes, and one without content that
// it only reads. One sentence for each launch of which this holds, at most one for each kernel.
std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program);
// Of a plan of one program.
std::vector<std::string> exchanged_buffers(const Plan& plan, const Program& program);

// Bytes of local memory for one element of each work-item of a group.
std::uint64_t one_element_each(const Parameter& parameter, const NdRange& range);

}  // namespace lockstep::sim
