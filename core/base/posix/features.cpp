#include "core/base/features.hpp"

namespace lockstep {

std::string missing(Feature) { return ""; }

}  // namespace lockstep
