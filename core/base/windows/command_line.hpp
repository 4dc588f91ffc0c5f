// What a new process gets as one text.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

// So that CommandLineToArgvW, and with it main(), sees these words again.
std::wstring command_line_of(const std::vector<std::string>& words);

// "NAME=value", sorted by name as Windows requires, each followed by a null character. If two
// variables have the same name, the first one is used.
std::wstring environment_block(const std::vector<std::string>& variables);

// Those of this process.
std::vector<std::string> own_environment();

}  // namespace lockstep
