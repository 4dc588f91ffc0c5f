// The text of an assignment without its hidden tests.
#pragma once

#include <map>
#include <string>

#include "assignment/format/assignment.hpp"

namespace lockstep::assignment {

// `plan_files`: the plans that stand in place of others. Without comments, and without lines that name
// solutions; points are those of the public tests, and a sentence says how many others there are.
std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files);

}  // namespace lockstep::assignment
