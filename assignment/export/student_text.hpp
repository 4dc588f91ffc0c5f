// The text of an assignment without its hidden tests.
#pragma once

#include <map>
#include <string>

#include "assignment/format/assignment.hpp"
#include "assignment/format/variant.hpp"

namespace lockstep::assignment {

// `plan_files`: replacement plans, by task name. Omits comments and lines that name solutions. For a hidden
// test, only the title, the points and the visibility remain, marked "withheld".
std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files, const Variant& variant);

}  // namespace lockstep::assignment
