// What Windows reports, as the error numbers of the standard library, for which error_text() has the words.
#pragma once

namespace lockstep {

// Of a code that GetLastError() gave.
int error_of(unsigned long code);
// Of the call just made.
int last_error();

}  // namespace lockstep
