// The keywords of OpenCL C. Names that a kernel may redeclare (`uint`, `float4`) are not keywords; they are
// in the outermost scope.
#pragma once

#include <array>
#include <string_view>

namespace lockstep::sim::language {

inline constexpr std::array<std::string_view, 12> kTypeWords = {"void",     "char",   "short",  "int",
                                                                "long",     "float",  "double", "signed",
                                                                "unsigned", "struct", "union",  "enum"};

inline constexpr std::array<std::string_view, 37> kSpecifierWords = {
    "const",     "volatile",      "restrict",    "__const",  "__volatile", "__restrict", "__volatile__",
    "__const__", "__restrict__",  "static",      "extern",   "inline",     "__inline",   "__inline__",
    "register",  "auto",          "typedef",     "__kernel", "kernel",     "__global",   "global",
    "__local",   "local",         "__constant",  "constant", "__private",  "private",    "__generic",
    "generic",   "__attribute__", "__attribute", "typeof",   "__typeof__", "_Bool",      "_Atomic",
    "_Alignas",  "__auto_type"};

inline constexpr std::array<std::string_view, 13> kStatementWords = {
    "if",      "else",  "for",      "while",  "do",   "switch", "case",
    "default", "break", "continue", "return", "goto", "sizeof"};

}  // namespace lockstep::sim::language
