// Windows errors as error numbers of the standard library, which error_text() can describe.
#pragma once

namespace lockstep {

// Converts a code returned by GetLastError().
int error_of(unsigned long code);
// Of the call just made.
int last_error();

}  // namespace lockstep
