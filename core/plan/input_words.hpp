// Describes the syntax of inputs, for the help of the command line and for the window.
#pragma once

#include <string_view>

namespace lockstep {

// Values of an algorithm's input (typed_values.hpp).
inline constexpr std::string_view kTypedValuesWords =
    "numbers separated by commas or blanks, such as 3,1,7,0,4,1,6,3; n is their number";

// The contents of a buffer before the first launch (FILL, DescribedBuffer::fill).
inline constexpr std::string_view kFillWords =
    "a number for all elements; 3,1,7 (a number for each element); iota (0, 1, 2 …); random:SEED (1 to 9); "
    "random:SEED:LOW..HIGH; @file.csv or @file.bin; without it, uninitialised";

// The change of a scalar from one repetition to the next (DescribedArgument::next).
inline constexpr std::string_view kNextWords =
    "*2, /2, +1 or -1, with any number: applied to the value after each repetition";

}  // namespace lockstep
