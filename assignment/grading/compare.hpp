// Compares two gradings of the same submissions: which points have changed, and why.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::assignment {

// Both arguments are texts of grader_json(). Returns one line for each submission that has changed, is new or
// is missing. Returns an Error if a text cannot be read.
Result<std::string> compare_gradings(std::string_view old_json, std::string_view new_json);

}  // namespace lockstep::assignment
