// Calls of every built-in function with every type, valid or invalid, generated from the front end's list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim::language {

// Every name that can be called: families with all their rounding modes, and names that begin with `__`.
std::vector<std::string> callable_names();

// The arguments of one call: the types of parameters, and constants.
using ArgumentList = std::vector<std::string>;

// Argument lists for every type: alone, repeated, with integers of the same shape, behind pointers to all
// address spaces, and with a wrong number of arguments.
const std::vector<ArgumentList>& argument_lists();

// The lists with as many arguments as the function's signature, and with pointers where it has pointers; all
// lists if it has no signature.
std::vector<ArgumentList> fitting_lists(const std::string& name);

enum class CallOutcome : std::uint8_t { compiled, refused, failed };
struct CallReport {
  CallOutcome outcome = CallOutcome::compiled;
  std::string text;  // the program
  std::string
      message;  // of a refusal; it has failed if this names no place or speaks of the compiler's inside
};
CallReport compile_call(const std::string& name, const ArgumentList& arguments);

}  // namespace lockstep::sim::language
