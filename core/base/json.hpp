// JSON as this program writes it. Invalid UTF-8 (names of files and devices may hold any bytes) becomes
// U+FFFD.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace lockstep {

// Indented by two blanks, without a newline at the end.
std::string json_text(const nlohmann::ordered_json& json);
// All in one line, without its end.
std::string json_line(const nlohmann::ordered_json& json);

}  // namespace lockstep
