// The text of an assignment without its hidden tests.
#pragma once

#include <map>
#include <string>

#include "assignment/format/assignment.hpp"
#include "assignment/format/variant.hpp"

namespace lockstep::assignment {

// `plan_files`: the plans that stand in place of others, by the names of tasks. Without comments, and without
// lines that name solutions. Of hidden tests the title, the points and the visibility stay: "withheld".
std::string student_text_of(const Assignment& assignment,
                            const std::map<std::string, std::string>& plan_files, const Variant& variant);

}  // namespace lockstep::assignment
