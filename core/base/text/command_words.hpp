// Splits a command, as typed in a shell, into its words: the program and its arguments. Nothing is expanded:
// $, *, ~, | and > are ordinary characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Words are separated by spaces; quotes ("…", '…') and \ keep a word with spaces together. The Error says
// what is wrong with the command.
Result<std::vector<std::string>> command_words(std::string_view command);

// Joins words into a command, with quotes where they are needed: command_words() returns the same words.
std::string command_text(const std::vector<std::string>& words);

}  // namespace lockstep
