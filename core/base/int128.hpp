// Integer types of 128 bits, which hold sums, differences and products of 64-bit integers.
#pragma once

#if !defined(__SIZEOF_INT128__)
#include <__msvc_int128.hpp>
#endif

namespace lockstep {

#if defined(__SIZEOF_INT128__)
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
#else
using Int128 = std::_Signed128;
using UInt128 = std::_Unsigned128;
#endif

}  // namespace lockstep
