// Values as text: numbers of a type, and what a buffer is filled with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::cli {

// One number, strictly: nothing around it, within the range of the type. Appends its bytes.
Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, ElementType type);

// Content for `elements` of a type; the role becomes input unless the fill is a zero.
Result<void> fill_buffer(PlanBuffer& buffer, const std::string& fill);

}  // namespace lockstep::cli
