// Which instructions of a launch can change what is known of inputs in registers and memory: the others, such
// as index arithmetic, need not be followed. Two analyses of the code as one work-item runs through it find
// them: which registers may have an input or an identity in them (forwards), and of which somebody may still
// ask (backwards). An instruction whose result has none is followed only where it takes an id away that
// somebody would still find.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/observers/provenance/identities.hpp"

namespace lockstep::sim {

// By instruction of the launch's program: 1 for those to follow. `identities` may be null: none is followed;
// `combiner` as in ProvenanceLayout.
std::vector<std::uint8_t> relevant_instructions(const Machine& machine, std::uint32_t launch,
                                                const Identities* identities, const HelperFunction* combiner);

}  // namespace lockstep::sim
