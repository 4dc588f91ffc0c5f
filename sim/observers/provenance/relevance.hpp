// Finds the instructions of a launch that can change the provenance of registers and memory. The others, such
// as index arithmetic, need not be followed. Two data-flow analyses of the code of one work-item find them:
// which registers may contain an input or an identity (forwards), and which registers are still needed
// (backwards). An instruction whose result has no id is followed only if it overwrites an id that would still
// be read.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/observers/provenance/identities.hpp"

namespace lockstep::sim {

// By instruction of the launch's program: 1 if it must be followed. If `identities` is null, identities are
// not followed; `combiner` as in ProvenanceLayout.
std::vector<std::uint8_t> relevant_instructions(const Machine& machine, std::uint32_t launch,
                                                const Identities* identities, const HelperFunction* combiner);

}  // namespace lockstep::sim
