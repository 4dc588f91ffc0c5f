// Windows errors as error numbers of the standard library, which error_text() can describe.
#pragma once

namespace lockstep {

// Converts a code returned by GetLastError().
int error_of(unsigned long code);
// The error of the last system call.
int last_error();

}  // namespace lockstep
