// Makes the command line and the environment of a new process, each as one text.
#pragma once

#include <string>
#include <vector>

namespace lockstep {

// Quotes the words so that CommandLineToArgvW, and therefore main(), returns the same words.
std::wstring command_line_of(const std::vector<std::string>& words);

// Returns the variables ("NAME=value") sorted by name as Windows requires, each followed by a null character.
// If two variables have the same name, the first one is used.
std::wstring environment_block(const std::vector<std::string>& variables);

// The variables of this process.
std::vector<std::string> own_environment();

}  // namespace lockstep
