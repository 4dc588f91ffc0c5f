// Removes the hidden tests from the text of an assignment.
#pragma once

#include <map>
#include <string>

#include "assignment/format/assignment.hpp"
#include "assignment/format/variant.hpp"

namespace lockstep::assignment {

// Returns the text without comments and without lines that name solutions. `plan_files` contains
// replacement plans by task name. A hidden test is marked "withheld" and keeps only its title, points and
// visibility.
std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files, const Variant& variant);

}  // namespace lockstep::assignment
